import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planProcesses } from './process-plans.ts';

const namesOf = (...args: Parameters<typeof planProcesses>) =>
  planProcesses(...args).map(({ name, isListening }) => `${name}${isListening ? ' listens' : ''}`);

test('one process works, and all others answer callers on the port that they share', () => {
  assert.deepEqual(namesOf(2, ['api', 'worker']), ['api listens', 'worker']);
  assert.deepEqual(namesOf(4, ['api', 'worker']), [
    'api 1 listens',
    'api 2 listens',
    'api 3 listens',
    'worker',
  ]);
});

test('with one role, all processes have it and answer for their health', () => {
  assert.deepEqual(namesOf(2, ['api']), ['api 1 listens', 'api 2 listens']);
  assert.deepEqual(namesOf(2, ['worker']), ['worker 1 listens', 'worker 2 listens']);
});
