import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { suite, test } from 'node:test';
import type { Directory } from '../directory/directory.ts';
import { createDirectoryWork } from './directory-work.ts';

/** A kind of work with `due` groups of one tenant, in a process that has been up for an hour. */
async function run({ due, isSandbox, holdsLane = true }: Run) {
  let left = due;
  let woken = 0;
  const hour = 3_600_000;
  let now = 0;
  const { runDue } = createDirectoryWork({
    name: 'test',
    store: {
      dueTenants: () => Promise.resolve(left > 0 ? ['tenant'] : []),
      due: () => Promise.resolve(left > 0 ? [{ tenantId: 'tenant', teamId: 'team' }] : []),
      fail: () => Promise.resolve(),
    },
    work() {
      left -= 1;
      return Promise.resolve();
    },
    async runExclusive(_, task) {
      if (holdsLane) await task({} as Directory, new AbortController().signal);
      return holdsLane;
    },
    yieldToCallers: () => Promise.resolve(),
    isSandbox: () => isSandbox,
    clock: { now: () => now },
    onDone: () => undefined,
    wake: () => (woken += 1),
    onFailed: (_, error) => assert.ifError(error),
    onError: (error) => assert.ifError(error),
  });
  now = hour;
  const done = await runDue();
  for (let turn = 0; turn < 10; turn += 1) await setImmediate();
  return { done, left, woken };
}

interface Run {
  readonly due: number;
  readonly isSandbox: boolean;
  readonly holdsLane?: boolean;
}

suite('work of governance that asks the directory', () => {
  test('wakes the tick when something was done, so that what follows waits for no further turn', async () => {
    const real = await run({ due: 1, isSandbox: false });
    assert.deepEqual(real, { done: 0, left: 0, woken: 1 });
  });

  test('leaves the tick alone when another process has the lane of the tenant', async () => {
    const other = await run({ due: 1, isSandbox: false, holdsLane: false });
    assert.deepEqual(other, { done: 0, left: 1, woken: 0 });
  });

  test('answers how much was done in a sandbox, where the tick continues by itself', async () => {
    assert.deepEqual(await run({ due: 1, isSandbox: true }), { done: 1, left: 0, woken: 0 });
  });
});
