// The size of a Debian package's content, as Debian counts it: by the files, and not by the blocks of the file system that
// it was built on, which differ from one build to the next.
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * In units of 1024 bytes: each file rounded up, and one for everything else.
 * https://www.debian.org/doc/debian-policy/ch-controlfields.html#installed-size
 */
export function installedSize(directory: string): number {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((path) => lstatSync(join(directory, path)))
    .reduce((sum, entry) => sum + (entry.isFile() ? Math.ceil(entry.size / 1024) : 1), 0);
}
