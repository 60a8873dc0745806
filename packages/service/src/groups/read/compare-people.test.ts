import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparePeople } from './compare-people.ts';

const recorded = {
  ownerIds: ['Mara', 'lea', 'otto'],
  memberIds: ['nils', 'zoe'],
  answering: 2,
};

const rolesOf = (...args: Parameters<typeof comparePeople>) =>
  comparePeople(...args).map(
    ({ id, recorded: role, inDirectory, difference }) =>
      `${id}: ${role ?? '-'} / ${inDirectory ?? '-'}${difference === null ? '' : ` (${difference})`}`,
  );

test('people as recorded are listed by their roles, without a difference', () => {
  const actual = {
    ownerIds: ['otto', 'mara', 'LEA'],
    memberIds: ['mara', 'lea', 'otto', 'zoe', 'nils'],
  };
  assert.deepEqual(rolesOf(recorded, actual), [
    'mara: responsible / owner',
    'lea: deputy / owner',
    'otto: owner / owner',
    'nils: member / member',
    'zoe: member / member',
  ]);
});

test('who is missing, has another role or was added comes first', () => {
  const actual = { ownerIds: ['mara', 'nils'], memberIds: ['mara', 'nils', 'lea', 'zoe', 'guest'] };
  assert.deepEqual(rolesOf(recorded, actual), [
    'otto: owner / - (missing)',
    'lea: deputy / member (other_role)',
    'nils: member / owner (other_role)',
    'guest: - / member (added)',
    'mara: responsible / owner',
    'zoe: member / member',
  ]);
});

test('without a deputy, the second owner is an owner', () => {
  const actual = { ownerIds: ['mara', 'lea', 'otto'], memberIds: ['nils', 'zoe'] };
  const roles = comparePeople({ ...recorded, answering: 1 }, actual).map((one) => one.recorded);
  assert.deepEqual(roles, ['responsible', 'owner', 'owner', 'member', 'member']);
});
