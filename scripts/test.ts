// `node scripts/test.ts [files]`: runs all tests, or those named, on one PostgreSQL server that is started for
// the run and stopped with it. `GROUPWRIGHT_TEST_SEED=… node scripts/test.ts` repeats a run.
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { testServerVariable } from '../packages/service/testing/database.ts';
import { seedVariable, testSeed } from '../packages/service/testing/seed.ts';
import { startTestServer } from '../packages/service/testing/server.ts';
import { type Batch, batchesOf } from './test-batches.ts';
import { inOrder } from './test-order.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Accessibility opens every page and dialog, which takes minutes on a busy machine. */
const fileTimeoutMs = 900_000;
/** A run takes half an hour on a slow machine. An open handle after the last test must not keep CI waiting. */
const runTimeoutMs = 3_600_000;
const shownLongest = 15;
/** About as many as run in the last minute. */
const filesAtEnd = 24;

const named = process.argv.slice(2).map((file) => relative(root, resolve(file)));
const batches = batchesOf(
  named.length > 0
    ? named
    : inOrder(
        globSync(['packages/*/{src,testing}/**/*.test.ts', 'scripts/**/*.test.ts'], { cwd: root }),
      ),
  (file) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : ''),
  named.length > 0 ? 0 : filesAtEnd,
);

if (batches.length === 0) {
  console.error('there are no tests to run');
  process.exit(1);
}

// The tests' processes get Ctrl-C from the terminal as well; the server is stopped once they have ended.
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => interrupted.abort());
}

const server = await startTestServer();
const programs = mkdtempSync(join(tmpdir(), 'groupwright-batches-'));
try {
  process.exitCode = interrupted.signal.aborted ? 130 : await runTests(server.owner.url);
} finally {
  rmSync(programs, { recursive: true, force: true });
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
    files: batches.map(writeProgram),
    cwd: root,
    // Tests wait for timers and for others, so one more than there are processors.
    concurrency: availableParallelism() + 1,
    timeout: Math.max(...batches.map(({ length }) => length)) * fileTimeoutMs,
    signal: AbortSignal.any([interrupted.signal, tooLong]),
    // The workspace's packages are tested from source, without a build.
    execArgv: ['--conditions=@groupwright/source'],
  });
  let hasFailed = false;
  const secondsOf = new Map<string, number>();
  const noteFile = ({ name, nesting, details }: TestEnd) => {
    if (nesting === 0) secondsOf.set(name, details.duration_ms / 1000);
  };
  tests.on('test:pass', noteFile);
  tests.on('test:fail', (end) => {
    hasFailed ||= end.todo === undefined || end.todo === false;
    noteFile(end);
  });
  const report = tests.compose(spec);
  for await (const text of report) process.stdout.write(text);
  if (named.length === 0) showLongest(secondsOf);
  const missing = batches.flat().filter((file) => !secondsOf.has(file));
  for (const file of missing) console.error(`${file} did not end`);
  if (tooLong.aborted) {
    console.error(`the tests did not end within ${runTimeoutMs / 60_000} minutes`);
  }
  return interrupted.signal.aborted
    ? 130
    : hasFailed || missing.length > 0 || tooLong.aborted
      ? 1
      : 0;
}

interface TestEnd {
  readonly name: string;
  readonly nesting: number;
  readonly details: { readonly duration_ms: number };
}

/** @returns the path of a program that runs the batch */
function writeProgram(batch: Batch, index: number): string {
  const path = join(programs, `batch-${index + 1}.mjs`);
  const runner = pathToFileURL(join(import.meta.dirname, 'test-batch.ts')).href;
  const call = `await runBatch(${JSON.stringify(batch)}, ${fileTimeoutMs});`;
  writeFileSync(path, `import { runBatch } from '${runner}';\n${call}\n`);
  return path;
}

function showLongest(secondsOf: ReadonlyMap<string, number>): void {
  const longest = [...secondsOf].sort(([, one], [, other]) => other - one);
  console.log('longest files, in seconds:');
  for (const [file, seconds] of longest.slice(0, shownLongest)) {
    console.log(`${seconds.toFixed(1).padStart(7)}  ${file}`);
  }
}
