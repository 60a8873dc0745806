// `node scripts/icons.ts`: writes packages/icons, which takes the place of the package @fluentui/react-icons. That one
// has 300 MB in 47,000 files; the page uses some forty of its icons. Run it after you import a further icon.
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchPackage } from './release/fetch-package.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'packages/icons');
const packageName = '@fluentui/react-icons';

interface Manifest {
  readonly version: string;
  /** It belongs to the package that the icons come from. */
  readonly originalIntegrity: string;
}

/** Names that the page and the components of Fluent UI import from the package, sorted. */
export function importedNames(): readonly string[] {
  const files = [
    ...globSync('packages/console/src/**/*.{ts,tsx}', { cwd: root }),
    ...globSync('node_modules/@fluentui/*/lib/**/*.js', {
      cwd: root,
      exclude: ['node_modules/@fluentui/react-icons/**'],
    }),
  ];
  const names = files.flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /import\s*\{([^}]*)\}\s*from\s*['"]@fluentui\/react-icons['"]/g,
      ),
    ].flatMap(([, list = '']) =>
      list
        .split(',')
        .map((name) => (name.trim().split(/\s+as\s+/)[0] ?? '').replace(/^type\s+/, ''))
        .filter((name) => name !== ''),
    ),
  );
  return [...new Set(names)].sort();
}

/** Names of the icons that packages/icons has, sorted. */
export function availableIcons(): readonly string[] {
  const icons = readFileSync(join(target, 'lib/icons.js'), 'utf8');
  return [...icons.matchAll(/^export const (\w+) =/gm)].map(([, name = '']) => name).sort();
}

/** Copies a module with its types and everything that it imports. */
function copyModule(from: string, path: string, copied: Set<string>): void {
  if (copied.has(path)) return;
  copied.add(path);
  const file = join(target, 'lib', path);
  mkdirSync(dirname(file), { recursive: true });
  cpSync(join(from, path), file);
  const code = readFileSync(file, 'utf8');
  for (const [, imported = ''] of code.matchAll(/from ['"](\.[^'"]+)['"]/g)) {
    copyModule(from, join(dirname(path), imported), copied);
  }
  if (path.endsWith('.js')) copyModule(from, path.replace(/\.js$/, '.d.ts'), copied);
}

function write(): void {
  const manifest = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8')) as Manifest;
  const directory = mkdtempSync(join(tmpdir(), 'groupwright-icons-'));
  try {
    const { version, originalIntegrity: integrity } = manifest;
    fetchPackage({ name: packageName, version, integrity }, directory);
    const from = join(directory, 'lib');
    const helpers = readFileSync(join(from, 'index.js'), 'utf8')
      .split('\n')
      .filter((line) => /['"]\.\/(?:utils|contexts)\//.test(line));
    const drawings = new Map<string, string>();
    for (const file of globSync(join(from, 'atoms/svg/*.js')).sort()) {
      for (const line of readFileSync(file, 'utf8').split('\n')) {
        const name = /^export const (\w+) =/.exec(line)?.[1];
        if (name !== undefined) drawings.set(name, line);
      }
    }
    const names = importedNames().filter((name) => drawings.has(name));

    rmSync(join(target, 'lib'), { recursive: true, force: true });
    const copied = new Set<string>();
    for (const [, path = ''] of helpers.join('\n').matchAll(/['"]\.\/([^'"]+)['"]/g)) {
      copyModule(from, path, copied);
    }
    copyModule(from, 'providers.js', copied);
    const library = (file: string, lines: readonly string[]) =>
      writeFileSync(join(target, 'lib', file), `${lines.join('\n')}\n`);
    library('icons.js', [
      '"use client";',
      `import { createFluentIcon } from './utils/createFluentIcon.js';`,
      ...names.map((name) => drawings.get(name) ?? ''),
    ]);
    library('icons.d.ts', [
      `import type { FluentIcon } from './utils/createFluentIcon.js';`,
      ...names.map((name) => `export declare const ${name}: FluentIcon;`),
    ]);
    library('index.js', [`export * from './icons.js';`, ...helpers]);
    library('index.d.ts', [
      `export * from './icons.js';`,
      ...helpers,
      `export type { FluentIcon } from './utils/createFluentIcon.js';`,
    ]);
    console.log(`${names.length} icons`);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

if (import.meta.main) write();
