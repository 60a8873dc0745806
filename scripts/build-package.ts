// Builds the published package in the current directory into its `dist`. npm runs it before `npm pack`.
//
// - A library: JavaScript, declarations and source maps, and with `tsconfig.cjs.json` the same for CommonJS.
// - A program, which has `src/main.ts`: its modules and those of the workspace in one file, and a file for each part
//   that it loads later. A start reads one file instead of a hundred, which halves its processor time.
//
// The workspace packages that it depends on are built first.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
}

async function build(directory: string): Promise<void> {
  const manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as Manifest;
  const dependencies = Object.keys(manifest.dependencies ?? {});
  for (const name of dependencies) {
    if (name.startsWith('@groupwright/'))
      await build(join(root, 'packages', name.split('/')[1] ?? ''));
  }
  // npm only packs a licence that is in the package itself.
  copyFileSync(join(root, 'LICENSE'), join(directory, 'LICENSE'));
  rmSync(join(directory, 'dist'), { recursive: true, force: true });
  if (existsSync(join(directory, 'src/main.ts'))) {
    await bundle(directory, dependencies);
    return;
  }
  compile(directory, 'tsconfig.build.json');
  if (existsSync(join(directory, 'tsconfig.cjs.json'))) {
    compile(directory, 'tsconfig.cjs.json');
    writeFileSync(join(directory, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n');
  }
}

/** @param dependencies npm installs them beside the package, so they stay outside of its files */
async function bundle(directory: string, dependencies: readonly string[]): Promise<void> {
  const isInstalled = (id: string) =>
    dependencies.some((name) => id === name || id.startsWith(`${name}/`));
  const made = await rolldown({
    input: join(directory, 'src/main.ts'),
    platform: 'node',
    external: isInstalled,
    resolve: { conditionNames: ['@groupwright/source', 'node', 'import'] },
    tsconfig: join(root, 'tsconfig.base.json'),
  });
  await made.write({ dir: join(directory, 'dist'), sourcemap: true });
  await made.close();
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

await build(process.cwd());
