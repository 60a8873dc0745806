import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createManualTimers } from '../../testing/manual-timers.ts';
import { createSharedLimits } from './shared-limits.ts';
import { createTokenBuckets } from './token-buckets.ts';

/** Two processes and the channel between them. */
function createTwo() {
  const timers = createManualTimers();
  let messages = 0;
  const one = createSharedLimits({
    send(counts) {
      messages += 1;
      other.receive('one', counts);
    },
    timers,
  });
  const other = createSharedLimits({ send: (counts) => one.receive('other', counts), timers });
  return { one, other, timers, messages: () => messages };
}

suite('limits of several processes', () => {
  test('a bucket that one process empties is empty in the other some milliseconds later', async () => {
    const { one, other, timers, messages } = createTwo();
    const settings = { capacity: 60, refillMs: 60_000, most: 10, clock: timers };
    const here = createTokenBuckets({ ...settings, shared: one.takes('requests') });
    const there = createTokenBuckets({ ...settings, shared: other.takes('requests') });
    for (let times = 0; times < 60; times += 1) assert.ok(here.take('k') >= 0);
    await timers.pass(10);
    assert.equal(messages(), 1);
    assert.equal(there.left('k'), 0);
    assert.equal(there.take('k'), -1);
    here.giveBack('k');
    await timers.pass(10);
    assert.equal(there.take('k'), 0);
    assert.equal(there.take('another'), 59);
  });

  test('takes of both at the same moment delay the next one, and the limit holds over time', async () => {
    const { one, other, timers } = createTwo();
    const settings = { capacity: 60, refillMs: 60_000, most: 10, clock: timers };
    const here = createTokenBuckets({ ...settings, shared: one.takes('requests') });
    const there = createTokenBuckets({ ...settings, shared: other.takes('requests') });
    here.take('k', 60);
    there.take('k', 60);
    await timers.pass(10);
    assert.equal(here.left('k'), 0);
    assert.ok(here.nextAfterMs('k') > 60_000, 'what was taken too much is waited for');
  });

  test('holdings of another process count until it releases them or ends', async () => {
    const { one, other, timers } = createTwo();
    const here = one.holdings('bodies');
    const there = other.holdings('bodies');
    here.report('k', 5);
    here.report('k', 2);
    here.report('l', 1);
    await timers.pass(10);
    assert.deepEqual([there.heldByOthers('k'), here.heldByOthers('k')], [7, 0]);
    here.report('k', -5);
    await timers.pass(10);
    assert.equal(there.heldByOthers('k'), 2);
    other.forget('one');
    assert.deepEqual([there.heldByOthers('k'), there.heldByOthers('l')], [0, 0]);
  });

  test('a release of something that was taken before this process started counts as nothing', async () => {
    const { one, other, timers } = createTwo();
    const there = other.holdings('bodies');
    one.holdings('bodies').report('k', -3);
    await timers.pass(10);
    assert.equal(there.heldByOthers('k'), 0);
    one.holdings('bodies').report('k', 1);
    await timers.pass(10);
    assert.equal(there.heldByOthers('k'), 1);
  });
});
