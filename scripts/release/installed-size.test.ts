import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { installedSize } from './installed-size.ts';

test('the size of a package goes by its files, whatever blocks they take on this disk', (context) => {
  const directory = mkdtempSync(join(tmpdir(), 'groupwright-size-'));
  context.after(() => rmSync(directory, { recursive: true }));
  mkdirSync(join(directory, 'lib/.hidden'), { recursive: true });
  writeFileSync(join(directory, 'empty'), '');
  writeFileSync(join(directory, 'lib/one'), 'x');
  writeFileSync(join(directory, 'lib/.hidden/two'), Buffer.alloc(1025));
  // A hole takes no blocks, and counts as the file has it.
  writeFileSync(join(directory, 'lib/sparse'), '');
  truncateSync(join(directory, 'lib/sparse'), 1024 * 1024);
  symlinkSync('one', join(directory, 'lib/link'));
  assert.equal(installedSize(directory), 0 + 1 + 2 + 1024 + 1 + 2);
});
