// `node scripts/test.ts [files]`: runs all tests, or those named, on one PostgreSQL server that is started for
// the run and stopped with it. `GROUPWRIGHT_TEST_SEED=… node scripts/test.ts` repeats a run.
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { testServerVariable } from '../packages/service/testing/database.ts';
import { seedVariable, testSeed } from '../packages/service/testing/seed.ts';
import { startTestServer } from '../packages/service/testing/server.ts';
import { inOrder } from './test-order.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const testTimeoutMs = 300_000;
/** A run takes half an hour on a slow machine. An open handle after the last test must not keep CI waiting. */
const runTimeoutMs = 3_600_000;
const shownLongest = 15;

const named = process.argv.slice(2).map((file) => relative(root, resolve(file)));
const files =
  named.length > 0
    ? named
    : inOrder(
        globSync(['packages/*/{src,testing}/**/*.test.ts', 'scripts/**/*.test.ts'], { cwd: root }),
      );

if (files.length === 0) {
  console.error('there are no tests to run');
  process.exit(1);
}

// The tests' processes get Ctrl-C from the terminal as well; the server is stopped once they have ended.
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => interrupted.abort());
}

const server = await startTestServer();
try {
  process.exitCode = interrupted.signal.aborted ? 130 : await runTests(server.owner.url);
} finally {
  await server.stop();
}
console.log(`seed: ${seedVariable}=${testSeed}`);

async function runTests(serverUrl: string): Promise<number> {
  Object.assign(process.env, {
    [testServerVariable]: serverUrl,
    [seedVariable]: `${testSeed}`,
    // Every file loads most of the service: without this, half of its processor time goes into compiling it.
    NODE_COMPILE_CACHE:
      process.env['NODE_COMPILE_CACHE'] ?? join(root, 'node_modules/.cache/tests'),
  });
  const tooLong = AbortSignal.timeout(runTimeoutMs);
  const tests = run({
    files: files.map((file) => join(root, file)),
    cwd: root,
    // Tests wait for timers and for others, so one more than there are processors.
    concurrency: availableParallelism() + 1,
    timeout: testTimeoutMs,
    signal: AbortSignal.any([interrupted.signal, tooLong]),
    execArgv: [
      // The workspace's packages are tested from source, without a build.
      '--conditions=@groupwright/source',
      // A failed test may leave a service open. Its file ends nevertheless.
      '--test-force-exit',
    ],
  });
  let hasFailed = false;
  const times: { readonly file: string; readonly seconds: number }[] = [];
  tests.on('test:fail', ({ todo }) => {
    hasFailed ||= todo === undefined || todo === false;
  });
  tests.on('test:summary', ({ file, duration_ms: durationMs }) => {
    if (file !== undefined) times.push({ file: relative(root, file), seconds: durationMs / 1000 });
  });
  const report = tests.compose(spec);
  for await (const text of report) process.stdout.write(text);
  if (named.length === 0) showLongest(times);
  if (tooLong.aborted) {
    console.error(`the tests did not end within ${runTimeoutMs / 60_000} minutes`);
  }
  return interrupted.signal.aborted ? 130 : hasFailed || tooLong.aborted ? 1 : 0;
}

function showLongest(times: readonly { readonly file: string; readonly seconds: number }[]): void {
  const longest = times.toSorted((one, other) => other.seconds - one.seconds);
  console.log('longest files, in seconds:');
  for (const { file, seconds } of longest.slice(0, shownLongest)) {
    console.log(`${seconds.toFixed(1).padStart(7)}  ${file}`);
  }
}
