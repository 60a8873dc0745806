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
import { DomainError } from '../foundation/errors.ts';
import { syncToDisk } from '../postgres/embedded/copy-files.ts';

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

export function writeManifest(
  directory: string,
  { createdAt, postgresql }: { readonly createdAt: Date; readonly postgresql: string },
): void {
  const files: Record<string, string> = {};
  for (const path of listFiles(directory)) files[path] = digestOf(join(directory, path));
  const manifest: Manifest = { format: 1, createdAt: createdAt.toISOString(), postgresql, files };
  const path = join(directory, fileName);
  writeFileSync(path, `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600 });
  syncToDisk(path);
}

/** @throws DomainError if the directory is no backup, or a file of it is missing or changed */
export function checkManifest(directory: string): Manifest {
  if (!existsSync(join(directory, fileName))) {
    throw new DomainError(
      'validation_failed',
      `${directory} is not a complete backup: it has no ${fileName}.`,
    );
  }
  const manifest = JSON.parse(readFileSync(join(directory, fileName), 'utf8')) as Manifest;
  for (const [path, digest] of Object.entries(manifest.files)) {
    const file = join(directory, path);
    const found = existsSync(file) ? digestOf(file) : undefined;
    if (found === digest) continue;
    const fault = found === undefined ? 'is missing' : 'was changed after the backup';
    throw new DomainError(
      'validation_failed',
      `The backup in ${directory} is damaged: ${path} ${fault}. Restore another backup.`,
    );
  }
  return manifest;
}
