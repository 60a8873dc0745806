// Builds the published package in the current directory into its `dist`: JavaScript, declarations and
// source maps, and for a package with `tsconfig.cjs.json` the same for CommonJS. The workspace packages that it needs are built first. npm runs it before `npm pack`.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
}

function build(directory: string): void {
  const manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as Manifest;
  for (const name of Object.keys(manifest.dependencies ?? {})) {
    if (name.startsWith('@groupwright/')) build(join(root, 'packages', name.split('/')[1] ?? ''));
  }
  // npm only packs a licence that is in the package itself.
  copyFileSync(join(root, 'LICENSE'), join(directory, 'LICENSE'));
  rmSync(join(directory, 'dist'), { recursive: true, force: true });
  compile(directory, 'tsconfig.build.json');
  if (existsSync(join(directory, 'tsconfig.cjs.json'))) {
    compile(directory, 'tsconfig.cjs.json');
    writeFileSync(join(directory, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n');
  }
}

function compile(cwd: string, project: string): void {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { status, error } = spawnSync(process.execPath, [compiler, '--project', project], {
    cwd,
    stdio: ['ignore', 2, 2],
  });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

build(process.cwd());
