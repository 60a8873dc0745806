// On PostgreSQL; roster-sequences-on-graph.long.ts runs 10,000 sequences in memory.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useDyingService } from '../../../testing/dying-service.ts';
import { runRosterSequences } from '../../../testing/roster-sequences.ts';
import { testSeed } from '../../../testing/seed.ts';

const dying = useDyingService();

test('rosters of three sources, changes, hands and deaths end in the union, and nobody by hand leaves', async (context) => {
  const metrics = await runRosterSequences(dying, testSeed, { groups: 3, rounds: 5 });
  context.diagnostic(JSON.stringify({ seed: testSeed, ...metrics }));
  assert.ok(metrics.acts >= 9 && metrics.deaths > 0, JSON.stringify(metrics));
});
