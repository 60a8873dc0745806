import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DomainError, noShapeErrors } from '../../ground/errors.ts';
import { everyChange } from '../../settings/organisations/allowed-changes.ts';
import { defaultTemplatePolicy } from '../../settings/organisations/template.ts';
import { type ChangeValidation, validateChange } from './check-change.ts';
import { type GroupChange, type GroupRecord, operationKinds } from './operation.ts';
import { requireState, restoreWindowMs } from './require-state.ts';

const day = 86_400_000;
const now = Date.UTC(2026, 10, 21);

function group(changes: Partial<GroupRecord> = {}): GroupRecord {
  return {
    tenantId: 'tenant',
    teamId: 'team',
    organisationId: 'organisation',
    templateId: 'template',
    displayName: 'Project 4711',
    description: 'Bridge',
    mailNickname: 'prj-4711',
    people: {
      responsible: 'mara@aare.example',
      deputy: 'tomas@aare.example',
      owners: ['yuki@aare.example'],
      members: [],
    },
    properties: { code: '4711' },
    policy: { ...defaultTemplatePolicy, minimumOwners: 2, defaultOwners: ['desk@aare.example'] },
    state: 'active',
    isArchived: false,
    requestedBy: null,
    requestedExpiry: null,
    createdAt: new Date(now - day),
    deletedAt: undefined,
    version: 0,
    groupId: 'group',
    marker: 'team',
    resolvedPeople: undefined,
    ...changes,
  };
}

const template = {
  identifier: 'project',
  mailNicknamePattern: 'prj-{{code}}',
  displayNamePattern: 'Project {{code}}{{rest}}',
};

function faultsOf(change: GroupChange, others: Partial<ChangeValidation> = {}): string[] {
  const { faults } = validateChange({
    group: group(),
    template: { ...template, displayNamePattern: 'Project {{code}}' },
    organisation: { identifier: 'aare' },
    blockedWords: [],
    allowed: everyChange,
    change,
    body: change,
    shape: noShapeErrors,
    maxFaults: 100,
    ...others,
  });
  return faults.map(({ pointer, code }) => `${pointer} ${code}`);
}

suite('a change', () => {
  test('may change what the rules allow', () => {
    assert.deepEqual(
      faultsOf({
        description: null,
        visibility: 'public',
        responsible: 'nils@aare.example',
        owners: { add: ['ada@aare.example'], remove: ['yuki@aare.example'] },
        members: { add: ['bo@aare.example'], remove: [] },
      }),
      [],
    );
  });

  test('lists every fault at once, in the order of the request', () => {
    assert.deepEqual(
      faultsOf({
        members: { add: ['nobody'], remove: ['bo@aare.example'] },
        displayName: 'Bridge',
        deputy: 'MARA@aare.example',
        owners: { add: ['bo@aare.example'], remove: ['BO@aare.example', 'desk@aare.example'] },
      }),
      [
        '/members/add/0 not_a_person',
        '/displayName pattern_mismatch',
        '/deputy deputy_is_responsible',
        '/owners/remove/0 added_and_removed',
        '/owners/remove/1 default_person',
      ],
    );
  });

  test('keeps the properties of the group: the alias does not change', () => {
    assert.deepEqual(faultsOf({ displayName: 'Project 4712' }), ['/displayName pattern_mismatch']);
    const free = { ...template, mailNicknamePattern: '', displayNamePattern: 'Project {{code}}' };
    assert.deepEqual(faultsOf({ displayName: 'Project 4712' }, { template: free }), [
      '/displayName pattern_mismatch',
    ]);
  });

  test('is free in its name once the template is deleted', () => {
    assert.deepEqual(faultsOf({ displayName: 'Anything' }, { template: undefined }), []);
  });

  test('removes nobody who answers for the group, unless it names a successor', () => {
    assert.deepEqual(faultsOf({ owners: { add: [], remove: ['mara@aare.example'] } }), [
      '/owners/remove/0 is_responsible',
    ]);
    assert.deepEqual(
      faultsOf({
        responsible: 'nils@aare.example',
        owners: { add: [], remove: ['mara@aare.example'] },
      }),
      [],
    );
  });

  test('leaves as many owners as the template asks for', () => {
    const few = group({ policy: { ...defaultTemplatePolicy, minimumOwners: 3 } });
    assert.deepEqual(
      faultsOf({ owners: { add: [], remove: ['yuki@aare.example'] } }, { group: few }),
      ['/owners/remove too_few_owners'],
    );
  });

  test('takes no default owner out of the group, and leaves enough owners, where it removes members', () => {
    assert.deepEqual(faultsOf({ members: { add: [], remove: ['desk@aare.example'] } }), [
      '/members/remove/0 default_person',
    ]);
    const few = group({ policy: { ...defaultTemplatePolicy, minimumOwners: 3 } });
    assert.deepEqual(
      faultsOf({ members: { add: [], remove: ['yuki@aare.example'] } }, { group: few }),
      ['/members/remove too_few_owners'],
    );
  });

  test('that names nothing to change is refused, and values that the group has are not', () => {
    for (const empty of [{}, { former: 'none' as const }, { reason: 'Why not' }]) {
      assert.deepEqual(faultsOf(empty), [' nothing_to_change']);
    }
    for (const present of [
      { displayName: 'Project 4711', responsible: 'MARA@aare.example' },
      { owners: { add: [], remove: [] } },
    ]) {
      assert.deepEqual(faultsOf(present), []);
    }
  });

  test('is judged in what can be read when another member has the wrong shape', () => {
    const shape = {
      listed: [{ pointer: '/displayName', code: 'wrong_type' as const, detail: 'x' }],
      unlisted: 0,
      members: new Set(['displayName']),
      hasWrongType: false,
    };
    assert.deepEqual(
      faultsOf({ deputy: 'nobody' }, { shape, body: { displayName: 7, deputy: 'nobody' } }),
      ['/displayName wrong_type', '/deputy not_a_person'],
    );
  });

  test('says that the alias stays', () => {
    const shape = {
      listed: [{ pointer: '/mailNickName', code: 'unknown_member' as const, detail: 'x' }],
      unlisted: 0,
      members: new Set(['mailNickName']),
      hasWrongType: false,
    };
    assert.deepEqual(faultsOf({}, { shape, body: { mailNickName: 'other' } }), [
      '/mailNickName mail_nickname_fixed',
    ]);
  });
});

suite('the state of a group', () => {
  const codeOf = (act: () => void): string => {
    try {
      act();
      return 'accepted';
    } catch (error) {
      return error instanceof DomainError ? error.code : 'another error';
    }
  };

  test('decides which operations are accepted', () => {
    const accepted = (state: GroupRecord['state']) =>
      operationKinds.filter(
        (kind) => codeOf(() => requireState(kind, group({ state }), now)) === 'accepted',
      );
    const living = ['change', 'handover', 'archive', 'unarchive', 'delete'];
    const existing = [...living, 'repair', 'accept_drift', 'roster'];
    assert.deepEqual(accepted('active'), existing);
    assert.deepEqual(accepted('archived'), existing);
    assert.deepEqual(accepted('being_created'), [...living, 'roster']);
    assert.deepEqual(accepted('deleted'), ['restore']);
    assert.deepEqual(accepted('gone'), ['restore']);
    assert.deepEqual(accepted('failed'), []);
    assert.deepEqual(accepted('ended'), []);
  });

  test('allows a restore on day 29 and refuses it on day 31', () => {
    const deleted = (days: number) =>
      group({ state: 'deleted', deletedAt: new Date(now - days * day) });
    assert.equal(restoreWindowMs, 30 * day);
    assert.equal(
      codeOf(() => requireState('restore', deleted(29), now)),
      'accepted',
    );
    assert.equal(
      codeOf(() => requireState('restore', deleted(31), now)),
      'restore_window_over',
    );
  });
});
