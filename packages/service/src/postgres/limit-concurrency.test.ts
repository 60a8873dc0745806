import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Database } from './database.ts';
import { withConcurrencyLimit } from './limit-concurrency.ts';

test('the reads of a tenant do not wait for all that another tenant asked for before', async () => {
  const begun: unknown[] = [];
  const ends: (() => void)[] = [];
  const query = (_text: unknown, values: readonly unknown[] = []) => {
    begun.push(values.join(' '));
    return new Promise((resolve) => ends.push(() => resolve([])));
  };
  const limited = withConcurrencyLimit({ query } as unknown as Database, 2);
  const texts = ['a 1', 'a 2', 'a 3', 'a 4', 'a 5', 'b 1'];
  const reads = texts.map((text) => limited.query('select', text.split(' ')));
  for (let ended = 0; ended < reads.length; ended += 1) {
    await turn();
    ends[ended]?.();
  }
  await Promise.all(reads);
  assert.deepEqual(begun, ['a 1', 'a 2', 'a 3', 'b 1', 'a 4', 'a 5']);
});
