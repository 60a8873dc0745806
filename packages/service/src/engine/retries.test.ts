import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import {
  directoryError,
  executeToTheEnd,
  failing,
  openSandboxFixture,
  stepOf,
  times,
  waitsOf,
} from '../../testing/execution.ts';
import { backoffMs } from './retry.ts';

const day = 86_400_000;

let at: TestDatabase;
before(async () => {
  at = await createTestDatabase();
});
after(() => at.close());

/** A directory whose `createTeam` or `createGroup` fails as said, then works. */
function openFailing(
  operation: 'createTeam' | 'createGroup',
  ...errors: readonly (() => unknown)[]
) {
  const fail = failing(...errors);
  return openSandboxFixture(at.database, {
    faults: (sandbox) => ({
      async [operation](...args: unknown[]) {
        fail();
        const result: unknown = await Reflect.apply(sandbox[operation], sandbox, args);
        return result;
      },
    }),
  });
}

suite('a failed attempt', () => {
  for (const code of [
    'throttled',
    'unavailable',
    'outcome_unknown',
    'not_visible_yet',
    'team_failed',
  ] as const) {
    test(`is retried after ${code}, each time later, and recorded as an incident`, async () => {
      const rig = await openFailing('createTeam', ...times(3, directoryError(code)));
      const { creation, records } = await executeToTheEnd(rig, rig.creation());
      assert.equal(creation.status, 'succeeded');
      assert.deepEqual(waitsOf(records), [250, 500, 1_000]);
      const incidents = records.flatMap(({ incident }) => incident ?? []);
      assert.deepEqual(
        incidents.map((incident) => [incident.step, incident.attempt, incident.code]),
        [1, 2, 3].map((attempt) => ['create_team', attempt, code]),
      );
      const { attempts, detail } = stepOf(creation, 'create_team');
      assert.equal(attempts, 4);
      assert.equal(detail, null, 'the sentence of a failed attempt is out of date');
    });
  }

  test('is retried when Retry-After says so, however long or short', async () => {
    const waits = [30_000, 1, 3_600_000];
    const throttled = waits.map((retryAfterMs) => directoryError('throttled', retryAfterMs));
    const rig = await openFailing('createTeam', ...throttled);
    const { records } = await executeToTheEnd(rig, rig.creation());
    assert.deepEqual(waitsOf(records), waits);
  });

  test('is retried for a day, then the creation fails', async () => {
    const rig = await openFailing('createGroup', ...times(1_000, directoryError('unavailable')));
    const { creation, tookMs } = await executeToTheEnd(rig, rig.creation());
    assert.equal(creation.facts.failure?.code, 'directory_unavailable');
    assert.ok(tookMs >= day && tookMs < day + 35 * 60_000, `${tookMs} ms`);
  });

  test('does not count the time before the first attempt', async () => {
    const rig = await openFailing('createTeam', directoryError('unavailable'));
    const creation = rig.creation();
    rig.clock.at += 3 * day;
    assert.equal((await executeToTheEnd(rig, creation)).creation.status, 'succeeded');
  });

  test('does not count time without attempts, as after a weekend or a clock put forward', async () => {
    const rig = await openFailing('createGroup', ...times(2, directoryError('unavailable')));
    const pauseMs = 3 * day;
    const { creation, records } = await executeToTheEnd(rig, rig.creation(), { pauseMs });
    assert.equal(waitsOf(records).length, 2);
    assert.equal(creation.status, 'succeeded');
  });
});

suite('backoff', () => {
  test('doubles up to five minutes, over the upper half', () => {
    assert.equal(backoffMs(1, undefined, 0), 250);
    assert.equal(backoffMs(1, undefined, 0.999999), 500);
    assert.equal(backoffMs(4, undefined, 0), 2_000);
    for (const attempts of [11, 30, 1_000_000]) {
      assert.equal(backoffMs(attempts, undefined, 0), 150_000);
      assert.ok(backoffMs(attempts, undefined, 0.999999) <= 300_000);
    }
  });

  test('doubles up to a minute while replication is all that is missing', () => {
    assert.equal(backoffMs(4, undefined, 0, true), 2_000);
    for (const attempts of [8, 30, 1_000_000]) {
      assert.equal(backoffMs(attempts, undefined, 0, true), 30_000);
      assert.ok(backoffMs(attempts, undefined, 0.999999, true) <= 60_000);
    }
    assert.ok(backoffMs(8, 90_000, 0, true) >= 90_000);
  });

  test('is never shorter than the directory asked for, and spreads a little', () => {
    for (const random of [0, 0.5, 0.999999]) {
      const waitMs = backoffMs(3, 10_000, random);
      assert.ok(waitMs >= 10_000 && waitMs <= 11_000);
    }
  });
});
