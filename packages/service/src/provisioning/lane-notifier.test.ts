import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createLaneNotifier } from './lane-notifier.ts';

function createDeps(isHere: boolean, notify = async (): Promise<void> => undefined) {
  const here: string[] = [];
  const notified: (readonly string[])[] = [];
  const errors: unknown[] = [];
  const bell = createLaneNotifier({
    wakeHere(tenantId) {
      here.push(tenantId);
      return isHere;
    },
    async notifyOthers(tenantIds) {
      notified.push(tenantIds);
      await notify();
    },
    onError: (error) => errors.push(error),
  });
  return { bell, here, notified, errors };
}

suite('the bell of a lane', () => {
  test('wakes the lane of this process at once and tells nobody else', async () => {
    const { bell, here, notified } = createDeps(true);
    bell.ring('t');
    assert.deepEqual(here, ['t']);
    await pause(80);
    assert.deepEqual(notified, []);
  });

  test('tells others once for many rings, each tenant once', async () => {
    const { bell, notified } = createDeps(false);
    for (let times = 0; times < 100; times += 1) bell.ring(times % 2 === 0 ? 'a' : 'b');
    await pause(80);
    assert.deepEqual(notified, [['a', 'b']]);
    bell.ring('a');
    await pause(80);
    assert.deepEqual(notified[1], ['a']);
  });

  test('goes on after others could not be told', async () => {
    const { bell, notified, errors } = createDeps(false, () => Promise.reject(new Error('away')));
    bell.ring('a');
    await pause(80);
    bell.ring('a');
    await pause(80);
    assert.equal(notified.length, 2);
    assert.equal(errors.length, 2);
  });
});
