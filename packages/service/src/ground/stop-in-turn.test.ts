import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stopInTurn } from './stop-in-turn.ts';

test('a failing stop does not prevent the others, and its error is rethrown', async () => {
  const stopped: string[] = [];
  const stopOf = (name: string) => async () => {
    stopped.push(name);
    if (name === 'service') throw new Error('it does not stop');
  };
  await assert.rejects(stopInTurn(['postgres', 'database', 'service'].map(stopOf)), {
    message: 'it does not stop',
  });
  assert.deepEqual(stopped, ['service', 'database', 'postgres']);
});
