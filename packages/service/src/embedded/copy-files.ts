// Copies of directories, with the owner and the mode of each file, and what it takes to have them on the disk. For
// commands: the calls block, because a cluster has 1,500 small files, and a wait for each costs most of the time. Only
// between two files a signal has its turn.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  fsyncSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  type Stats,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';

export interface CopyOptions {
  /** The path is that below the directory. */
  readonly isCopied?: (path: string) => boolean;
  readonly signal: AbortSignal;
}

/** Copies everything below `from`. A file that disappears meanwhile is omitted: PostgreSQL removes some. */
export async function copyDirectory(
  from: string,
  to: string,
  { isCopied = () => true, signal }: CopyOptions,
): Promise<void> {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  const entries = readdirSync(from, { recursive: true, withFileTypes: true });
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
  for (const source of paths) {
    const path = source.slice(from.length + 1);
    if (!isCopied(path)) continue;
    await throwIfEnded(signal);
    try {
      const found = lstatSync(source);
      const target = join(to, path);
      if (found.isDirectory()) mkdirSync(target, { recursive: true, mode: 0o700 });
      else if (found.isFile()) copyFileSync(source, target);
      else continue;
      makeLike(target, found);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  makeLike(to, lstatSync(from));
}

/** Lets a signal arrive first. */
export async function throwIfEnded(signal: AbortSignal): Promise<void> {
  await turn();
  signal.throwIfAborted();
}

/** Gives a file the mode of another one and, if root copies for the account of PostgreSQL, its owner. */
export function makeLike(path: string, { uid, gid, mode }: Stats): void {
  chmodSync(path, mode & 0o777);
  if (process.getuid?.() === 0) lchownSync(path, uid, gid);
}

/** Everything that was written in the file system of the directory: one request instead of one for each file. */
export function syncFileSystem(directory: string): void {
  execFileSync('sync', process.platform === 'linux' ? ['--file-system', directory] : []);
}

/** A file, or the entries of a directory. */
export function syncToDisk(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
