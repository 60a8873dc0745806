// The list of files in a backup, by which a restore finds out whether it is complete and unchanged.
import { createHash } from 'node:crypto';
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
import { DomainError } from '../ground/errors.ts';
import { syncToDisk, throwIfEnded } from '../embedded/copy-files.ts';

const fileName = 'backup.json';

interface Manifest {
  readonly format: 1;
  readonly createdAt: string;
  readonly postgresql: string;
  /** SHA-256 by path. */
  readonly files: Readonly<Record<string, string>>;
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

function listFiles(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .filter((path) => path !== fileName)
    .sort();
}

export async function writeManifest(
  directory: string,
  { createdAt, postgresql }: { readonly createdAt: Date; readonly postgresql: string },
  signal: AbortSignal,
): Promise<void> {
  const files: Record<string, string> = {};
  for (const path of listFiles(directory)) {
    await throwIfEnded(signal);
    files[path] = digestOf(join(directory, path));
  }
  const manifest: Manifest = { format: 1, createdAt: createdAt.toISOString(), postgresql, files };
  const path = join(directory, fileName);
  writeFileSync(path, `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600 });
  syncToDisk(path);
}

/** @throws DomainError if the directory is no backup, or a file of it is missing or changed */
export async function checkManifest(directory: string, signal: AbortSignal): Promise<Manifest> {
  const path = join(directory, fileName);
  if (!existsSync(path)) {
    throw new DomainError(
      'validation_failed',
      `${directory} is not a complete backup: it has no ${fileName}.`,
    );
  }
  const manifest = readManifest(readFileSync(path, 'utf8'));
  if (manifest === undefined) throw damaged(directory, `${fileName} cannot be read`);
  for (const [name, digest] of Object.entries(manifest.files)) {
    await throwIfEnded(signal);
    const file = join(directory, name);
    const found = existsSync(file) ? digestOf(file) : undefined;
    if (found === digest) continue;
    const fault = found === undefined ? 'is missing' : 'was changed after the backup';
    throw damaged(directory, `${name} ${fault}`);
  }
  return manifest;
}

/** Undefined if the text is cut off, or not a manifest. */
function readManifest(text: string): Manifest | undefined {
  try {
    const manifest = JSON.parse(text) as Partial<Manifest> | null;
    const isWhole = manifest?.format === 1 && manifest.files?.['postgresql/PG_VERSION'];
    return isWhole ? (manifest as Manifest) : undefined;
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
