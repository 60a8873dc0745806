import assert from 'node:assert/strict';
import { test } from 'node:test';
import { batchesOf } from './test-batches.ts';
import { longestFiles } from './test-order.ts';

const noText = () => '';
const named = (count: number) =>
  Array.from({ length: count }, (_, index) => `packages/service/src/groups/read/${index}.test.ts`);

test('neighbours share a process, up to 24 files, in their order', () => {
  const files = named(60);
  const batches = batchesOf(files, noText);
  assert.deepEqual(batches.flat(), files);
  assert.deepEqual(
    batches.map(({ length }) => length),
    [24, 24, 12],
  );
});

test('files of the console share one with eleven others', () => {
  const files = named(15).map((file) => file.replace('service', 'console'));
  assert.deepEqual(
    batchesOf(files, noText).map(({ length }) => length),
    [12, 3],
  );
});

test('the last processes are short', () => {
  const files = named(30);
  const batches = batchesOf(files, noText, 6);
  assert.deepEqual(batches.flat(), files);
  assert.deepEqual(
    batches.map(({ length }) => length),
    [24, 4, 2],
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
  assert.deepEqual(batchesOf([one, changing, other], textOf), [[one, other], [changing]]);
});
