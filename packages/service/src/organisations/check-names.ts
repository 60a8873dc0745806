// Checks a group's alias and display name against the naming patterns of its template.
//
// The alias is matched first, and case is ignored. The values of its placeholders are known to the
// display name. The display name is compared exactly, except for those values: the case of an alias
// means nothing, so `prj-alpha` and `Project Alpha` match. A property keeps the spelling of the
// display name if its placeholder occurs there, and otherwise that of the alias. The service fills in
// some placeholders for both: `organisation` and `template` are the identifiers, `year` (four digits)
// and `month` (two) are those of the moment in UTC.
import { isMailNickname } from './mail-nickname.ts';
import {
  matchNamingPattern,
  parseNamingPattern,
  type Expectation,
  type KnownValue,
  type NamingPattern,
  type PatternMatch,
} from './naming-pattern.ts';

export const builtInPlaceholders = ['organisation', 'template', 'year', 'month'] as const;

export type NamedField = 'mailNickName' | 'displayName';

/** A name that does not conform. Fits where a `FieldError` is expected. */
export interface NameFault {
  readonly pointer: '/mailNickName' | '/displayName';
  readonly code: 'pattern_mismatch';
  readonly detail: string;
  readonly field: NamedField;
  readonly pattern: string;
  /** Length of the part of the name that matched, in UTF-16 code units, and the rest of the name. */
  readonly index: number;
  readonly rest: string;
  /** Names that would pass, or undefined when no name can. */
  readonly example: Names | undefined;
}

export interface Names {
  readonly mailNickName: string;
  readonly displayName: string;
}

export type NameCheck =
  | { readonly properties: Readonly<Record<string, string>>; readonly faults?: never }
  | { readonly faults: readonly NameFault[]; readonly properties?: never };

export interface PatternTexts {
  readonly identifier: string;
  readonly mailNicknamePattern: string;
  readonly displayNamePattern: string;
}

interface Patterns {
  readonly mailNickName: NamingPattern;
  readonly displayName: NamingPattern;
}

/** Templates are held in memory while they do not change: each is parsed once. */
const parsed = new WeakMap<PatternTexts, Patterns>();

/**
 * @param now milliseconds since the Unix epoch
 * @throws TypeError when a pattern cannot be parsed; a saved template's always can
 */
export function checkNames(
  input: Names & {
    readonly template: PatternTexts;
    readonly organisation: { readonly identifier: string };
    readonly now: number;
  },
): NameCheck {
  const patterns = patternsOf(input.template);
  const filled = fill(input.organisation.identifier, input.template.identifier, input.now);
  const { alias, display } = evaluate(patterns, filled, input);
  if (alias.matches && display.matches) {
    const properties = new Map([...alias.taken, ...display.taken]);
    for (const [name, { value }] of filled) if (properties.has(name)) properties.set(name, value);
    return { properties: Object.fromEntries(properties) };
  }

  const example = exampleFor(patterns, filled, input, alias, display);
  const faults: NameFault[] = [];
  if (!alias.matches) faults.push(fault('mailNickName', patterns, alias, example, input));
  if (!display.matches) faults.push(fault('displayName', patterns, display, example, input));
  return { faults };
}

/** Names that conform to the patterns, or undefined when there seem to be none. */
export function exampleNames(
  template: PatternTexts,
  organisation: { readonly identifier: string },
  now: number,
): Names | undefined {
  const patterns = patternsOf(template);
  const filled = fill(organisation.identifier, template.identifier, now);
  const given = { mailNickName: 'example', displayName: 'Example' };
  return tryNames(patterns, filled, given, new Map(), { mailNickName: true, displayName: true });
}

function patternsOf(template: PatternTexts): Patterns {
  let patterns = parsed.get(template);
  if (patterns === undefined) {
    patterns = {
      mailNickName: mustParse(template.mailNicknamePattern),
      displayName: mustParse(template.displayNamePattern),
    };
    parsed.set(template, patterns);
  }
  return patterns;
}

function mustParse(text: string): NamingPattern {
  const { pattern, faults } = parseNamingPattern(text);
  if (pattern === undefined) throw new TypeError(`Naming pattern: ${faults[0]?.detail ?? ''}`);
  return pattern;
}

function fill(organisation: string, template: string, now: number): Map<string, KnownValue> {
  const moment = new Date(now);
  const values: Record<(typeof builtInPlaceholders)[number], string> = {
    organisation,
    template,
    year: String(moment.getUTCFullYear()),
    month: String(moment.getUTCMonth() + 1).padStart(2, '0'),
  };
  return new Map(
    Object.entries(values).map(([name, value]) => [name, { value, caseInsensitive: false }]),
  );
}

const anything: PatternMatch = { matches: true, taken: new Map() };

function evaluate(
  patterns: Patterns,
  filled: ReadonlyMap<string, KnownValue>,
  names: Names,
): { alias: PatternMatch; display: PatternMatch } {
  const alias =
    patterns.mailNickName.pieces.length === 0
      ? anything
      : matchNamingPattern(patterns.mailNickName, names.mailNickName, {
          caseInsensitive: true,
          known: filled,
        });
  if (patterns.displayName.pieces.length === 0) return { alias, display: anything };
  const known = new Map(filled);
  if (alias.matches) {
    for (const [name, value] of alias.taken) {
      if (!known.has(name)) known.set(name, { value, caseInsensitive: true });
    }
  }
  const display = matchNamingPattern(patterns.displayName, names.displayName, {
    caseInsensitive: false,
    known,
  });
  return { alias, display };
}

/** Names that would pass, as close to the given ones as can be had. */
function exampleFor(
  patterns: Patterns,
  filled: ReadonlyMap<string, KnownValue>,
  given: Names,
  alias: PatternMatch,
  display: PatternMatch,
): Names | undefined {
  const replace = { mailNickName: !alias.matches, displayName: !display.matches };
  const both = { mailNickName: true, displayName: true };
  const taken = new Map([...alias.taken, ...display.taken, ...(alias.matches ? alias.taken : [])]);
  return (
    tryNames(patterns, filled, given, taken, replace) ??
    tryNames(patterns, filled, given, new Map(), replace) ??
    tryNames(patterns, filled, given, new Map(), both)
  );
}

/** Values of placeholders for examples; the single characters help if a pattern is unusual. */
const samples = [
  'alpha',
  'example',
  'project',
  ...'x7q0bjkwyzacdefghilmnoprstuv12345689'.split(''),
];

function tryNames(
  patterns: Patterns,
  filled: ReadonlyMap<string, KnownValue>,
  given: Names,
  taken: ReadonlyMap<string, string>,
  replace: Readonly<Record<NamedField, boolean>>,
): Names | undefined {
  for (const sample of samples) {
    const values = (name: string): string => filled.get(name)?.value ?? taken.get(name) ?? sample;
    const write = (field: NamedField): string => {
      const { pieces } = patterns[field];
      if (!replace[field] || pieces.length === 0) return given[field];
      return pieces.map((one) => (one.kind === 'text' ? one.text : values(one.name))).join('');
    };
    const names = { mailNickName: write('mailNickName'), displayName: write('displayName') };
    const { alias, display } = evaluate(patterns, filled, names);
    const bounded =
      (!replace.mailNickName || isMailNickname(names.mailNickName)) &&
      (!replace.displayName || Array.from(names.displayName).length <= 256);
    if (alias.matches && display.matches && bounded) return names;
  }
  return undefined;
}

function fault(
  field: NamedField,
  patterns: Patterns,
  match: PatternMatch & { matches: false },
  example: Names | undefined,
  given: Names,
): NameFault {
  const { index, rest, expected } = match;
  const pattern = patterns[field].text;
  const position = Array.from(given[field].slice(0, index)).length + 1;
  const where =
    rest === ''
      ? `it ends after character ${position - 1}`
      : `it stops matching at character ${position} (${quote(rest)})`;
  const detail =
    `${field} does not follow the pattern ${quote(pattern)}: ${where}, where ` +
    `${describe(expected)}.${describeExample(field, example, given)}`;
  return {
    pointer: `/${field}`,
    code: 'pattern_mismatch',
    detail,
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
      return `${quote(expected.text)} is expected`;
    case 'value':
      return `{{${expected.placeholder}}} must be ${quote(expected.text)}`;
    case 'something':
      return `{{${expected.placeholder}}} requires at least one character`;
    case 'following':
      return expected.text === ''
        ? `{{${expected.placeholder}}} requires at least one character`
        : `{{${expected.placeholder}}} requires at least one character, followed by ${quote(expected.text)}`;
    case 'end':
      return 'the name should end';
    default:
      return expected satisfies never;
  }
}

function describeExample(field: NamedField, example: Names | undefined, given: Names): string {
  if (example === undefined)
    return ' No name can match both patterns: the template must be changed.';
  const other = field === 'mailNickName' ? 'displayName' : 'mailNickName';
  const together =
    example[other] === given[other] ? '' : ` together with the ${other} ${quote(example[other])}`;
  return ` For example, ${quote(example[field])} would pass${together}.`;
}

function quote(text: string): string {
  return JSON.stringify(text);
}
