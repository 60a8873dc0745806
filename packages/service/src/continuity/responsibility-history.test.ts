import assert from 'node:assert/strict';
import { test } from 'node:test';
import { responsibilityAt, type ResponsibilityEntry } from './responsibility-history.ts';

const day = (text: string) => new Date(`2026-05-${text}T12:00:00Z`);

function entry(on: string, before: object, after: object): ResponsibilityEntry {
  const actor = { kind: 'policy', id: 'template' };
  const common = { action: 'group.handed_over', actor, proof: null };
  return { ...common, occurredAt: day(on), before: { ...before }, after: { ...after } };
}

const entries = [
  entry('10', { responsible: 'ada', deputy: 'bo' }, { responsible: 'bo', deputy: null }),
  entry('12', { deputy: null }, { deputy: 'cleo' }),
  entry('20', { responsible: 'bo' }, { responsible: 'dov' }),
];
const history = { existsSince: day('01'), responsible: 'dov', deputy: 'cleo', entries };

function on(date: string): (string | null)[] {
  const { responsible, deputy } = responsibilityAt(history, day(date));
  return [responsible.person, deputy.person];
}

test('on each day, the people are those between the changes around it', () => {
  assert.deepEqual(on('05'), ['ada', 'bo']);
  assert.deepEqual(on('11'), ['bo', null]);
  assert.deepEqual(on('15'), ['bo', 'cleo']);
  assert.deepEqual(on('25'), ['dov', 'cleo']);
});

test('the entries around the day are the proof', () => {
  const { responsible } = responsibilityAt(history, day('15'));
  assert.deepEqual([responsible.from, responsible.until], [entries[0], entries[2]]);
});

test('a group without changes has the people of its creation', () => {
  const { responsible, deputy } = responsibilityAt({ ...history, entries: [] }, day('15'));
  assert.deepEqual(responsible, { person: 'dov', from: null, until: null });
  assert.equal(deputy.person, 'cleo');
});

test('before it existed, nobody answered for a group', () => {
  const { exists, responsible } = responsibilityAt(
    { ...history, existsSince: day('20') },
    day('19'),
  );
  assert.deepEqual([exists, responsible.person], [false, null]);
});
