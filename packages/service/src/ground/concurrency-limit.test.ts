import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createConcurrencyLimit } from './concurrency-limit.ts';

function createWork() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => async (): Promise<void> => {
    begun.push(name);
    await new Promise<void>((resolve) => void ends.set(name, resolve));
  };
  return { begun, work, end: (name: string) => ends.get(name)?.() };
}

test('no more work than the limit is in progress at once, and the rest follows in order', async () => {
  const limit = createConcurrencyLimit(2);
  const { begun, work, end } = createWork();
  for (const name of ['a', 'b', 'c', 'd']) void limit.run(work(name));
  await turn();
  assert.deepEqual(begun, ['a', 'b']);
  end('b');
  await turn();
  assert.deepEqual(begun, ['a', 'b', 'c']);
  end('a');
  await turn();
  assert.deepEqual(begun, ['a', 'b', 'c', 'd']);
});

test('work that fails gives its place back', async () => {
  const limit = createConcurrencyLimit(1);
  await assert.rejects(limit.run(async () => Promise.reject(new Error('no'))));
  assert.equal(await limit.run(async () => 'done'), 'done');
});

test('work that is given up while it waits does not wait any longer, and takes nobody’s place', async () => {
  const limit = createConcurrencyLimit(1);
  const { begun, work, end } = createWork();
  const abort = new AbortController();
  void limit.run(work('first'));
  void limit.run(work('given up'), abort.signal);
  void limit.run(work('last'));
  abort.abort();
  await turn();
  end('given up');
  await turn();
  assert.deepEqual(begun, ['first', 'given up']);
  end('first');
  await turn();
  assert.deepEqual(begun, ['first', 'given up', 'last']);
});

test('work of one who asks for much does not hold up that of others', async () => {
  const limit = createConcurrencyLimit(1);
  const { begun, work, end } = createWork();
  const abort = new AbortController();
  for (const name of ['a1', 'a2', 'a3']) void limit.run(work(name), undefined, 'a');
  void limit.run(work('b1'), undefined, 'b');
  void limit.run(work('b2'), abort.signal, 'b');
  void limit.run(work('c1'), undefined, 'c');
  for (const name of ['a1', 'a2', 'b1', 'c1']) {
    await turn();
    assert.equal(begun.at(-1), name);
    if (name === 'b1') {
      abort.abort();
      await turn();
      end('b2');
    }
    end(name);
  }
  await turn();
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'b2', 'c1', 'a3']);
  end('a3');
  await turn();
  assert.equal(await limit.run(async () => 'free', undefined, 'd'), 'free');
});
