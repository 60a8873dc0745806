import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { defaultTemplatePolicy } from '../../settings/organisations/template.ts';
import type { ChangedPeople, StepName, StepRecord } from '../../engine/creation.ts';
import { newOperationLedger } from './operation-steps.ts';
import {
  type GroupChange,
  type GroupRecord,
  kindOf,
  type Operation,
  type OperationKind,
} from './operation.ts';
import { changedRecord, projectedRecord } from './apply-result.ts';

const nobody: ChangedPeople = {
  addOwnerIds: [],
  addMemberIds: [],
  removeOwnerIds: [],
  removeMemberIds: [],
};

function ledgerOf(change: GroupChange, failedAt: StepName | undefined): StepRecord[] {
  const steps: StepRecord[] = [];
  let isDone = true;
  for (const step of newOperationLedger('change', change)) {
    if (step.name === failedAt) isDone = false;
    const status = isDone ? 'succeeded' : 'failed';
    steps.push(step.status === 'skipped' ? step : { ...step, status });
  }
  return steps;
}

/** An operation whose steps are done up to, and not including, `failedAt`. */
function operation(
  change: GroupChange,
  options: { changedPeople?: ChangedPeople; stayed?: string[]; failedAt?: StepName } = {},
): Operation {
  const { changedPeople = nobody, stayed = [], failedAt } = options;
  return {
    tenantId: 'tenant',
    teamId: 'team',
    operationId: 'operation',
    kind: kindOf(change),
    change,
    group: {
      tenantId: 'tenant',
      teamId: 'team',
      organisationId: 'organisation',
      templateId: 'template',
      displayName: 'Project 4711',
      description: null,
      mailNickname: 'prj-4711',
      people: {
        responsible: 'mara@x.example',
        deputy: 'tomas@x.example',
        owners: ['yuki@x.example'],
        members: ['bo@x.example'],
      },
      properties: {},
      policy: defaultTemplatePolicy,
      state: 'active',
      isArchived: false,
      requestedBy: null,
      requestedExpiry: null,
      createdAt: new Date(0),
      deletedAt: undefined,
      version: 1,
      groupId: 'group',
      marker: 'team',
      resolvedPeople: { ownerIds: ['id-mara', 'id-tomas', 'id-yuki'], memberIds: ['id-bo'] },
    },
    actor: { kind: 'api_key', id: 'key' },
    reason: null,
    createdAt: new Date(0),
    requestId: 'r',
    status: failedAt === undefined ? 'succeeded' : 'failed',
    steps: ledgerOf(change, failedAt),
    facts: { changedPeople, stayed },
    warnings: [],
  };
}

suite('the record after the pending operations', () => {
  const { group } = operation({});
  const stateAfter = (record: GroupRecord, ...kinds: readonly OperationKind[]) =>
    projectedRecord(
      record,
      kinds.map((kind) => ({ kind, change: {} })),
    ).state;

  test('has the state that each of them leaves', () => {
    assert.equal(stateAfter(group, 'change'), 'active');
    assert.equal(stateAfter(group, 'archive'), 'archived');
    assert.equal(stateAfter(group, 'archive', 'unarchive'), 'active');
    assert.equal(stateAfter(group, 'delete'), 'deleted');
    assert.equal(stateAfter(group, 'delete', 'restore'), 'active');
  });

  test('is archived after a restore if the group was archived before its deletion', () => {
    assert.equal(stateAfter(group, 'archive', 'delete', 'restore'), 'archived');
    assert.equal(stateAfter(group, 'archive', 'unarchive', 'delete', 'restore'), 'active');
    const deleted: GroupRecord = { ...group, state: 'deleted', isArchived: true };
    assert.equal(stateAfter(deleted, 'restore'), 'archived');
  });
});

suite('the record after an operation', () => {
  test('stays where the responsible or the deputy is named by an address that only the directory knows', () => {
    const names = { 'also.mara@x.example': 'id-mara', 'also.tomas@x.example': 'id-tomas' };
    for (const [change, answering] of [
      [{ responsible: 'also.mara@x.example' }, { responsibleId: 'id-mara' }],
      [{ deputy: 'Also.Tomas@x.example' }, { deputyId: 'id-tomas' }],
      [
        { responsible: 'also.mara@x.example', deputy: 'also.tomas@x.example' },
        { responsibleId: 'id-mara', deputyId: 'id-tomas' },
      ],
    ] as const) {
      const changedPeople = { ...nobody, ...answering, names };
      const { before, after } = changedRecord(operation(change, { changedPeople }));
      assert.deepEqual({ before, after }, { before: {}, after: {} }, JSON.stringify(change));
    }
    const changePlaces = changedRecord(
      operation(
        { responsible: 'also.tomas@x.example', deputy: 'also.mara@x.example' },
        { changedPeople: { ...nobody, responsibleId: 'id-tomas', deputyId: 'id-mara', names } },
      ),
    );
    assert.deepEqual(Object.keys(changePlaces.after), ['responsible', 'deputy']);
  });

  test('has the new names, and tells what differs', () => {
    const { record, before, after } = changedRecord(
      operation({ displayName: 'Project 4711 B', visibility: 'public' }),
    );
    assert.equal(record.displayName, 'Project 4711 B');
    assert.deepEqual(before, { displayName: 'Project 4711', visibility: 'private' });
    assert.deepEqual(after, { displayName: 'Project 4711 B', visibility: 'public' });
  });

  test('has the new responsible first, and the former one as a member', () => {
    const { record, before, after } = changedRecord(
      operation(
        { responsible: 'nils@x.example' },
        {
          changedPeople: {
            ...nobody,
            responsibleId: 'id-nils',
            addOwnerIds: ['id-nils'],
            removeOwnerIds: ['id-mara'],
          },
        },
      ),
    );
    assert.equal(record.people.responsible, 'nils@x.example');
    assert.deepEqual(record.people.members, ['bo@x.example', 'mara@x.example']);
    assert.deepEqual(record.resolvedPeople, {
      ownerIds: ['id-nils', 'id-tomas', 'id-yuki'],
      memberIds: ['id-bo', 'id-mara'],
    });
    assert.deepEqual(before, { responsible: 'mara@x.example' });
    assert.deepEqual(after, { responsible: 'nils@x.example', members: ['mara@x.example'] });
  });

  test('keeps a former responsible as owner whom the directory refused to remove', () => {
    const { record } = changedRecord(
      operation(
        { responsible: 'nils@x.example' },
        {
          changedPeople: {
            ...nobody,
            responsibleId: 'id-nils',
            addOwnerIds: ['id-nils'],
            removeOwnerIds: ['id-mara'],
          },
          stayed: ['id-mara'],
        },
      ),
    );
    assert.deepEqual(record.resolvedPeople?.ownerIds, [
      'id-nils',
      'id-tomas',
      'id-mara',
      'id-yuki',
    ]);
    assert.ok(record.people.owners.includes('mara@x.example'));
    assert.ok(!record.people.members.includes('mara@x.example'));
  });

  test('has a member who becomes responsible, deputy or owner in that place only', () => {
    const owner = { addOwnerIds: ['id-bo'] };
    for (const [change, changed] of [
      [{ responsible: 'bo@x.example' }, { responsibleId: 'id-bo', removeOwnerIds: ['id-mara'] }],
      [{ deputy: 'Bo@x.example' }, { deputyId: 'id-bo', removeOwnerIds: ['id-tomas'] }],
      [{ owners: { add: ['bo@x.example'], remove: [] } }, {}],
    ] as const) {
      const changedPeople = { ...nobody, ...owner, ...changed };
      const { record, before } = changedRecord(operation(change, { changedPeople }));
      assert.ok(!record.people.members.some((member) => member.startsWith('bo')));
      assert.ok(!record.resolvedPeople?.memberIds.includes('id-bo'));
      assert.deepEqual(before['members'], ['bo@x.example']);
    }
  });

  test('finds a member by id who becomes responsible by address', () => {
    const base = operation(
      { responsible: 'bo@x.example' },
      { changedPeople: { ...nobody, responsibleId: 'id-bo', addOwnerIds: ['id-bo'] } },
    );
    const byId = { ...base.group.people, members: ['ID-bo'] };
    const { record } = changedRecord({ ...base, group: { ...base.group, people: byId } });
    assert.deepEqual(record.people.members, ['mara@x.example']);
  });

  test('of a failed handover keeps the members, because nobody has become an owner', () => {
    const { record } = changedRecord(
      operation({ responsible: 'bo@x.example' }, { failedAt: 'add_owners' }),
    );
    assert.deepEqual(record.people.members, ['bo@x.example']);
  });

  test('lists a former responsible who leaves the group nowhere, even one who was also a member', () => {
    const done = operation(
      { responsible: 'nils@x.example', former: 'none' },
      {
        changedPeople: {
          ...nobody,
          responsibleId: 'id-nils',
          addOwnerIds: ['id-nils'],
          removeOwnerIds: ['id-mara'],
          removeMemberIds: ['id-mara'],
        },
      },
    );
    const people = { ...done.group.people, members: ['bo@x.example', 'mara@x.example'] };
    const { record } = changedRecord({ ...done, group: { ...done.group, people } });
    assert.deepEqual(record.people.members, ['bo@x.example']);
    assert.deepEqual(record.people.owners, ['yuki@x.example']);
  });

  test('without its deputy has the responsible alone at the head', () => {
    const { record } = changedRecord(
      operation(
        { deputy: null },
        { changedPeople: { ...nobody, deputyId: null, removeOwnerIds: ['id-tomas'] } },
      ),
    );
    assert.equal(record.people.deputy, null);
    assert.deepEqual(record.resolvedPeople, {
      ownerIds: ['id-mara', 'id-yuki'],
      memberIds: ['id-bo', 'id-tomas'],
    });
  });

  test('of a failed operation has only what its steps have done', () => {
    const { record, after } = changedRecord(
      operation(
        {
          displayName: 'New',
          owners: { add: ['nils@x.example'], remove: ['yuki@x.example'] },
          members: { add: [], remove: ['bo@x.example'] },
        },
        {
          changedPeople: {
            ...nobody,
            addOwnerIds: ['id-nils'],
            removeOwnerIds: ['id-yuki'],
            removeMemberIds: ['id-bo'],
          },
          failedAt: 'remove_owners',
        },
      ),
    );
    assert.deepEqual(after, { displayName: 'New', owners: ['nils@x.example'] });
    assert.deepEqual(record.resolvedPeople, {
      ownerIds: ['id-mara', 'id-tomas', 'id-yuki', 'id-nils'],
      memberIds: ['id-bo'],
    });
  });

  test('finds a person by id whom the change names by address', () => {
    const change: GroupChange = { members: { add: [], remove: ['bo.other@x.example'] } };
    const base = operation(change, { changedPeople: { ...nobody, removeMemberIds: ['id-bo'] } });
    const byId = { ...base.group.people, members: ['id-bo'] };
    const { record } = changedRecord({ ...base, group: { ...base.group, people: byId } });
    assert.deepEqual(record.people.members, []);
  });

  test('finds a person by address whom the change names by id', () => {
    const change: GroupChange = {
      owners: { add: [], remove: ['id-yuki'] },
      members: { add: [], remove: ['id-bo'] },
    };
    const changedPeople = {
      ...nobody,
      removeOwnerIds: ['id-yuki'],
      removeMemberIds: ['id-bo'],
      names: { 'yuki@x.example': 'id-yuki', 'bo@x.example': 'id-bo' },
    };
    const { record } = changedRecord(operation(change, { changedPeople }));
    assert.deepEqual(record.people.owners, []);
    assert.deepEqual(record.people.members, ['yuki@x.example']);
  });

  test('keeps people, named by address, whom the directory refused to remove', () => {
    const change: GroupChange = {
      owners: { add: [], remove: ['yuki@x.example'] },
      members: { add: [], remove: ['bo@x.example'] },
    };
    const changedPeople = {
      ...nobody,
      removeOwnerIds: ['id-yuki'],
      removeMemberIds: ['id-bo'],
      names: { 'yuki@x.example': 'id-yuki', 'bo@x.example': 'id-bo' },
    };
    const base = operation(change, { changedPeople, stayed: ['id-yuki'] });
    const refused = { ...base, facts: { ...base.facts, membersStayed: ['id-bo'] } };
    const { people } = changedRecord(refused).record;
    assert.deepEqual([people.owners, people.members], [['yuki@x.example'], ['bo@x.example']]);
  });

  test('lists a person once who is named by id and by address', () => {
    const change: GroupChange = {
      owners: { add: ['id-yuki'], remove: [] },
      members: { add: ['id-bo', 'id-mara', 'id-nils'], remove: [] },
    };
    const changedPeople = {
      ...nobody,
      addOwnerIds: ['id-yuki'],
      addMemberIds: ['id-nils'],
      names: { 'yuki@x.example': 'id-yuki', 'bo@x.example': 'id-bo', 'mara@x.example': 'id-mara' },
    };
    const { people } = changedRecord(operation(change, { changedPeople })).record;
    assert.deepEqual(people.owners, ['yuki@x.example']);
    assert.deepEqual(people.members, ['bo@x.example', 'id-nils']);
  });

  test('has a former responsible as a member whom the same change keeps and removes as an owner', () => {
    const { record } = changedRecord(
      operation(
        {
          responsible: 'new@x.example',
          owners: { add: [], remove: ['mara@x.example'] },
          former: 'owner',
        },
        {
          changedPeople: {
            ...nobody,
            responsibleId: 'id-new',
            addOwnerIds: ['id-new'],
            removeOwnerIds: ['id-mara'],
          },
        },
      ),
    );
    assert.deepEqual(record.people.owners, ['yuki@x.example']);
    assert.deepEqual(record.people.members, ['bo@x.example', 'mara@x.example']);
  });

  test('has a former responsible as an owner whom the list of owners names by id', () => {
    const base = operation(
      { responsible: 'new@x.example' },
      { changedPeople: { ...nobody, responsibleId: 'id-new', addOwnerIds: ['id-new'] } },
    );
    const people = { ...base.group.people, owners: ['id-mara'] };
    const { record } = changedRecord({ ...base, group: { ...base.group, people } });
    assert.deepEqual(record.people.owners, ['id-mara']);
    assert.deepEqual(record.people.members, ['bo@x.example']);
  });

  test('lists the first 1,000 of many people, and tells how many there are', () => {
    const add = Array.from({ length: 25_000 }, (_, index) => `p${index}@x.example`);
    const { record, after } = changedRecord(operation({ members: { add, remove: [] } }));
    assert.equal(record.people.members.length, 25_001);
    assert.deepEqual(after, { members: add.slice(0, 1_000), membersCount: 25_000 });
  });

  test('of a step that failed after some batches has the people of these batches', () => {
    const changedPeople = { ...nobody, addMemberIds: ['m1', 'm2', 'm3'] };
    const change = { members: { add: ['m1', 'm2', 'm3'], remove: [] } };
    const failed = operation(change, { changedPeople, failedAt: 'add_members' });
    const begun = { ...failed, facts: { ...failed.facts, membersAdded: 2 } };
    const known = failed.group.resolvedPeople?.memberIds ?? [];
    assert.deepEqual(changedRecord(begun).record.resolvedPeople?.memberIds, [...known, 'm1', 'm2']);
  });

  test('has a removed member no longer as an owner', () => {
    const { record } = changedRecord(
      operation({ members: { add: [], remove: ['yuki@x.example'] } }),
    );
    assert.deepEqual(record.people.owners, []);
  });

  test('has a former owner as a member whom the directory demoted and refused to remove', () => {
    const changedPeople = {
      ...nobody,
      responsibleId: 'id-new',
      addOwnerIds: ['id-new'],
      removeOwnerIds: ['id-mara'],
      removeMemberIds: ['id-mara'],
    };
    const change = { responsible: 'new@x.example', former: 'none' } as const;
    const done = operation(change, { changedPeople });
    const stayed = { ...done, facts: { ...done.facts, membersStayed: ['id-mara'] } };
    const { record } = changedRecord(stayed);
    assert.ok(!record.resolvedPeople?.ownerIds.includes('id-mara'));
    assert.ok(record.resolvedPeople?.memberIds.includes('id-mara'));
    assert.ok(record.people.members.includes('mara@x.example'));
  });
});
