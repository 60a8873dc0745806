import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type AcceptanceEntry,
  responsibilityAt,
  rolesOf,
  type ResponsibilityEntry,
} from './responsibility-history.ts';

const day = (text: string) => new Date(`2026-05-${text}T12:00:00Z`);

function entry(on: string, before: object, after: object): ResponsibilityEntry {
  const actor = { kind: 'policy', id: 'template' };
  const common = { action: 'group.handed_over', actor, proof: null };
  return { ...common, occurredAt: day(on), before: { ...before }, after: { ...after } };
}

function about(
  on: string,
  result: AcceptanceEntry['result'],
  others: Partial<AcceptanceEntry> = {},
): AcceptanceEntry {
  const question = { role: 'responsible', result, dueAt: day('30'), takerId: null } as const;
  return { ...entry(on, {}, {}), action: 'task.decided', ...question, ...others };
}

const entries = [
  entry('10', { responsible: 'ada', deputy: 'bo' }, { responsible: 'bo', deputy: null }),
  entry('12', { deputy: null }, { deputy: 'cleo' }),
  entry('20', { responsible: 'bo' }, { responsible: 'dov' }),
];
const acceptances: AcceptanceEntry[] = [
  about('02', 'asked'),
  about('03', 'accepted'),
  about('09', 'accepted', { takerId: 'bo' }),
  about('21', 'asked'),
  about('23', 'ended'),
  about('22', 'asked', { role: 'deputy' }),
];
const history = {
  existsSince: day('01'),
  endedAt: null,
  responsible: 'dov',
  deputy: 'cleo',
  entries,
  acceptances,
};

const nobody = { person: null, from: null, until: null, accepted: null, acceptanceDueAt: null };

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
  const unchanged = { ...history, entries: [], acceptances: [] };
  const { responsible, deputy } = responsibilityAt(unchanged, day('15'));
  assert.deepEqual(responsible, {
    person: 'dov',
    from: null,
    until: null,
    accepted: null,
    acceptanceDueAt: null,
  });
  assert.equal(deputy.person, 'cleo');
});

test('before it existed, nobody answered for a group', () => {
  const { exists, responsible } = responsibilityAt(
    { ...history, existsSince: day('20') },
    day('19'),
  );
  assert.deepEqual([exists, responsible.person], [false, null]);
});

test('after its end, nobody answers for a group', () => {
  const ended = { ...history, endedAt: day('25') };
  assert.equal(responsibilityAt(ended, day('24')).responsible.person, 'dov');
  assert.deepEqual(responsibilityAt(ended, day('25')), {
    exists: false,
    responsible: nobody,
    deputy: nobody,
  });
});

test('the roles of a person are those between the changes, newest first, whatever the record calls the person', () => {
  const of = (...names: string[]) =>
    rolesOf(history, (one) => names.includes(one)).map(
      ({ role, from, until }) =>
        `${role} ${from.getUTCDate()}-${until === null ? '' : until.getUTCDate()}`,
    );
  assert.deepEqual(of('ada'), ['responsible 1-10']);
  assert.deepEqual(of('bo'), ['responsible 10-20', 'deputy 1-10']);
  assert.deepEqual(of('cleo'), ['deputy 12-']);
  assert.deepEqual(of('ada', 'bo'), ['responsible 1-20', 'deputy 1-10']);
  assert.deepEqual(of('nobody'), []);
});

test('a person has accepted from the answer on; until then it is awaited, and a successor is asked again', () => {
  const acceptedOn = (date: string) => {
    const { responsible, deputy } = responsibilityAt(history, day(date));
    return [responsible.accepted?.occurredAt, responsible.acceptanceDueAt, deputy.acceptanceDueAt];
  };
  assert.deepEqual(acceptedOn('01'), [undefined, null, null]);
  assert.deepEqual(acceptedOn('02'), [undefined, day('30'), null]);
  assert.deepEqual(acceptedOn('09'), [day('03'), null, null]);
  // Bo took the group over, and was accepted with that.
  assert.deepEqual(acceptedOn('11'), [day('09'), null, null]);
  assert.deepEqual(acceptedOn('20'), [undefined, null, null]);
  assert.deepEqual(acceptedOn('22'), [undefined, day('30'), day('30')]);
  assert.deepEqual(acceptedOn('23'), [undefined, null, day('30')]);
});
