// The guarantees of every directory, regardless of its suite. Each implementation runs these tests. Callers
// may only rely on guarantees that all implementations keep.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { wildKinds, type WildKind } from '@groupwright/graph-simulator/wild-groups.ts';
import { AliasHeldByOwnGroup } from './alias-held.ts';
import type { CallContext } from './call-context.ts';
import {
  type AddedPeople,
  DirectoryError,
  type Directory,
  type DirectoryGroup,
} from './directory.ts';
import { obstaclesOf, ordinaryGroup, shownOwners } from './group-facts.ts';
import { describeGroupLife } from './group-life.suite.ts';
import { describePeopleLife } from './people-life.suite.ts';
import {
  createSuiteFixtures,
  nextId,
  persist,
  type DirectoryFixture,
  type SuiteFixtures,
} from './fixtures.suite.ts';

export function describeDirectory(
  name: string,
  openFixture: () => Promise<DirectoryFixture>,
): void {
  describe(name, () => {
    let fixtures: SuiteFixtures;
    let fixture: DirectoryFixture;
    let directory: Directory;

    before(async () => {
      fixtures = createSuiteFixtures(await openFixture());
      ({ fixture, directory } = fixtures);
    });
    after(() => fixture.close());

    const does: SuiteFixtures['does'] = (attempt) => fixtures.does(attempt);
    const id: SuiteFixtures['id'] = (index) => fixtures.id(index);
    const newGroup: SuiteFixtures['newGroup'] = (change) => fixtures.newGroup(change);
    const makeGroup: SuiteFixtures['makeGroup'] = (change) => fixtures.makeGroup(change);
    const makeTeam: SuiteFixtures['makeTeam'] = (groupId) => fixtures.makeTeam(groupId);
    const peopleOf: SuiteFixtures['peopleOf'] = (groupId) => fixtures.peopleOf(groupId);
    const isAliasTaken: SuiteFixtures['isAliasTaken'] = (alias) => fixtures.isAliasTaken(alias);
    const assertFails: SuiteFixtures['assertFails'] = (code, attempt) =>
      fixtures.assertFails(code, attempt);

    /** Adds people until the directory has refused none of them for the moment. */
    async function untilAdmitted(
      personIds: readonly string[],
      add: (personIds: readonly string[], call: CallContext) => Promise<AddedPeople>,
    ): Promise<void> {
      let open = personIds;
      while (open.length > 0) {
        const asked = open;
        const { refused } = await does((call) => add(asked, call));
        assert.ok(refused.every(({ permanent }) => !permanent));
        open = refused.map(({ personId }) => personId);
        if (open.length > 0) await fixture.run(fixture.wait(5000));
      }
    }

    test('people are found by id and by e-mail, in the order asked for, whatever the case', async () => {
      const references = [
        id(3),
        fixture.people[4]?.email.toUpperCase() ?? '',
        id(2).toUpperCase(),
        fixture.people[5]?.email ?? '',
      ];
      const found = await does((call) => directory.resolvePeople(references, call));
      assert.deepEqual(
        found.map(({ reference }) => reference),
        references,
      );
      assert.deepEqual(
        found.map(({ person }) => person?.id),
        [id(3), id(4), id(2), id(5)],
      );
      assert.ok(found.every(({ person }) => person?.enabled && person.kind === 'member'));
    });

    test('people are suggested by the beginning of an e-mail address, whatever the case, and others are not', async () => {
      const { email = '' } = fixture.people[7] ?? {};
      const search = (text: string, limit = 5) =>
        does((call) => directory.searchPeople(text, limit, call));
      assert.deepEqual(
        (await search(email.toUpperCase())).map((person) => person.id),
        [id(7)],
      );
      assert.deepEqual(await search('nobody@nowhere.example'), []);
      // Signs that mean something to the query of a directory.
      for (const text of ['a"b', String.raw`a\b`, 'a&b', "o'neill", '100%']) {
        assert.ok((await search(text)).length <= 5, text);
      }
    });

    test('many people named by id are found, and an unknown one among them is absent', async () => {
      const ids = Array.from({ length: 20 }, (_, index) => id(index));
      const references = [...ids.slice(0, 10), nextId(), ...ids.slice(10)];
      const found = await does((call) => directory.resolvePeople(references, call));
      assert.deepEqual(
        found.map(({ person }) => person?.id),
        [...ids.slice(0, 10), undefined, ...ids.slice(10)],
      );
    });

    test('people whom the directory does not know are absent, and the others found', async () => {
      const references = [nextId(), id(1), 'nobody@nowhere.example', "o'nobody@nowhere.example"];
      const found = await does((call) => directory.resolvePeople(references, call));
      assert.deepEqual(
        found.map(({ person }) => person?.id),
        [undefined, id(1), undefined, undefined],
      );
    });

    test('a repeated creation finds the same group', async () => {
      const group = newGroup();
      const first = await does((call) => directory.createGroup(group, call));
      const second = await does((call) => directory.createGroup(group, call));
      assert.equal(second.groupId, first.groupId);
    });

    test('creations of one marker at the same time make one group', async () => {
      const group = newGroup();
      const made = await fixture.run(
        Promise.all(
          Array.from({ length: 4 }, () =>
            persist(fixture, (call) => directory.createGroup(group, call)),
          ),
        ),
      );
      assert.equal(new Set(made.map(({ groupId }) => groupId)).size, 1);
    });

    test('a group is read as it was asked for, and carries its marker', async () => {
      const settings = { classification: 'Internal', preferredLanguage: 'de-DE' };
      const group = await makeGroup({ visibility: 'public', ...settings });
      // By replication, a read may not see it at first.
      const read = await fixtures.readVisible(group.id);
      assert.equal(read.groupId, group.id);
      assert.equal(read.marker, group.marker);
      assert.equal(read.displayName, group.displayName);
      assert.equal(read.description, group.description);
      assert.equal(read.mailNickname, group.mailNickname);
      assert.equal(read.visibility, 'public');
      assert.deepEqual([read.classification, read.preferredLanguage], Object.values(settings));
      assert.equal(read.hasTeam, false);
      const found = await does((call) => directory.findGroupByMarker(group.marker, call));
      assert.equal(found?.groupId, group.id);
    });

    test('the people in a group are found by its id and by its address', async () => {
      const group = await makeGroup();
      const { mail = '' } = await fixtures.readVisible(group.id);
      const { memberIds } = await does((call) => directory.readPeople(group.id, call));
      for (const name of [group.id, mail.toUpperCase()]) {
        const found = await does((call) => directory.findMembers(name, call));
        assert.deepEqual(found, memberIds.toSorted());
      }
      for (const name of [nextId(), `no-such-${mail}`]) {
        assert.equal(await does((call) => directory.findMembers(name, call)), undefined);
      }
    });

    test('a marker that no group carries finds nothing', async () => {
      assert.equal(await does((call) => directory.findGroupByMarker(nextId(), call)), undefined);
    });

    test('an alias that a stranger’s group holds is refused, and that group stays as it is', async () => {
      const strangersId = await fixture.makeStrangersGroup('suite-stranger');
      const group = newGroup({ mailNickname: 'Suite-Stranger' });
      await assertFails('alias_taken', (call) => directory.createGroup(group, call));
      const read = await does((call) => directory.readGroup(strangersId, call));
      assert.equal(read?.marker, undefined);
      assert.notEqual(read?.displayName, group.displayName);
      // Whether the removal is refused or comes to nothing: the stranger's group stays.
      await does((call) =>
        directory.deleteGroup({ groupId: strangersId, marker: group.marker }, call),
      ).catch((error: unknown) => {
        assert.ok(error instanceof DirectoryError);
        assert.equal(error.code, 'refused');
      });
      assert.ok(await does((call) => directory.readGroup(strangersId, call)));
    });

    test('the list of groups has every group, with the obstacles of those that others made', async () => {
      const own = await makeGroup();
      const made = new Map<string, WildKind>();
      for (const kind of wildKinds) {
        made.set(
          await fixture.makeStrangersGroup(`suite-wild-${kind}`, { kind, ownerIds: [id(3)] }),
          kind,
        );
      }
      await fixture.run(fixture.wait(directory.limits.replicationMs));
      const listed = new Map<string, DirectoryGroup>();
      let cursor: string | undefined;
      do {
        const from = cursor;
        const page = await does((call) => directory.listGroups(from, call));
        for (const group of page.groups) listed.set(group.groupId, group);
        cursor = page.next;
      } while (cursor !== undefined);
      assert.equal(listed.get(own.id)?.marker, own.marker);
      assert.deepEqual(obstaclesOf(listed.get(own.id)?.facts ?? ordinaryGroup), []);
      const obstacles: Readonly<Record<WildKind, readonly string[]>> = {
        ordinary: [],
        on_premises: ['synced_from_on_premises'],
        dynamic: ['dynamic_membership'],
        role_assignable: ['role_assignable'],
        exchange: [],
        foreign_marker: ['foreign_marker'],
        hidden_membership: ['hidden_membership'],
        class_team: ['hidden_membership', 'class_team'],
      };
      const hidden: ReadonlySet<WildKind> = new Set(['on_premises', 'exchange']);
      for (const [groupId, kind] of made) {
        const group = listed.get(groupId);
        assert.ok(group, kind);
        assert.equal(group.marker, undefined);
        assert.ok(group.facts.createdAt instanceof Date);
        // Only the read of one group shows that it is a class.
        const one = await does((call) => directory.readGroup(groupId, call));
        assert.ok(one, kind);
        assert.deepEqual(obstaclesOf(one.facts), obstacles[kind], kind);
        const shown = { ...group.facts, isClassTeam: one.facts.isClassTeam };
        assert.deepEqual(obstaclesOf(shown), obstacles[kind], kind);
        const { ownerIds } = await does((call) => directory.readPeople(groupId, call));
        const expected = hidden.has(kind) ? null : [id(3)];
        assert.deepEqual(shownOwners(group, ownerIds), expected, kind);
      }
    });

    test('an alias that another group of ours holds is refused with the marker of that group', async () => {
      const held = await makeGroup();
      // Before replication has finished, the holder looks like a mailbox.
      await fixture.run(fixture.wait(directory.limits.replicationMs));
      const group = newGroup({ mailNickname: held.mailNickname.toUpperCase() });
      await assert.rejects(
        does((call) => directory.createGroup(group, call)),
        (error: unknown) => {
          assert.ok(error instanceof AliasHeldByOwnGroup, String(error));
          assert.equal(error.code, 'alias_taken');
          assert.equal(error.holder.groupId, held.id);
          assert.equal(error.holder.marker, held.marker);
          assert.equal(error.holder.displayName, held.displayName);
          return true;
        },
      );
    });

    test('whether an alias is taken is said before anything is created', async () => {
      const group = await makeGroup();
      assert.equal(await isAliasTaken(group.mailNickname), true);
      assert.equal(await isAliasTaken('suite-free'), false);
    });

    test('a name that the naming policy refuses is named before anything is created', async () => {
      const mailNickname = `suite-${fixture.blockedWord}`;
      const { isAliasTaken: isTaken, refused } = await does((call) =>
        directory.validateNames({ displayName: 'Suite', mailNickname }, call),
      );
      assert.equal(isTaken, false);
      assert.deepEqual(
        refused.map(({ property }) => property),
        ['mailNickname'],
      );
      assert.match(refused[0]?.detail ?? '', new RegExp(mailNickname));
      const ofPolicy = await does((call) =>
        directory.refusedNames({ displayName: 'Suite', mailNickname }, call),
      );
      assert.deepEqual(ofPolicy, refused);
    });

    test('the address of a team is the one that a read of its group shows', async () => {
      const group = await makeGroup({ ownerIds: [id(0)] });
      assert.equal(await does((call) => directory.readTeamAddress(group.id, call)), undefined);
      await makeTeam(group.id);
      await fixture.run(fixture.wait(directory.limits.replicationMs));
      const read = await does((call) => directory.readGroup(group.id, call, true));
      assert.ok(read?.webUrl);
      assert.equal(await does((call) => directory.readTeamAddress(group.id, call)), read.webUrl);
    });

    for (const through of ['group', 'team'] as const) {
      test(`people added through the ${through} are in it, each once, however often they are added`, async () => {
        const group = await makeGroup({ ownerIds: [id(0)], memberIds: [id(9)] });
        if (through === 'team') await makeTeam(group.id);
        const owners = [id(0), id(1), id(2)];
        const members = Array.from({ length: 22 }, (_, index) => id(5 + index));
        for (let round = 1; round <= 2; round += 1) {
          await untilAdmitted(owners, (ownerIds, call) =>
            directory.addOwners(
              group.id,
              { ownerIds, alreadyOwnerIds: [], memberIds: [] },
              through,
              call,
            ),
          );
          await untilAdmitted(members, (memberIds, call) =>
            directory.addMembers(group.id, { memberIds, mayBeOwners: false }, through, call),
          );
        }
        const people = await peopleOf(group.id);
        assert.deepEqual(people.owners, new Set(owners));
        assert.deepEqual(people.members, new Set([...owners, ...members]));
      });
    }

    for (const through of ['group', 'team'] as const) {
      test(`an owner who is added through the ${through} as a member stays an owner`, async () => {
        const group = await makeGroup({ ownerIds: [id(0), id(1)], memberIds: [] });
        if (through === 'team') await makeTeam(group.id);
        for (const added of [[id(1), id(5)], [id(1)]]) {
          await untilAdmitted(added, (memberIds, call) =>
            directory.addMembers(group.id, { memberIds, mayBeOwners: true }, through, call),
          );
        }
        const people = await peopleOf(group.id);
        assert.deepEqual(people.owners, new Set([id(0), id(1)]));
        assert.ok(people.members.has(id(5)));
      });
    }

    for (const through of ['group', 'team'] as const) {
      test(`owners and members given together through the ${through} have their roles`, async () => {
        const group = await makeGroup({ ownerIds: [id(0)], memberIds: [] });
        if (through === 'team') await makeTeam(group.id);
        const owners = [id(0), id(1)];
        const members = [id(5), id(6)];
        for (let isIn = false; !isIn;) {
          const people = { ownerIds: owners, alreadyOwnerIds: [id(0)], memberIds: members };
          const { refused } = await does((call) =>
            directory.addOwners(group.id, people, through, call),
          );
          isIn = refused.length === 0;
          if (!isIn) await fixture.run(fixture.wait(5000));
        }
        const people = await peopleOf(group.id);
        assert.deepEqual(people.owners, new Set(owners));
        assert.deepEqual(people.members, new Set([...owners, ...members]));
      });
    }

    test('a team is made once, and asking again finds it', async () => {
      const group = await makeGroup();
      await makeTeam(group.id);
      await makeTeam(group.id);
      const read = await fixtures.readVisible(group.id);
      assert.equal(read.hasTeam, true);
    });

    test('a channel that is there already is no fault', async () => {
      const group = await makeGroup();
      await makeTeam(group.id);
      const channel = { displayName: 'Planning', description: null };
      await does((call) => directory.createChannel(group.id, channel, call));
      await does((call) => directory.createChannel(group.id, channel, call));
      const channels = await does((call) => directory.listChannels(group.id, call));
      assert.deepEqual(
        channels?.map(({ displayName, kind }) => [displayName, kind]),
        [
          ['General', 'standard'],
          ['Planning', 'standard'],
        ],
      );
    });

    test('a group without a team has no channels, and neither has a group that is not there', async () => {
      const group = await makeGroup();
      const absent = await does((call) => directory.listChannels(group.id, call));
      assert.equal(absent, undefined);
      assert.equal(await does((call) => directory.listChannels(nextId(), call)), undefined);
    });

    test('a removed group is gone and its alias free; removing it again is no fault', async () => {
      const group = await makeGroup();
      await does(async (call) => {
        if ((await directory.groupState(group.id, call)) === 'exists') return;
        throw new DirectoryError('not_visible_yet', 'not yet');
      });
      await does((call) =>
        directory.deleteGroup({ groupId: group.id, marker: group.marker }, call),
      );
      await does((call) =>
        directory.deleteGroup({ groupId: group.id, marker: group.marker }, call),
      );
      assert.notEqual(await does((call) => directory.groupState(group.id, call)), 'exists');
      assert.equal(await does((call) => directory.readGroup(group.id, call)), undefined);
      assert.equal(await isAliasTaken(group.mailNickname), false);
    });

    test('a working connection reports that nothing is missing', async () => {
      const report = await does((call) => directory.testConnection(call));
      assert.deepEqual([report.ok, report.missing], [true, []], report.detail);
    });

    describeGroupLife(() => fixtures);
    describePeopleLife(() => fixtures);
  });
}
