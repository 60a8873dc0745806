// Runs in the process of a batch: `scripts/test.ts` writes a program that calls it with the files.
import { flushCompileCache } from 'node:module';
import { suite } from 'node:test';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
/** The driver of PostgreSQL refuses from its next version on what it warns of: a statement beside another of a transaction. */
const refusedSoon = /client\.query\(\) when the client is already executing/;
/** Time for handles that a test left open, until the process ends. */
const openHandlesMs = 1_000;

/**
 * Runs the tests of each file as one suite with the path of the file as its name, one file after the other. Hooks that
 * a file declares at its top are those of its suite. A failed test may leave a service open; the process ends nevertheless.
 * @param files relative to the repository
 * @param timeoutMs for each file
 */
export async function runBatch(files: readonly string[], timeoutMs: number): Promise<void> {
  // With nothing to wait for between two files, the runner takes the process for ended and reports no more.
  const between = setInterval(() => undefined, 60_000);
  process.on('warning', (warning) => {
    if (refusedSoon.test(warning.message)) throw warning;
  });
  // The runner fails the process for an error after the end of its test, and does not name it.
  for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
    process.on(event, (error) => console.error('an error that no test handled:', error));
  }
  for (const file of files) {
    await suite(file, { timeout: timeoutMs }, async () => {
      await import(pathToFileURL(join(root, file)).href);
      // Processes that start before the end of this one compile nothing that it has compiled.
      if (file === files[0]) flushCompileCache();
    });
  }
  clearInterval(between);
  setTimeout(() => process.exit(), openHandlesMs).unref();
}
