// The tests run in virtual time.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { withoutRest } from '../ground/turns.ts';
import { createManualTimers } from '../../testing/manual-timers.ts';
import { createApiPriority } from './api-priority.ts';

const claimMs = 50;

/** A lane that always has something to do, for some seconds; answers the share of the time for which it worked. */
async function workFor(
  seconds: number,
  deps: {
    utilization: () => number;
    acceptancesPerSecond?: number;
    requestsPerSecond?: number;
    backlogMs?: (elapsedMs: number) => number;
    /** The tenant of the callers; the lane's own where it is not given. */
    caller?: string;
  },
): Promise<number> {
  const { utilization, acceptancesPerSecond = 0, backlogMs = () => 0 } = deps;
  const { requestsPerSecond = 100, caller = 'one' } = deps;
  const clock = createManualTimers();
  const priority = createApiPriority({ utilization, clock, rest: withoutRest });
  const call = (): void => {
    for (let made = 0; made < acceptancesPerSecond / 100; made += 1)
      priority.recordAcceptance(caller);
    for (let made = 0; made < requestsPerSecond / 100; made += 1) priority.recordRequest(caller);
    clock.after(10, call);
  };
  call();
  let worked = 0;
  const work = async (): Promise<void> => {
    for (;;) {
      await new Promise<void>((resolve) => void clock.after(claimMs, resolve));
      worked += claimMs;
      await priority.yieldToCallers({
        tenantId: 'one',
        workedMs: claimMs,
        idleMs: 0,
        backlogMs: backlogMs(clock.now()),
      });
    }
  };
  void work();
  await clock.pass(seconds * 1_000);
  return worked / (seconds * 1_000);
}

describe('the priority of callers', () => {
  test('a backlog gets a quarter of the time while callers keep the event loop busy', async () => {
    const share = await workFor(20, { utilization: () => 1 });
    assert.ok(share >= 0.24 && share <= 0.3, `${share}`);
  });

  test('a backlog gets a quarter of the time while callers create thousands of groups a second', async () => {
    const share = await workFor(20, { utilization: () => 0.75, acceptancesPerSecond: 5_000 });
    assert.ok(share >= 0.24 && share <= 0.3, `${share}`);
  });

  test('a backlog gets what the event loop leaves free', async () => {
    const share = await workFor(20, { utilization: () => 0.5, acceptancesPerSecond: 5_000 });
    assert.ok(share >= 0.49 && share <= 0.55, `${share}`);
  });

  test('a backlog that is older than some seconds no longer makes way', async () => {
    const share = await workFor(20, {
      utilization: () => 1,
      backlogMs: (elapsedMs) => elapsedMs,
    });
    assert.ok(share >= 0.85, `${share}`);
  });

  test('callers of another tenant wait for no backlog, however old', async () => {
    const share = await workFor(20, {
      utilization: () => 1,
      backlogMs: (elapsedMs) => elapsedMs,
      caller: 'other',
    });
    assert.ok(share >= 0.24 && share <= 0.3, `${share}`);
  });

  test('a lane that keeps the event loop busy by itself makes way for nobody', async () => {
    assert.equal(await workFor(10, { utilization: () => 1, requestsPerSecond: 0 }), 1);
  });

  test('an idle API costs a backlog nothing', async () => {
    assert.equal(await workFor(10, { utilization: () => 0.1 }), 1);
  });

  test('a pause ends as soon as callers no longer press', async () => {
    const clock = createManualTimers();
    let utilization = 1;
    const priority = createApiPriority({
      utilization: () => utilization,
      clock,
      rest: withoutRest,
    });
    priority.recordRequest('one');
    await clock.pass(100);
    let resumed = false;
    void priority.yieldToCallers({ workedMs: 60_000, idleMs: 0, backlogMs: 0 }).then(() => {
      resumed = true;
    });
    utilization = 0.1;
    await clock.pass(100);
    assert.ok(resumed);
  });

  test('time without work counts as a pause', async () => {
    const clock = createManualTimers();
    const priority = createApiPriority({ utilization: () => 1, clock, rest: withoutRest });
    priority.recordRequest('one');
    await clock.pass(100);
    await priority.yieldToCallers({ workedMs: 50, idleMs: 150, backlogMs: 0 });
    assert.equal(clock.now(), 100);
  });

  test('work of callers in many short pieces makes way once they have lasted some milliseconds', async () => {
    const clock = createManualTimers();
    const priority = createApiPriority({ utilization: () => 1, clock, rest: withoutRest });
    priority.recordRequest('one');
    await clock.pass(100);
    const rest = priority.beginWork();
    await clock.pass(1);
    await rest();
    assert.equal(clock.now(), 101);
    await clock.pass(9);
    let resumed = false;
    void Promise.resolve(rest()).then(() => {
      resumed = true;
    });
    await clock.pass(29);
    assert.equal(resumed, false);
    await clock.pass(1);
    assert.equal(resumed, true);
  });

  test('a wait of a caller’s work for a directory causes no long pause', async () => {
    const clock = createManualTimers();
    const priority = createApiPriority({ utilization: () => 1, clock, rest: withoutRest });
    priority.recordRequest('one');
    await clock.pass(100);
    const rest = priority.beginWork();
    priority.recordRequest('one');
    await clock.pass(5_000);
    let resumed = false;
    void Promise.resolve(rest()).then(() => {
      resumed = true;
    });
    const call = (): void => {
      priority.recordRequest('one');
      clock.after(10, call);
    };
    call();
    await clock.pass(140);
    assert.equal(resumed, false);
    await clock.pass(20);
    assert.equal(resumed, true);
  });
});
