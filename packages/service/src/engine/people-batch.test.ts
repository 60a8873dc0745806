import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { AddedPeople } from '../directory/directory.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import {
  email,
  executeToTheEnd,
  openSandboxFixture,
  stepOf,
  type SandboxRigOptions,
} from '../../testing/execution.ts';

let at: TestDatabase;
before(async () => {
  at = await createTestDatabase();
});
after(() => at.close());

const named = (count: number) => Array.from({ length: count }, (_, index) => `m${index}`);

async function openWith(names: readonly string[], options: SandboxRigOptions = {}) {
  const rig = await openSandboxFixture(at.database, options);
  const ids = await rig.addPeople(names);
  const members = names.map(email);
  return { rig, members, idOf: (name: string) => ids[names.indexOf(name)] ?? '' };
}

const refuse = (personId: string, permanent: boolean): AddedPeople['refused'][number] => ({
  personId,
  detail: permanent ? 'Never.' : 'Not yet.',
  permanent,
});

suite('people', () => {
  test('members are added in batches, each recorded before the next', async () => {
    const names = named(3_000);
    const { rig, members } = await openWith(names);
    const { creation, records } = await executeToTheEnd(rig, rig.creation({}, { members }));
    assert.equal(creation.status, 'succeeded');
    const [group] = await rig.groups();
    assert.equal(group?.members.length, 3_001);
    assert.equal(new Set(group?.members).size, 3_001);

    const added = [...new Set(records.map(({ entry }) => entry.facts.membersAdded ?? 0))];
    const batches = added.slice(1).map((count, index) => count - (added[index] ?? 0));
    assert.equal(batches[0], 19, 'the group is created with 20 people');
    assert.ok(batches.every((size) => size <= 200));
    assert.equal(batches.length, 1 + Math.ceil((3_000 - 19) / 200));
  });

  test('a member who is refused for now is retried alone, one who is refused permanently is named', async () => {
    const names = named(30);
    const refusals = new Map<string, boolean[]>();
    const { rig, members, idOf } = await openWith(names, {
      limits: { peopleAtCreation: 1, peoplePerCall: 25 },
      faults: (sandbox) => ({
        async addMembers(groupId, people, through, call) {
          const { memberIds } = people;
          const refused = memberIds.flatMap((id) => {
            const permanent = refusals.get(id)?.shift();
            return permanent === undefined ? [] : [refuse(id, permanent)];
          });
          const refusedIds = new Set(refused.map(({ personId }) => personId));
          const admitted = memberIds.filter((id) => !refusedIds.has(id));
          await sandbox.addMembers(groupId, { ...people, memberIds: admitted }, through, call);
          return { refused };
        },
      }),
    });
    refusals.set(idOf('m20'), [false]);
    refusals.set(idOf('m21'), [true]);
    const { creation, records } = await executeToTheEnd(rig, rig.creation({}, { members }));
    assert.equal(creation.status, 'succeeded');
    const repeated = records.flatMap(({ entry }) => entry.facts.peopleToRepeat ?? []);
    assert.deepEqual([...new Set(repeated)], [idOf('m20')]);
    const [warning, ...others] = creation.warnings;
    assert.deepEqual(others, []);
    assert.ok(warning?.detail.includes(idOf('m21')));
    const [group] = await rig.groups();
    const expected = names.filter((name) => name !== 'm21');
    assert.deepEqual(group?.members, [...expected, 'owner'].toSorted());
  });

  test('a team with more people than the directory takes fails before anything is created', async () => {
    const { rig, members } = await openWith(named(30), { limits: { maxTeamMembers: 30 } });
    const { creation } = await executeToTheEnd(rig, rig.creation({}, { members }));
    assert.equal(creation.facts.failure?.code, 'people_not_eligible');
    assert.deepEqual(
      creation.facts.failure?.faults.map(({ pointer, code }) => `${pointer} ${code}`),
      ['/members too_many_members'],
    );
    assert.deepEqual(await rig.groups(), []);
  });

  test('owners and members who fit into one call go in one call, and nobody is added twice', async () => {
    const names = named(30);
    const { rig, members } = await openWith(names, {
      limits: { peopleAtCreation: 11, ownersAtCreationAreMembers: false },
    });
    const { creation } = await executeToTheEnd(rig, rig.creation({}, { members }));
    assert.equal(creation.status, 'succeeded');
    assert.equal(stepOf(creation, 'add_owners').attempts, 1);
    const { status, attempts } = stepOf(creation, 'add_members');
    assert.deepEqual({ status, attempts }, { status: 'succeeded', attempts: 0 });
    const [group] = await rig.groups();
    assert.deepEqual(group?.members, [...names, 'owner'].toSorted());
  });

  const limits = { peopleAtCreation: 1, ownersAtCreationAreMembers: false };

  test('a member who is refused for an hour becomes a warning', async () => {
    const { rig, members } = await openWith(['late'], {
      limits,
      faults: (sandbox) => ({
        addOwners: async (groupId, people, through, call) => {
          const { memberIds } = people;
          await sandbox.addOwners(groupId, { ...people, memberIds: [] }, through, call);
          return { refused: memberIds.map((id) => refuse(id, false)) };
        },
        addMembers: async (_, { memberIds }) => ({
          refused: memberIds.map((id) => refuse(id, false)),
        }),
      }),
    });
    const { creation, tookMs } = await executeToTheEnd(rig, rig.creation({}, { members }));
    assert.equal(creation.status, 'succeeded');
    assert.match(creation.warnings[0]?.detail ?? '', /Not yet/);
    assert.ok(tookMs >= 3_600_000, `${tookMs} ms`);
    const [group] = await rig.groups();
    assert.deepEqual(group?.members, ['owner']);
  });

  test('an owner who is refused for an hour fails the creation', async () => {
    const { rig, idOf } = await openWith(['late'], {
      limits,
      faults: () => ({
        addOwners: async (_, { ownerIds }) => ({
          refused: ownerIds.filter((id) => id === idOf('late')).map((id) => refuse(id, false)),
        }),
      }),
    });
    const owners = [email('late')];
    const { creation, tookMs } = await executeToTheEnd(rig, rig.creation({}, { owners }));
    assert.equal(creation.facts.failure?.code, 'people_not_eligible');
    assert.ok(tookMs >= 3_600_000, `${tookMs} ms`);
    assert.deepEqual(await rig.groups(), []);
  });
});
