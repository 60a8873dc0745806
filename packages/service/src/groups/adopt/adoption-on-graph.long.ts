// The long form of adoption-on-graph.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calm, hostile } from '@groupwright/graph-simulator/profile.ts';
import { runAdoptions } from '../../../testing/adoption-run.ts';
import { testSeed } from '../../../testing/seed.ts';

test('4,000 groups are adopted in one run, at 95 % and more of the even pace of the published limits', async (context) => {
  const metrics = await runAdoptions(`adoptions ${testSeed}`, calm, 4_000);
  context.diagnostic(JSON.stringify(metrics));
  assert.ok(metrics.shareOfCeiling >= 0.95, `${metrics.shareOfCeiling} of the ceiling`);
  assert.ok(metrics.shareThrottled < 0.01, `${metrics.shareThrottled} throttled`);
});

test('4,000 groups are adopted on a hostile day, by workers of which fifty are killed', async (context) => {
  const metrics = await runAdoptions(`hostile ${testSeed}`, hostile, 4_000, { kills: 50 });
  context.diagnostic(JSON.stringify(metrics));
});
