// The npm package @groupwright/server: the service as JavaScript, the page of the admin center, and every package that
// it needs in the tested version, without the files that Node never reads. PostgreSQL and Node come as optional
// dependencies, because they differ by platform.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { guidePatterns } from '../../packages/service/src/http/guides.ts';
import { readLockfile } from './lockfile.ts';

export const serverPackageName = '@groupwright/server';

interface Manifest {
  readonly version: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

const readManifest = (path: string) =>
  JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Manifest;

/** Files for other platforms, for compilers and for readers. Licences stay. */
const unused =
  /\.(?:map|d\.ts|d\.mts|d\.cts|tsbuildinfo)$|\/(?:browser|react-native|workerd)$|\/(?:tests?|__tests__|benchmarks?|docs|examples?|\.github)$|\/(?:readme|changelog|history|contributing)[^/]*$/i;

/** Packages that report each installation to their maker: only their names are kept, for the packages that ask for them. */
const reporting = new Set(['@scarf/scarf']);

/** Writes the content of the package into the directory, which it creates. */
export function assembleServerPackage(root: string, directory: string): void {
  const service = join(root, 'packages/service');
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const compile = ['--project', 'tsconfig.build.json', '--outDir', join(directory, 'dist')];
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...compile], {
    cwd: service,
    stdio: ['ignore', 2, 2],
  });
  // Migrations, the demo's tenant and the script of the decision page.
  for (const file of globSync('src/**/*.{sql,yaml,js,css,html}', { cwd: service })) {
    const target = join(directory, file.replace(/^src/, 'dist'));
    if (existsSync(target)) throw new Error(`${file} has the name of a compiled file.`);
    cpSync(join(service, file), target);
  }
  // The service shows them at /docs/guides.
  for (const file of globSync(
    guidePatterns.map((pattern) => `docs/${pattern}`),
    { cwd: root },
  )) {
    cpSync(join(root, file), join(directory, file));
  }
  cpSync(join(service, 'bin'), join(directory, 'bin'), { recursive: true });
  cpSync(join(root, 'LICENSE'), join(directory, 'LICENSE'));
  cpSync(join(service, 'README.md'), join(directory, 'README.md'));
  const page = execFileSync(process.execPath, [join(root, 'packages/console/build.ts')], {
    encoding: 'utf8',
  });
  cpSync(page.trim(), join(directory, 'page'), { recursive: true });
  copyDependencies(root, directory);
  writeFileSync(
    join(directory, 'package.json'),
    `${JSON.stringify(publishedManifest(root), null, 2)}\n`,
  );
}

function copyDependencies(root: string, directory: string): void {
  for (const { path, name, version, license } of readLockfile(root).closure('packages/service')) {
    const from = join(root, path);
    if (reporting.has(name)) {
      mkdirSync(join(directory, path), { recursive: true });
      const manifest = JSON.stringify({ name, version, license });
      writeFileSync(join(directory, path, 'package.json'), `${manifest}\n`);
      continue;
    }
    cpSync(from, join(directory, path), {
      recursive: true,
      filter: (source) => {
        const file = source.slice(from.length);
        if (file === '') return true;
        // Packages that are nested in this one have entries in the lockfile.
        if (file.endsWith('/node_modules')) return false;
        return !unused.test(file);
      },
    });
  }
}

function publishedManifest(root: string): object {
  const { version, license } = readManifest(root);
  const service = readManifest(join(root, 'packages/service'));
  const { optionalDependencies } = readManifest(root);
  return {
    name: serverPackageName,
    version,
    description: 'Creates and governs groups and teams: API, admin center and worker.',
    license,
    type: 'module',
    bin: { 'groupwright-server': 'bin/groupwright-server.js' },
    exports: { './package.json': './package.json' },
    files: ['bin', 'dist', 'docs', 'page'],
    dependencies: service.dependencies,
    bundleDependencies: Object.keys(service.dependencies),
    optionalDependencies: { ...service.optionalDependencies, ...optionalDependencies },
    engines: { node: '>=18' },
  };
}

/** Packs a package's directory as npm does. @returns the path of the archive in `to` */
export function packPackage(directory: string, to: string): string {
  mkdirSync(to, { recursive: true });
  const output = execFileSync('npm', ['pack', '--silent', '--pack-destination', to], {
    cwd: directory,
    encoding: 'utf8',
  });
  return join(to, basename(output.trim().split('\n').at(-1) ?? ''));
}
