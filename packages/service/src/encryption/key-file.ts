// The encryption key of an installation that configures none: made once, kept in the data directory.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Reads `<dataDirectory>/encryption.key` (base64, 32 bytes, mode 0600), or makes it.
 * @throws Error when the file is there and does not hold a key
 */
export function readOrMakeKeyFile(
  dataDirectory: string,
  randomBytes: (size: number) => Buffer,
): Buffer {
  const path = join(dataDirectory, 'encryption.key');
  mkdirSync(dataDirectory, { recursive: true });
  try {
    // Exclusive: of two starters one writes, and both read what it wrote.
    writeFileSync(path, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  chmodSync(path, 0o600);
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
  if (key.length !== 32) {
    throw new Error(
      `${path} does not hold a key of 32 bytes in base64. Put the right key back; without it stored secrets stay sealed.`,
    );
  }
  return key;
}
