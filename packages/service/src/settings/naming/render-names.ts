// Renders names from the values of their placeholders. An alias has at most 64 characters and a display name 256,
// judged after rendering: where a name is too long, the longest values are cut, but never the counter, the values that
// the service fills in, or the last placeholder.
import type { FieldError } from '../../ground/errors.ts';
import { mailNicknameMaximumLength } from './mail-nickname.ts';
import { counterDigits, counterMark, counterPlaceholder, type TemplateNaming } from './naming.ts';
import type { NamingPattern, Placeholder } from './naming-pattern.ts';
import { aliasText, type Transliteration } from './transliterate.ts';

const builtInPlaceholders = ['organisation', 'template', 'year', 'month'] as const;
export type BuiltInPlaceholder = (typeof builtInPlaceholders)[number];

export function isBuiltIn(name: string): boolean {
  return builtInPlaceholders.some((builtIn) => builtIn === name);
}

export type NamedField = 'mailNickName' | 'displayName';

export const maximumLengths: Readonly<Record<NamedField, number>> = {
  mailNickName: mailNicknameMaximumLength,
  displayName: 256,
};

/** The name of a field as its pattern yields it. */
export type RenderedName =
  | { readonly text: string; readonly fault?: never }
  | { readonly fault: FieldError; readonly text?: never };

/** Text that an alias may contain as it is: letters, digits, `-` and `_`, and single dots between them. */
const aliasAsIs = /^[\w-]+(?:\.[\w-]+)*$/;

/**
 * A value as its placeholder shows it. In an alias, a value that an alias may contain stays, in lower case; any other is
 * transliterated.
 */
export function renderValue(
  { filter }: Pick<Placeholder, 'filter'>,
  value: string,
  field: NamedField,
  transliteration: Transliteration,
): string {
  // The place of a number that is not assigned yet stays, whatever it is rendered for.
  if (value === counterMark) return value;
  switch (filter) {
    case 'alias':
      return aliasText(value, transliteration);
    case 'year':
      return value.slice(0, 4);
    case 'month':
      return value.slice(5, 7);
    case 'upper':
    case 'lower':
    case 'date':
    case undefined: {
      const shown = field === 'displayName' || aliasAsIs.test(value);
      const text = shown ? value : aliasText(value, transliteration);
      if (filter === 'upper') return text.toUpperCase();
      return filter === 'lower' || field === 'mailNickName' ? text.toLowerCase() : text;
    }
    default:
      return filter satisfies never;
  }
}

/** @param valueOf the value of each placeholder of the pattern */
export function renderName(
  { pieces }: NamingPattern,
  field: NamedField,
  valueOf: (name: string) => string,
  { counter, transliteration }: TemplateNaming,
): RenderedName {
  const parts = pieces.map((piece) => {
    if (piece.kind === 'text') return partOf(undefined, split(piece.text, field));
    const { name } = piece;
    const text = renderValue(piece, valueOf(name), field, transliteration);
    // Each number has the same room, so that a longer one changes nothing else in the name.
    if (counter === null || name !== counterPlaceholder) return partOf(name, split(text, field));
    return { name, characters: [text], length: Math.max(text.length, counterDigits) };
  });
  const empty = parts.find(({ name, characters }) => name !== undefined && characters.length === 0);
  if (empty?.name !== undefined) {
    const detail = `${empty.name} has no letter or digit that can be written in Latin letters, so the ${field} cannot be rendered from it. Send the ${field}.`;
    const values = { name: empty.name };
    return {
      fault: { pointer: `/properties/${empty.name}`, code: 'not_renderable', detail, values },
    };
  }
  const last = parts.findLastIndex(({ name }) => name !== undefined);
  const isKept = (index: number) => {
    const part = parts[index];
    return (
      part?.name === undefined ||
      index === last ||
      isBuiltIn(part.name) ||
      (counter !== null && part.name === counterPlaceholder)
    );
  };
  const kept = parts.filter((_, index) => isKept(index));
  const room = maximumLengths[field] - sum(kept.map(({ length }) => length));
  const cuttable = parts.filter((_, index) => !isKept(index));
  const lengths = cuttable.map(({ length }) => length);
  if (room < cuttable.length) return { fault: tooLong(field, parts[last]?.name) };
  if (sum(lengths) <= room) return { text: join(parts) };
  const level = levelFor(lengths, room);
  const cut = parts.map(({ characters }, index) => ({
    characters: isKept(index) ? characters : shorten(characters, level, field),
  }));
  return { text: join(cut) };
}

function tooLong(field: NamedField, name: string | undefined): FieldError {
  const max = maximumLengths[field];
  const detail = `The ${field} rendered from the pattern has more than ${max} characters.`;
  if (name === undefined || isBuiltIn(name))
    return { pointer: `/${field}`, code: 'too_long', detail };
  // The bound is that of the whole name, so it is no value of the property.
  const remedy = `${name} is its last placeholder, so it is not cut. Send a shorter value.`;
  return { pointer: `/properties/${name}`, code: 'too_long', detail: `${detail} ${remedy}` };
}

/** The greatest length at which the parts find room, if each longer one is cut to it. */
function levelFor(lengths: readonly number[], room: number): number {
  const sorted = lengths.toSorted((a, b) => a - b);
  let left = room;
  for (const [index, length] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - index));
    if (length > share) return share;
    left -= length;
  }
  return room;
}

/** Graphemes stay whole. */
function shorten(characters: readonly string[], max: number, field: NamedField): string[] {
  if (lengthOf(characters) <= max) return [...characters];
  let length = 0;
  const kept: string[] = [];
  for (const character of characters) {
    length += Array.from(character).length;
    if (length > max) break;
    kept.push(character);
  }
  const isLoose = field === 'displayName' ? /^\s$/ : /^[^a-z0-9]$/i;
  while (kept.length > 1 && isLoose.test(kept.at(-1) ?? '')) kept.pop();
  return kept.length === 0 ? [Array.from(characters.join('')).slice(0, max).join('')] : kept;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

function split(text: string, field: NamedField): string[] {
  if (field === 'mailNickName' || /^[\0-\x7F]*$/.test(text)) return Array.from(text);
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function partOf(name: string | undefined, characters: readonly string[]) {
  return { name, characters, length: lengthOf(characters) };
}

/** The length counts code points. */
function lengthOf(characters: readonly string[]): number {
  return sum(characters.map((one) => Array.from(one).length));
}

function join(parts: readonly { readonly characters: readonly string[] }[]): string {
  return parts.flatMap(({ characters }) => characters).join('');
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
