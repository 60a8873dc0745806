import { test } from 'node:test';
import { assertAcceptedIsWhole } from './crash-run.ts';
import { describeFailovers, runFailovers } from './failover-run.ts';
import { testSeed } from './seed.ts';

test('nothing that was accepted under a synchronous standby is lost or done twice when the primary dies', async (t) => {
  const run = await runFailovers({ seed: testSeed, replication: 'synchronous', failovers: 1 });
  try {
    t.diagnostic(`seed ${testSeed}: ${describeFailovers(run)}`);
    await assertAcceptedIsWhole(run, run.servers.withDatabase);
  } finally {
    await run.servers.remove();
  }
});
