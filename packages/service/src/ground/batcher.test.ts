import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createBatcher } from './batcher.ts';

/** A flush that ends when the test says so. */
function createGate<Item>(answer: (item: Item) => string = String) {
  const batches: (readonly Item[])[] = [];
  const open: (() => void)[] = [];
  return {
    batches,
    release: () => open.shift()?.(),
    flush: async (items: readonly Item[]) => {
      batches.push(items);
      const { promise, resolve } = Promise.withResolvers<void>();
      open.push(resolve);
      await promise;
      return items.map(answer);
    },
  };
}

const turn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));

const tenantOf = () => 'tenant';

suite('a batcher', () => {
  test('flushes a lone call at once, and what arrives meanwhile together, in order', async () => {
    const gate = createGate<number>();
    const call = createBatcher({ ...gate, tenantOf, maxItems: 10, maxConcurrent: 1 });
    const first = call(1);
    await turn();
    const later = [call(2), call(3)];
    await turn();
    assert.deepEqual(gate.batches, [[1]]);
    gate.release();
    assert.equal(await first, '1');
    await turn();
    assert.deepEqual(gate.batches, [[1], [2, 3]]);
    gate.release();
    assert.deepEqual(await Promise.all(later), ['2', '3']);
  });

  test('keeps within its size and its number of flushes', async () => {
    const gate = createGate<number>();
    const call = createBatcher({ ...gate, tenantOf, maxItems: 2, maxConcurrent: 2 });
    const all = [1, 2, 3, 4, 5].map((item) => call(item));
    await turn();
    assert.deepEqual(gate.batches, [
      [1, 2],
      [3, 4],
    ]);
    gate.release();
    await turn();
    assert.deepEqual(gate.batches[2], [5]);
    gate.release();
    gate.release();
    assert.deepEqual(await Promise.all(all), ['1', '2', '3', '4', '5']);
  });

  test('never puts two items of one key into one batch', async () => {
    const gate = createGate<string>();
    const call = createBatcher({
      ...gate,
      tenantOf,
      maxItems: 10,
      maxConcurrent: 1,
      separate: (item) => (item === 'free' ? undefined : item.slice(0, 1)),
    });
    const all = ['a1', 'a2', 'b1', 'free', 'free', 'a3'].map((item) => call(item));
    for (let round = 0; round < 3; round += 1) {
      await turn();
      gate.release();
    }
    await Promise.all(all);
    assert.deepEqual(gate.batches, [['a1', 'b1', 'free', 'free'], ['a2'], ['a3']]);
  });

  test('keeps a batch within a weight, lets a heavier item go alone, and starves none', async () => {
    const gate = createGate<number>();
    const call = createBatcher({
      ...gate,
      tenantOf,
      maxItems: 10,
      maxConcurrent: 1,
      weight: { of: (item) => item, atMost: 10 },
    });
    const all = [4, 5, 99, 3, 3, 3, 3].map((item) => call(item));
    for (let round = 0; round < 4; round += 1) {
      await turn();
      gate.release();
    }
    await Promise.all(all);
    assert.deepEqual(gate.batches, [[4, 5], [99], [3, 3, 3], [3]]);
  });

  test('refuses a whole batch that fails, and continues with the next', async () => {
    let rounds = 0;
    const call = createBatcher<number, number>({
      tenantOf,
      maxItems: 2,
      maxConcurrent: 1,
      flush: async (items) => {
        rounds += 1;
        if (rounds === 1) throw new Error('away');
        return items;
      },
    });
    const results = await Promise.allSettled([call(1), call(2), call(3)]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected', 'fulfilled'],
    );
  });

  test('refuses an item that got no result', async () => {
    const call = createBatcher<number, number>({
      tenantOf,
      maxItems: 2,
      maxConcurrent: 1,
      flush: async (items) => items.slice(1),
    });
    const [first, second] = await Promise.allSettled([call(1), call(2)]);
    assert.equal(first.status, 'fulfilled');
    assert.equal(second.status, 'rejected');
  });

  const tenantOfText = (item: string) => item.slice(0, 1);

  test('takes items of each tenant in turn', async () => {
    const gate = createGate<string>();
    const call = createBatcher({
      ...gate,
      tenantOf: tenantOfText,
      maxItems: 4,
      maxConcurrent: 1,
      separate: (item) => (item.startsWith('c') ? item.slice(0, 2) : undefined),
    });
    const items = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1x', 'c1y'];
    const all = items.map((item) => call(item));
    for (let round = 0; round < 3; round += 1) {
      await turn();
      gate.release();
    }
    await Promise.all(all);
    assert.deepEqual(gate.batches, [['a1', 'b1', 'c1x', 'a2'], ['b2', 'c1y', 'a3', 'a4'], ['a5']]);
  });

  test('begins with a heavy item that had its turn when the batch was full', async () => {
    const gate = createGate<string>();
    const call = createBatcher({
      ...gate,
      tenantOf: tenantOfText,
      maxItems: 10,
      maxConcurrent: 1,
      weight: { of: (item) => Number(item.slice(1)), atMost: 10 },
    });
    const all = ['a3', 'b9', 'a3', 'a3', 'c1', 'c1'].map((item) => call(item));
    for (let round = 0; round < 4; round += 1) {
      await turn();
      gate.release();
    }
    assert.deepEqual(gate.batches, [['a3'], ['b9', 'c1'], ['a3', 'a3'], ['c1']]);
    await Promise.all(all);
  });

  test('flushes a tenant that has nothing in progress beside the flushes of others, one at a time', async () => {
    const gate = createGate<string>();
    const call = createBatcher({
      ...gate,
      tenantOf: tenantOfText,
      maxItems: 1,
      maxConcurrent: 2,
    });
    const all = ['a1', 'a2', 'a3'].map((item) => call(item));
    await turn();
    assert.deepEqual(gate.batches, [['a1'], ['a2']]);
    const others = ['b1', 'b2', 'c1'].map((item) => call(item));
    await turn();
    assert.deepEqual(gate.batches.slice(2), [['b1']]);
    gate.release();
    await turn();
    // Two are in progress again: the extra one is for those who have none there.
    assert.deepEqual(gate.batches.slice(3), [['c1']]);
    for (let round = 0; round < 5; round += 1) {
      gate.release();
      await turn();
    }
    assert.equal(gate.batches.length, 6);
    await Promise.all([...all, ...others]);
  });
});
