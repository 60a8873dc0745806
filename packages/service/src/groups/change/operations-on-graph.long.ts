// The long forms of operations-on-graph.test.ts; their figures go into the notes of a release.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calm, hostile, hostileTenant } from '@groupwright/graph-simulator/profile.ts';
import {
  type OperationMetrics,
  runChangeBacklog,
  runKilledOperations,
  runOperations,
  runRepairs,
} from '../../../testing/operation-scenarios.ts';
import { testSeed } from '../../../testing/seed.ts';

const rounds = 100;
/** Three of four get eight operations each, the others six. */
const creationsPerRound = 134;

test('100,000 operations of every kind on hostile days leave each group as its record says', async (context) => {
  const sum: OperationMetrics[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const profile = round % 2 === 0 ? hostile : hostileTenant;
    sum.push(await runOperations(`operations ${testSeed} ${round}`, creationsPerRound, profile));
  }
  const total = (pick: (metrics: OperationMetrics) => number): number =>
    sum.reduce((before, metrics) => before + pick(metrics), 0);
  assert.ok(total((m) => m.operations) >= 100_000);
  context.diagnostic(
    `${total((m) => m.operations)} operations on ${total((m) => m.creations)} groups: ` +
      `${total((m) => m.succeeded)} succeeded, ${total((m) => m.rightlyFailed)} rightly failed; ` +
      `${total((m) => m.ownersRemoved)} removals of owners, each after its successor; ` +
      `${total((m) => m.requests)} requests met ${total((m) => m.faults)} faults in ` +
      `${total((m) => m.virtualMinutes)} virtual minutes`,
  );
});

test('a backlog of 20,000 changes goes at nine tenths of the published limit and more', async (context) => {
  const metrics = await runChangeBacklog(`changes ${testSeed}`, 20_000);
  context.diagnostic(JSON.stringify(metrics));
  assert.ok(metrics.shareOfCeiling >= 0.9, `${metrics.shareOfCeiling} of the ceiling`);
  assert.ok(metrics.shareThrottled < 0.01, `${metrics.shareThrottled} throttled`);
  assert.ok(metrics.otherTenantSeconds < 40, `${metrics.otherTenantSeconds} s`);
  assert.ok(metrics.ownCreationSeconds < 60, `${metrics.ownCreationSeconds} s`);
});

for (const profile of [calm, hostile]) {
  test(`operations that are killed at any boundary on a ${profile.name} day end in the same state`, async (context) => {
    const boundaries = await runKilledOperations(`killed ${testSeed}`, profile);
    context.diagnostic(`${boundaries} boundaries`);
  });
}

for (const isLabelled of [false, true]) {
  test(`500 teams are brought in line with a changed template ${isLabelled ? 'and its label ' : ''}within the published limits`, async (context) => {
    const given = { profile: calm, count: 500, isLabelled };
    const metrics = await runRepairs(`repairs ${testSeed}`, given);
    context.diagnostic(JSON.stringify(metrics));
    assert.equal(metrics.teams, 500);
    assert.ok(metrics.shareOfCeiling >= 0.95, `${metrics.shareOfCeiling} of the ceiling`);
    assert.ok(metrics.shareThrottled < 0.01, `${metrics.shareThrottled} throttled`);
  });
}

test('500 teams are brought in line on a hostile day by workers that are killed', async (context) => {
  const given = { profile: hostile, count: 500, isLabelled: true, kills: 20 };
  context.diagnostic(JSON.stringify(await runRepairs(`repairs ${testSeed}`, given)));
});
