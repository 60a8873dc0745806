import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Queryable } from './database.ts';
import { createReadByKey } from './read-by-key.ts';

test('reads that arrive while one is in progress are one statement, and each gets its row', async () => {
  const statements: string[][] = [];
  const ends: (() => void)[] = [];
  const query = async (_query: unknown, [, ids = []]: readonly string[][]) => {
    statements.push([...ids]);
    await new Promise<void>((resolve) => ends.push(resolve));
    // A row that is missing, and the others in any order.
    return ids
      .map((name, index) => ({ name, n: index + 1 }))
      .filter(({ name }) => name !== 'absent')
      .toReversed();
  };
  const read = createReadByKey<{ name: string }>({ query } as unknown as Queryable, { text: '' });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const first = read('a', 'first');
  await turn();
  const later = ['second', 'absent', 'third', 'third'].map((id) => read('a', id));
  await turn();
  // Another tenant does not wait for the reads of this one.
  const other = read('b', 'other');
  await turn();
  assert.deepEqual(statements, [['first'], ['other']]);
  for (const end of ends.splice(0)) end();
  await turn();
  await turn();
  assert.deepEqual(statements[2], ['second', 'absent', 'third', 'third']);
  for (const end of ends.splice(0)) end();
  assert.deepEqual(await Promise.all([first, other, ...later]), [
    { name: 'first' },
    { name: 'other' },
    { name: 'second' },
    undefined,
    { name: 'third' },
    { name: 'third' },
  ]);
});
