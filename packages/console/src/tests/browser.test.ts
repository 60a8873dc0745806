import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { unpackedBrowser } from './browser.ts';

test('processes that start together on a new machine each get a whole browser', async (context) => {
  const parent = await mkdtemp(join(tmpdir(), 'groupwright-browser-'));
  context.after(() => rm(parent, { recursive: true, force: true }));
  const programs = await Promise.all([unpackedBrowser(parent), unpackedBrowser(parent)]);
  const versions = await Promise.all(
    programs.map(async (program) => promisify(execFile)(program, ['--version'])),
  );
  for (const { stdout } of versions) assert.match(stdout, /\d+\.\d+\.\d+/);
  assert.equal(programs[0], programs[1]);
  assert.equal((await readdir(parent)).length, 1, 'no half-made copy is left');
});
