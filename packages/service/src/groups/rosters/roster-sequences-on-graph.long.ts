// The long form of roster-sequences-on-graph.test.ts; its figures go into the notes of a release.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calm, hostile } from '@groupwright/graph-simulator/profile.ts';
import {
  runRosterSequencesOnGraph,
  type SequenceFigures,
  type SequenceOptions,
} from '../../../testing/roster-sequences-on-graph.ts';
import { testSeed } from '../../../testing/seed.ts';

/** @returns the figures of all runs together */
async function repeat(
  runs: number,
  optionsOf: (run: number) => SequenceOptions,
): Promise<SequenceFigures> {
  const sum = new Map<string, number>();
  for (let run = 1; run <= runs; run += 1) {
    const figures = await runRosterSequencesOnGraph(`rosters ${testSeed} ${run}`, optionsOf(run));
    for (const [name, n] of Object.entries(figures)) sum.set(name, (sum.get(name) ?? 0) + n);
  }
  return Object.fromEntries(sum) as unknown as SequenceFigures;
}

test('10,000 sequences of three sources, changes, hands, kills and lost answers end in the union', async (context) => {
  const figures = await repeat(200, () => ({ groups: 50, rounds: 6 }));
  context.diagnostic(JSON.stringify({ seed: testSeed, ...figures }));
  assert.equal(figures.sequences, 10_000);
  assert.ok(figures.deaths > 500 && figures.lostAnswers > 1_000, JSON.stringify(figures));
  assert.ok(figures.braked > 500 && figures.failed > 500, JSON.stringify(figures));
});

test('500 sequences end in the union through Microsoft Graph, on calm and on hostile days', async (context) => {
  const figures = await repeat(20, (run) => {
    return { profile: run % 4 === 0 ? hostile : calm, groups: 25, rounds: 6 };
  });
  context.diagnostic(JSON.stringify({ seed: testSeed, ...figures }));
  assert.ok(figures.deaths > 50 && figures.lostAnswers > 100, JSON.stringify(figures));
});
