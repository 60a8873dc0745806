// Patroni itself: what callers see of a switchover, of a dead leader and of a leader whose Patroni died. Skipped where
// Patroni, etcd or the programs of PostgreSQL are not installed; patroni-cluster.ts names them.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { assertAcceptedIsWhole } from './crash-run.ts';
import { describeDisturbance, describeLoad, runFiveProcesses } from './five-processes.ts';
import { isPatroniInstalled, patroniTimes, startPatroniCluster } from './patroni-cluster.ts';
import { testSeed } from './seed.ts';

/** Creations before each disturbance, and after the last one. */
const creationsBetween = 20;
/** A process gives up a statement that nothing answers after this time, on a busy machine. */
const toleratedMs = 30_000;

suite('Patroni', { skip: !isPatroniInstalled && 'Patroni, etcd or PostgreSQL is missing' }, () => {
  test('nothing that was accepted is lost or done twice by a switchover, the death of the leader, its return, or the death of its Patroni', async (t) => {
    const cluster = await startPatroniCluster();
    t.after(cluster.remove);
    const run = await runFiveProcesses(
      cluster,
      { seed: testSeed, readEvents: true },
      async ({ acceptMore, measure }) => {
        const drill = async (name: string, act: () => Promise<void>) => {
          await acceptMore(creationsBetween);
          const times = await measure(act);
          t.diagnostic(`${name}: ${describeDisturbance(times, 'settled')}`);
          assert.ok(times.settledAfterMs < patroniTimes.ttl * 1000 + toleratedMs, name);
          assert.ok(times.createdAfterMs - times.settledAfterMs < toleratedMs, name);
        };
        await drill('switchover', cluster.switchOver);
        await cluster.untilWhole();
        await drill('death of the leader', cluster.killLeader);
        await drill('its return', cluster.returnKilled);
        await drill('death of the Patroni of the leader', cluster.killAgentOfLeader);
        await drill('its return', cluster.returnKilled);
        await acceptMore(creationsBetween);
      },
    );
    t.diagnostic(`seed ${testSeed}: ${describeLoad(run)}`);
    await assertAcceptedIsWhole(run, cluster.withDatabase);
  });
});
