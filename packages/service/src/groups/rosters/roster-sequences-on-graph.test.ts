// The short form; `npm run test:long` runs the long one (roster-sequences-on-graph.long.ts).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calm, hostile } from '@groupwright/graph-simulator/profile.ts';
import { runRosterSequencesOnGraph } from '../../../testing/roster-sequences-on-graph.ts';
import { testSeed } from '../../../testing/seed.ts';

for (const profile of [calm, hostile]) {
  test(`on a ${profile.name} day rosters, changes, hands and deaths end in the union, and nobody by hand leaves`, async (context) => {
    const given = { profile, groups: 15, rounds: 5 };
    const figures = await runRosterSequencesOnGraph(`rosters ${testSeed}`, given);
    context.diagnostic(JSON.stringify({ seed: testSeed, ...figures }));
    assert.ok(figures.deaths > 0 && figures.puts >= 30, JSON.stringify(figures));
  });
}
