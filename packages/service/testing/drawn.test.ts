import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everyNth } from './drawn.ts';

test('consecutive seeds draw each item once, and one seed always draws the same', () => {
  const items = Array.from({ length: 20 }, (_, index) => index);
  const draws = [41, 42, 43].map((seed) => everyNth(items, 3, seed));
  assert.deepEqual(
    draws.flat().toSorted((one, other) => one - other),
    items,
  );
  assert.deepEqual(
    draws.map(({ length }) => length),
    [7, 7, 6],
  );
  assert.deepEqual(everyNth(items, 3, 41), draws[0]);
  assert.deepEqual(everyNth(items, 3), everyNth(items, 3));
});
