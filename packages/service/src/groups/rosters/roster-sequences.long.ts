// The long form of roster-sequences.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useDyingService } from '../../../testing/dying-service.ts';
import { runRosterSequences } from '../../../testing/roster-sequences.ts';
import { testSeed } from '../../../testing/seed.ts';

const dying = useDyingService();

test('200 groups with rosters, changes, hands and 20 deaths end in the union, and nobody by hand leaves', async (context) => {
  const metrics = await runRosterSequences(dying, testSeed, { groups: 200, rounds: 60 });
  context.diagnostic(JSON.stringify({ seed: testSeed, ...metrics }));
  assert.ok(metrics.acts > 5_000 && metrics.deaths >= 20, JSON.stringify(metrics));
});
