import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeDirectories } from './make-directories.ts';

test('directories are created with their parents, and the uppermost new one is returned', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'groupwright-directories-'));
  t.after(() => rmSync(root, { recursive: true }));
  assert.equal(makeDirectories(join(root, 'a/b/c'), 0o700), join(root, 'a'));
  assert.equal(statSync(join(root, 'a/b')).mode & 0o777, 0o700);
  assert.equal(makeDirectories(join(root, 'a/b/d')), join(root, 'a/b/d'));
  assert.equal(makeDirectories(join(root, 'a/b')), undefined);
});

test('a directory that cannot be created fails with the reason instead of waiting for ever', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'groupwright-directories-'));
  t.after(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, 'file'), '');
  assert.throws(() => makeDirectories(join(root, 'file')), { code: 'EEXIST' });
  assert.throws(() => makeDirectories(join(root, 'file/below')), { code: 'EEXIST' });
  assert.throws(() => makeDirectories('/proc/groupwright/data'), { code: 'ENOENT' });
});
