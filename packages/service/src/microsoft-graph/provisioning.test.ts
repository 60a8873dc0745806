// The short forms; `npm run test:long` runs the long ones (provisioning.long.ts).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calm, hostile } from '@groupwright/graph-simulator/profile.ts';
import {
  countCalls,
  runBacklog,
  runHostile,
  runKilled,
  runLarge,
} from '../../testing/graph-scenarios.ts';
import { testSeed } from '../../testing/seed.ts';

test('on a hostile day each creation ends with exactly one group, or rightly failed with none', async (context) => {
  const metrics = await runHostile(`hostile ${testSeed}`, 400);
  context.diagnostic(JSON.stringify(metrics));
});

test('a run replays from its seed', async () => {
  const first = await runHostile(`replay ${testSeed}`, 60);
  assert.deepEqual(await runHostile(`replay ${testSeed}`, 60), first);
});

test('a backlog goes at nine tenths of the published limits, hardly ever throttled, and delays no other tenant', async (context) => {
  const metrics = await runBacklog(`backlog ${testSeed}`, 1500);
  context.diagnostic(JSON.stringify(metrics));
  // The first polls and the last ones weigh more in a short run: the long one asks for 0.9.
  assert.ok(metrics.shareOfCeiling >= 0.8, `${metrics.shareOfCeiling} of the ceiling`);
  assert.ok(metrics.shareThrottled < 0.01, `${metrics.shareThrottled} throttled`);
  assert.ok(
    metrics.otherTenantSeconds < 40,
    `${metrics.otherTenantSeconds} s for the other tenant`,
  );
});

test('100 owners and 5,000 members are added with the necessary requests and 5 percent more', async (context) => {
  const { requests, atLeast } = await runLarge(`large ${testSeed}`, 100, 5000);
  context.diagnostic(`${requests} requests, ${atLeast} at least`);
  assert.ok(requests <= atLeast * 1.05, `${requests} requests where ${atLeast} would do`);
});

test('a creation on a calm day writes no person twice', async () => {
  const group = await countCalls(`calls ${testSeed}`, 'group');
  assert.equal(group.get('groups.upsert'), 1);
  assert.equal(group.get('groups.change'), 1);
  assert.equal(group.get('groups.addReference'), undefined);
  const team = await countCalls(`calls ${testSeed}`, 'team');
  assert.equal(team.get('groups.upsert'), 1);
  assert.equal(team.get('teams.addMembers'), 1);
});

for (const profile of [calm, hostile]) {
  test(`a creation that is killed at any boundary on a ${profile.name} day is ended by another, with one group`, async (context) => {
    const boundaries = await runKilled(`killed ${testSeed}`, profile);
    context.diagnostic(`${boundaries} boundaries`);
    assert.ok(boundaries > 20);
  });
}
