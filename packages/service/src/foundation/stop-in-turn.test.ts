import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stopInTurn } from './stop-in-turn.ts';

test('what cannot be stopped keeps nothing else running, and is told', async () => {
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
