import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCrashes } from './crash-run.ts';
import { assertNothingLost } from './assert-no-loss.ts';
import { testSeed } from './seed.ts';

test('nothing is lost while API, worker and PostgreSQL are killed at random', async (t) => {
  const run = await runCrashes({ seed: testSeed, durationMs: 8_000 });
  try {
    t.diagnostic(`seed ${testSeed}: ${run.accepted.length} accepted, ${JSON.stringify(run.kills)}`);
    assert.deepEqual(run.wrongResponses, []);
    assert.deepEqual(run.deaths, []);
    assert.ok(run.accepted.length > 20);
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
