import { test } from 'node:test';
import { assertAcceptedIsWhole } from './crash-run.ts';
import { describeFailovers, runFailovers } from './failover-run.ts';
import { testSeed } from './seed.ts';

test('nothing that was accepted under a synchronous standby is lost or done twice when the primary dies', async (t) => {
  const run = await runFailovers({
    seed: testSeed,
    replication: 'synchronous',
    failovers: 1,
    // Each process costs a second of processor time; five run in failover.long.ts.
    roles: ['api', 'api', 'worker'],
    restMs: 500,
  });
  try {
    t.diagnostic(`seed ${testSeed}: ${describeFailovers(run)}`);
    await assertAcceptedIsWhole(run, run.servers.withDatabase);
  } finally {
    await run.servers.remove();
  }
});
