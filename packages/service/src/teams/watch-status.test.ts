import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../foundation/clock.ts';
import type { CreationStatus } from '../provisioning/creation.ts';
import type { TeamStatus, TeamStore } from './team.ts';
import { createStatusWatch } from './watch-status.ts';

const key = { tenantId: 't', teamId: 'team' };

function createDeps() {
  const deps = {
    version: 1,
    status: 'accepted' as CreationStatus,
    isAway: false,
    reads: 0,
    change(status: CreationStatus) {
      deps.version += 1;
      deps.status = status;
    },
  };
  const store: Pick<TeamStore, 'readStatus'> = {
    async readStatus() {
      deps.reads += 1;
      const { version, status } = deps;
      await pause(1);
      if (deps.isAway) throw new Error('away');
      return {
        teamId: 'team',
        status,
        version,
        createdAt: new Date(0),
        updatedAt: new Date(0),
        completedAt: null,
        steps: [],
        error: null,
        warnings: [],
      };
    },
  };
  return {
    deps,
    watch: createStatusWatch({
      store,
      timers: systemClock,
      onError: (error) => assert.fail(String(error)),
    }),
  };
}

suite('watching a creation', () => {
  test('tells each change once and in order, however often it is noticed', async () => {
    const { deps, watch } = createDeps();
    const seen: TeamStatus[] = [];
    const end = watch.follow(key, 0, {
      onStatus: (status) => seen.push(status),
      onError: (error) => assert.fail(String(error)),
    });
    const untilSeen = async (count: number) => {
      while (seen.length < count) await pause(1);
    };
    await untilSeen(1);
    for (const [index, status] of (['running', 'running', 'succeeded'] as const).entries()) {
      deps.change(status);
      for (let times = 0; times < 5; times += 1) watch.notice({ ...key, status });
      await untilSeen(index + 2);
    }
    end();
    assert.deepEqual(
      seen.map(({ version }) => version),
      [1, 2, 3, 4],
    );
    deps.change('failed');
    watch.notice({ ...key, status: 'failed' });
    await pause(10);
    assert.equal(seen.length, 4, 'nothing comes after the end');
  });

  test('finds what another process changed', async () => {
    const { deps, watch } = createDeps();
    const waiting = watch.waitUntilFinal(key, 5_000);
    await pause(20);
    deps.change('succeeded');
    assert.equal((await waiting)?.status, 'succeeded');
  });

  test('waits on while the database is away, and has the outcome after it', async () => {
    const { deps, watch } = createDeps();
    deps.isAway = true;
    const waiting = watch.waitUntilFinal(key, 5_000);
    await pause(500);
    deps.isAway = false;
    deps.change('succeeded');
    assert.equal((await waiting)?.status, 'succeeded');
  });

  test('ends a wait with what is known when its time is up, or at a stop', async () => {
    const { watch } = createDeps();
    assert.equal((await watch.waitUntilFinal(key, 30))?.status, 'accepted');
    const waiting = watch.waitUntilFinal(key, 60_000);
    await pause(20);
    watch.endWaits();
    assert.equal((await waiting)?.status, 'accepted');
  });

  test('looks at nothing once nobody follows', async () => {
    const { deps, watch } = createDeps();
    await watch.waitUntilFinal(key, 10);
    const before = deps.reads;
    await pause(500);
    assert.equal(deps.reads, before);
  });
});
