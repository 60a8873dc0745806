import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { test, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { childEnvironment } from '../packages/service/testing/child-environment.ts';
import { batchesOf } from './test-batches.ts';
import { longestFiles } from './test-order.ts';

const noText = () => '';
const named = (count: number) =>
  Array.from({ length: count }, (_, index) => `packages/service/src/groups/read/${index}.test.ts`);

test('neighbours share a process, up to twelve files, in their order', () => {
  const files = named(30);
  const batches = batchesOf(files, noText);
  assert.deepEqual(batches.flat(), files);
  assert.deepEqual(
    batches.map(({ length }) => length),
    [12, 12, 6],
  );
});

test('the last processes are short', () => {
  const files = named(20);
  const batches = batchesOf(files, noText, 7);
  assert.deepEqual(batches.flat(), files);
  assert.deepEqual(
    batches.map(({ length }) => length),
    [12, 3, 3, 2],
  );
});

test('a long file and a script have separate processes', () => {
  const [long] = longestFiles;
  const alone = [long, 'scripts/a.test.ts'];
  const [first = '', second = ''] = named(2);
  assert.deepEqual(batchesOf([...alone, first, second], noText), [
    ...alone.map((file) => [file]),
    [first, second],
  ]);
});

test('files of different packages have different processes', () => {
  const [service = ''] = named(1);
  const cli = 'packages/cli/src/a.test.ts';
  assert.deepEqual(batchesOf([cli, service], noText), [[cli], [service]]);
});

test('a file that changes the certificates of its process has it for itself', () => {
  const [one = '', changing = '', other = ''] = named(3);
  const textOf = (file: string) => (file === changing ? 'setDefaultCACertificates([])' : '');
  assert.deepEqual(batchesOf([one, changing, other], textOf), [[one], [changing], [other]]);
});

/** @param body of the only test of a file, with what is before it */
async function runOf(
  t: TestContext,
  body: string,
  before = '',
): Promise<{ code: number; said: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'groupwright-batch-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'one.mjs');
  await writeFile(
    file,
    `import { test } from 'node:test';\n${before}\ntest('one', async () => {\n${body}\n});\n`,
  );
  const program = join(folder, 'batch.mjs');
  const runner = pathToFileURL(join(import.meta.dirname, 'test-batch.ts')).href;
  const files = JSON.stringify([relative(join(import.meta.dirname, '..'), file)]);
  await writeFile(
    program,
    `import { runBatch } from '${runner}';\nawait runBatch(${files}, 60_000);\n`,
  );
  return new Promise((resolve) => {
    execFile(process.execPath, [program], { env: childEnvironment }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    );
  });
}

const wait = 'await new Promise(setImmediate);';

test('a process whose tests pass ends well', async (t) => {
  assert.equal((await runOf(t, wait)).code, 0);
});

test('an error that nobody handles fails the process although its test passes, and is printed with its file', async (t) => {
  for (const thrown of [
    `void (async () => { await null; throw new Error('of nobody'); })(); ${wait} ${wait}`,
    `setImmediate(() => { throw new Error('of nobody'); }); ${wait} ${wait}`,
  ]) {
    const { code, said } = await runOf(t, `${wait} ${thrown}`);
    assert.equal(code, 1, said);
    assert.match(said, /an error that no test of \S+one\.mjs handled: Error: of nobody/);
  }
});

test('a file that awaits something at its top is refused', async (t) => {
  const { code, said } = await runOf(t, '', 'await null;');
  assert.equal(code, 1, said);
  assert.match(said, /ERR_REQUIRE_ASYNC_MODULE/);
});
