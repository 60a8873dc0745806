import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { pageSources } from '../../page-sources.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

test('without development dependencies, one line says how to get the admin center', async (context) => {
  const clone = await mkdtemp(join(tmpdir(), 'groupwright-clone-'));
  context.after(() => rm(clone, { recursive: true }));
  for (const source of pageSources) {
    const file = join('packages/console', source);
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
