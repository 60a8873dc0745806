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
  ['Sat, 21 Nov 2026 11:59:00 GMT', undefined],
  ['-5', undefined],
  ['0', undefined],
  ['999999999', 86_400_000],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
] as const) {
  test(`Retry-After ${JSON.stringify(value)} means ${String(waitMs)} ms`, () => {
    assert.equal(readRetryAfter(value, now), waitMs);
  });
}

test('a date counts from the date of the answer, whatever our clock says', () => {
  const until = 'Sat, 21 Nov 2026 12:00:30 GMT';
  const sentAt = 'Sat, 21 Nov 2026 12:00:10 GMT';
  for (const aheadMs of [-600_000, 0, 600_000]) {
    assert.equal(readRetryAfter(until, now + aheadMs, sentAt), 20_000);
  }
  assert.equal(readRetryAfter(until, now, 'yesterday'), 30_000);
});
