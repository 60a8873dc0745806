import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWindow } from '@groupwright/graph-simulator/limits.ts';
import { callOf, createRateLimitedCalls, signal } from '../../testing/rate-limited-calls.ts';
import { DirectoryError } from '../directory/directory.ts';
import { publishedLimits, type CallName } from './graph-calls.ts';
import { createRateLimiter } from './rate-limiter.ts';

/** The largest share of the limit that any window of its length held. */
function fullest(moments: readonly number[], limit: { calls: number; perMs: number }): number {
  const window = createWindow({ calls: limit.calls, perMs: limit.perMs });
  return Math.max(
    ...moments.map((moment) => {
      assert.ok(window.take(moment, 1).fits, 'a call went beyond the limit');
      return window.share(moment);
    }),
  );
}

for (const [name, limit] of [
  ['teams.create', publishedLimits.teamCreate],
  ['teams.put', publishedLimits.teamPut],
  ['teams.channels.create', publishedLimits.channelCreate],
  ['groups.upsert', publishedLimits.directoryWrites],
] as const) {
  test(`${name} stays below its published limit, and uses nine tenths of it`, async () => {
    const { clock, take } = createRateLimitedCalls();
    const count = Math.max(200, limit.calls * 2);
    const startedAt = clock.now();
    const moments = await clock.run(take(name, count));
    fullest(moments, limit);
    const rate = count / (clock.now() - startedAt);
    assert.ok(rate >= (0.9 * limit.calls) / limit.perMs, `${rate * 1000} a second`);
  });
}

test('calls on one team keep to its own limit, whatever their kinds, and other teams go beside it', async () => {
  const { clock, take } = createRateLimitedCalls();
  const kinds = ['teams.read', 'teams.put', 'teams.read'] as const;
  const lines = kinds.map((name, n) => take(name, 20, { groupId: 'one', teamId: `${n}` }));
  const other = take('teams.read', 3, { groupId: 'other', teamId: 'other' });
  const moments = (await clock.run(Promise.all(lines))).flat().sort((a, b) => a - b);
  assert.ok(fullest(moments, publishedLimits.onOneTeam) <= 1);
  assert.ok(((await other)[2] ?? Infinity) - (moments[0] ?? 0) < 1000);
});

for (const [name, limit] of [
  ['teams.addMembers', publishedLimits.otherWritesOnOneTeam],
  ['teams.operation', publishedLimits.otherReadsOnOneTeam],
  ['teams.channels.create', publishedLimits.channelCreateOnOneTeam],
] as const) {
  test(`${name} on one team goes once a second at most`, async () => {
    const { clock, take } = createRateLimitedCalls();
    const moments = await clock.run(take(name, 10, { groupId: 'one' }));
    const second = { calls: 1, perMs: 1000 };
    assert.ok(fullest(moments, second) <= 1);
    assert.ok(fullest(moments, limit) <= 1);
  });
}

for (const [name, limit] of [
  ['teams.read', publishedLimits.teamRead],
  ['teams.operation', publishedLimits.otherTeamsReads],
  ['teams.addMembers', publishedLimits.otherTeamsWrites],
] as const) {
  test(`${name} on many teams keeps to the limit of the tenant, and uses nine tenths of it`, async () => {
    const { clock, take } = createRateLimitedCalls();
    const startedAt = clock.now();
    const teams = Array.from({ length: 200 }, (_, index) => `team ${index}`);
    const lines = teams.map((id) => take(name, 1, { groupId: id, teamId: id }));
    const moments = (await clock.run(Promise.all(lines))).flat().sort((a, b) => a - b);
    assert.ok(fullest(moments, limit) <= 1);
    const rate = 200 / (clock.now() - startedAt);
    assert.ok(rate >= (0.9 * limit.calls) / limit.perMs, `${rate * 1000} a second`);
  });
}

test('a batch gets its slot among single calls, and never goes beyond the limit', async () => {
  const { clock } = createRateLimitedCalls();
  const tight = { ...publishedLimits, resourceUnits: { calls: 100, perMs: 10_000 } };
  const rateLimiter = createRateLimiter({ clock, limits: tight });
  const window = createWindow(tight.resourceUnits);
  const sent = async (calls: number, teamId: string, times: number): Promise<number> => {
    for (let n = 0; n < times; n += 1) {
      await callOf(rateLimiter, { anyOf: ['users.read'], calls, teamId, signal });
      assert.ok(window.take(clock.now(), calls).fits, 'a call went beyond the limit');
    }
    return clock.now();
  };
  const startedAt = clock.now();
  const singles = Array.from({ length: 10 }, (_, index) => sent(1, `single ${index}`, 20));
  const batch = sent(20, 'batch', 3);
  await clock.run(Promise.all([...singles, batch]));
  assert.ok((await batch) - startedAt < 15_000, `${(await batch) - startedAt} ms`);
});

test('Retry-After delays its kind of call for that time, and no other kind', async () => {
  const { clock, rateLimiter, acquire } = createRateLimitedCalls();
  const startedAt = clock.now();
  rateLimiter.observe('groups.upsert', { throttled: true, retryAfterMs: 7500, used: undefined });
  await clock.run(acquire('groups.read'));
  assert.equal(clock.now(), startedAt);
  await clock.run(acquire('groups.upsert'));
  assert.equal(clock.now(), startedAt + 7500);
});

test('without Retry-After the pauses double, and a success ends them', async () => {
  const { clock, rateLimiter, acquire } = createRateLimitedCalls();
  for (const pauseMs of [1000, 2000, 4000]) {
    const before = clock.now();
    rateLimiter.observe('groups.upsert', {
      throttled: true,
      retryAfterMs: undefined,
      used: undefined,
    });
    await clock.run(acquire('groups.upsert'));
    assert.equal(clock.now() - before, pauseMs);
  }
  rateLimiter.observe('groups.upsert', {
    throttled: false,
    retryAfterMs: undefined,
    used: undefined,
  });
  rateLimiter.observe('groups.upsert', {
    throttled: true,
    retryAfterMs: undefined,
    used: undefined,
  });
  assert.equal(rateLimiter.blockedForMs('groups.upsert'), 1000);
});

test('a wait that is too long for a call is the caller’s, with how long it is', async () => {
  const { clock, rateLimiter, acquire } = createRateLimitedCalls();
  rateLimiter.observe('groups.upsert', { throttled: true, retryAfterMs: 60_000, used: undefined });
  const before = clock.now();
  await assert.rejects(clock.run(acquire('groups.upsert')), (error: unknown) => {
    assert.ok(error instanceof DirectoryError);
    assert.equal(error.code, 'throttled');
    assert.equal(error.retryAfterMs, 60_000);
    return true;
  });
  assert.equal(clock.now(), before);
});

test('near the limit the calls slow down, beyond it hard, and only for a while', async () => {
  const rateAfter = async (used: number | undefined): Promise<number> => {
    const { clock, rateLimiter, take } = createRateLimitedCalls();
    await clock.run(take('groups.upsert', 200));
    rateLimiter.observe('groups.upsert', { throttled: false, retryAfterMs: undefined, used });
    const before = clock.now();
    await clock.run(take('groups.upsert', 100));
    return 100_000 / (clock.now() - before);
  };
  const [plain, near, beyond] = [
    await rateAfter(undefined),
    await rateAfter(0.98),
    await rateAfter(1.3),
  ];
  assert.ok(near < plain * 0.97 && near > plain * 0.85, `${plain} ${near}`);
  assert.ok(beyond < plain * 0.85, `${plain} ${beyond}`);
});

test('creations in flight share the slots: one with many calls does not hold up one with a single call', async () => {
  const { clock, acquire, take } = createRateLimitedCalls();
  const many = Promise.all(
    Array.from({ length: 100 }, () => acquire('teams.create', { teamId: 'large' })),
  );
  const startedAt = clock.now();
  const [moment = Infinity] = await clock.run(take('teams.create', 1, { teamId: 'small' }));
  assert.ok(moment - startedAt <= 300, `${moment - startedAt} ms`);
  await clock.run(many);
});

test('of two ways to the same end, the one that has room is taken', async () => {
  const { clock, rateLimiter } = createRateLimitedCalls();
  const startedAt = clock.now();
  const taken: CallName[] = [];
  const run = async (): Promise<void> => {
    for (let n = 0; n < 160; n += 1) {
      const anyOf = ['teams.create', 'teams.put'] as const;
      taken.push(await callOf(rateLimiter, { anyOf, teamId: 'team', signal }));
    }
  };
  await clock.run(run());
  const seconds = (clock.now() - startedAt) / 1000;
  assert.ok(160 / seconds >= 0.9 * 16, `${160 / seconds} a second`);
  assert.ok(taken.filter((name) => name === 'teams.create').length > 90);
});

test('a closed connection refuses the calls that wait, and those that come later', async () => {
  const { clock, rateLimiter, acquire } = createRateLimitedCalls();
  await clock.run(acquire('teams.put'));
  const waiting = acquire('teams.put');
  rateLimiter.close();
  for (const call of [waiting, acquire('teams.put'), acquire('groups.read')]) {
    await assert.rejects(call, /The connection was closed/);
  }
});

test('a call that is given up leaves its place to the others', async () => {
  const { clock, acquire } = createRateLimitedCalls();
  const abort = new AbortController();
  await clock.run(acquire('teams.put'));
  const givenUp = acquire('teams.put', { signal: abort.signal });
  const patient = acquire('teams.put', { teamId: 'other' });
  abort.abort();
  await assert.rejects(givenUp, DirectoryError);
  assert.equal(await clock.run(patient), 'teams.put');
});
