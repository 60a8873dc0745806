// The long forms of provisioning.test.ts; their figures go into the notes of a release.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calm, hostile } from '@groupwright/graph-simulator/profile.ts';
import {
  runBacklog,
  runHostile,
  runKilled,
  runLarge,
  type HostileMetrics,
} from '../../testing/graph-scenarios.ts';
import { testSeed } from '../../testing/seed.ts';

const rounds = 100;
const creationsPerRound = 1000;

test('100,000 creations on hostile days: exactly one group each, or rightly failed with none', async (context) => {
  const sum: HostileMetrics[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    sum.push(await runHostile(`hostile ${testSeed} ${round}`, creationsPerRound));
  }
  const total = (pick: (metrics: HostileMetrics) => number): number =>
    sum.reduce((before, metrics) => before + pick(metrics), 0);
  context.diagnostic(
    `${total((f) => f.creations)} creations: ${total((f) => f.succeeded)} succeeded, ` +
      `${total((f) => f.rightlyFailed)} rightly failed; ${total((f) => f.requests)} requests met ` +
      `${total((f) => f.faults)} faults, ${total((f) => f.forgeries)} forgeries and ` +
      `${total((f) => f.refusedLate)} late refusals in ${total((f) => f.virtualMinutes)} virtual minutes`,
  );
  assert.ok(total((f) => f.forgeries) > 0 && total((f) => f.refusedLate) > 0);
});

test('a backlog of 20,000 goes at nine tenths of the published limits and more', async (context) => {
  const metrics = await runBacklog(`backlog ${testSeed}`, 20_000);
  context.diagnostic(JSON.stringify(metrics));
  assert.ok(metrics.shareOfCeiling >= 0.9, `${metrics.shareOfCeiling} of the ceiling`);
  assert.ok(metrics.shareThrottled < 0.01, `${metrics.shareThrottled} throttled`);
  assert.ok(
    metrics.otherTenantSeconds < 40,
    `${metrics.otherTenantSeconds} s for the other tenant`,
  );
});

test('100 owners and 5,000 members are added with the necessary requests and 5 percent more', async (context) => {
  const { requests, atLeast } = await runLarge(`large ${testSeed}`, 100, 5000);
  context.diagnostic(`${requests} requests, ${atLeast} at least`);
  assert.ok(requests <= atLeast * 1.05);
});

test('a creation that is killed at any boundary is ended by another, with one group', async (context) => {
  let boundaries = 0;
  for (let round = 1; round <= 50; round += 1) {
    boundaries += await runKilled(`killed ${testSeed} ${round}`, round % 5 === 0 ? calm : hostile);
  }
  context.diagnostic(`${boundaries} boundaries in 50 creations`);
});
