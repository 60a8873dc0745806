// The account under which PostgreSQL runs. It refuses to run as root, so root gives the process, and the data, to
// another account: the present owner of the data, or else `nobody`.
import { chmod, lchown, lstat, stat } from 'node:fs/promises';
import type { Stats } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { makeDirectories } from '../ground/make-directories.ts';
import { DatabaseStartError } from '../postgres/unavailable.ts';

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

// Not the owner of the directory above the data: initdb wants an account with a name, and the owner of a
// directory that is mounted into a container often has none there.
const nobody: Account = { uid: 65_534, gid: 65_534 };

/** The other account to run under; undefined where our own will do. */
export async function otherAccount(data: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const found = await statIfThere(data);
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : nobody;
}

/** Makes a directory; those it has to make on the way can be passed through, not listed, by the account. */
export async function makeDirectory(path: string, account: Account | undefined): Promise<void> {
  const first = makeDirectories(path, 0o700);
  if (first === undefined || account === undefined) return;
  for (let made = resolve(path); made.length >= first.length; made = dirname(made)) {
    await chmod(made, 0o711);
  }
}

/** Creates a directory for the account alone; refuses one that another account has created. */
export async function makePrivateDirectory(
  path: string,
  account: Account | undefined,
): Promise<void> {
  makeDirectories(path, 0o700);
  const found = await lstat(path);
  if (!found.isDirectory() || (found.uid !== process.getuid?.() && found.uid !== account?.uid)) {
    throw new DatabaseStartError(
      `${path} belongs to another user, so PostgreSQL cannot use it. Remove it, or choose another GROUPWRIGHT_DATA_DIR.`,
    );
  }
  if (account) await lchown(path, account.uid, account.gid);
  await chmod(path, 0o700);
}

/** Whether the account may pass through every directory above the path. */
export async function canTraverse(path: string, account: Account | undefined): Promise<boolean> {
  if (account === undefined) return true;
  for (let above = dirname(resolve(path)); ; above = dirname(above)) {
    if (!mayPass(await stat(above), account)) return false;
    if (above === dirname(above)) return true;
  }
}

function mayPass({ uid, gid, mode }: Stats, account: Account): boolean {
  if (uid === account.uid) return (mode & 0o100) !== 0;
  if (gid === account.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}

export async function statIfThere(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
