import { test } from 'node:test';
import { assertRunIsWhole, describeRun, runCrashes } from './crash-run.ts';
import { testSeed } from './seed.ts';

test('nothing is lost while API, worker, supervisor and PostgreSQL are killed at random', async (t) => {
  const run = await runCrashes({ seed: testSeed, durationMs: 4_000, processes: 2, restMs: 500 });
  try {
    t.diagnostic(`seed ${testSeed}: ${describeRun(run)}`);
    await assertRunIsWhole(run);
  } finally {
    await run.directory.remove();
  }
});
