// Faults in the order of their input, so that a caller can go through both side by side. Missing members come
// after present ones.
import type { FieldError } from './errors.ts';

/** The faults of a body, ordered by their pointers. */
export function inInputOrder(faults: readonly FieldError[], input: unknown): readonly FieldError[] {
  if (faults.length < 2) return faults;
  return createInputOrder(input)(faults, ({ pointer = '' }) =>
    pointer
      .split('/')
      .slice(1)
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')),
  );
}

/** Orders whatever has a place in the input, given as the names and indexes that lead to it. */
export function createInputOrder(
  root: unknown,
): <T>(things: readonly T[], pathOf: (thing: T) => readonly string[]) => readonly T[] {
  const rankOf = createRanks(root);
  return (things, pathOf) => {
    const ranked = things.map((thing) => ({ thing, rank: rankOf(pathOf(thing)) }));
    ranked.sort((one, other) => compareRanks(one.rank, other.rank));
    return ranked.map(({ thing }) => thing);
  };
}

/** The place of a path in the input, as one number per level. */
function createRanks(root: unknown): (path: readonly string[]) => readonly number[] {
  const positions = new Map<object, Map<string, number>>();
  const positionIn = (parent: unknown, part: string): number => {
    if (Array.isArray(parent)) return Number(part);
    if (typeof parent !== 'object' || parent === null) return 0;
    let known = positions.get(parent);
    if (known === undefined) {
      known = new Map(Object.keys(parent).map((name, index) => [name, index]));
      positions.set(parent, known);
    }
    return known.get(part) ?? Number.MAX_SAFE_INTEGER;
  };
  return (path) => {
    let parent = root;
    return path.map((part) => {
      const position = positionIn(parent, part);
      parent = (parent as Record<string, unknown> | null | undefined)?.[part];
      return position;
    });
  };
}

function compareRanks(one: readonly number[], other: readonly number[]): number {
  for (let level = 0; level < Math.min(one.length, other.length); level++) {
    const difference = (one[level] ?? 0) - (other[level] ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

// One part of a JSON Pointer: RFC 6901 section 3.
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

export function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}
