import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counted } from './counted.ts';

test('a number has its noun in the right form, and groups of three digits', () => {
  assert.deepEqual(
    [0, 1, 2, 1024].map((count) => counted(count, 'existing group')),
    ['0 existing groups', '1 existing group', '2 existing groups', '1,024 existing groups'],
  );
  assert.equal(counted(2, 'delivery is', 'deliveries are'), '2 deliveries are');
});
