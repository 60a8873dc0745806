// Values of properties: what a request may send, the text that is kept of it, and the rules of its declaration.
import { counted } from '../../ground/counted.ts';
import { didYouMean } from '../../ground/did-you-mean.ts';
import { isDay } from '../../ground/moment.ts';
import type { FaultValues } from '../../ground/errors.ts';
import { compileLinearPattern, type LinearPattern } from './linear-pattern.ts';
import type { PropertyDeclaration } from './naming.ts';
import { quoted } from '../../ground/text.ts';

/** A number counts as its decimal digits. */
export type GivenValue = string | number | boolean | null;

export const maxValueLength = 1_024;

const undeclared: PropertyDeclaration = { type: 'text' };
const patterns = new WeakMap<PropertyDeclaration, LinearPattern>();

export type ReadValue =
  | { readonly value: string; readonly fault?: never }
  | { readonly fault: ValueFault; readonly value?: never };

export interface ValueFault {
  readonly code:
    | 'pattern_mismatch'
    | 'too_short'
    | 'too_long'
    | 'too_small'
    | 'too_large'
    | 'wrong_type'
    | 'not_a_choice'
    | 'character_refused';
  /** A predicate, for example "must have at most 40 characters; it has 52". */
  readonly detail: string;
  readonly values?: FaultValues;
}

/** The value as it is kept, or the first rule that it breaks. */
export function readValue(
  given: Exclude<GivenValue, null>,
  declaration: PropertyDeclaration = undeclared,
): ReadValue {
  if (typeof given === 'boolean' || (typeof given === 'number' && !Number.isSafeInteger(given))) {
    const values = { types: ['string', 'integer'] };
    return { fault: { code: 'wrong_type', detail: 'must be a text or a whole number', values } };
  }
  const value = String(given).trim();
  switch (declaration.type) {
    case 'text':
      return readText(value, declaration);
    case 'number':
      return readNumber(value, declaration);
    case 'date':
      if (isDay(value)) return { value };
      const detail = 'must be a date such as 2026-12-31';
      return { fault: { code: 'wrong_type', detail, values: { types: ['date'] } } };
    case 'choice':
      return readChoice(value, declaration.choices);
    default:
      return declaration satisfies never;
  }
}

function readText(value: string, declaration: PropertyDeclaration & { type: 'text' }): ReadValue {
  const { minimum = 1, maximum = maxValueLength, pattern } = declaration;
  const length = Array.from(value).length;
  if (length < minimum) {
    const detail = `must have at least ${counted(minimum, 'character')}; it has ${length}`;
    return { fault: { code: 'too_short', detail, values: { minimum, actual: length } } };
  }
  if (length > maximum) {
    const detail = `must have at most ${counted(maximum, 'character')}; it has ${length}`;
    return { fault: { code: 'too_long', detail, values: { maximum, actual: length } } };
  }
  if (pattern !== undefined && !patternOf(declaration, pattern).matches(value)) {
    const detail = `must match ${pattern}`;
    return { fault: { code: 'pattern_mismatch', detail, values: { pattern } } };
  }
  return { value };
}

function patternOf(declaration: PropertyDeclaration, text: string): LinearPattern {
  let pattern = patterns.get(declaration);
  if (pattern === undefined) {
    pattern = compileLinearPattern(text);
    patterns.set(declaration, pattern);
  }
  return pattern;
}

function readNumber(
  text: string,
  { minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: PropertyDeclaration & { type: 'number' },
): ReadValue {
  const value = /^[0-9]{1,16}$/.test(text) ? Number(text) : NaN;
  if (!Number.isSafeInteger(value)) {
    const detail = 'must be a whole number of digits only';
    return { fault: { code: 'wrong_type', detail, values: { types: ['integer'] } } };
  }
  if (value < minimum) {
    const detail = `must be ${minimum} or more`;
    return { fault: { code: 'too_small', detail, values: { minimum } } };
  }
  if (value > maximum) {
    const detail = `must be ${maximum} or less`;
    return { fault: { code: 'too_large', detail, values: { maximum } } };
  }
  return { value: String(value) };
}

function readChoice(value: string, choices: readonly string[]): ReadValue {
  if (choices.includes(value)) return { value };
  const near = didYouMean(value, choices);
  const shown = choices.slice(0, 20).map(quoted);
  const rest = choices.length > shown.length ? ', …' : '';
  const hint = near === undefined ? '' : `. Did you mean ${quoted(near)}?`;
  const detail = `must be one of ${shown.join(', ')}${rest}${hint}`;
  const values = {
    choices: choices.slice(0, shown.length),
    ...(near !== undefined && { suggestion: near }),
  };
  return { fault: { code: 'not_a_choice', detail, values } };
}

/** A value that conforms to the declaration, for examples. */
export function sampleValue(declaration: PropertyDeclaration, sample: string): string {
  switch (declaration.type) {
    case 'text': {
      if (declaration.pattern !== undefined) {
        return patternOf(declaration, declaration.pattern).sample;
      }
      const { minimum = 1, maximum = maxValueLength } = declaration;
      return sample.padEnd(minimum, 'x').slice(0, maximum);
    }
    case 'number':
      return String(declaration.minimum ?? 1);
    case 'date':
      return '2026-12-31';
    case 'choice':
      return declaration.choices[0] ?? sample;
    default:
      return declaration satisfies never;
  }
}
