// The seed of a test run: whatever a test draws, it draws from here, so that a failure can be repeated.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';

/** Holds the seed; `scripts/test.ts` sets and prints it. */
export const seedVariable = 'GROUPWRIGHT_TEST_SEED';

/**
 * The run's seed, an integer from 1 to 2^31 - 1. Without the variable, the committed files decide it: every run of
 * one commit draws the same, on each machine, and another commit draws other values. Outside a repository it is random.
 */
export const testSeed = readSeed(process.env[seedVariable]);

function readSeed(text: string | undefined): number {
  if (text === undefined || text === '') return seedOfCommit() ?? randomInt(1, 2 ** 31 - 1);
  const seed = Number(text);
  if (!Number.isSafeInteger(seed) || seed < 1) {
    throw new Error(`${seedVariable} is ${text}; it must be a whole number above 0`);
  }
  return seed;
}

function seedOfCommit(): number | undefined {
  const git = spawnSync('git', ['rev-parse', 'HEAD^{tree}'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  const digits = /^[0-9a-f]{7}/.exec(git.stdout ?? '')?.[0];
  return git.status === 0 && digits !== undefined ? 1 + Number.parseInt(digits, 16) : undefined;
}
