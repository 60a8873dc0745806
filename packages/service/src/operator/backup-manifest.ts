// The list of files in a backup, by which a restore finds out whether it is complete and unchanged. Its MAC is made with a
// key that is not in the backup, so that nobody who can write to the backup can renew it.
import { createHash, createHmac } from 'node:crypto';
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { constantTimeEqual } from '../ground/constant-time.ts';
import { DomainError } from '../ground/errors.ts';
import { syncToDisk, throwIfEnded } from '../embedded/copy-files.ts';

const fileName = 'backup.json';

interface Content {
  readonly createdAt: string;
  readonly postgresql: string;
  /** SHA-256 by path. */
  readonly files: Readonly<Record<string, string>>;
}

export interface Manifest extends Content {
  readonly format: 1;
  /** HMAC-SHA-256 of the rest. */
  readonly mac: string;
}

function macOf(key: Buffer, { createdAt, postgresql, files }: Content): string {
  const sorted = Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1));
  const text = JSON.stringify(['backup', 1, createdAt, postgresql, sorted]);
  return createHmac('sha256', key).update(text).digest('base64url');
}

const chunk = Buffer.alloc(1024 * 1024);

/** Blocks, as `copy-files.ts` does. */
function digestOf(path: string): string {
  const digest = createHash('sha256');
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const length = readSync(file, chunk);
      if (length === 0) return digest.digest('hex');
      digest.update(chunk.subarray(0, length));
    }
  } finally {
    closeSync(file);
  }
}

/** Everything below the directory but its directories and the list. */
function listEntries(directory: string) {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => ({
      path: join(entry.parentPath, entry.name).slice(directory.length + 1),
      isFile: entry.isFile(),
    }))
    .filter(({ path }) => path !== fileName);
}

export async function writeManifest(
  directory: string,
  { createdAt, postgresql }: { readonly createdAt: Date; readonly postgresql: string },
  { key, signal }: { readonly key: Buffer; readonly signal: AbortSignal },
): Promise<void> {
  const files: Record<string, string> = {};
  for (const { path } of listEntries(directory)) {
    await throwIfEnded(signal);
    files[path] = digestOf(join(directory, path));
  }
  const content = { createdAt: createdAt.toISOString(), postgresql, files };
  const manifest: Manifest = { format: 1, ...content, mac: macOf(key, content) };
  const path = join(directory, fileName);
  writeFileSync(path, `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600 });
  syncToDisk(path);
}

/**
 * Reads the list and compares it with the names in the backup. The files themselves are compared in a copy, which nobody
 * else can change meanwhile: `checkFiles`.
 * @param key undefined: nobody knows who wrote the list
 * @throws DomainError if the directory is no backup, its list was written by another, or it has something else than
 *   the files in the list
 */
export function readManifest(directory: string, key: Buffer | undefined): Manifest {
  const path = join(directory, fileName);
  if (!existsSync(path)) {
    throw new DomainError(
      'validation_failed',
      `${directory} is not a complete backup: it has no ${fileName}.`,
    );
  }
  const manifest = parseManifest(readFileSync(path, 'utf8'));
  if (manifest === undefined) throw damaged(directory, `${fileName} cannot be read`);
  if (key !== undefined && !constantTimeEqual(manifest.mac, macOf(key, manifest))) {
    throw new DomainError(
      'validation_failed',
      `The backup in ${directory} was not made with the backup key of this installation, or its ${fileName} was changed. If it is from another installation, name the backup key of that one with --key.`,
    );
  }
  for (const name of Object.keys(manifest.files)) {
    if (!isOfBackup(name)) throw damaged(directory, `it lists ${JSON.stringify(name)}`);
  }
  requireListed(directory, manifest, directory);
  return manifest;
}

/** @param from the backup, for the sentence */
function requireListed(directory: string, { files }: Manifest, from: string): void {
  for (const { path, isFile } of listEntries(directory)) {
    if (!isFile) throw damaged(from, `${path} is not a file`);
    if (!Object.hasOwn(files, path)) throw damaged(from, `${path} is not listed`);
  }
}

/** Whether a backup may have a file of this name: it leads nowhere else, and makes no link when the server starts. */
function isOfBackup(name: string): boolean {
  const [first, ...others] = name.split('/');
  if (others.length === 0) return first === 'encryption.key';
  const isBelow = others.every((part) => !['', '.', '..'].includes(part) && !part.includes('\0'));
  return first === 'postgresql' && isBelow && others.join('/') !== 'tablespace_map';
}

/**
 * Compares a copy with the list.
 * @param from the backup, for the sentence
 * @throws DomainError if a file is missing or changed, or the copy has others
 */
export async function checkFiles(
  copy: string,
  manifest: Manifest,
  { from, signal }: { readonly from: string; readonly signal: AbortSignal },
): Promise<void> {
  requireListed(copy, manifest, from);
  for (const [name, digest] of Object.entries(manifest.files)) {
    await throwIfEnded(signal);
    const file = join(copy, name);
    const found = existsSync(file) ? digestOf(file) : undefined;
    if (found === digest) continue;
    const fault = found === undefined ? 'is missing' : 'was changed after the backup';
    throw damaged(from, `${name} ${fault}`);
  }
}

/** Undefined if the text is cut off, or not a manifest. */
function parseManifest(text: string): Manifest | undefined {
  try {
    const manifest = JSON.parse(text) as Partial<Manifest> | null;
    if (manifest?.format !== 1 || manifest.files?.['postgresql/PG_VERSION'] === undefined) {
      return undefined;
    }
    const { createdAt, postgresql, mac } = manifest;
    const texts = [createdAt, postgresql, mac, ...Object.values(manifest.files)];
    return texts.every((one) => typeof one === 'string') ? (manifest as Manifest) : undefined;
  } catch {
    return undefined;
  }
}

function damaged(directory: string, fault: string): DomainError {
  return new DomainError(
    'validation_failed',
    `The backup in ${directory} is damaged: ${fault}. Restore another backup.`,
  );
}
