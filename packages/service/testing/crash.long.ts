// `npm run test:crash`: the long form of crash.test.ts, with several seeds in a row.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCrashes } from './crash-run.ts';
import { assertNothingLost } from './assert-no-loss.ts';
import { testSeed } from './seed.ts';

const runs = 5;
const durationMs = 40_000;

for (let index = 0; index < runs; index += 1) {
  const seed = testSeed + index;
  test(`nothing is lost while everything is killed at random, seed ${seed}`, async (t) => {
    const run = await runCrashes({ seed, durationMs });
    try {
      t.diagnostic(`${run.accepted.length} accepted, killed ${JSON.stringify(run.kills)}`);
      assert.deepEqual(run.wrongResponses, []);
      assert.deepEqual(run.deaths, []);
      await run.directory.withDatabase((database) =>
        assertNothingLost(database, run.tenant.tenantId, run.accepted, () => ({
          owners: 2,
          members: 3,
        })),
      );
    } finally {
      await run.directory.remove();
    }
  });
}
