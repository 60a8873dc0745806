import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManualTimers } from '../../../testing/manual-timers.ts';
import type { DispatchStore } from './delivery-store.ts';
import { createDispatcher } from './dispatcher.ts';

const unused = (): never => assert.fail('Nothing is delivered.');

test('the dispatcher looks when it is woken, and never else', async () => {
  const timers = createManualTimers();
  const looks: number[] = [];
  const store: Pick<DispatchStore, 'hasEndpoints' | 'queueEvents' | 'dueEndpoints'> = {
    async hasEndpoints() {
      looks.push(timers.now());
      return true;
    },
    queueEvents: () => Promise.resolve(false),
    dueEndpoints: () => Promise.resolve([]),
  };
  const dispatcher = createDispatcher({
    store: { claim: unused, renew: unused, release: unused, record: unused, ...store },
    deliver: unused,
    timers,
    random: () => 0,
    monotonicNow: () => timers.now(),
    cutOff: () => Promise.resolve(),
    onAttempt: unused,
    onError: (error) => assert.fail(String(error)),
  });
  dispatcher.start();
  await timers.pass(6_000);
  assert.deepEqual(looks, [0]);
  dispatcher.wake();
  await timers.pass(2_500);
  assert.deepEqual(looks, [0, 6_000]);
  const stopped = dispatcher.stop();
  await timers.pass(5_000);
  await stopped;
});
