// Keys that an installation makes itself, once, and keeps in the data directory: its encryption key where it configures
// none, and the key that vouches for its backups.
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
import { EncodingFault } from '../decode-text.ts';
import { readTextFile } from '../read-text-file.ts';
import { join } from 'node:path';
import { makeDirectories } from '../make-directories.ts';
import { StartError } from '../start-error.ts';

/** The names of the files, each with the loss that a lost key means. */
const losses = {
  'encryption.key': 'stored secrets cannot be decrypted',
  'backup.key': 'nothing shows that a backup is as it was taken',
} as const;
type KeyFile = keyof typeof losses;

export function hasKeyFile(dataDirectory: string, name: KeyFile = 'encryption.key'): boolean {
  return existsSync(join(dataDirectory, name));
}

/**
 * Reads the file in the data directory (base64, 32 bytes, mode 0600), or makes it.
 * @throws StartError when the file is there and cannot be read, or does not hold a key
 */
export function readOrMakeKeyFile(
  dataDirectory: string,
  randomBytes: (size: number) => Buffer,
  name: KeyFile = 'encryption.key',
): Buffer {
  const path = join(dataDirectory, name);
  makeDirectories(dataDirectory);
  const text = readIfThere(path) ?? makeKeyFile(path, randomBytes);
  chmodSync(path, 0o600);
  return keyIn(path, text, losses[name]);
}

/**
 * Reads a key file at any place.
 * @throws StartError when it cannot be read, or does not hold a key
 */
export function readKeyFile(path: string): Buffer {
  return keyIn(path, readIfThere(path) ?? '', losses['backup.key']);
}

function keyIn(path: string, text: string, loss: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === 32) return key;
  throw new StartError(
    `${path} does not contain a 32-byte key in base64. Restore the right key; without it, ${loss}.`,
  );
}

function readIfThere(path: string): string | undefined {
  try {
    return readTextFile(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    if (error instanceof EncodingFault) throw new StartError(`${path} ${error.message}`);
    throw new StartError(
      `${path} cannot be read (${(error as Error).message}). The account of the service must be able to read it.`,
      { cause: error },
    );
  }
}

/** The file appears as a whole and on the disk: of two starters one makes it, and a crash leaves no half of it. */
export function makeKeyFile(path: string, randomBytes: (size: number) => Buffer): string {
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
