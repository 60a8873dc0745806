// The size of a clone and of what `npm ci` brings into it, and that the icons are those in use.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { installedWithoutDev, megabytes } from './footprint.ts';
import { unusedFiles } from './unused-files.ts';
import { availableIcons, importedNames } from './icons.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

test('a clone with everything that the tests need takes at most 620 MB', (context) => {
  const sizeOf = (paths: readonly string[]) => (paths.length === 0 ? 0 : megabytes(paths));
  const inRoot = (patterns: readonly string[]) =>
    globSync(patterns, { cwd: root }).map((path) => join(root, path));
  // A clone over the network brings the history as one pack, without what else Git keeps beside it.
  const objects = execFileSync('git', ['rev-list', '--objects', '--all', '--disk-usage'], {
    cwd: root,
    encoding: 'utf8',
  });
  const history = Number(objects) / 1024 / 1024;
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)));
  const files = sizeOf(tracked.map((path) => join(root, path)));
  // The tests keep compiled code in the cache. An installation with --ignore-scripts keeps the unused files.
  const notCounted = sizeOf([...inRoot(['node_modules/.cache']), ...unusedFiles(root)]);
  const installed = sizeOf(inRoot(['node_modules', 'packages/*/node_modules'])) - notCounted;
  const parts = [installed, files, history].map(Math.round);
  context.diagnostic(`${parts.join(' + ')} MB: packages, files and history`);
  const size = installed + files + history;
  // Less would mean that something was not measured.
  assert.ok(size > 400 && size <= 620, `${size} MB`);
});

test('without development dependencies, a clone has neither bundler nor browser, and takes at most 270 MB', (context) => {
  const packages = installedWithoutDev(root);
  const size = megabytes(packages.map((path) => join(root, path)));
  context.diagnostic(`${Math.round(size)} MB in ${packages.length} packages`);
  assert.ok(size > 100 && size <= 270, `${size} MB`);
  const names = packages.map((path) => path.replace(/^.*node_modules\//, ''));
  const onlyBuilt = /^(?:vite|rolldown|react|@fluentui\/.*|@sparticuz\/.*|playwright-core)$/;
  assert.deepEqual(
    names.filter((name) => onlyBuilt.test(name)),
    [],
  );
});

test('packages/icons has every icon that is imported, and no other', () => {
  const icons = availableIcons();
  const helpers = /^(?:bundleIcon|iconFilledClassName|iconRegularClassName|FluentIcon)$/;
  const imported = importedNames().filter((name) => !helpers.test(name));
  assert.ok(imported.length > 20);
  assert.deepEqual(icons, imported, 'Run `node scripts/icons.ts`.');
  assert.ok(existsSync(join(root, 'packages/icons/LICENSE')));
});
