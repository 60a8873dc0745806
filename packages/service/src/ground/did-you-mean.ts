// The nearest known name to one that is not known, for messages that say "did you mean ...?".
import type { FaultValues } from './errors.ts';

/** Edits (insert, delete, replace, swap of neighbours) that lead from one text to the other. */
export function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = from[row - 1] === to[column - 1] ? 0 : 1;
      let distance = Math.min(
        (current[column - 1] ?? 0) + 1,
        (last[column] ?? 0) + 1,
        (last[column - 1] ?? 0) + replaced,
      );
      const swapped =
        row > 1 &&
        column > 1 &&
        from[row - 1] === to[column - 2] &&
        from[row - 2] === to[column - 1];
      if (swapped) distance = Math.min(distance, (beforeLast[column - 2] ?? 0) + 1);
      current.push(distance);
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}

const maxComparedLength = 64;

/**
 * The known name a caller most likely meant, or undefined when none is near. Case is ignored. A name that no slip of the
 * pen explains may have the words of a longer one: `template` means `templateIdOrIdentifier`.
 */
export function didYouMean(name: string, known: readonly string[]): string | undefined {
  if (name.length > maxComparedLength) return undefined;
  return nearestBySpelling(name, known) ?? nearestByWords(name, known);
}

function nearestBySpelling(name: string, known: readonly string[]): string | undefined {
  const wanted = name.toLowerCase();
  let nearest: string | undefined;
  let nearestDistance = Math.floor(Math.max(wanted.length, 3) / 3) + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - wanted.length) >= nearestDistance) continue;
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance < nearestDistance) {
      nearest = candidate;
      nearestDistance = distance;
    }
  }
  return nearest;
}

/** The name with the fewest further words among those whose words hold the given ones, one of them at an end. */
function nearestByWords(name: string, known: readonly string[]): string | undefined {
  const wanted = wordsOf(name);
  let nearest: string | undefined;
  let fewest = Infinity;
  for (const [index, words] of wordsOfAll(known).entries()) {
    const [shorter, longer] = wanted.length <= words.length ? [wanted, words] : [words, wanted];
    const further = longer.length - shorter.length;
    if (further < fewest && isPart(shorter, longer)) [nearest, fewest] = [known[index], further];
  }
  return nearest;
}

function isPart(words: readonly string[], longer: readonly string[]): boolean {
  const ends = [longer[0], longer.at(-1)];
  return (
    words.every((word) => longer.some((other) => isSameWord(word, other))) &&
    words.some((word) => ends.some((end) => isSameWord(word, end)))
  );
}

/** The names of a schema come again with each of a thousand faults. */
const split = new WeakMap<readonly string[], readonly (readonly string[])[]>();

function wordsOfAll(known: readonly string[]): readonly (readonly string[])[] {
  const words = split.get(known) ?? known.map(wordsOf);
  split.set(known, words);
  return words;
}

function wordsOf(name: string): readonly string[] {
  return name
    .split(/[^\p{L}\p{N}]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

/** Whether one word was written for the other, such as the singular for the plural. */
export function isSlipOf(written: string, word: string): boolean {
  return `${written}es` === word || nearestBySpelling(written, [word]) !== undefined;
}

/** Longer words may differ by a letter, such as organization and organisation, or a plural. */
function isSameWord(word: string, other = ''): boolean {
  if (word === other) return true;
  const isNear = word.length > 3 && Math.abs(word.length - other.length) <= 1;
  return isNear && editDistance(word, other) <= 1;
}

/** Records that a fault names; among more, a search of the nearest one would cost too much in a bulk request. */
const mostNamed = 30;

/**
 * The sentence of a fault about a record that is not among those of the caller: it names the one that was meant, or all.
 *
 * @param predicate how the sentence begins, such as `There is no template`
 */
export function notAmong(
  predicate: string,
  sent: string,
  records: readonly { readonly identifier: string }[],
): { readonly detail: string; readonly values?: FaultValues } {
  const detail = `${predicate} with this id or identifier`;
  const choices = [...new Set(records.map(({ identifier }) => identifier))].sort();
  return choices.length > mostNamed ? { detail: `${detail}.` } : hinted(detail, sent, choices);
}

/** A longer list says nothing to a reader. */
const mostListed = 100;

/** The sentence of a fault about a name that is not among the known ones: it names the one that was meant, or all. */
export function hinted(
  predicate: string,
  sent: string,
  known: readonly string[],
): { readonly detail: string; readonly values?: FaultValues } {
  const suggestion = didYouMean(sent, known);
  if (suggestion !== undefined) {
    return { detail: `${predicate}; did you mean ${suggestion}?`, values: { suggestion } };
  }
  return known.length === 0 || known.length > mostListed
    ? { detail: `${predicate}.` }
    : { detail: `${predicate}; known: ${known.join(', ')}.`, values: { choices: known } };
}
