// Waits for slots where hundreds of calls wait: none is forgotten, and none costs a look at all the others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callOf, createRateLimitedCalls, signal } from '../../testing/rate-limited-calls.ts';
import { DirectoryError } from '../directory/directory.ts';
import { publishedLimits, type CallName } from './graph-calls.ts';
import { createRateLimiter } from './rate-limiter.ts';

test('a call that waits behind others of its kind is given up in time, with how long the wait would be', async () => {
  const { clock, acquire, rateLimiter } = createRateLimitedCalls();
  const startedAt = clock.now();
  const waits = Array.from({ length: 600 }, (_, index) =>
    acquire('teams.create', { teamId: `${index}` }).then(
      () => undefined,
      (error: unknown) => {
        assert.ok(error instanceof DirectoryError);
        assert.equal(error.code, 'throttled');
        return clock.now() - startedAt;
      },
    ),
  );
  const givenUp = (await clock.run(Promise.all(waits))).filter((after) => after !== undefined);
  assert.ok(givenUp.length >= 600 - 10 * 21 && givenUp.length <= 600 - 10 * 19);
  for (const after of givenUp) assert.ok(after > 19_800 && after <= 20_000, `after ${after} ms`);
  rateLimiter.close();
});

test('a pause that is too long for those who wait ends all their waits', async () => {
  const { clock, acquire, rateLimiter } = createRateLimitedCalls();
  const startedAt = clock.now();
  const waits = Array.from({ length: 50 }, (_, index) =>
    acquire('teams.create', { teamId: `${index}` }).then(
      () => 'granted',
      () => 'refused',
    ),
  );
  rateLimiter.observe('teams.create', {
    throttled: true,
    retryAfterMs: 60_000,
    used: undefined,
  });
  const ends = await clock.run(Promise.all(waits));
  assert.ok(ends.filter((end) => end === 'refused').length >= 47, ends.join(' '));
  assert.ok(clock.now() - startedAt < 1_000, `${clock.now() - startedAt} ms`);
});

test('of thousands that wait, each slot costs a look at few', async () => {
  const { clock } = createRateLimitedCalls();
  const limits = { ...publishedLimits, teamCreate: { calls: 1_000, perMs: 1_000 } };
  const rateLimiter = createRateLimiter({ clock, limits });
  const before = process.cpuUsage();
  const calls = Array.from({ length: 5_000 }, (_, index) => {
    const acquisition = { anyOf: ['teams.create'], teamId: `${index}`, signal } as const;
    return callOf(rateLimiter, acquisition);
  });
  await clock.run(Promise.all(calls));
  const { user } = process.cpuUsage(before);
  // A look at each of them for each slot takes half a minute.
  assert.ok(user < 3_000_000, `${user / 1_000} ms`);
});

/** A call of 15 writes waits for units until ten seconds have passed, and for writes until fourteen have. */
async function createTight(abort = new AbortController()) {
  const { clock } = createRateLimitedCalls();
  const rateLimiter = createRateLimiter({
    clock,
    limits: {
      ...publishedLimits,
      resourceUnits: { calls: 100, perMs: 10_000 },
      directoryWrites: { calls: 100, perMs: 100_000 },
    },
  });
  const startedAt = clock.now();
  const slot = async (
    name: CallName,
    calls: number,
    given: AbortSignal = signal,
  ): Promise<number> => {
    await callOf(rateLimiter, { anyOf: [name], calls, teamId: `${name} ${calls}`, signal: given });
    return clock.now() - startedAt;
  };
  await clock.run(slot('groups.upsert', 15));
  await clock.run(slot('groups.read', 75));
  const writes = slot('groups.upsert', 15, abort.signal);
  writes.catch(() => undefined);
  await clock.run(clock.wait(9_000 - (clock.now() - startedAt)));
  return { clock, writes, slot };
}

test('a limit goes to the next as soon as the one before it waits for another alone', async () => {
  const { clock, writes, slot } = await createTight();
  const read = await clock.run(slot('groups.read', 1));
  assert.ok(read < 10_100, `${read} ms`);
  assert.ok((await clock.run(writes)) > 14_000);
});

test('a limit goes to the next at once where the one before it is given up', async () => {
  const abort = new AbortController();
  const { clock, slot } = await createTight(abort);
  abort.abort();
  const read = await clock.run(slot('groups.read', 1));
  assert.ok(read < 9_010, `${read} ms`);
});

test('a call that comes behind younger ones, after another of its creation, is given up in time', async () => {
  const { clock, acquire } = createRateLimitedCalls();
  const ignored = (): undefined => undefined;
  const others = (count: number, prefix: string): void => {
    for (let n = 0; n < count; n += 1) {
      acquire('teams.create', { teamId: `${prefix} ${n}` }).catch(ignored);
    }
  };
  others(150, 'before');
  const startedAt = clock.now();
  const first = acquire('teams.create', { teamId: 'two' });
  const second = acquire('teams.create', { teamId: 'two' });
  await clock.run(clock.wait(5_000));
  others(190, 'younger');
  await clock.run(first);
  await assert.rejects(clock.run(second), DirectoryError);
  const after = clock.now() - startedAt;
  assert.ok(after > 19_800 && after <= 20_000, `after ${after} ms`);
});

test('a pause that is too long for an old call, though not for younger ones before it, ends its wait', async () => {
  const { clock, acquire, rateLimiter } = createRateLimitedCalls();
  const ignored = (): undefined => undefined;
  const others = (count: number, prefix: string): void => {
    for (let n = 0; n < count; n += 1) {
      acquire('teams.create', { teamId: `${prefix} ${n}` }).catch(ignored);
    }
  };
  others(100, 'before');
  const startedAt = clock.now();
  const first = acquire('teams.create', { teamId: 'two' });
  const second = acquire('teams.create', { teamId: 'two' });
  await clock.run(clock.wait(5_000));
  others(50, 'younger');
  await clock.run(first);
  rateLimiter.observe('teams.create', {
    throttled: true,
    retryAfterMs: 12_000,
    used: undefined,
  });
  await assert.rejects(clock.run(second), DirectoryError);
  assert.ok(clock.now() - startedAt < 11_000, `${clock.now() - startedAt} ms`);
});

test('when the connection is closed, no call waits any more, whichever of its creation it is', async () => {
  const { clock, acquire, rateLimiter } = createRateLimitedCalls();
  await clock.run(acquire('teams.put'));
  const waits = ['one', 'one', 'other'].map((teamId) => acquire('teams.put', { teamId }));
  rateLimiter.close();
  for (const end of await Promise.allSettled(waits)) {
    assert.equal(end.status, 'rejected');
    assert.ok(end.reason instanceof DirectoryError);
  }
});
