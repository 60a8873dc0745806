// `npm run test:crash`: the long form of crash.test.ts, with several seeds in a row.
import { test } from 'node:test';
import { assertRunIsWhole, describeRun, runCrashes } from './crash-run.ts';
import { testSeed } from './seed.ts';

const runs = 5;
const durationMs = 40_000;

for (let index = 0; index < runs; index += 1) {
  const seed = testSeed + index;
  /** It belongs to the service that owns PostgreSQL. */
  const processes = 1 + (index % 3);
  test(`nothing is lost while everything is killed at random, ${processes} processes, seed ${seed}`, async (t) => {
    const run = await runCrashes({ seed, durationMs, processes });
    try {
      t.diagnostic(describeRun(run));
      await assertRunIsWhole(run);
    } finally {
      await run.directory.remove();
    }
  });
}
