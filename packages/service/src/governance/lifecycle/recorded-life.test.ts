// A group that lives again by the log: the acts of people at their times, and the rules between them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeLifecycle } from '../../settings/organisations/lifecycle-policy.ts';
import { assignee, governedGroup, lifeStep } from '../../../testing/governed-group.ts';
import { factOfEntry, type RecordedEntry, underPolicy } from './recorded-life.ts';
import { walkLife } from './walk-life.ts';

const policy = completeLifecycle({
  expires: { after: 'P100D' },
  remindBefore: ['P20D', 'P5D'],
  deleteAfterArchived: 'P60D',
});
const begin = new Date('2027-01-01T09:00:00Z');
const until = new Date('2028-01-01T09:00:00Z');
const group = governedGroup(begin);

/** @param acts of people: the day, the action and its data */
function lifeWith(...acts: readonly (readonly [string, string, Partial<RecordedEntry>?])[]) {
  const start = underPolicy(lifeStep(group, assignee('ada')), { at: begin, version: 1, policy });
  const nothing = { isOfPolicy: false, expiresAt: null, renewals: null, kind: null, outcome: null };
  const facts = acts.flatMap(([day, action, data]) => {
    const at = new Date(`${day}T12:00:00Z`);
    return factOfEntry({ action, at, ...nothing, ...data }) ?? [];
  });
  return walkLife(start, until, facts).moments.map(
    ({ at, event }) => `${at.toISOString().slice(0, 10)} ${event}`,
  );
}

const asked = ['2027-03-22 renewal', '2027-04-06 reminder'];
const ended = ['2027-04-11 archived', '2027-05-11 warning', '2027-06-03 warning'];

test('without an act of people, a group is asked about, archived, warned and deleted', () => {
  assert.deepEqual(lifeWith(), [...asked, ...ended, '2027-06-10 deleted']);
});

test('a renewal begins another cycle with the date that the log has', () => {
  const renewal = { expiresAt: '2027-09-01T08:00:00.000Z', renewals: 1 };
  assert.deepEqual(lifeWith(['2027-04-07', 'group.renewed', renewal]).slice(0, 5), [
    ...asked,
    '2027-08-12 renewal',
    '2027-08-27 reminder',
    '2027-09-01 archived',
  ]);
});

test('a renewal of a group that people archived leaves it archived, for as long again', () => {
  const renewal = { expiresAt: '2028-09-01T08:00:00.000Z', renewals: 1 };
  const acts = [
    ['2027-02-01', 'group.archived'] as const,
    ['2027-03-01', 'group.renewed', renewal] as const,
  ];
  assert.equal(lifeWith(...acts).at(-1), '2027-04-30 deleted');
});

test('a renewal of a group that its expiry archived makes it writable again', () => {
  const renewal = { expiresAt: '2027-09-01T08:00:00.000Z', renewals: 1 };
  assert.equal(lifeWith(['2027-05-01', 'group.renewed', renewal])[3], '2027-08-12 renewal');
});

test('a person who lets the group end is not reminded, and the group is archived on its day', () => {
  const answer = { kind: 'renew' as const, outcome: 'let_expire' };
  assert.deepEqual(lifeWith(['2027-03-23', 'task.decided', answer]).slice(0, 2), [
    '2027-03-22 renewal',
    '2027-04-11 archived',
  ]);
});

test('nothing happens on a hold, and after it people are warned again a week ahead', () => {
  const held = lifeWith(['2027-05-20', 'group.held'], ['2027-08-01', 'group.released']);
  const again = ['2027-08-01 warning', '2027-08-02 warning', '2027-08-09 deleted'];
  assert.deepEqual(held.slice(4), again);
  assert.deepEqual(lifeWith(['2027-02-01', 'group.held']), []);
});

test('an act about a group that the tried policy has deleted does not bring it back, and a restore does', () => {
  const renewal = { expiresAt: '2027-12-01T08:00:00.000Z', renewals: 1 };
  const deleted = [...asked, ...ended, '2027-06-10 deleted'];
  assert.deepEqual(lifeWith(['2027-07-01', 'group.renewed', renewal]), deleted);
  const restored = lifeWith(['2027-07-01', 'group.restored']);
  assert.deepEqual(restored.slice(0, deleted.length), deleted);
  assert.equal(restored.at(-1), '2027-08-30 deleted');
});
