import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOutdated, peopleToAsk } from './lifecycle/people-to-ask.ts';
import { whomToAsk } from './question.ts';

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
  assert.equal(isOutdated(answering(ada, bo), ['ada']), false);
  assert.equal(isOutdated(answering(undefined, bo), ['ada']), true);
  assert.equal(isOutdated(answering(), ['ada']), true);
  assert.equal(isOutdated(answering(), ['admin']), false);
});
