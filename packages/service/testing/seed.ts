// The seed of a test run: whatever a test draws, it draws from here, so that a failure can be repeated.
import { randomInt } from 'node:crypto';

/** Holds the seed; `scripts/test.ts` sets and prints it. */
export const seedVariable = 'GROUPWRIGHT_TEST_SEED';

/** The run's seed, an integer from 1 to 2^31 - 1. */
export const testSeed = readSeed(process.env[seedVariable]);

function readSeed(text: string | undefined): number {
  if (text === undefined || text === '') return randomInt(1, 2 ** 31 - 1);
  const seed = Number(text);
  if (!Number.isSafeInteger(seed) || seed < 1) {
    throw new Error(`${seedVariable} is ${text}; it must be a whole number above 0`);
  }
  return seed;
}
