// Matches alias and display name together, so that a placeholder has one value in both.
import {
  hasCounter,
  renderedName,
  shownValues,
  type CompiledNames,
  type Values,
} from './compiled-names.ts';
import { counterPlaceholder, declarationOf } from './naming.ts';
import { keyOfPlaceholder } from './naming-pattern.ts';
import { matchNamingPattern, type KnownValue, type PatternMatch } from './match-pattern.ts';
import { isDay } from '../../ground/moment.ts';
import { readValue } from './property-values.ts';
import { renderValue, type NamedField } from './render-names.ts';
import { quoted } from '../../ground/text.ts';

export interface Names {
  readonly mailNickName: string;
  readonly displayName: string;
}

export type MatchedNames = Readonly<Record<NamedField, PatternMatch>>;

const anything: PatternMatch = { matches: true, taken: new Map() };

/**
 * @param values known before: built-in ones, and those of the request or the record
 * @param names a name that is left out matches
 */
export function matchNames(
  compiled: CompiledNames,
  values: Values,
  names: { readonly [Field in NamedField]?: string | undefined },
): MatchedNames {
  const { first } = compiled;
  const second = first === 'mailNickName' ? 'displayName' : 'mailNickName';
  const one = matchField(compiled, first, names[first], values);
  const known = new Map<string, KnownValue>(values);
  for (const [name, value] of one.matches ? rawValues(one) : []) {
    if (!known.has(name)) known.set(name, { value, caseInsensitive: true });
  }
  const two = matchField(compiled, second, names[second], known);
  return first === 'mailNickName'
    ? { mailNickName: one, displayName: two }
    : { mailNickName: two, displayName: one };
}

function matchField(
  compiled: CompiledNames,
  field: NamedField,
  name: string | undefined,
  values: Values,
): PatternMatch {
  if (name === undefined || compiled[field].pieces.length === 0) return anything;
  const caseInsensitive = field === 'mailNickName';
  const known = shownValues(compiled, field, values);
  const match = matchNamingPattern(compiled[field], name, { caseInsensitive, known });
  if (match.matches) return checkTaken(compiled, field, name, match, values);
  // Values that were cut to fit are not in the name as a whole.
  const rendered = renderedName(compiled, field, values)?.text;
  if (rendered === undefined || !isSame(rendered, name, caseInsensitive)) return match;
  return { matches: true, taken: new Map([...known].map(([key, { value }]) => [key, value])) };
}

function isSame(one: string, other: string, caseInsensitive: boolean): boolean {
  return one === other || (caseInsensitive && one.toLowerCase() === other.toLowerCase());
}

/** Values that are taken from the name have to be some that could have been rendered. */
function checkTaken(
  compiled: CompiledNames,
  field: NamedField,
  name: string,
  match: PatternMatch & { matches: true },
  values: Values,
): PatternMatch {
  for (const placeholder of compiled.placeholders[field]) {
    if (values.has(placeholder.name)) continue;
    const key = keyOfPlaceholder(placeholder);
    const value = match.taken.get(key) ?? '';
    const broken = brokenRule(compiled, field, placeholder, value);
    if (broken === undefined) continue;
    const index = name.indexOf(value);
    return {
      matches: false,
      taken: new Map([...match.taken].filter(([other]) => other !== key)),
      index,
      rest: name.slice(index),
      expected: { kind: 'rule', placeholder: key, text: broken },
    };
  }
  return match;
}

/** A predicate, for example "must match [0-9]{4}". */
function brokenRule(
  compiled: CompiledNames,
  field: NamedField,
  placeholder: Parameters<typeof keyOfPlaceholder>[0],
  value: string,
): string | undefined {
  const { name, filter } = placeholder;
  const { naming } = compiled;
  if (name === counterPlaceholder && hasCounter(compiled, field)) {
    const { width } = naming.counter ?? { width: 1 };
    const isNumber = /^[0-9]+$/.test(value) && value.length >= width;
    return isNumber ? undefined : `must be a number of at least ${width} digits`;
  }
  switch (filter) {
    case 'year':
      return /^[0-9]{4}$/.test(value) ? undefined : 'must be a year of four digits';
    case 'month':
      return /^(?:0[1-9]|1[0-2])$/.test(value) ? undefined : 'must be a month of two digits';
    case 'date':
      return isDay(value) ? undefined : 'must be a date such as 2026-12-31';
    case 'alias':
    case 'upper':
    case 'lower': {
      const rendered = renderValue(placeholder, value, field, naming.transliteration);
      if (isSame(rendered, value, field === 'mailNickName')) return undefined;
      return `must be written as ${quoted(rendered)}`;
    }
    case undefined: {
      const declaration = declarationOf(naming, name);
      return declaration && readValue(value, declaration).fault?.detail;
    }
    default:
      return filter satisfies never;
  }
}

/** The values that a name shows as they are; of a date, no part is its value. */
export function rawValues({ taken }: PatternMatch): [string, string][] {
  return [...taken].filter(([key]) => !key.includes('|'));
}

/** Values that names show through a filter only, as the names have them. */
export function filteredValues({ taken }: PatternMatch): [string, string][] {
  return [...taken].flatMap(([key, value]): [string, string][] => {
    const [name = '', filter] = key.split('|');
    const isValue = filter !== undefined && filter !== 'year' && filter !== 'month';
    return isValue ? [[name, value]] : [];
  });
}
