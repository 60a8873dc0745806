import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

test('without development dependencies, one line says how to get the admin center', async (context) => {
  const clone = await mkdtemp(join(tmpdir(), 'groupwright-clone-'));
  context.after(() => rm(clone, { recursive: true }));
  const files = [
    'src',
    'index.html',
    'vite.config.ts',
    'compile-messages.ts',
    'build.ts',
    'package.json',
  ];
  for (const file of [...files.map((name) => `packages/console/${name}`), 'package-lock.json']) {
    await cp(join(root, file), join(clone, file), { recursive: true });
  }
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(clone, 'packages/console/build.ts')],
    { encoding: 'utf8' },
  );
  assert.equal(status, 1);
  assert.equal(stdout, '');
  assert.match(stderr, /^The admin center is not built, .* run `npm ci` once;.*\n$/);
});
