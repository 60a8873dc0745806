import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ordinaryGroup } from '../directory/group-facts.ts';
import { compareGroup, type ComparedRecord, type ExistingGroup } from './compare.ts';

const record: ComparedRecord = {
  displayName: 'Bridge',
  description: 'Over the Aare',
  visibility: 'private',
  isArchived: false,
  responsible: 'mara@aare.example',
  responsibleId: 'AAAA',
  deputy: null,
  deputyId: null,
  minimumOwners: 2,
  unreachable: { responsible: false, deputy: false },
};
const group: ExistingGroup = {
  state: 'exists',
  groupId: 'g',
  seenAt: new Date(0),
  marker: 'm',
  displayName: 'Bridge',
  description: 'Over the Aare',
  mailNickname: 'bridge',
  visibility: 'private',
  hasTeam: true,
  mail: undefined,
  facts: ordinaryGroup,
  ownerIds: ['aaaa', 'bbbb'],
  memberCount: 2,
  guestCount: 0,
  isArchived: false,
};

function driftOf(others: Partial<ExistingGroup>, changed: Partial<ComparedRecord> = {}): string[] {
  const compared = { ...record, ...changed };
  return compareGroup(compared, { ...group, ...others }, () => 'enabled').drift.map(
    ({ property }) => property,
  );
}

test('ids are compared regardless of case, and more owners than necessary are no drift', () => {
  assert.deepEqual(driftOf({}), []);
  assert.deepEqual(driftOf({ ownerIds: ['AAAA', 'bbbb', 'cccc'] }), []);
});

test('too few owners are drift, and so is a responsible person who is not an owner', () => {
  assert.deepEqual(driftOf({ ownerIds: ['aaaa'] }), ['owners']);
  assert.deepEqual(driftOf({ ownerIds: ['bbbb', 'cccc'] }), ['responsible']);
});

test('white space around a description is no drift, nor the name of the group in place of none', () => {
  assert.deepEqual(driftOf({ description: ' Over the Aare\n' }), []);
  assert.deepEqual(driftOf({ description: null }), ['description']);
  for (const description of [null, '', 'Bridge']) {
    assert.deepEqual(driftOf({ description }, { description: null }), []);
  }
  assert.deepEqual(driftOf({ description: 'Other' }, { description: null }), ['description']);
});

test('values that the directory does not show are no drift', () => {
  const { observed, drift } = compareGroup(
    { ...record, isArchived: true },
    { ...group, memberCount: undefined, guestCount: undefined, isArchived: undefined },
    () => 'enabled',
  );
  assert.deepEqual(drift, []);
  assert.deepEqual(
    [observed.memberCount, observed.guestCount, observed.archived],
    [null, null, null],
  );
});

test('a group is ownerless where no owner has an enabled account', () => {
  const findingsOf = (enabled: readonly string[], ownerIds = group.ownerIds) =>
    compareGroup(record, { ...group, ownerIds }, (id) =>
      enabled.includes(id.toLowerCase()) ? 'enabled' : 'gone',
    ).findings;
  assert.deepEqual(findingsOf(['aaaa', 'bbbb']), []);
  assert.deepEqual(findingsOf(['bbbb']), ['too_few_owners', 'responsible_unavailable']);
  assert.deepEqual(findingsOf(['aaaa'], ['bbbb']), ['ownerless']);
  assert.deepEqual(findingsOf([]), ['ownerless', 'responsible_unavailable']);
});

test('a vacant group whose owners the directory hides has unknown owners, and is never called ownerless', () => {
  const vacant = { ...record, responsible: null, responsibleId: null };
  const compare = (others: Partial<ExistingGroup>, compared: ComparedRecord = vacant) =>
    compareGroup(compared, { ...group, ownerIds: [], ...others }, () => 'gone');
  const findingsOf = (...compared: Parameters<typeof compare>) => compare(...compared).findings;
  assert.equal(compare({ hasTeam: false }).observed.ownerIds, null);
  assert.deepEqual(compare({ hasTeam: true }).observed.ownerIds, []);
  assert.deepEqual(findingsOf({ hasTeam: false }), []);
  assert.deepEqual(findingsOf({ hasTeam: true }), ['ownerless']);
  assert.deepEqual(findingsOf({ hasTeam: false, ownerIds: ['aaaa'] }), ['ownerless']);
  // The service made its responsible person an owner, so a list without any is true.
  assert.deepEqual(findingsOf({ hasTeam: false }, record), [
    'ownerless',
    'responsible_unavailable',
  ]);
});
