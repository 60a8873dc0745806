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
  const { calls: group } = await countCalls(`calls ${testSeed}`, { kind: 'group' });
  assert.equal(group.get('groups.upsert'), 1);
  assert.equal(group.get('groups.change'), 1);
  assert.equal(group.get('groups.addReference'), undefined);
  const { calls: team } = await countCalls(`calls ${testSeed}`, { kind: 'team' });
  assert.equal(team.get('groups.upsert'), 1);
  assert.equal(team.get('teams.addMembers'), 1);
});

// They count against limits that the other applications of the tenant share.
for (const { profile, strangers, atMost } of [
  { profile: calm, strangers: false, atMost: 5 },
  { profile: calm, strangers: true, atMost: 8 },
  { profile: hostile, strangers: false, atMost: 10 },
]) {
  const people = strangers ? 'whose people no other has' : 'of people who are in others, too';
  test(`a team ${people} takes at most ${atMost} calls on a ${profile.name} day`, async (context) => {
    const counted = await countCalls('calls', { kind: 'team', profile, creations: 400, strangers });
    context.diagnostic(JSON.stringify({ ...counted, calls: Object.fromEntries(counted.calls) }));
    assert.ok(counted.callsOfEach <= atMost, `${counted.callsOfEach} calls`);
  });
}

for (const profile of [calm, hostile]) {
  test(`a creation that is killed at any boundary on a ${profile.name} day is ended by another, with one group`, async (context) => {
    const boundaries = await runKilled(`killed ${testSeed}`, profile);
    context.diagnostic(`${boundaries} boundaries`);
    assert.ok(boundaries > 20);
  });
}
