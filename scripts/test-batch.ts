// Runs in the process of a batch: `scripts/test.ts` writes a program that calls it with the files.
import asyncHooks from 'node:async_hooks';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
/** The driver of PostgreSQL refuses from its next version on what it warns of: a statement beside another of a transaction. */
const refusedSoon = /client\.query\(\) when the client is already executing/;
/** Time for handles that a test left open, until the process ends. */
const openHandlesMs = 1_000;

const { createHook } = asyncHooks;
// The runner follows each promise, to know the test of an error that nobody handles, which takes a seventh of the processor
// time of tests of the service. Without it, such an error is printed below with its file, and ends the run as failed all the same.
Object.assign(asyncHooks, {
  createHook: (callbacks: object) => createHook({ ...callbacks, trackPromises: false }),
});
const { suite } = await import('node:test');
const load = createRequire(import.meta.url);

/**
 * Runs the tests of each file as one suite with the path of the file as its name, one file after the other. Hooks that
 * a file declares at its top are those of its suite. A file that awaits something at its top is refused: what it declares
 * afterwards would belong to no suite. A failed test may leave a service open; the process ends nevertheless.
 * @param files relative to the repository
 * @param timeoutMs for each file
 */
export async function runBatch(files: readonly string[], timeoutMs: number): Promise<void> {
  // With nothing to wait for between two files, the runner takes the process for ended and reports no more.
  const between = setInterval(() => undefined, 60_000);
  process.on('warning', (warning) => {
    if (refusedSoon.test(warning.message)) throw warning;
  });
  let current: string | undefined;
  // The runner fails the process for such an error, and may not name its test.
  for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
    process.on(event, (error) =>
      console.error(`an error that no test of ${current} handled:`, error),
    );
  }
  for (const file of files) {
    current = file;
    await suite(file, { timeout: timeoutMs }, () => void load(join(root, file)));
  }
  clearInterval(between);
  setTimeout(() => process.exit(), openHandlesMs).unref();
}
