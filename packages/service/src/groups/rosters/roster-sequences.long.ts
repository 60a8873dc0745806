// The long form of roster-sequences.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useDyingService } from '../../../testing/dying-service.ts';
import { runRosterSequences } from '../../../testing/roster-sequences.ts';
import { testSeed } from '../../../testing/seed.ts';

const dying = useDyingService();

test('40 groups with rosters, changes, hands and deaths end in the union, and nobody by hand leaves', async (context) => {
  const metrics = await runRosterSequences(dying, testSeed, { groups: 40, rounds: 60 });
  context.diagnostic(JSON.stringify({ seed: testSeed, ...metrics }));
  assert.ok(metrics.acts > 1_000 && metrics.deaths > 10, JSON.stringify(metrics));
});
