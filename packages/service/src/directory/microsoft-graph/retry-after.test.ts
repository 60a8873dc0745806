import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRetryAfter } from './retry-after.ts';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);

for (const [value, waitMs] of [
  ['10', 10_000],
  ['0.5', 500],
  ['12.25', 12_250],
  [' 3 ', 3000],
  ['Sat, 21 Nov 2026 12:00:30 GMT', 30_000],
  ['Sat, 21 Nov 2026 11:59:00 GMT', 0],
  ['-5', 0],
  ['999999999', 86_400_000],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
] as const) {
  test(`Retry-After ${JSON.stringify(value)} means ${String(waitMs)} ms`, () => {
    assert.equal(readRetryAfter(value, now), waitMs);
  });
}
