// Finding a text in another in linear time whatever the two are (Knuth, Morris and Pratt).
// `indexOf` is quicker on ordinary text but may need time by the product of both lengths.

/**
 * Finds the places where `sought` (one or more characters) begins in `text`.
 * @returns a function giving the first place at or after `from`, or -1. Successive calls must not go
 * back; all of them together take time linear in both lengths.
 */
export function createFinder(text: string, sought: string): (from: number) => number {
  const fallback = sought.length > 1 ? fallbacks(sought) : undefined;
  let next = 0;
  let matched = 0;
  let found = -1;
  return (from) => {
    if (found >= from) return found;
    if (from > next) {
      next = from;
      matched = 0;
    }
    while (next < text.length) {
      while (matched > 0 && (matched === sought.length || text[next] !== sought[matched])) {
        matched = fallback?.[matched - 1] ?? 0;
      }
      if (text[next] === sought[matched]) matched += 1;
      next += 1;
      const begin = next - sought.length;
      if (matched === sought.length && begin >= from) {
        found = begin;
        return found;
      }
    }
    return -1;
  };
}

/** For each beginning of the text, how long its longest proper end is that the text also begins with. */
function fallbacks(text: string): Uint32Array {
  const lengths = new Uint32Array(text.length);
  let length = 0;
  for (let index = 1; index < text.length; index += 1) {
    while (length > 0 && text[index] !== text[length]) length = lengths[length - 1] ?? 0;
    if (text[index] === text[length]) length += 1;
    lengths[index] = length;
  }
  return lengths;
}
