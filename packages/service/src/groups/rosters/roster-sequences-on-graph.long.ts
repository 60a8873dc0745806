// The long form of roster-sequences-on-graph.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calm, hostile } from '@groupwright/graph-simulator/profile.ts';
import {
  runRosterSequencesOnGraph,
  type SequenceFigures,
} from '../../../testing/roster-sequences-on-graph.ts';
import { testSeed } from '../../../testing/seed.ts';

const sequences = 10_000;
const perRun = 25;
/** One in so many runs is on a hostile day. */
const hostileRuns = 4;

test('10,000 sequences of three sources, changes, hands, kills and lost answers end in the union', async (context) => {
  const sum = new Map<string, number>();
  for (let run = 1; run <= sequences / perRun; run += 1) {
    const profile = run % hostileRuns === 0 ? hostile : calm;
    const given = { profile, groups: perRun, rounds: 6 };
    const figures = await runRosterSequencesOnGraph(`rosters ${testSeed} ${run}`, given);
    for (const [name, n] of Object.entries(figures)) sum.set(name, (sum.get(name) ?? 0) + n);
    if (run % 40 === 0) console.log(JSON.stringify({ run, ...Object.fromEntries(sum) }));
  }
  const total = Object.fromEntries(sum) as unknown as SequenceFigures;
  context.diagnostic(JSON.stringify({ seed: testSeed, ...total }));
  assert.equal(total.sequences, sequences);
  assert.ok(total.deaths > 1_000 && total.lostAnswers > 300, JSON.stringify(total));
});
