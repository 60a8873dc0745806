import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createVirtualClock } from './clock.ts';

test('no time passes while work is in progress, and the processor is left to the work', async (context) => {
  const clock = createVirtualClock();
  const startedAt = clock.now();
  const turns = context.mock.method(globalThis, 'setImmediate');
  let before = 0;
  const work = async (): Promise<number> => {
    // A minute could pass, and the work takes as long as many turns of the process.
    clock.after(60_000, () => undefined);
    await clock.track(pause(20));
    before = turns.mock.callCount();
    return clock.now();
  };
  assert.equal(await clock.run(work()), startedAt);
  assert.ok(before <= 3, `${before} turns`);
});

test('time passes to those who wait, in order, whether they came before or during the run', async () => {
  const clock = createVirtualClock();
  const startedAt = clock.now();
  const woken: string[] = [];
  clock.after(2_000, () => woken.push('second'));
  clock.after(1_000, () => woken.push('first'));
  const work = async (): Promise<void> => {
    // Nothing that the clock knows: when it ends, others wait.
    await pause(5);
    await clock.wait(3_000);
    await pause(5);
    await clock.wait(1_000);
  };
  await clock.run(work());
  assert.deepEqual(woken, ['first', 'second']);
  assert.ok(clock.now() >= startedAt + 4_000);
});

test('a run ends with the error of its work', async () => {
  const clock = createVirtualClock();
  const work = async (): Promise<void> => {
    await clock.track(pause(1));
    throw new Error('It failed.');
  };
  await assert.rejects(clock.run(work()), /It failed/);
});
