// An empty Debian in a folder, for programs that run there by `chroot`. Nothing is ever mounted in it: the programs run
// without the right to mount. A folder in which the machine's own devices were mounted could not be removed without them.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** `program` and `args` of a command without the right to mount, whatever it starts. */
export function withoutMounts(program: string, ...args: readonly string[]) {
  return {
    program: 'setpriv',
    args: ['--bounding-set=-sys_admin', '--', program, ...args],
  };
}

/** Whether this machine can make one: it takes root, debootstrap and setpriv. */
export const canMakeDebian =
  process.getuid?.() === 0 &&
  ['debootstrap', 'setpriv'].every((name) => spawnSync(name, ['--version']).status === 0);

/** Runs a command without the right to mount. @returns its standard output */
export function runWithoutMounts(program: string, ...args: readonly string[]): string {
  const command = withoutMounts(program, ...args);
  return execFileSync(command.program, command.args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' },
    maxBuffer: 64 * 1024 * 1024,
  });
}

/** Installs the base system of Debian 12 into the directory, which it creates. */
export function makeDebian(directory: string): void {
  runWithoutMounts('debootstrap', '--variant=minbase', 'bookworm', directory);
  // PostgreSQL keeps shared memory there.
  mkdirSync(join(directory, 'dev/shm'), { recursive: true });
  chmodSync(join(directory, 'dev/shm'), 0o1777);
}

/** Runs a shell script in it as root. @returns its standard output */
export function runInDebian(directory: string, script: string): string {
  return runWithoutMounts('chroot', directory, 'sh', '-ec', script);
}

/** Removes a directory with everything in it, unless something is mounted there. */
export function removeUnmounted(directory: string): void {
  const mounted = readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[4] ?? '')
    .filter((path) => path === directory || path.startsWith(`${directory}/`));
  if (mounted.length > 0) throw new Error(`${mounted.join(', ')} is mounted; nothing was removed.`);
  rmSync(directory, { recursive: true, force: true });
}
