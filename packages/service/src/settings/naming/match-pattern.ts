// Matches a name against a naming pattern.
//
// The exact rule: The pattern must match the whole name. A placeholder matches one or more characters,
// as few as possible: it ends before the first occurrence of the text that follows it. The last one
// ends where the closing text begins, so that the whole matches. A placeholder whose value is known
// means that text; known are the values passed to the match and those matched further left. For
// placeholders that occur once, this finds a match whenever there is one. It never backtracks.
import {
  keyOfPlaceholder,
  type NamingPattern,
  type PatternPiece,
  type Placeholder,
} from './naming-pattern.ts';

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
    /** Its keys are those of placeholders. */
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
    const part = { offset, text: one.text, within: haystack(one) };
    offset += one.text.length;
    return part;
  });
  // Each part moves the place on to its next occurrence, until all parts fit: no part ever looks back.
  let place = from;
  for (let agreed = 0; agreed < parts.length;) {
    agreed = 0;
    for (const part of parts) {
      const found = part.within.indexOf(part.text, place + part.offset);
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
