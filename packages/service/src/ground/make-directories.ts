// Makes a directory with those above it. Not by the `recursive` of node:fs, which never comes back where a file
// system answers ENOENT for a directory that is there, as /proc does.
import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * @param mode of each directory that is made
 * @returns the uppermost one that was made; undefined when all were there
 * @throws the error of the file system, for example ENOENT, EACCES or ENOTDIR
 */
export function makeDirectories(path: string, mode = 0o777): string | undefined {
  const directory = resolve(path);
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() === true) return undefined;
  const first =
    directory === dirname(directory) ? undefined : makeDirectories(dirname(directory), mode);
  try {
    mkdirSync(directory, { mode });
    return first ?? directory;
  } catch (error) {
    // Another process was faster.
    if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() === true) return first;
    throw error;
  }
}
