// The encryption key of an installation that configures none: made once, kept in the data directory.
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { makeDirectories } from '../make-directories.ts';
import { StartError } from '../start-error.ts';

export function hasKeyFile(dataDirectory: string): boolean {
  return existsSync(join(dataDirectory, 'encryption.key'));
}

/**
 * Reads `<dataDirectory>/encryption.key` (base64, 32 bytes, mode 0600), or makes it.
 * @throws StartError when the file is there and cannot be read, or does not hold a key
 */
export function readOrMakeKeyFile(
  dataDirectory: string,
  randomBytes: (size: number) => Buffer,
): Buffer {
  const path = join(dataDirectory, 'encryption.key');
  makeDirectories(dataDirectory);
  const text = readIfThere(path) ?? make(path, randomBytes);
  chmodSync(path, 0o600);
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== 32) {
    throw new StartError(
      `${path} does not contain a 32-byte key in base64. Restore the right key; without it, stored secrets cannot be decrypted.`,
    );
  }
  return key;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw new StartError(
      `${path} cannot be read (${(error as Error).message}). The account of the service must be able to read it.`,
      { cause: error },
    );
  }
}

/** The file appears as a whole and on the disk: of two starters one makes it, and a crash leaves no half of it. */
function make(path: string, randomBytes: (size: number) => Buffer): string {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const file = openSync(draft, 'wx', 0o600);
    try {
      writeSync(file, `${randomBytes(32).toString('base64')}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    linkSync(draft, path);
    const directory = openSync(join(path, '..'), 'r');
    try {
      fsyncSync(directory);
    } finally {
      closeSync(directory);
    }
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(path, 'utf8');
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
