import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inOrder, longestFiles } from './test-order.ts';

test('the longest test files begin first, and every one of them exists', () => {
  const missing = longestFiles.filter((file) => !existsSync(join(import.meta.dirname, '..', file)));
  assert.deepEqual(missing, []);
  const [first, second] = longestFiles;
  const short = ['packages/cli/src/a.test.ts', 'packages/service/src/b.test.ts'];
  assert.deepEqual(inOrder([...short.toReversed(), second, first]), [first, second, ...short]);
});
