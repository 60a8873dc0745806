// The guarantees of every directory on what happens to a group after its creation; part of `directory.suite.ts`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesTokenLivesMs } from './people-life.ts';
import type { PeopleThrough } from './group-life.ts';
import { DirectoryError } from './directory.ts';
import { type GroupSettings, settingNames } from './group-settings.ts';
import {
  observedParts,
  type ArchivingState,
  type ObservedGroup,
  type OwnGroup,
  type RefusedRemoval,
} from './group-life.ts';
import { nextId, type SuiteFixtures } from './fixtures.suite.ts';

const dayMs = 24 * 60 * 60 * 1000;

type Existing = Extract<ObservedGroup, { state: 'exists' }>;

export function describeGroupLife(fixtures: () => SuiteFixtures): void {
  const ownGroup = ({ id, marker }: { id: string; marker: string }): OwnGroup => ({
    groupId: id,
    marker,
  });

  async function observe(groupId: string): Promise<ObservedGroup> {
    const { does, directory } = fixtures();
    const [seen] = await does((call) => directory.observeGroups([groupId], observedParts, call));
    assert.ok(seen);
    return seen;
  }

  /** A read may show the values of before a change until then. */
  const replicate = () => {
    const { fixture, directory } = fixtures();
    return fixture.run(fixture.wait(directory.limits.replicationMs));
  };

  async function observeExisting(groupId: string): Promise<Existing> {
    await fixtures().readVisible(groupId);
    const seen = await observe(groupId);
    assert.equal(seen.state, 'exists');
    return seen;
  }

  /** Repeats the removal while another call may help; answers who stays. */
  async function remove(
    how: 'removeOwners' | 'removeMembers',
    group: OwnGroup,
    personIds: readonly string[],
    through: PeopleThrough,
  ): Promise<readonly RefusedRemoval[]> {
    const { fixture, directory, does } = fixtures();
    for (let open = personIds; ;) {
      const asked = open;
      const { refused } = await does((call) => directory[how](group, asked, through, call));
      if (refused.every(({ permanent }) => permanent)) return refused;
      open = refused.map(({ personId }) => personId);
      await fixture.run(fixture.wait(5000));
    }
  }

  async function addPeople(
    groupId: string,
    ownerIds: readonly string[],
    memberIds: readonly string[],
    through: PeopleThrough,
  ): Promise<void> {
    const { fixture, directory, does } = fixtures();
    for (;;) {
      const people = { ownerIds, memberIds, alreadyOwnerIds: [] };
      const { refused } = await does((call) => directory.addOwners(groupId, people, through, call));
      if (refused.length === 0) return;
      await fixture.run(fixture.wait(5000));
    }
  }

  async function makeGroup(
    through: PeopleThrough,
    ownerIndexes: readonly number[],
    memberIndexes: readonly number[] = [],
  ): Promise<OwnGroup & { mailNickname: string }> {
    const { id, makeGroup: make, makeTeam } = fixtures();
    const group = await make({ ownerIds: [id(ownerIndexes[0] ?? 0)], memberIds: [] });
    if (through === 'team') await makeTeam(group.id);
    await addPeople(group.id, ownerIndexes.map(id), memberIndexes.map(id), through);
    return { ...ownGroup(group), mailNickname: group.mailNickname };
  }

  /** Polls until it is done; starts again what the directory failed. */
  async function settle(group: OwnGroup, how: 'archiveTeam' | 'unarchiveTeam'): Promise<void> {
    const { fixture, directory, does } = fixtures();
    const begin = () => does((call) => directory[how](group, call));
    let state: ArchivingState = await begin();
    while (state.state === 'pending') {
      const { operation, pollAfterMs } = state;
      await fixture.run(fixture.wait(pollAfterMs));
      try {
        state = await does((call) => directory.readArchiving(group, operation, call));
      } catch (error) {
        if (!(error instanceof DirectoryError) || error.code !== 'archiving_failed') throw error;
        state = await begin();
      }
    }
  }

  test('groups that are made, renamed and deleted after a token are among its changes', async () => {
    const { fixture, does, directory, makeGroup } = fixtures();
    const begun = await does((call) => directory.readGroupChanges(undefined, call));
    assert.equal(begun.state, 'read');
    assert.deepEqual([begun.changedIds, begun.isLast], [[], true]);
    let { token } = begun;
    const strangersId = await fixture.makeStrangersGroup('suite-changes');
    const renamed = await makeGroup();
    const deleted = await makeGroup();
    for (const { id } of [renamed, deleted]) await fixtures().readVisible(id);
    await does((call) =>
      directory.updateGroup(ownGroup(renamed), { displayName: 'Suite, renamed' }, call),
    );
    await does((call) => directory.deleteGroup(ownGroup(deleted), call));
    const changed = new Set<string>();
    for (let isLast = false; !isLast;) {
      const position = token;
      const page = await does((call) => directory.readGroupChanges(position, call));
      assert.equal(page.state, 'read');
      for (const groupId of page.changedIds) changed.add(groupId);
      ({ token, isLast } = page);
    }
    for (const groupId of [strangersId, renamed.id, deleted.id]) assert.ok(changed.has(groupId));
    await fixture.run(fixture.wait(changesTokenLivesMs + 1_000));
    const late = await does((call) => directory.readGroupChanges(token, call));
    assert.equal(late.state, 'expired');
  });

  /** The settings, once a read shows the guest switch as wanted. */
  const readSettings = async (groupId: string) => {
    const { directory, does } = fixtures();
    const read = { groupId, names: settingNames };
    const [seen] = await does((call) => directory.readSettings([read], call));
    return seen ?? {};
  };

  test('settings are written as given, also repeatedly, and the others stay', async () => {
    const { directory, does } = fixtures();
    const group = await makeGroup('team', [0]);
    const first = {
      guests: 'deny',
      'members.createChannels': false,
      'messages.delete': false,
      'fun.giphy': 'strict',
      'fun.memes': false,
      hideFromOutlook: true,
      hideFromAddressLists: true,
    } as const;
    for (const settings of [first, first, { 'fun.giphy': 'off', guests: 'allow' } as const]) {
      assert.deepEqual(await does((call) => directory.applySettings(group, settings, call)), []);
    }
    await replicate();
    const seen = await readSettings(group.groupId);
    assert.deepEqual(seen, {
      guests: 'allow',
      'members.createChannels': false,
      'members.createPrivateChannels': true,
      'members.deleteChannels': true,
      'members.addApps': true,
      'members.tabs': true,
      'members.connectors': true,
      'guestMembers.createChannels': false,
      'guestMembers.deleteChannels': false,
      'messages.edit': true,
      'messages.delete': false,
      'messages.ownerDelete': true,
      'messages.teamMentions': true,
      'messages.channelMentions': true,
      'fun.giphy': 'off',
      'fun.stickers': true,
      'fun.memes': false,
      hideFromOutlook: true,
      hideFromAddressLists: true,
      sensitivityLabel: 'none',
    });
  });

  test('a group without a team has no settings of teams, and an unknown one has none', async () => {
    const { directory, does } = fixtures();
    const group = await makeGroup('group', [0]);
    await does((call) => directory.applySettings(group, { guests: 'deny' }, call));
    await replicate();
    assert.deepEqual(await readSettings(group.groupId), {
      guests: 'deny',
      hideFromOutlook: false,
      hideFromAddressLists: false,
      sensitivityLabel: 'none',
    });
    assert.deepEqual(await readSettings(nextId()), {});
  });

  test('a group gets a label, which decides visibility and guests, and loses it again', async () => {
    const { directory, does } = fixtures();
    const labels = (await does((call) => directory.listLabels(call))) ?? [];
    const labelOf = (name: string) =>
      labels.find((one) => one.name === name)?.labelId ?? assert.fail(name);
    const made = await fixtures().makeGroup({ visibility: 'public' });
    const group = ownGroup(made);
    const set = (sensitivityLabel: string, settings: GroupSettings = {}) =>
      does((call) => directory.applySettings(group, { ...settings, sensitivityLabel }, call));
    assert.deepEqual(await set(labelOf('General')), []);
    await replicate();
    assert.equal((await readSettings(made.id)).sensitivityLabel, labelOf('General'));
    assert.equal((await observeExisting(made.id)).visibility, 'public');

    assert.deepEqual(await set(labelOf('Confidential')), []);
    await replicate();
    const { visibility, facts } = await observeExisting(made.id);
    assert.deepEqual([visibility, facts.label], ['private', 'Confidential']);
    const [refused] = await does((call) =>
      directory.applySettings(group, { guests: 'allow' }, call),
    );
    assert.deepEqual(refused?.names, ['guests']);

    const [unknown] = await set('00000000-0000-4000-8000-00000000000f');
    assert.deepEqual(unknown?.names, ['sensitivityLabel']);
    assert.deepEqual(await set('none'), []);
    await replicate();
    assert.equal((await readSettings(made.id)).sensitivityLabel, 'none');
  });

  test('settings of a group of others are refused, and it stays as it is', async () => {
    const { fixture, directory, assertFails } = fixtures();
    const groupId = await fixture.makeStrangersGroup('suite-settings');
    const group = { groupId, marker: nextId() };
    await assertFails('refused', (call) =>
      directory.applySettings(group, { guests: 'deny' }, call),
    );
    assert.equal((await readSettings(groupId)).guests, 'allow');
  });

  test('a guest is added to a team as a member, among others', async () => {
    const { fixture, id, peopleOf } = fixtures();
    const group = await makeGroup('team', [0]);
    await addPeople(group.groupId, [id(0)], [id(1), fixture.guestId, id(2)], 'team');
    await replicate();
    const { owners, members } = await peopleOf(group.groupId);
    assert.deepEqual([...owners], [id(0)]);
    assert.deepEqual(members, new Set([id(0), id(1), id(2), fixture.guestId]));
  });

  test('a change writes the given values, and the others stay', async () => {
    const { directory, does, makeGroup: make } = fixtures();
    const made = await make();
    const group = ownGroup(made);
    await does((call) => directory.verifyGroup(group, call));
    const names = { displayName: 'Renamed', visibility: 'public' } as const;
    await does((call) => directory.updateGroup(group, names, call));
    await replicate();
    const renamed = await observeExisting(made.id);
    assert.equal(renamed.displayName, 'Renamed');
    assert.equal(renamed.visibility, 'public');
    assert.equal(renamed.description, made.description);
    assert.equal(renamed.mailNickname, made.mailNickname);
  });

  test('a changed or cleared description keeps the marker, and is read without it', async () => {
    const { directory, does, makeGroup: make, readVisible } = fixtures();
    const made = await make();
    const group = ownGroup(made);
    for (const [given, read] of [
      ['For project 4711\nand its friends', 'For project 4711\nand its friends'],
      [null, null],
      ['Again', 'Again'],
      ['  ', null],
    ] as const) {
      await does((call) => directory.updateGroup(group, { description: given }, call));
      await replicate();
      const seen = await readVisible(made.id);
      assert.equal(seen.description, read);
      assert.equal(seen.marker, made.marker);
    }
  });

  test('a change back to earlier values is carried out, however often it is repeated', async () => {
    const { directory, does, makeGroup: make } = fixtures();
    const made = await make();
    const group = ownGroup(made);
    for (const displayName of ['Other', made.displayName, made.displayName]) {
      await does((call) => directory.updateGroup(group, { displayName }, call));
    }
    await replicate();
    assert.equal((await observeExisting(made.id)).displayName, made.displayName);
  });

  for (const through of ['group', 'team'] as const) {
    test(`a former owner stays a member, removed through the ${through}, however often`, async () => {
      const { id, peopleOf } = fixtures();
      const group = await makeGroup(through, [0, 1, 2], [5]);
      for (let round = 1; round <= 2; round += 1) {
        assert.deepEqual(await remove('removeOwners', group, [id(1)], through), []);
      }
      // A member, and a person who is not in the group, are no owners already.
      assert.deepEqual(await remove('removeOwners', group, [id(5), id(9)], through), []);
      const { owners, members } = await peopleOf(group.groupId);
      assert.deepEqual(owners, new Set([id(0), id(2)]));
      assert.deepEqual(members, new Set([id(0), id(1), id(2), id(5)]));
    });

    test(`people removed through the ${through} are out, owners too, and the others stay`, async () => {
      const { id, peopleOf, directory } = fixtures();
      const many = Array.from({ length: directory.limits.peoplePerRemoval - 1 }, (_, n) => 5 + n);
      const group = await makeGroup(through, [0, 1, 2], [...many, 28]);
      const leaving = [1, ...many].map(id);
      for (let round = 1; round <= 2; round += 1) {
        assert.deepEqual(await remove('removeMembers', group, leaving, through), []);
      }
      const { owners, members } = await peopleOf(group.groupId);
      assert.deepEqual(owners, new Set([id(0), id(2)]));
      assert.deepEqual(members, new Set([id(0), id(2), id(28)]));
    });

    test(`the last owner stays, which is a result of the removal through the ${through}`, async () => {
      const { id, peopleOf } = fixtures();
      const group = await makeGroup(through, [0], [5]);
      for (const how of ['removeOwners', 'removeMembers'] as const) {
        const refused = await remove(how, group, [id(0), id(5)], through);
        assert.deepEqual(
          refused.map(({ personId, reason }) => [personId, reason]),
          [[id(0), 'last_owner']],
        );
      }
      const { owners, members } = await peopleOf(group.groupId);
      assert.deepEqual(owners, new Set([id(0)]));
      assert.deepEqual(members, new Set([id(0)]));
    });

    test(`an owner hands over through the ${through}: the new one in, the former one out or reported`, async () => {
      const { id, peopleOf } = fixtures();
      const group = await makeGroup(through, [0]);
      await addPeople(group.groupId, [id(1)], [], through);
      const refused = await remove('removeMembers', group, [id(0)], through);
      // The directory may insist on two owners; it says so then.
      const staying = refused.map(({ personId, reason }) => {
        assert.equal(reason, 'owner_stays');
        return personId;
      });
      const { owners } = await peopleOf(group.groupId);
      assert.deepEqual(owners, new Set([...staying, id(1)]));
    });
  }

  test('a team is archived and unarchived again, however often that is asked for', async () => {
    const group = await makeGroup('team', [0]);
    const isArchived = async () => (await observeExisting(group.groupId)).isArchived;
    assert.equal(await isArchived(), false);
    for (const how of ['archiveTeam', 'archiveTeam'] as const) await settle(group, how);
    assert.equal(await isArchived(), true);
    for (const how of ['unarchiveTeam', 'unarchiveTeam'] as const) await settle(group, how);
    assert.equal(await isArchived(), false);
    await settle(group, 'archiveTeam');
    assert.equal(await isArchived(), true);
  });

  test('a group without a team cannot be archived', async () => {
    const { directory, assertFails } = fixtures();
    const group = await makeGroup('group', [0]);
    await replicate();
    await assertFails('archive_needs_team', (call) => directory.archiveTeam(group, call));
    assert.equal((await observeExisting(group.groupId)).isArchived, false);
  });

  test('a team without an owner cannot be archived', async () => {
    const { fixture, directory, assertFails } = fixtures();
    const group = await makeGroup('team', [0]);
    await observeExisting(group.groupId);
    await fixture.removeAllOwners(group.groupId);
    await replicate();
    await assertFails('archive_needs_owner', (call) => directory.archiveTeam(group, call));
  });

  test('a deleted group is seen as removed, and restored with its names and people', async () => {
    const { fixture, directory, does, id, isAliasTaken, peopleOf, readVisible } = fixtures();
    const group = await makeGroup('team', [0, 1], [5]);
    const before = await readVisible(group.groupId);
    const deletedAt = new Date(fixture.now());
    await does((call) => directory.deleteGroup(group, call));
    const removed = await observe(group.groupId);
    assert.ok(removed.state === 'removed', removed.state);
    assert.ok(Math.abs((removed.deletedAt?.getTime() ?? 0) - deletedAt.getTime()) < dayMs);
    assert.equal(await does((call) => directory.groupState(group.groupId, call)), 'removed');
    assert.equal(await isAliasTaken(group.mailNickname), false);
    for (let round = 1; round <= 2; round += 1) {
      await does((call) => directory.restoreGroup(group, deletedAt, call));
    }
    const restored = await observeExisting(group.groupId);
    assert.equal(restored.displayName, before.displayName);
    assert.equal(restored.marker, group.marker);
    assert.equal(await isAliasTaken(group.mailNickname), true);
    const { owners, members } = await peopleOf(group.groupId);
    assert.deepEqual(owners, new Set([id(0), id(1)]));
    assert.deepEqual(members, new Set([id(0), id(1), id(5)]));
  });

  test('an archived team that was deleted is restored as archived', async () => {
    const { fixture, directory, does } = fixtures();
    const group = await makeGroup('team', [0]);
    await settle(group, 'archiveTeam');
    await replicate();
    const deletedAt = new Date(fixture.now());
    await does((call) => directory.deleteGroup(group, call));
    await replicate();
    await does((call) => directory.restoreGroup(group, deletedAt, call));
    await replicate();
    assert.equal((await observeExisting(group.groupId)).isArchived, true);
  });

  test('a deleted group whose alias is held by another group now is not restored', async () => {
    const { fixture, directory, does, assertFails, makeGroup: make, readVisible } = fixtures();
    const made = await make();
    await readVisible(made.id);
    const deletedAt = new Date(fixture.now());
    await does((call) => directory.deleteGroup(ownGroup(made), call));
    const holder = await make({ mailNickname: made.mailNickname.toUpperCase() });
    await replicate();
    await assertFails('alias_taken', (call) =>
      directory.restoreGroup(ownGroup(made), deletedAt, call),
    );
    assert.equal((await observe(made.id)).state, 'removed');
    assert.equal((await observeExisting(holder.id)).marker, holder.marker);
  });

  test('a deleted group is restored on day 29, and on day 32 it cannot be', async () => {
    const { fixture, directory, does, assertFails, makeGroup: make, readVisible } = fixtures();
    assert.equal(directory.limits.restorableMs, 30 * dayMs);
    const made = await make();
    await readVisible(made.id);
    for (const days of [29, 32]) {
      const deletedAt = new Date(fixture.now());
      await does((call) => directory.deleteGroup(ownGroup(made), call));
      await fixture.run(fixture.wait(days * dayMs));
      const restore = (known: Date | undefined) =>
        assertFails('restore_window_over', (call) =>
          directory.restoreGroup(ownGroup(made), known, call),
        );
      if (days === 29) {
        await does((call) => directory.restoreGroup(ownGroup(made), deletedAt, call));
        assert.equal((await observeExisting(made.id)).marker, made.marker);
      } else {
        await restore(deletedAt);
        await restore(undefined);
        assert.equal((await observe(made.id)).state, 'unknown');
      }
    }
  });

  test('a group that was removed cannot be changed', async () => {
    const { directory, does, assertFails, id, makeGroup: make, readVisible } = fixtures();
    const made = await make();
    const group = ownGroup(made);
    await readVisible(made.id);
    await does((call) => directory.deleteGroup(ownGroup(made), call));
    const change = { displayName: 'Renamed' };
    await assertFails('group_gone', (call) => directory.verifyGroup(group, call));
    await assertFails('group_gone', (call) => directory.updateGroup(group, change, call));
    await assertFails('group_gone', (call) =>
      directory.removeOwners(group, [id(0)], 'group', call),
    );
    await assertFails('group_gone', (call) =>
      directory.removeMembers(group, [id(0)], 'team', call),
    );
    await assertFails('group_gone', (call) => directory.archiveTeam(group, call));
  });

  test('nothing is changed in a group without our marker, nor in one with another marker', async () => {
    const { fixture, directory, assertFails, does, id, peopleOf } = fixtures();
    const strangersId = await fixture.makeStrangersGroup('suite-strangers-life');
    const ours = await makeGroup('team', [0, 1]);
    for (const groupId of [strangersId, ours.groupId]) {
      const before = await observeExisting(groupId);
      const people = await peopleOf(groupId);
      const group = { groupId, marker: nextId() };
      const change = { displayName: 'Taken over', description: null };
      await assertFails('refused', (call) => directory.verifyGroup(group, call));
      await assertFails('refused', (call) => directory.updateGroup(group, change, call));
      for (const through of ['group', 'team'] as const) {
        await assertFails('refused', (call) =>
          directory.removeOwners(group, [id(0)], through, call),
        );
        await assertFails('refused', (call) =>
          directory.removeMembers(group, [id(0)], through, call),
        );
      }
      await assertFails('refused', (call) => directory.archiveTeam(group, call));
      await assertFails('refused', (call) => directory.unarchiveTeam(group, call));
      await assertFails('refused', (call) => directory.restoreGroup(group, undefined, call));
      const after = await observeExisting(groupId);
      assert.deepEqual({ ...after, seenAt: before.seenAt }, before);
      assert.deepEqual(await peopleOf(groupId), people);
    }
    const deletedAt = new Date(fixture.now());
    await does((call) => directory.deleteGroup(ours, call));
    const foreign = { groupId: ours.groupId, marker: nextId() };
    await assertFails('refused', (call) => directory.restoreGroup(foreign, deletedAt, call));
    assert.equal((await observe(ours.groupId)).state, 'removed');
  });

  test('a group of others is marked once, and only the marker is written', async () => {
    const { fixture, directory, does, id, peopleOf, assertFails } = fixtures();
    const as = { ownerIds: [id(0)] };
    const groupId = await fixture.makeStrangersGroup('suite-to-be-marked', as);
    const group = { groupId, marker: nextId() };
    const before = await observeExisting(groupId);
    const people = await peopleOf(groupId);
    const isMarked = await does((call) => directory.markGroup(group, call));
    assert.equal(await does((call) => directory.markGroup(group, call)), isMarked);
    await replicate();
    const after = await observeExisting(groupId);
    const marker = isMarked ? group.marker : undefined;
    assert.deepEqual({ ...after, seenAt: before.seenAt }, { ...before, marker });
    assert.deepEqual(await peopleOf(groupId), people);
    // From then on it is ours, by its marker or by its id alone.
    const own = { ...group, isUnmarked: !isMarked };
    await does((call) => directory.verifyGroup(own, call));
    if (isMarked) {
      const other = { groupId, marker: nextId() };
      await assertFails('refused', (call) => directory.markGroup(other, call));
    }
  });

  test('a group with the marker of another installation is never marked nor known by its id', async () => {
    const { fixture, directory, does, id, assertFails } = fixtures();
    const as = { kind: 'foreign_marker', ownerIds: [id(0)] } as const;
    const groupId = await fixture.makeStrangersGroup('suite-foreign', as);
    const before = await does((call) => directory.readGroup(groupId, call));
    const group = { groupId, marker: nextId(), isUnmarked: true };
    const change = { displayName: 'Taken over' };
    await assertFails('refused', (call) => directory.markGroup(group, call));
    await assertFails('refused', (call) => directory.updateGroup(group, change, call));
    await assertFails('refused', (call) => directory.removeOwners(group, [id(0)], 'group', call));
    await does((call) => directory.deleteGroup(group, call)).catch((error: unknown) => {
      assert.ok(error instanceof DirectoryError);
      assert.equal(error.code, 'refused');
    });
    assert.deepEqual(await does((call) => directory.readGroup(groupId, call)), before);
  });

  test('guests of a group are found, and a group that no policy of the suite covers does not expire there', async () => {
    const { fixture, directory, does } = fixtures();
    const { groupId, marker } = await makeGroup('group', [0, 1], [5, 6]);
    assert.deepEqual(await does((call) => directory.readGuestIds(groupId, call)), []);
    await addPeople(groupId, [], [fixture.guestId], 'group');
    assert.deepEqual(await does((call) => directory.readGuestIds(groupId, call)), [
      fixture.guestId,
    ]);
    const own = { groupId, marker };
    assert.equal(await does((call) => directory.readExpiration(own, call)), null);
    assert.equal(await does((call) => directory.renewGroup(own, call)), null);
    const foreign = { groupId, marker: nextId() };
    await fixtures().assertFails('refused', (call) => directory.renewGroup(foreign, call));
  });

  test('groups are observed together, in the order given, with the parts that were asked for', async () => {
    const { fixture, directory, does, id } = fixtures();
    const first = await makeGroup('group', [0, 1], [5, 6]);
    await addPeople(first.groupId, [], [fixture.guestId], 'group');
    const second = await makeGroup('team', [2]);
    await observeExisting(first.groupId);
    await observeExisting(second.groupId);
    const absent = nextId();
    const groupIds = [second.groupId, absent, first.groupId];
    const all = await does((call) => directory.observeGroups(groupIds, observedParts, call));
    assert.deepEqual(
      all.map(({ groupId, state }) => [groupId, state]),
      [
        [second.groupId, 'exists'],
        [absent, 'unknown'],
        [first.groupId, 'exists'],
      ],
    );
    const [seenSecond, , seenFirst] = all as [Existing, ObservedGroup, Existing];
    assert.ok(all.every(({ seenAt }) => seenAt.getTime() <= fixture.now()));
    assert.deepEqual(new Set(seenFirst.ownerIds), new Set([id(0), id(1)]));
    assert.deepEqual([seenFirst.memberCount, seenFirst.guestCount], [5, 1]);
    assert.deepEqual([seenSecond.memberCount, seenSecond.guestCount], [1, 0]);
    assert.deepEqual([seenFirst.hasTeam, seenSecond.hasTeam], [false, true]);
    assert.deepEqual([seenFirst.isArchived, seenSecond.isArchived], [false, false]);

    const [bare] = await does((call) => directory.observeGroups([first.groupId], [], call));
    assert.ok(bare?.state === 'exists');
    assert.deepEqual(
      [bare.ownerIds, bare.memberCount, bare.guestCount, bare.isArchived],
      [undefined, undefined, undefined, undefined],
    );
    assert.equal(bare.displayName, seenFirst.displayName);
  });
}
