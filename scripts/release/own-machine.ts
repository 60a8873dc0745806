// A folder as the whole machine of a script, in mount and process namespaces of its own. Programs that build container
// images have to mount. There, they reach neither the files nor the devices nor the processes of this machine.
import { execFileSync } from 'node:child_process';

/** The folder becomes the root, and the previous root is detached. $1 is the folder, $2 the script. */
const enter = `
mount --bind "$1" "$1"
cd "$1"
mkdir -p .previous
pivot_root . .previous
mount -t proc proc /proc
umount --lazy /.previous
rmdir /.previous
exec sh -ec "$2"`;

/**
 * @param directory an installed system that is no longer used for anything else
 * @param script runs there as root, with the network of this machine
 * @returns its standard output
 */
export function runOnOwnMachine(directory: string, script: string): string {
  const namespaces = ['--mount', '--propagation=private', '--pid', '--fork', '--kill-child'];
  const args = [...namespaces, 'sh', '-ec', enter, 'sh', directory, script];
  return execFileSync('unshare', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' },
    maxBuffer: 64 * 1024 * 1024,
  });
}
