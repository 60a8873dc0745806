// Checks a group's alias and display name against the naming rules of its template.
//
// The alias is matched first, and case is ignored. The values of its placeholders are known to the
// display name. The display name is compared exactly, except for those values: the case of an alias
// means nothing, so `prj-aurora` and `Project Aurora` match. Where the alias has a placeholder with a filter and the
// display name has it without one, the display name is matched first. A property keeps the spelling of the
// display name if its placeholder occurs there, and otherwise that of the alias. The service fills in
// some placeholders for both: `organisation` and `template` are the identifiers, `year` (four digits)
// and `month` (two) are those of the moment in UTC.
import type { FaultValues } from '../../ground/errors.ts';
import { builtInValues, compileNames, type NamingRules } from './compiled-names.ts';
import { exampleFor } from './example-names.ts';
import { filteredValues, matchNames, rawValues, type Names } from './match-names.ts';
import type { Expectation, KnownValue, PatternMatch } from './match-pattern.ts';
import type { NamedField } from './render-names.ts';
import { quoted } from '../../ground/text.ts';

/** A name that does not conform. Fits where a `FieldError` is expected. */
export interface NameFault {
  readonly pointer: '/mailNickName' | '/displayName';
  readonly code: 'pattern_mismatch';
  readonly detail: string;
  readonly values: FaultValues;
  readonly field: NamedField;
  readonly pattern: string;
  /** Length of the part of the name that matched, in UTF-16 code units, and the rest of the name. */
  readonly index: number;
  readonly rest: string;
  /** Names that would pass, or undefined when no name can. */
  readonly example: Names | undefined;
}

export type NameCheck =
  | { readonly properties: Readonly<Record<string, string>>; readonly faults?: never }
  | {
      readonly faults: readonly NameFault[];
      readonly properties?: never;
      /** Values that the name which conforms gives, if one of the two does. */
      readonly known: Readonly<Record<string, string>>;
    };

/** Properties that the names have to agree with. */
export interface KnownProperties {
  readonly properties?: Readonly<Record<string, string>>;
  /** Whether a name may write them in another case, as the names of a group that is renamed may. */
  readonly caseInsensitive?: boolean;
}

/**
 * @param now milliseconds since the Unix epoch
 * @throws TypeError when a pattern cannot be parsed; a saved template's always can
 */
export function checkNames(
  input: Names &
    KnownProperties & {
      readonly template: NamingRules;
      readonly organisation: { readonly identifier: string };
      readonly now: number;
    },
): NameCheck {
  const { template, organisation, now, properties = {}, caseInsensitive = false } = input;
  const compiled = compileNames(template);
  const values = new Map<string, KnownValue>([
    ...Object.entries(properties).map(
      ([name, value]) => [name, { value, caseInsensitive }] satisfies [string, KnownValue],
    ),
    ...builtInValues(organisation, template, now),
  ]);
  const matched = matchNames(compiled, values, input);
  const { mailNickName: alias, displayName: display } = matched;
  if (alias.matches && display.matches) {
    const taken = new Map([
      ...filteredValues(alias),
      ...filteredValues(display),
      ...rawValues(alias),
      ...rawValues(display),
    ]);
    for (const [name, { value }] of values) if (taken.has(name)) taken.set(name, value);
    return { properties: { ...properties, ...Object.fromEntries(taken) } };
  }

  const example = exampleFor(compiled, values, input, matched);
  const faultOf = (field: NamedField, match: PatternMatch): NameFault[] =>
    match.matches ? [] : [nameFault(field, compiled[field].text, match, example, input)];
  const conforming = [alias, display].filter(({ matches }) => matches);
  const known = [...conforming.flatMap(filteredValues), ...conforming.flatMap(rawValues)];
  return {
    faults: [...faultOf('mailNickName', alias), ...faultOf('displayName', display)],
    known: Object.fromEntries(known),
  };
}

function nameFault(
  field: NamedField,
  pattern: string,
  match: PatternMatch & { matches: false },
  example: Names | undefined,
  given: Names,
): NameFault {
  const { index, rest, expected } = match;
  const position = Array.from(given[field].slice(0, index)).length + 1;
  const where =
    rest === ''
      ? `it ends after character ${position - 1}`
      : `it stops matching at character ${position} (${quoted(rest)})`;
  const detail =
    `${field} does not follow the pattern ${quoted(pattern)}: ${where}, where ` +
    `${describe(expected)}.${describeExample(field, example, given)}`;
  return {
    pointer: `/${field}`,
    code: 'pattern_mismatch',
    detail,
    values: { pattern, position, ...(example !== undefined && { suggestion: example[field] }) },
    field,
    pattern,
    index,
    rest,
    example,
  };
}

function describe(expected: Expectation): string {
  switch (expected.kind) {
    case 'text':
      return `${quoted(expected.text)} is expected`;
    case 'value':
      return `{{${expected.placeholder}}} must be ${quoted(expected.text)}`;
    case 'something':
      return `{{${expected.placeholder}}} requires at least one character`;
    case 'following':
      return expected.text === ''
        ? `{{${expected.placeholder}}} requires at least one character`
        : `{{${expected.placeholder}}} requires at least one character, followed by ${quoted(expected.text)}`;
    case 'end':
      return 'the name should end';
    case 'rule':
      return `{{${expected.placeholder}}} ${expected.text}`;
    default:
      return expected satisfies never;
  }
}

function describeExample(field: NamedField, example: Names | undefined, given: Names): string {
  if (example === undefined)
    return ' No name can match both patterns: the template must be changed.';
  const other = field === 'mailNickName' ? 'displayName' : 'mailNickName';
  const together =
    example[other] === given[other] ? '' : ` together with the ${other} ${quoted(example[other])}`;
  return ` For example, ${quoted(example[field])} would pass${together}.`;
}
