import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createManualTimers } from '../../../testing/manual-timers.ts';
import type { CreationStatus } from '../../engine/creation.ts';
import type { TeamStatus, TeamStore } from './team.ts';
import { createCreationWatch } from './watch-status.ts';

const key = { tenantId: 't', teamId: 'team' };

/** Lets reads that have begun answer. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function createDeps() {
  const timers = createManualTimers();
  const deps = {
    version: 1,
    status: 'accepted' as CreationStatus,
    isAway: false,
    reads: 0,
    versionReads: 0,
    change(status: CreationStatus) {
      deps.version += 1;
      deps.status = status;
    },
  };
  const store: Pick<TeamStore, 'readStatus' | 'readVersions'> = {
    async readVersions(keys) {
      deps.versionReads += 1;
      if (deps.isAway) throw new Error('away');
      return keys.map(() => deps.version);
    },
    async readStatus() {
      deps.reads += 1;
      const { version, status } = deps;
      await turn();
      if (deps.isAway) throw new Error('away');
      return {
        teamId: 'team',
        organisationId: 'organisation',
        templateId: 'organisation',
        status,
        version,
        createdAt: new Date(0),
        updatedAt: new Date(0),
        completedAt: null,
        steps: [],
        error: null,
        warnings: [],
        recordVersion: 0,
      };
    },
  };
  return {
    deps,
    timers,
    watch: createCreationWatch({
      store,
      timers,
      onError: (error) => deps.isAway || assert.fail(String(error)),
    }),
  };
}

suite('watching a creation', () => {
  test('tells each change once and in order, however often it is noticed', async () => {
    const { deps, timers, watch } = createDeps();
    const seen: TeamStatus[] = [];
    const end = watch.follow(key, 0, {
      onStatus: (status) => seen.push(status),
      onError: (error) => assert.fail(String(error)),
    });
    const untilSeen = async (count: number) => {
      while (seen.length < count) await turn();
    };
    await untilSeen(1);
    for (const [index, status] of (['running', 'running', 'succeeded'] as const).entries()) {
      deps.change(status);
      for (let times = 0; times < 5; times += 1) watch.notify(key);
      await untilSeen(index + 2);
    }
    end();
    assert.deepEqual(
      seen.map(({ version }) => version),
      [1, 2, 3, 4],
    );
    deps.change('failed');
    watch.notify(key);
    await timers.pass(1_000);
    assert.equal(seen.length, 4, 'nothing comes after the end');
  });

  test('finds what another process changed', async () => {
    const { deps, timers, watch } = createDeps();
    const waiting = watch.waitUntilFinal(key, 5_000);
    await turn();
    deps.change('succeeded');
    await timers.pass(500);
    assert.equal((await waiting)?.status, 'succeeded');
  });

  test('waits on while the database is away, and has the outcome after it', async () => {
    const { deps, timers, watch } = createDeps();
    deps.isAway = true;
    const waiting = watch.waitUntilFinal(key, 5_000);
    await timers.pass(2_000);
    deps.isAway = false;
    deps.change('succeeded');
    await timers.pass(500);
    assert.equal((await waiting)?.status, 'succeeded');
  });

  test('misses no end that comes at any moment of a read, or of the first one after the last follower left', async () => {
    for (const isAnnounced of [true, false]) {
      for (const turns of [0, 1, 2, 3, 4, 5]) {
        const { deps, timers, watch } = createDeps();
        const left = watch.waitUntilFinal(key, 10);
        await turn();
        await timers.pass(10);
        assert.equal((await left)?.status, 'accepted');
        const wait = watch.waitUntilFinal(key, 30_000);
        for (let passed = 0; passed < turns; passed += 1) await turn();
        deps.change('succeeded');
        if (isAnnounced) watch.notify(key);
        else await timers.pass(800);
        for (let passed = 0; passed < 5; passed += 1) await turn();
        const late = turn().then(() => undefined);
        assert.equal((await Promise.race([wait, late]))?.status, 'succeeded', `${turns} turns`);
      }
    }
  });

  test('ends a wait with what is known when its time is up, or at a stop', async () => {
    const { timers, watch } = createDeps();
    const timed = watch.waitUntilFinal(key, 30_000);
    await turn();
    await timers.pass(30_000);
    assert.equal((await timed)?.status, 'accepted');
    const waiting = watch.waitUntilFinal(key, 60_000);
    for (let turns = 0; turns < 3; turns += 1) await turn();
    watch.endWaits();
    assert.equal((await waiting)?.status, 'accepted');
  });

  test('puts no load on the database once nobody follows', async () => {
    const { deps, timers, watch } = createDeps();
    const waiting = watch.waitUntilFinal(key, 1_000);
    await timers.pass(1_000);
    await waiting;
    const before = [deps.reads, deps.versionReads];
    await timers.pass(60_000);
    assert.deepEqual([deps.reads, deps.versionReads], before);
  });

  test('reads a status once for all its followers, and again only after a change', async () => {
    const { deps, timers, watch } = createDeps();
    const seen: number[] = [];
    const follow = () =>
      watch.follow(key, 0, {
        onStatus: ({ version }) => seen.push(version),
        onError: (error) => assert.fail(String(error)),
      });
    const ends = Array.from({ length: 50 }, follow);
    await timers.pass(10_000);
    assert.equal(seen.length, 50);
    assert.ok(deps.reads <= 2, `${deps.reads} reads`);
    assert.ok(deps.versionReads >= 20);
    deps.change('running');
    await timers.pass(1_000);
    assert.deepEqual(
      seen.slice(50),
      Array.from({ length: 50 }, () => 2),
    );
    assert.ok(deps.reads <= 4, `${deps.reads} reads`);
    for (const end of ends) end();
  });

  test('a failed look at the database ends nothing that is followed', async () => {
    const { deps, timers, watch } = createDeps();
    const seen: number[] = [];
    const end = watch.follow(key, 0, {
      onStatus: ({ version }) => seen.push(version),
      onError: (error) => assert.fail(String(error)),
    });
    while (seen.length < 1) await turn();
    deps.isAway = true;
    await timers.pass(5_000);
    deps.isAway = false;
    deps.change('running');
    await timers.pass(1_000);
    assert.deepEqual(seen, [1, 2]);
    end();
  });
});
