// The size of what `npm ci` brings into a clone, and that the icons are those in use.
import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { installedWithoutDev, megabytes } from './footprint.ts';
import { availableIcons, importedNames } from './icons.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

test('a clone with everything that the tests need takes at most 650 MB', (context) => {
  // An installation with --ignore-scripts keeps the headers, which nothing reads. The tests keep compiled code in the cache.
  const others = globSync(['node_modules/node-linux-*/include', 'node_modules/.cache'], {
    cwd: root,
  });
  const places = ['node_modules', 'packages/*/node_modules'];
  const directories = globSync(places, { cwd: root }).map((path) => join(root, path));
  const otherSize = others.length === 0 ? 0 : megabytes(others.map((path) => join(root, path)));
  const size = megabytes(directories) - otherSize;
  context.diagnostic(`${Math.round(size)} MB`);
  // Less would mean that something was not measured.
  assert.ok(size > 300 && size <= 650, `${size} MB`);
});

test('without development dependencies, a clone has neither bundler nor browser, and takes at most 330 MB', (context) => {
  const packages = installedWithoutDev(root);
  const size = megabytes(packages.map((path) => join(root, path)));
  context.diagnostic(`${Math.round(size)} MB in ${packages.length} packages`);
  assert.ok(size > 100 && size <= 330, `${size} MB`);
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
