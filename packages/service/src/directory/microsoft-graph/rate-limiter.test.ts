import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createVirtualClock } from '@groupwright/graph-simulator/clock.ts';
import { createWindow } from '@groupwright/graph-simulator/limits.ts';
import { DirectoryError } from '../directory.ts';
import { publishedLimits, type CallName } from './operations.ts';
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts';
import type { Acquisition } from './turn.ts';

const signal = new AbortController().signal;

/** A call that arrives, and is answered, at once. */
async function callOf(rateLimiter: RateLimiter, acquisition: Acquisition): Promise<CallName> {
  const turn = await rateLimiter.acquire(acquisition);
  turn.answered();
  return turn.name;
}

function createDeps() {
  const clock = createVirtualClock(1_800_000_000_000);
  const rateLimiter = createRateLimiter({ clock, limits: publishedLimits });
  const acquire = (name: CallName, change: Partial<Acquisition> = {}): Promise<CallName> =>
    callOf(rateLimiter, { anyOf: [name], teamId: 'team', signal, ...change });
  /** Takes turns one after the other; answers when each came. */
  async function take(
    name: CallName,
    count: number,
    change: Partial<Acquisition> = {},
  ): Promise<number[]> {
    const moments: number[] = [];
    for (let n = 0; n < count; n += 1) {
      await acquire(name, change);
      moments.push(clock.now());
    }
    return moments;
  }
  return { clock, rateLimiter, acquire, take };
}

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
    const { clock, take } = createDeps();
    const count = Math.max(200, limit.calls * 2);
    const startedAt = clock.now();
    const moments = await clock.run(take(name, count));
    fullest(moments, limit);
    const rate = count / (clock.now() - startedAt);
    assert.ok(rate >= (0.9 * limit.calls) / limit.perMs, `${rate * 1000} a second`);
  });
}

test('calls on one team keep to its own limit, whatever their kinds, and other teams go beside it', async () => {
  const { clock, take } = createDeps();
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
    const { clock, take } = createDeps();
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
    const { clock, take } = createDeps();
    const startedAt = clock.now();
    const teams = Array.from({ length: 200 }, (_, index) => `team ${index}`);
    const lines = teams.map((id) => take(name, 1, { groupId: id, teamId: id }));
    const moments = (await clock.run(Promise.all(lines))).flat().sort((a, b) => a - b);
    assert.ok(fullest(moments, limit) <= 1);
    const rate = 200 / (clock.now() - startedAt);
    assert.ok(rate >= (0.9 * limit.calls) / limit.perMs, `${rate * 1000} a second`);
  });
}

test('a batch gets its turn among single calls, and never goes beyond the limit', async () => {
  const { clock } = createDeps();
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
  const { clock, rateLimiter, acquire } = createDeps();
  const startedAt = clock.now();
  rateLimiter.observe('groups.upsert', { throttled: true, retryAfterMs: 7500, used: undefined });
  await clock.run(acquire('groups.read'));
  assert.equal(clock.now(), startedAt);
  await clock.run(acquire('groups.upsert'));
  assert.equal(clock.now(), startedAt + 7500);
});

test('without Retry-After the pauses double, and a success ends them', async () => {
  const { clock, rateLimiter, acquire } = createDeps();
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
  const { clock, rateLimiter, acquire } = createDeps();
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
    const { clock, rateLimiter, take } = createDeps();
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

test('creations in flight share the turns: one with many calls does not hold up one with a single call', async () => {
  const { clock, acquire, take } = createDeps();
  const many = Promise.all(
    Array.from({ length: 100 }, () => acquire('teams.create', { teamId: 'large' })),
  );
  const startedAt = clock.now();
  const [moment = Infinity] = await clock.run(take('teams.create', 1, { teamId: 'small' }));
  assert.ok(moment - startedAt <= 300, `${moment - startedAt} ms`);
  await clock.run(many);
});

test('of two ways to the same end, the one that has room is taken', async () => {
  const { clock, rateLimiter } = createDeps();
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

test('a call that is given up leaves its place to the others', async () => {
  const { clock, acquire } = createDeps();
  const abort = new AbortController();
  await clock.run(acquire('teams.put'));
  const givenUp = acquire('teams.put', { signal: abort.signal });
  const patient = acquire('teams.put', { teamId: 'other' });
  abort.abort();
  await assert.rejects(givenUp, DirectoryError);
  assert.equal(await clock.run(patient), 'teams.put');
});

test('a call that waits behind others of its kind is given up in time, with how long the wait would be', async () => {
  const { clock, acquire, rateLimiter } = createDeps();
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
  const { clock, acquire, rateLimiter } = createDeps();
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

test('of thousands that wait, each turn costs a look at few', async () => {
  const { clock } = createDeps();
  const limits = { ...publishedLimits, teamCreate: { calls: 1_000, perMs: 1_000 } };
  const rateLimiter = createRateLimiter({ clock, limits });
  const before = process.cpuUsage();
  const calls = Array.from({ length: 5_000 }, (_, index) => {
    const acquisition = { anyOf: ['teams.create'], teamId: `${index}`, signal } as const;
    return callOf(rateLimiter, acquisition);
  });
  await clock.run(Promise.all(calls));
  const { user } = process.cpuUsage(before);
  // A look at each of them for each turn takes half a minute.
  assert.ok(user < 3_000_000, `${user / 1_000} ms`);
});

test('a budget goes to the next as soon as the one before it waits for another alone', async () => {
  const { clock } = createDeps();
  const tight = { ...publishedLimits, directoryWrites: { calls: 10, perMs: 10_000 } };
  const rateLimiter = createRateLimiter({ clock, limits: tight });
  const turn = (name: CallName, teamId: string, calls = 1): Promise<CallName> =>
    callOf(rateLimiter, { anyOf: [name], calls, teamId, signal });
  const startedAt = clock.now();
  await clock.run(turn('groups.upsert', 'first'));
  // It waits for the writes for a second, and at first for the units, too.
  await clock.run(turn('groups.read', 'many', 200));
  const write = turn('groups.upsert', 'write');
  await clock.run(turn('groups.read', 'read'));
  assert.ok(clock.now() - startedAt < 700, `${clock.now() - startedAt} ms`);
  await clock.run(write);
  assert.ok(clock.now() - startedAt > 700, `${clock.now() - startedAt} ms`);
});
