import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createRecentMap } from './recent-map.ts';

test('a recent map keeps what is used, and at most two generations', () => {
  const map = createRecentMap<number>(3);
  map.set('used', 0);
  for (let n = 1; n <= 30; n += 1) {
    map.set(`passing-${n}`, n);
    assert.equal(map.get('used'), 0);
  }
  const kept = Array.from({ length: 30 }, (_, n) => map.get(`passing-${n + 1}`));
  assert.ok(kept.filter((value) => value !== undefined).length <= 6);
  assert.equal(map.get('passing-1'), undefined);
});
