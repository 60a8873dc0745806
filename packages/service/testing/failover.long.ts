// The long form of failover.test.ts: several failovers in a row, each to a standby that was added under load, and
// failovers to a standby that lags behind.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNothingLost } from './assert-no-loss.ts';
import { assertAcceptedIsWhole } from './crash-run.ts';
import { describeFailovers, findLost, runFailovers } from './failover-run.ts';
import { testSeed } from './seed.ts';

const failovers = 3;
/** A quiet machine needs less than 5 seconds; a busy one may take longer. */
const longestMs = 30_000;

test('nothing is lost over several failovers under synchronous standbys', async (t) => {
  const run = await runFailovers({ seed: testSeed, replication: 'synchronous', failovers });
  try {
    t.diagnostic(describeFailovers(run));
    await assertAcceptedIsWhole(run, run.servers.withDatabase);
    assert.ok(run.failovers.every(({ createdAfterMs }) => createdAfterMs < longestMs));
  } finally {
    await run.servers.remove();
  }
});

test('everything that an asynchronous standby has received is completed once, and the rest is absent as a whole', async (t) => {
  const run = await runFailovers({ seed: testSeed, replication: 'asynchronous', failovers });
  try {
    const lost = new Set(await findLost(run));
    t.diagnostic(`${describeFailovers(run)}; ${lost.size} accepted groups are lost`);
    const kept = run.accepted.filter(({ teamId }) => !lost.has(teamId));
    await run.servers.withDatabase((database) =>
      assertNothingLost(database, run.tenant.tenantId, kept, () => ({ owners: 2, members: 3 })),
    );
    assert.ok(kept.length > 0);
    assert.deepEqual(run.deaths, []);
  } finally {
    await run.servers.remove();
  }
});
