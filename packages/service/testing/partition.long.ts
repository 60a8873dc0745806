// Partitions of the network that close no connection, and a primary that returns after its standby was promoted: nothing
// that was accepted is lost, and no process writes to a primary that was replaced.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { assertAcceptedIsWhole } from './crash-run.ts';
import { eventually } from './eventually.ts';
import { describeDisturbance, describeLoad, runFiveProcesses } from './five-processes.ts';
import { startReplicatedServers } from './replicated-servers.ts';
import { testSeed } from './seed.ts';

/** Creations before each disturbance, and after the last one. */
const creationsBetween = 20;
/** A switch restarts as long. It is shorter than the time after which PostgreSQL gives a standby up. */
const cutForMs = 10_000;
/** A worker may wait twice for a statement that is lost, 16 seconds each time, before another one takes over. */
const toleratedMs = 60_000;

test('nothing that was accepted is lost or done twice when the network is cut, and no process writes to a primary that returns', async (t) => {
  const servers = await startReplicatedServers('synchronous');
  t.after(servers.remove);
  const previousUrl = servers.primaryUrl();

  const run = await runFiveProcesses(
    servers,
    { seed: testSeed, readEvents: true },
    async ({ accepted, acceptMore, logs, measure, startAnother }) => {
      const drill = async (name: string, settled: string, act: () => Promise<unknown>) => {
        await acceptMore(creationsBetween);
        const times = await measure(act);
        t.diagnostic(`${name}: ${describeDisturbance(times, settled)}`);
        assert.ok(times.createdAfterMs - times.settledAfterMs < toleratedMs, name);
      };
      const cutFor = async (from: { service: boolean; standby: boolean }) => {
        servers.cutOffPrimary(from);
        await pause(cutForMs);
        servers.healNetwork();
      };
      await drill('between the service and the primary', 'whole again', () =>
        cutFor({ service: true, standby: false }),
      );
      await drill('between the primary and its standby', 'whole again', () =>
        cutFor({ service: false, standby: true }),
      );
      await drill('around the primary', 'promoted', () => {
        servers.cutOffPrimary({ service: true, standby: true });
        return servers.promoteStandby();
      });

      const found = /"timeline":2,.*the primary of the database was found/;
      await eventually(() => logs().every((log) => found.test(log)), 'all know the new primary');
      const before = accepted().length;
      // It waits for no standby any more: without a fence, it would take every write.
      await query(previousUrl, `alter system set synchronous_standby_names = ''`);
      await query(previousUrl, 'select pg_reload_conf()');
      servers.healNetwork();
      // It knows nothing of the failover, and the previous primary is the first of its hosts.
      await startAnother('worker');
      await eventually(
        async () => (await sessions(previousUrl)) === 0,
        'no session of the service is left on the previous primary',
      );
      await acceptMore(100);
      assert.equal(await sessions(previousUrl), 0);
      const since = accepted()
        .slice(before)
        .map(({ teamId }) => teamId);
      const strays = await query(
        previousUrl,
        'select from teams where team_id = any ($1::uuid[])',
        [since],
      );
      assert.equal(strays.length, 0);
    },
  );
  t.diagnostic(`seed ${testSeed}: ${describeLoad(run)}`);
  await assertAcceptedIsWhole(run, servers.withDatabase);
});

/** It belongs to the processes of the service, without their looks for the primary. */
async function sessions(url: string): Promise<number> {
  const rows = await query(
    url,
    `select from pg_stat_activity
     where application_name like 'groupwright%' and application_name <> 'groupwright search'`,
  );
  return rows.length;
}

async function query(url: string, text: string, values: unknown[] = []): Promise<object[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<object>(text, values)).rows;
  } finally {
    await client.end();
  }
}
