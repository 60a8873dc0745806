// `node scripts/test.ts [files]`: runs all tests, or those named, on one PostgreSQL server that is started for
// the run and stopped with it. `GROUPWRIGHT_TEST_SEED=… node scripts/test.ts` repeats a run.
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testServerVariable } from '../packages/service/testing/database.ts';
import { seedVariable, testSeed } from '../packages/service/testing/seed.ts';
import { startTestServer } from '../packages/service/testing/server.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const testTimeoutMs = 300_000;
/** A run takes a few minutes. An open handle after the last test must not keep CI waiting. */
const runTimeoutMs = 1_800_000;

const named = process.argv.slice(2).map((file) => resolve(file));
const files =
  named.length > 0
    ? named
    : globSync(['packages/*/{src,testing}/**/*.test.ts', 'scripts/**/*.test.ts'], {
        cwd: root,
      }).sort();

if (files.length === 0) {
  console.error('there are no tests to run');
  process.exit(1);
}

// The tests' process gets Ctrl-C from the terminal as well; the server is stopped once it has ended.
let interrupted = false;
let stopTests: (signal: NodeJS.Signals) => void = () => undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted = true;
    stopTests(signal);
  });
}

const server = await startTestServer();
try {
  process.exitCode = interrupted ? 130 : await runTests(server.owner.url);
} finally {
  await server.stop();
}
console.log(`seed: ${seedVariable}=${testSeed}`);

function runTests(serverUrl: string): Promise<number> {
  const tests = spawn(
    process.execPath,
    [
      // The workspace's packages are tested from source, without a build.
      '--conditions=@groupwright/source',
      '--test',
      '--test-concurrency=2',
      `--test-timeout=${testTimeoutMs}`,
      // A failed test may leave a service open. Its file ends nevertheless.
      '--test-force-exit',
      '--test-reporter=spec',
      ...files,
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, [testServerVariable]: serverUrl, [seedVariable]: `${testSeed}` },
    },
  );
  stopTests = (signal) => tests.kill(signal);
  const tooLong = setTimeout(() => {
    console.error(`the tests did not end within ${runTimeoutMs / 60_000} minutes`);
    tests.kill('SIGTERM');
  }, runTimeoutMs);
  return new Promise((resolve, reject) => {
    tests.once('error', reject);
    tests.once('exit', (code) => {
      clearTimeout(tooLong);
      resolve(code ?? 130);
    });
  });
}
