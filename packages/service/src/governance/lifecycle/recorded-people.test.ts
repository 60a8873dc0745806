import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LifeStep } from './life-step.ts';
import { governedGroup, lifeStep } from '../../../testing/governed-group.ts';
import { type ChangeOfPeople, type NamedPeople, pastPeople } from './recorded-people.ts';
import { subjectsIn } from './subjects-in-group.ts';

const begin = new Date('2027-01-01T08:00:00Z');
const lenasId = '0b6f7c1e-5a43-4b52-9d3e-0d4f6f6d2a11';
const nobody = { responsible: undefined, deputy: undefined };
const unowned = { responsibleId: null, deputyId: null, ownerIds: [] };
const plain = lifeStep(governedGroup(begin, unowned));
const step: LifeStep = {
  ...plain,
  review: {
    ...plain.lifecycle,
    policy: undefined,
    nextAt: undefined,
    review: undefined,
    holders: new Map(),
    inGroup: { ownerIds: [], hasGuests: false },
  },
};

/** It tells whom the record named at each time, and whether a review had owners to decide about. */
function pastOf(named: NamedPeople, changes: readonly ChangeOfPeople[]) {
  const past = pastPeople({ named, answering: nobody, othersSeen: [] }, changes);
  const steps = [past.begin(step), ...past.facts.map(({ change }) => change(step))];
  return steps.map(({ group, lifecycle, review }) => [
    group.responsibleId,
    group.deputyId,
    lifecycle.responsible?.personId,
    review && subjectsIn(review.inGroup, group),
  ]);
}

const at = new Date('2027-03-01T08:00:00Z');
const emails = { [lenasId]: 'lena@aare.example' };

test('before a handover to an owner, a review decided about that owner, whichever names the record has for the person', () => {
  const named = { responsible: lenasId, deputy: null, owners: ['lena@aare.example'] };
  const handover = {
    at,
    before: { responsible: 'mara@aare.example' },
    after: { responsible: lenasId },
    emails,
  };
  assert.deepEqual(pastOf(named, [handover]), [
    ['mara@aare.example', null, 'mara@aare.example', ['owners']],
    ['lena@aare.example', null, undefined, []],
  ]);
});

test('the people of each time are those of today with every later change undone', () => {
  const named = { responsible: 'mara', deputy: 'yuki', owners: ['jonas'] };
  const changes = [
    { at, before: { deputy: 'tomas' }, after: { deputy: null }, emails: null },
    {
      at: new Date('2027-04-01T08:00:00Z'),
      before: { deputy: null, owners: ['lena'] },
      after: { deputy: 'yuki', owners: ['jonas'] },
      emails: null,
    },
  ];
  assert.deepEqual(pastOf(named, changes), [
    ['mara', 'tomas', undefined, ['owners']],
    ['mara', null, undefined, ['owners']],
    ['mara', 'yuki', undefined, ['owners']],
  ]);
  assert.deepEqual(pastOf({ ...named, owners: [] }, [changes[0] as ChangeOfPeople])[0]?.[3], []);
});
