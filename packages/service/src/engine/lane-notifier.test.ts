import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createManualTimers } from '../../testing/manual-timers.ts';
import { createLaneNotifier } from './lane-notifier.ts';

function createDeps(isHere: boolean, notify = async (): Promise<void> => undefined) {
  const here: string[] = [];
  const notified: (readonly string[])[] = [];
  const errors: unknown[] = [];
  const timers = createManualTimers();
  const notifier = createLaneNotifier({
    wakeHere(tenantId) {
      here.push(tenantId);
      return isHere;
    },
    async notifyOthers(tenantIds) {
      notified.push(tenantIds);
      await notify();
    },
    timers,
    onError: (error) => errors.push(error),
  });
  return { notifier, here, notified, errors, timers };
}

suite('the notifier of a lane', () => {
  test('wakes the lane of this process at once and notifies no other', async () => {
    const { notifier, here, notified, timers } = createDeps(true);
    notifier.notify('t');
    assert.deepEqual(here, ['t']);
    await timers.pass(80);
    assert.deepEqual(notified, []);
  });

  test('notifies others at once, and then once for many calls, each tenant once', async () => {
    const { notifier, notified, timers } = createDeps(false);
    notifier.notify('a');
    assert.deepEqual(notified, [['a']]);
    for (let times = 0; times < 100; times += 1) notifier.notify(times % 2 === 0 ? 'a' : 'b');
    await timers.pass(49);
    assert.equal(notified.length, 1);
    await timers.pass(1);
    assert.deepEqual(notified[1], ['a', 'b']);
    await timers.pass(80);
    notifier.notify('a');
    assert.deepEqual(notified[2], ['a']);
  });

  test('continues after others could not be notified', async () => {
    const { notifier, notified, errors, timers } = createDeps(false, () =>
      Promise.reject(new Error('away')),
    );
    notifier.notify('a');
    await timers.pass(80);
    notifier.notify('a');
    await timers.pass(80);
    assert.equal(notified.length, 2);
    assert.equal(errors.length, 2);
  });
});
