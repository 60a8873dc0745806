import assert from 'node:assert/strict';
import { test } from 'node:test';
import { peopleToAsk, toGroup } from './lifecycle/people-to-ask.ts';
import { followQuestion, noProgress, whomToAsk } from './question.ts';

const person = (personId: string) => ({
  personId,
  email: `${personId}@aare.example`,
  displayName: null,
  language: null,
});
const [ada, bo, steward, admin] = ['ada', 'bo', 'steward', 'admin'].map(person) as [
  ReturnType<typeof person>,
  ReturnType<typeof person>,
  ReturnType<typeof person>,
  ReturnType<typeof person>,
];

test('a question asks the first set that has someone, then the steward, then the administrators', () => {
  const all = { steward, administrators: [admin] };
  assert.deepEqual(whomToAsk([[], [ada, bo]], all), [ada, bo]);
  assert.deepEqual(whomToAsk([[], []], all), [steward]);
  assert.deepEqual(whomToAsk([], { steward: undefined, administrators: [admin] }), [admin]);
  assert.equal(whomToAsk([[]], { steward: undefined, administrators: [] }), undefined);
});

test('a question asks people who hear of it before those without an address', () => {
  const mute = { ...ada, email: null };
  const all = { steward, administrators: [admin] };
  assert.deepEqual(whomToAsk([[mute], [bo]], all), [bo]);
  assert.deepEqual(whomToAsk([[mute]], all), [steward]);
  assert.deepEqual(whomToAsk([[mute, bo]], all), [mute, bo], 'one of them hears');
  assert.deepEqual(whomToAsk([[mute]], { steward: undefined, administrators: [] }), [mute]);
});

test('a question to the people of a group goes to the next of them who can answer', () => {
  const answering = (responsible?: typeof ada, deputy?: typeof ada, others = [admin]) => ({
    responsible,
    deputy,
    steward: undefined,
    administrators: others,
  });
  assert.deepEqual(peopleToAsk(answering(ada, bo), 0, false), [ada]);
  assert.deepEqual(peopleToAsk(answering(ada, bo), 1, true), [ada, bo]);
  assert.deepEqual(peopleToAsk(answering(undefined, bo), 0, false), [bo]);
  assert.deepEqual(peopleToAsk(answering(), 0, false), [admin]);
  assert.equal(peopleToAsk(answering(undefined, undefined, []), 0, false), undefined);
  // Whom it asked has left since.
  const isKept = (people: ReturnType<typeof answering>, asks: readonly (typeof ada)[]) => {
    const { assignees, ...question } = toGroup(people, {
      remindAt: [],
      escalateAt: undefined,
      given: 0,
    });
    assert.ok(assignees);
    const following = { ...question, assignees };
    return followQuestion(following, asks, noProgress, new Date()).action === undefined;
  };
  assert.equal(isKept(answering(ada, bo), [ada]), true);
  assert.equal(isKept(answering(undefined, bo), [ada]), false);
  assert.equal(isKept(answering(), [ada]), false);
  assert.equal(isKept(answering(), [admin]), true);
});

test('an open question is reminded of, escalated and passed on once each, and only those who are new hear of a change', () => {
  const now = new Date('2027-03-10T08:00:00Z');
  const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
  const question = {
    assignees: [ada],
    remindAt: [inDays(2), inDays(5)],
    escalation: { at: inDays(7), to: [ada, steward] },
  } as const;
  const at = (days: number, before = noProgress, asks = [ada]) => {
    const next = followQuestion(question, asks, before, inDays(days));
    const ids = next.informed.map(({ personId }) => personId);
    return [next.action, ids, next.progress.reminders, next.dates.length];
  };
  assert.deepEqual(at(0), [undefined, [], 0, 3]);
  assert.deepEqual(at(2), ['task.reminded', ['ada'], 1, 2]);
  assert.deepEqual(at(2, { reminders: 1, isEscalated: false }), [undefined, [], 1, 2]);
  assert.deepEqual(at(0, noProgress, [bo]), ['task.reassigned', ['ada'], 0, 3]);
  const escalated = { reminders: 2, isEscalated: false };
  assert.deepEqual(at(7, escalated), ['task.escalated', ['ada', 'steward'], 2, 0]);
  const after = { reminders: 2, isEscalated: true };
  assert.deepEqual(at(8, after, [ada, steward]), [undefined, [], 2, 0]);
  assert.deepEqual(at(8, after, [ada]), ['task.reassigned', ['steward'], 2, 0]);
  // Whatever was missed meanwhile is one message.
  assert.deepEqual(at(30), ['task.escalated', ['ada', 'steward'], 2, 0]);
});
