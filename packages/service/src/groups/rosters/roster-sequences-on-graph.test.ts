// The short form; `npm run test:long` runs the long one (roster-sequences-on-graph.long.ts).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostile } from '@groupwright/graph-simulator/profile.ts';
import { runRosterSequencesOnGraph } from '../../../testing/roster-sequences-on-graph.ts';
import { testSeed } from '../../../testing/seed.ts';

for (const [name, options] of [
  ['many sequences without requests between', { groups: 40, rounds: 6 }],
  [
    'sequences through Microsoft Graph on a hostile day',
    { profile: hostile, groups: 12, rounds: 5 },
  ],
] as const) {
  test(`${name}: rosters, changes, hands and deaths end in the union, and nobody by hand leaves`, async (context) => {
    const figures = await runRosterSequencesOnGraph(`rosters ${testSeed}`, options);
    context.diagnostic(JSON.stringify({ seed: testSeed, ...figures }));
    assert.ok(figures.deaths > 0 && figures.puts >= 30, JSON.stringify(figures));
  });
}

test('nobody leaves whom a person keeps, also after an operation that failed and recorded no ids', async () => {
  // This sequence took people out.
  await runRosterSequencesOnGraph('rosters 1002 49', { groups: 50, rounds: 6 });
});
