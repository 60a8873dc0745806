// How Microsoft 365 is asked to change groups, and what its refusals mean: what the suite cannot see from outside.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { calm, hostile, type Profile } from '@groupwright/graph-simulator/profile.ts';
import type { TenantOptions } from '@groupwright/graph-simulator/tenant.ts';
import { answeringTenantId, answeringWith, graphError } from '../../testing/answering-graph.ts';
import { openSimulatedGraph, testMarkingKeys } from '../../testing/simulated-graph.ts';
import { testSeed } from '../../testing/seed.ts';
import { systemClock } from '../ground/clock.ts';
import type { OwnGroup, RemovedPeople } from '../directory/group-life.ts';
import { createSuiteFixtures, type DirectoryFixture } from '../directory/fixtures.suite.ts';
import { createMarking } from './marker.ts';

async function openFixtures(profile: Profile, tenantOptions: Partial<TenantOptions> = {}) {
  const graph = await openSimulatedGraph({
    seed: `group life ${testSeed}`,
    profile,
    inProcess: true,
    tenants: [{ people: 60, ...tenantOptions }],
  });
  const { simulator, clock } = graph;
  const [tenant] = simulator.tenants;
  assert.ok(tenant);
  const fixture: DirectoryFixture = {
    directory: graph.connect(),
    people: tenant.users.map(({ id, mail }) => ({ id, email: mail ?? '' })),
    guestId: '',
    blockedWord: '',
    now: () => clock.now(),
    makeStrangersGroup: () => Promise.reject(new Error('There is none.')),
    knowsLeaveDates: false,
    changePerson: async (id, { enabled }) =>
      simulator.changeUser(tenant.tenantId, id, { accountEnabled: enabled ?? true }),
    deletePerson: async (id) => simulator.deleteUser(tenant.tenantId, id),
    restorePerson: async (id) => simulator.restoreUser(tenant.tenantId, id),
    async removeAllOwners(groupId) {
      tenant.groups.get(groupId)?.owners.clear();
    },
    wait: (durationMs) => clock.wait(durationMs),
    run: (work) => clock.run(work),
    close: () => graph.close(),
  };
  after(async () => {
    await graph.close();
    assert.deepEqual(simulator.journal.violations, []);
  });
  const fixtures = createSuiteFixtures(fixture);
  async function makeTeamOf(owners: number, members = 0): Promise<OwnGroup> {
    const ownerIds = Array.from({ length: owners }, (_, index) => fixtures.id(index));
    const memberIds = Array.from({ length: members }, (_, index) => fixtures.id(owners + index));
    const { id, marker } = await fixtures.makeGroup({ ownerIds, memberIds: [] });
    await fixtures.makeTeam(id);
    const people = { ownerIds, memberIds, alreadyOwnerIds: [] };
    await fixtures.does((call) => fixture.directory.addOwners(id, people, 'team', call));
    return { groupId: id, marker };
  }

  return {
    ...fixtures,
    simulator,
    tenant,
    /** Another process remembers nothing. */
    connect: () => graph.connect(),
    journal: simulator.journal,
    calls: (name: string) => simulator.journal.calls.get(name) ?? 0,
    makeTeamOf,
  };
}

test('a change of names, description and visibility is one write', async () => {
  const { directory, does, makeGroup, calls } = await openFixtures(calm);
  const { id: groupId, marker } = await makeGroup();
  const change = { displayName: 'Other', description: 'New', visibility: 'public' } as const;
  await does((call) => directory.updateGroup({ groupId, marker }, change, call));
  assert.equal(calls('groups.change'), 1);
  // A read that shows the values is no reason to skip the write: it may be older than another change.
  await does((call) => directory.updateGroup({ groupId, marker }, change, call));
  assert.equal(calls('groups.change'), 2);
});

test('twenty people leave a team by one call, and the journal shows who came before', async () => {
  const { directory, does, id, makeTeamOf, calls, journal } = await openFixtures(calm);
  const team = await makeTeamOf(1, 20);
  const people = { ownerIds: [id(40)], memberIds: [], alreadyOwnerIds: [] };
  await does((call) => directory.addOwners(team.groupId, people, 'team', call));
  const leaving = Array.from({ length: 20 }, (_, index) => id(index));
  const { refused } = await does((call) => directory.removeMembers(team, leaving, 'team', call));
  assert.deepEqual(refused, []);
  assert.equal(calls('teams.removeMembers'), 1);
  const kinds = journal.changes.filter(({ groupId }) => groupId === team.groupId);
  const added = kinds.findIndex(({ personIds }) => personIds.includes(id(40)));
  const removed = kinds.findIndex(({ kind }) => kind === 'owners_removed');
  assert.ok(added !== -1 && added < removed, JSON.stringify(kinds));
});

test('one of two owners who is refused is a result, and final only after several calls', async () => {
  const fixtures = await openFixtures({ ...calm, ownerRefusalChance: 1 });
  const { directory, does, id, makeGroup, peopleOf, tenant } = fixtures;
  // Some refusals pass, others stay: both are met among ten groups.
  const outcomes = new Set<string>();
  for (let number = 0; number < 10; number += 1) {
    const made = await makeGroup({ ownerIds: [id(0), id(1)], memberIds: [] });
    const group = { groupId: made.id, marker: made.marker };
    let rounds = 0;
    let answer: RemovedPeople;
    do {
      rounds += 1;
      answer = await does((call) => directory.removeOwners(group, [id(0)], 'group', call));
      assert.ok(answer.refused.every(({ reason }) => reason === 'owner_stays'));
    } while (answer.refused.some(({ permanent }) => !permanent));
    const stays = answer.refused.length > 0;
    assert.equal((await peopleOf(made.id)).owners.has(id(0)), stays);
    assert.equal(rounds, stays ? 8 : 3);
    outcomes.add(stays ? 'stays' : 'leaves');
  }
  assert.ok(outcomes.has('leaves'));
  assert.equal(tenant.groups.size, 10);
});

test('a group that the tenant’s own policy covers is renewed there, and its new expiration is read', async () => {
  const fixtures = await openFixtures(calm, { groupLifetimeDays: 180 });
  const { directory, does, calls, fixture } = fixtures;
  const group = await fixtures.makeTeamOf(1);
  const before = await does((call) => directory.readExpiration(group, call));
  assert.ok(before);
  await fixture.run(fixture.wait(10 * 86_400_000));
  assert.deepEqual(await does((call) => directory.readExpiration(group, call)), before);
  const renewed = await does((call) => directory.renewGroup(group, call));
  assert.ok(renewed && renewed.getTime() - before.getTime() >= 10 * 86_400_000);
  assert.equal(calls('groups.renew'), 1);
});

test('where members cannot be removed several at a time, each membership is deleted', async () => {
  const fixtures = await openFixtures(calm, { removesMembersInBulk: false });
  const { directory, does, id, makeTeamOf, calls, peopleOf } = fixtures;
  const team = await makeTeamOf(2, 4);
  for (const leaving of [
    [id(1), id(2)],
    [id(3), id(50)],
  ]) {
    const { refused } = await does((call) => directory.removeMembers(team, leaving, 'team', call));
    assert.deepEqual(refused, []);
  }
  assert.equal(calls('teams.removeMember'), 3);
  assert.equal(calls('teams.removeMembers'), 1);
  const { owners, members } = await peopleOf(team.groupId);
  assert.deepEqual(owners, new Set([id(0)]));
  assert.deepEqual(members, new Set([id(0), id(4), id(5)]));
});

test('archiving needs a permission that is named, and the larger one suffices', async () => {
  const larger = [
    'Group.ReadWrite.All',
    'Team.Create',
    'TeamMember.ReadWrite.All',
    'User.Read.All',
  ];
  const accepted = await openFixtures(calm, { permissions: larger });
  const team = await accepted.makeTeamOf(1);
  const report = await accepted.does((call) => accepted.directory.testConnection(call));
  assert.deepEqual(report.missing, []);
  const state = await accepted.does((call) => accepted.directory.archiveTeam(team, call));
  assert.equal(state.state, 'pending');

  const groupId = '11111111-1111-4111-8111-111111111111';
  const marker = '22222222-2222-4222-8222-222222222222';
  const uniqueName = createMarking(answeringTenantId, testMarkingKeys).uniqueNameOf(marker);
  const roles = Buffer.from('{"roles":["Group.ReadWrite.All"]}').toString('base64url');
  const { directory } = answeringWith(
    ({ method }) =>
      method === 'GET'
        ? { body: JSON.stringify({ id: groupId, uniqueName }) }
        : { status: 403, body: graphError('Authorization_RequestDenied', 'no') },
    systemClock,
    { token: ['e30', roles, ''].join('.') },
  );
  const call = {
    signal: new AbortController().signal,
    teamId: marker,
    notes: new Map<string, number>(),
  };
  await assert.rejects(directory.archiveTeam({ groupId, marker }, call), {
    code: 'permission_missing',
    message: /does not accept the permission Group\.ReadWrite\.All.*TeamSettings\.ReadWrite\.All/,
  });
});

test('an operation that is no longer known is replaced by looks at the team', async () => {
  const { directory, does, fixture, makeTeamOf, tenant } = await openFixtures(calm);
  const team = await makeTeamOf(1);
  let state = await does((call) => directory.archiveTeam(team, call));
  const archiving = tenant.groups.get(team.groupId)?.archiving?.[0];
  assert.ok(archiving);
  Object.assign(archiving, { operationId: 'forgotten' });
  let polls = 0;
  while (state.state === 'pending') {
    const { operation, pollAfterMs } = state;
    polls += 1;
    await fixture.run(fixture.wait(pollAfterMs));
    state = await does((call) => directory.readArchiving(team, operation, call));
  }
  assert.equal(polls, 2);
});

test('observing twenty groups takes a request for each kind of read', async () => {
  const { directory, does, makeGroup, journal } = await openFixtures(calm);
  const groupIds: string[] = [];
  for (let number = 0; number < 20; number += 1) groupIds.push((await makeGroup()).id);
  const before = journal.httpRequests.count;
  const all = await does((call) => directory.observeGroups(groupIds, ['owners', 'counts'], call));
  assert.ok(all.every(({ state }) => state === 'exists'));
  assert.equal(journal.httpRequests.count - before, 4);
  await does((call) => directory.observeGroups(groupIds, [], call));
  assert.equal(journal.httpRequests.count - before, 5);
});

test('a restore whose answers are lost restores once', async () => {
  const { directory, does, fixture, makeGroup, readVisible, journal, simulator } =
    await openFixtures(calm);
  const made = await makeGroup();
  const group = { groupId: made.id, marker: made.marker };
  const deletedAt = new Date(fixture.now());
  await does((call) => directory.deleteGroup(group, call));
  simulator.setProfile({ ...hostile, lagChance: 1, faultChance: 0.5 });
  await does((call) => directory.restoreGroup(group, deletedAt, call));
  assert.equal((await readVisible(made.id)).displayName, made.displayName);
  assert.equal(journal.changes.filter(({ kind }) => kind === 'restored').length, 1);
});

test('a process that is killed during a restore is followed by one that does not wait for the old group to vanish', async () => {
  const { directory, does, fixture, makeGroup, readVisible, connect, journal } =
    await openFixtures(calm);
  const made = await makeGroup();
  const group = { groupId: made.id, marker: made.marker };
  const deletedAt = new Date(fixture.now());
  await does((call) => directory.deleteGroup(group, call));
  assert.equal(await does((call) => directory.groupState(made.id, call)), 'removed');
  await does((call) => directory.restoreGroup(group, deletedAt, call, true));
  await readVisible(made.id);
  const killedAt = fixture.now();
  await does((call) => connect().restoreGroup(group, deletedAt, call, true));
  assert.ok(fixture.now() - killedAt < 60_000, `${fixture.now() - killedAt} ms`);
  assert.equal(journal.changes.filter(({ kind }) => kind === 'restored').length, 1);
});

test('a group that is still deleted is restored, also while a read shows it from before', async () => {
  const { directory, does, fixture, makeGroup, readVisible, tenant, journal } =
    await openFixtures(calm);
  const made = await makeGroup();
  const group = { groupId: made.id, marker: made.marker };
  const deletedAt = new Date(fixture.now());
  await does((call) => directory.deleteGroup(group, call));
  assert.equal(await does((call) => directory.groupState(made.id, call)), 'removed');
  await does((call) => directory.restoreGroup(group, deletedAt, call, true));
  assert.equal((await readVisible(made.id)).displayName, made.displayName);
  assert.equal(tenant.groups.get(made.id.toLowerCase())?.deletedAt, undefined);
  assert.equal(journal.changes.filter(({ kind }) => kind === 'restored').length, 1);
});

test('a group that is missing is gone 20 minutes after the first look, whichever process looked', async () => {
  const { directory, connect, makeGroup, tenant, fixture } = await openFixtures(calm);
  const made = await makeGroup();
  const group = { groupId: made.id, marker: made.marker };
  tenant.groups.delete(made.id.toLowerCase());
  const call = {
    signal: new AbortController().signal,
    teamId: made.marker,
    notes: new Map<string, number>(),
  };
  const look = (by: typeof directory) => fixture.run(by.verifyGroup(group, call));
  await assert.rejects(look(directory), { code: 'not_visible_yet' });
  await fixture.run(fixture.wait(21 * 60_000));
  await assert.rejects(look(connect()), { code: 'group_gone' });
});
