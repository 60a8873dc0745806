// Where the data directories of tests are: in memory, where Linux offers enough of it. A database has hundreds of files,
// and on a disk the kernel spends more on making them than PostgreSQL on all statements of a short test.
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const inMemory = '/dev/shm';
/** A container without a setting for it has 64 MB. */
const leastBytes = 2 ** 32;

export const dataParent = hasRoom() ? inMemory : tmpdir();

function hasRoom(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize >= leastBytes;
  } catch {
    return false;
  }
}
