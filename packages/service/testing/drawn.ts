// A share of the cases of a test. `npm test` tries the share that the seed draws, and a `.long.ts` file tries them all.
import { testSeed } from './seed.ts';

/**
 * The first of the boundaries that a run tries, from 1, where it tries every nth of them: the seed decides, and later runs
 * begin elsewhere.
 */
export const firstDrawn = (n: number): number => 1 + (testSeed % n);

/**
 * Every nth item, from a start that the seed decides: each run of one commit draws the same ones, and over the commits each
 * item has its turn.
 */
export function everyNth<Item>(
  items: readonly Item[],
  n: number,
  seed = testSeed,
): readonly Item[] {
  return items.filter((_, index) => (index + seed) % n === 0);
}
