// Naming patterns: text with placeholders in double curly braces, for example `prj-{{projectCode}}`.
//
// The exact rule: The pattern must match the whole name. A placeholder matches one or more characters,
// as few as possible: it ends before the first occurrence of the text that follows it. The last one
// ends where the closing text begins, so that the whole matches. A placeholder whose value is known
// means that text; known are the values passed to the match and those matched further left. For
// placeholders that occur once, this finds a match whenever there is one. It never backtracks: the
// time is linear in the length of the name.
//
// A placeholder may have a filter: `{{customer|alias}}` means the value as the filter renders it, so it is known and
// matched apart from `{{customer}}`.
import { didYouMean } from '../foundation/did-you-mean.ts';
import { createFinder } from './find-text.ts';

/** Renders a value: in the alphabet of aliases, in another case, or a part of a date. */
export const filters = ['alias', 'upper', 'lower', 'date', 'year', 'month'] as const;
export type Filter = (typeof filters)[number];

export interface Placeholder {
  readonly kind: 'placeholder';
  readonly name: string;
  readonly filter?: Filter;
}

export type PatternPiece = { readonly kind: 'text'; readonly text: string } | Placeholder;

/** Between two placeholders there is always text. An empty pattern has no pieces and sets no rule. */
export interface NamingPattern {
  readonly text: string;
  readonly pieces: readonly PatternPiece[];
}

export interface PatternFault {
  /** The place in the pattern, in UTF-16 code units. */
  readonly index: number;
  readonly length: number;
  readonly code:
    | 'placeholder_malformed'
    | 'placeholder_unopened'
    | 'filter_unknown'
    | 'placeholders_adjacent'
    | 'character_refused';
  readonly detail: string;
}

export type ParsedPattern =
  | { readonly pattern: NamingPattern; readonly faults?: never }
  | { readonly faults: readonly PatternFault[]; readonly pattern?: never };

/** A letter, then letters, digits, `_`, `-`, `.`. */
const placeholderName = /^\p{L}[\p{L}\p{Nd}_.-]*$/u;

export function isPlaceholderName(text: string): boolean {
  return placeholderName.test(text);
}

/** Two or more opening braces and what follows up to the closing ones, or closing braces alone. */
const braces = /\{{2,}([^{}]*)(\}*)|\}{2,}/gu;

/** Reads a pattern, or says everything that is wrong with it and where. */
export function parseNamingPattern(text: string): ParsedPattern {
  const faults: PatternFault[] = [];
  const pieces: PatternPiece[] = [];
  let textFrom = 0;
  for (const match of text.matchAll(braces)) {
    const [whole, inner, closing] = match;
    const { index } = match;
    const [name, filter] = splitFilter(inner);
    if (index > textFrom) pieces.push({ kind: 'text', text: text.slice(textFrom, index) });
    textFrom = index + whole.length;
    const place = { index, length: whole.length };
    if (inner === undefined || name === undefined) {
      faults.push({
        ...place,
        code: 'placeholder_unopened',
        detail: `"${whole}" has no opening braces.`,
      });
    } else if (closing !== '}}' || whole.startsWith('{{{') || !placeholderName.test(name)) {
      faults.push({ ...place, code: 'placeholder_malformed', detail: malformed(whole, inner) });
    } else if (filter !== undefined && !isFilter(filter)) {
      faults.push({ ...place, code: 'filter_unknown', detail: unknownFilter(filter) });
    } else {
      if (pieces.at(-1)?.kind === 'placeholder') {
        faults.push({
          ...place,
          code: 'placeholders_adjacent',
          detail: `Put text before ${whole}, so that the previous placeholder has a clear end.`,
        });
      }
      pieces.push({ kind: 'placeholder', name, ...(filter !== undefined && { filter }) });
    }
  }
  if (textFrom < text.length) pieces.push({ kind: 'text', text: text.slice(textFrom) });
  for (const match of text.matchAll(/\0|\p{Surrogate}/gu)) {
    faults.push({
      index: match.index,
      length: 1,
      code: 'character_refused',
      detail: 'A name cannot contain U+0000 or unpaired surrogates.',
    });
  }
  if (faults.length > 0) return { faults: faults.sort((a, b) => a.index - b.index) };
  return { pattern: { text, pieces } };
}

function splitFilter(inner: string | undefined): [name?: string, filter?: string] {
  const bar = inner?.indexOf('|') ?? -1;
  if (inner === undefined || bar < 0) return inner === undefined ? [] : [inner];
  return [inner.slice(0, bar), inner.slice(bar + 1)];
}

function isFilter(text: string): text is Filter {
  return filters.some((filter) => filter === text);
}

function unknownFilter(filter: string): string {
  const near = didYouMean(filter, filters);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  return `There is no filter "${filter}": the filters are ${filters.join(', ')}.${hint}`;
}

function malformed(whole: string, name: string): string {
  const trimmed = name.trim();
  const hint =
    trimmed !== name && placeholderName.test(trimmed) ? ` Did you mean {{${trimmed}}}?` : '';
  return (
    `"${whole}" is not a placeholder: write a letter between {{ and }}, then letters, digits, ` +
    `"_", "-" or ".".${hint}`
  );
}

/** In the order of their occurrence. */
export function placeholdersOf({ pieces }: NamingPattern): Placeholder[] {
  return pieces.filter((piece) => piece.kind === 'placeholder');
}

/** A placeholder as it is known and taken: `customer`, or with its filter `customer|alias`. */
export function keyOfPlaceholder({ name, filter }: Placeholder): string {
  return filter === undefined ? name : `${name}|${filter}`;
}

/** A value that a placeholder must have; without regard to the case of A to Z where so said. */
export interface KnownValue {
  readonly value: string;
  readonly caseInsensitive: boolean;
}

/** The expected text at the place where a name stopped matching. */
export type Expectation =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly placeholder: string; readonly text: string }
  /** The placeholder begins here and finds nothing to take. */
  | { readonly kind: 'something'; readonly placeholder: string }
  /** The placeholder begins here and the text that ends it does not follow. */
  | { readonly kind: 'following'; readonly placeholder: string; readonly text: string }
  | { readonly kind: 'end' }
  /** The placeholder took a value that its declaration refuses. */
  | { readonly kind: 'rule'; readonly placeholder: string; readonly text: string };

export type PatternMatch =
  | {
      readonly matches: true;
      /** The value of each placeholder by its key, as it is written in the name. */
      readonly taken: ReadonlyMap<string, string>;
    }
  | {
      readonly matches: false;
      readonly taken: ReadonlyMap<string, string>;
      /** Length of the part of the name that matched, in UTF-16 code units. */
      readonly index: number;
      /** The rest of the name. */
      readonly rest: string;
      readonly expected: Expectation;
    };

/** Text that must occur: a piece of text, or a placeholder's known value. */
interface Segment {
  readonly text: string;
  readonly folded: boolean;
  readonly placeholder: string | undefined;
}

/** Holds a name against a pattern that is not empty. */
export function matchNamingPattern(
  pattern: NamingPattern,
  name: string,
  options: {
    readonly caseInsensitive: boolean;
    /** By the keys of placeholders. */
    readonly known?: ReadonlyMap<string, KnownValue>;
  },
): PatternMatch {
  const { pieces } = pattern;
  const foldedName = foldCase(name);
  const taken = new Map<string, string>();

  const segmentOf = (piece: PatternPiece): Segment | undefined => {
    if (piece.kind === 'text') return segment(piece.text, options.caseInsensitive, undefined);
    const key = keyOfPlaceholder(piece);
    const known = options.known?.get(key);
    const value = known?.value ?? taken.get(key);
    if (value === undefined) return undefined;
    const folded = options.caseInsensitive || known?.caseInsensitive === true;
    return segment(value, folded, key);
  };
  const haystack = ({ folded }: Segment): string => (folded ? foldedName : name);
  const stop = (index: number, expected: Expectation): PatternMatch => {
    return { matches: false, taken, index, rest: name.slice(index), expected };
  };

  let at = 0;
  let next = 0;
  while (next < pieces.length) {
    const piece = pieces[next] as PatternPiece;
    const here = segmentOf(piece);
    next += 1;
    if (here !== undefined) {
      if (!haystack(here).startsWith(here.text, at)) {
        return stop(at + commonLength(haystack(here), at, here.text), expectationOf(here));
      }
      if (here.placeholder !== undefined && !taken.has(here.placeholder)) {
        taken.set(here.placeholder, name.slice(at, at + here.text.length));
      }
      at += here.text.length;
      continue;
    }

    const placeholder = keyOfPlaceholder(piece as Placeholder);
    if (at === name.length) return stop(at, { kind: 'something', placeholder });
    const following: Segment[] = [];
    let length = 0;
    for (; next + following.length < pieces.length;) {
      const segmentThen = segmentOf(pieces[next + following.length] as PatternPiece);
      if (segmentThen === undefined) break;
      following.push(segmentThen);
      length += segmentThen.text.length;
    }
    const closes = next + following.length === pieces.length;
    const end = closes
      ? matchesAt(following, haystack, name.length - length)
      : findRun(following, haystack, at + 1);
    if (end <= at) {
      const text = following.map((one) => one.text).join('');
      return stop(at, { kind: 'following', placeholder, text });
    }
    taken.set(placeholder, name.slice(at, end));
    at = end;
  }
  return at === name.length ? { matches: true, taken } : stop(at, { kind: 'end' });
}

function segment(text: string, folded: boolean, placeholder: string | undefined): Segment {
  return { text: folded ? foldCase(text) : text, folded, placeholder };
}

function expectationOf({ text, placeholder }: Segment): Expectation {
  return placeholder === undefined ? { kind: 'text', text } : { kind: 'value', placeholder, text };
}

/** `at`, if the segments follow each other there; otherwise -1. */
function matchesAt(
  segments: readonly Segment[],
  haystack: (segment: Segment) => string,
  at: number,
): number {
  let place = at;
  for (const one of segments) {
    if (place < 0 || !haystack(one).startsWith(one.text, place)) return -1;
    place += one.text.length;
  }
  return at;
}

/** The first place at or after `from` where the segments follow each other, or -1. */
function findRun(
  segments: readonly Segment[],
  haystack: (segment: Segment) => string,
  from: number,
): number {
  let offset = 0;
  const parts = segments.map((one) => {
    const part = { offset, find: createFinder(haystack(one), one.text) };
    offset += one.text.length;
    return part;
  });
  // Each part moves the place on to its next occurrence, until all parts fit: no part ever looks back.
  let place = from;
  for (let agreed = 0; agreed < parts.length;) {
    agreed = 0;
    for (const part of parts) {
      const found = part.find(place + part.offset);
      if (found < 0) return -1;
      if (found - part.offset > place) {
        place = found - part.offset;
        break;
      }
      agreed += 1;
    }
  }
  return place;
}

function commonLength(text: string, at: number, expected: string): number {
  let length = 0;
  while (length < expected.length && text[at + length] === expected[length]) length += 1;
  return length;
}

/** A to Z in lower case and all else as it is, so that places in the text stay the same. */
function foldCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
