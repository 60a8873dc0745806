// The short forms; `npm run test:long` runs the long ones (operations-on-graph.long.ts).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calm, hostile } from '@groupwright/graph-simulator/profile.ts';
import {
  runChangeBacklog,
  runKilledOperations,
  runOperations,
  runRepairs,
} from '../../../testing/operation-scenarios.ts';
import { runRandomOperations } from '../../../testing/random-operations.ts';
import { testSeed } from '../../../testing/seed.ts';

test('on a hostile day operations of every kind leave each group as its record says', async (context) => {
  const metrics = await runOperations(`operations ${testSeed}`, 60, hostile);
  context.diagnostic(JSON.stringify(metrics));
  assert.ok(metrics.succeeded > 0 && metrics.ownersRemoved > 0);
});

test('a backlog of changes goes at nine tenths of the published limit and delays no creation', async (context) => {
  const metrics = await runChangeBacklog(`changes ${testSeed}`, 2_000);
  context.diagnostic(JSON.stringify(metrics));
  assert.ok(metrics.shareOfCeiling >= 0.9, `${metrics.shareOfCeiling} of the ceiling`);
  assert.ok(metrics.shareThrottled < 0.01, `${metrics.shareThrottled} throttled`);
  assert.ok(metrics.otherTenantSeconds < 40, `${metrics.otherTenantSeconds} s`);
});

for (const profile of [calm, hostile]) {
  test(`operations that are killed at boundaries on a ${profile.name} day end in the same state`, async (context) => {
    const boundaries = await runKilledOperations(`killed ${testSeed}`, profile, 9);
    context.diagnostic(`${boundaries} boundaries`);
    assert.ok(boundaries > 10);
  });
}

for (const profile of [calm, hostile]) {
  test(`random operations on a ${profile.name} day leave each group and its people as the record says`, async (context) => {
    const metrics = await runRandomOperations(testSeed, profile, 14);
    context.diagnostic(JSON.stringify(metrics));
    assert.ok(metrics.succeeded > 50 && metrics.kills > 0);
  });
}

for (const [profile, kills] of [
  [calm, 0],
  [hostile, 6],
] as const) {
  test(`on a ${profile.name} day a repair brings teams in line with a changed template, with their labels and within the limits`, async (context) => {
    const given = { profile, count: 40, isLabelled: true, kills };
    const metrics = await runRepairs(`repairs ${testSeed}`, given);
    context.diagnostic(JSON.stringify(metrics));
    assert.ok(metrics.teams > 30);
  });
}
