import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createManualTimers } from '../../../testing/manual-timers.ts';
import { createAdmission } from './admission.ts';

function admit(maxWaitMs: number | undefined) {
  const clock = createManualTimers();
  const ages = new Map<string, number>();
  let reads = 0;
  const admission = createAdmission({
    maxWaitMs,
    async readOldestWaiting(tenantIds) {
      reads += 1;
      return new Map([...ages].filter(([tenantId]) => tenantIds.includes(tenantId)));
    },
    clock,
    onError: (error) => assert.fail(String(error)),
  });
  const check = (tenantId = 't') => admission.check(tenantId);
  return { ...admission, check, ages, clock, reads: () => reads };
}

const refusal = { code: 'rate_limited', message: /longer than 60 seconds/ };

suite('the admission of creations', () => {
  test('a tenant whose oldest creation has waited longer than the bound is refused, no other', async () => {
    const { check, ages, clock } = admit(60_000);
    ages.set('t', 61_000);
    check();
    check('other');
    // Seen twice, so that it is known not to grow.
    await clock.pass(1_000);
    assert.throws(() => check(), refusal);
    check('other');
    ages.clear();
    await clock.pass(1_000);
    check();
  });

  test('a backlog that grows is refused before anything in it has waited for that time', async () => {
    const { check, ages, clock } = admit(60_000);
    check();
    // A quarter of what is accepted is provisioned: what arrives now waits four times as long as the oldest has.
    let ageMs = 0;
    for (; ageMs < 60_000; ageMs += 750) {
      ages.set('t', ageMs);
      await clock.pass(1_000);
      try {
        check();
      } catch {
        break;
      }
    }
    assert.ok(ageMs > 12_000 && ageMs < 18_000, `refused at ${ageMs} ms`);
  });

  test('a backlog as old as usual, and a worker that pauses for seconds, are not refused', async () => {
    const { check, ages, clock } = admit(60_000);
    check();
    for (let seconds = 0; seconds < 30; seconds += 1) {
      ages.set('t', 30_000);
      await clock.pass(1_000);
      check();
    }
    const paused = admit(60_000);
    paused.check();
    for (let ageMs = 0; ageMs <= 5_000; ageMs += 1_000) {
      paused.ages.set('t', ageMs);
      await paused.clock.pass(1_000);
      paused.check();
    }
  });

  test('Retry-After is the time by which the wait exceeds the bound, a minute at most', async () => {
    const { check, ages, clock } = admit(60_000);
    check();
    for (const [ageMs, retryAfterMs] of [
      [62_000, 2_000],
      [600_000, 60_000],
    ] as const) {
      ages.set('t', ageMs);
      // The speed is then that of a wait which stays as it is.
      for (let times = 0; times < 40; times += 1) {
        await clock.pass(1_000);
        try {
          check();
        } catch {
          // Only the last one counts.
        }
      }
      assert.throws(
        () => check(),
        (error: { retryAfterMs?: number }) => {
          assert.ok(Math.abs((error.retryAfterMs ?? 0) - retryAfterMs) < 100);
          return true;
        },
      );
    }
  });

  test('without creations nothing is read, and without a bound nothing at all', async () => {
    const { check, clock, reads } = admit(60_000);
    check();
    await clock.pass(10_000);
    const before = reads();
    assert.ok(before > 5);
    await clock.pass(60_000);
    assert.ok(reads() <= before + 1);
    const unbounded = admit(undefined);
    unbounded.check();
    await unbounded.clock.pass(60_000);
    assert.equal(unbounded.reads(), 0);
  });
});
