// Backup and restore of the embedded database with its key file. A backup is complete or does not exist, and it was
// started once. A restore replaces nothing before the copy has started, and deletes nothing.
import { copyFileSync, lstatSync } from 'node:fs';
import { lstat, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Config } from '../ground/config/config.ts';
import { openEncryption, readKeyProbe } from '../postgres/key-probe.postgres.ts';
import { hasKeyFile, readKeyFile, readOrMakeKeyFile } from '../ground/encryption/key-file.ts';
import { DomainError } from '../ground/errors.ts';
import { makeDirectory, otherAccount, statIfThere } from '../embedded/account.ts';
import { copyRunningCluster } from '../embedded/backup.ts';
import { copyDirectory, makeLike, syncFileSystem, syncToDisk } from '../embedded/copy-files.ts';
import { startEmbeddedPostgres, stopUnused } from '../embedded/embedded.ts';
import { majorVersion } from '../embedded/program.ts';
import { silentLog } from '../postgres/log.ts';
import { openDatabase } from '../postgres/pool.ts';
import { checkFiles, readManifest, writeManifest } from './backup-manifest.ts';

const keyFile = 'encryption.key';
/** The file is in the data directory, and in no backup. */
export const backupKeyFile = 'backup.key';

export interface BackupDeps {
  readonly config: Config;
  readonly now: () => Date;
  readonly randomBytes: (size: number) => Buffer;
  /** Ends the command between two files; what it has made so far is removed. */
  readonly signal: AbortSignal;
}

/** Counted in the copy, once it had started. */
export interface BackupContent {
  readonly tenants: number;
  readonly groups: number;
  /** False if the key is in GROUPWRIGHT_ENCRYPTION_KEY only. */
  readonly hasKey: boolean;
}

/** @throws DomainError if the service uses its own PostgreSQL server, or the directory holds something */
export async function takeBackup(deps: BackupDeps, directory: string): Promise<BackupContent> {
  const { config, now, randomBytes, signal } = deps;
  requireEmbedded(config);
  const to = resolve(directory);
  await requireFree(to);
  const data = join(config.dataDir, 'postgresql');
  if ((await statIfThere(data)) === undefined) {
    throw new DomainError('not_found', `There is no database in ${config.dataDir}.`);
  }
  const createdAt = now();
  const draft = join(dirname(to), `${basename(to)}.partial-${randomBytes(6).toString('hex')}`);
  await makeDirectory(draft, await otherAccount(data));
  try {
    const server = await startEmbeddedPostgres({
      dataDirectory: config.dataDir,
      log: silentLog,
      mode: 'borrow',
    });
    try {
      await copyRunningCluster(server.owner.url, data, join(draft, 'postgresql'), signal);
    } finally {
      await server.stop();
    }
    copyKeyFile(config.dataDir, draft);
    const content = await startOnce(deps, draft);
    const key = readOrMakeKeyFile(config.dataDir, randomBytes, backupKeyFile);
    makeLike(
      join(config.dataDir, backupKeyFile),
      Object.assign(await stat(config.dataDir), { mode: 0o600 }),
    );
    await writeManifest(draft, { createdAt, postgresql: majorVersion }, { key, signal });
    syncFileSystem(draft);
    signal.throwIfAborted();
    await rmdir(to).catch(() => undefined);
    await rename(draft, to);
    syncToDisk(dirname(to));
    return content;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

export interface Restored extends BackupContent {
  readonly takenAt: string;
  /** The places to which the previous data and key were moved. */
  readonly kept: readonly string[];
  /** False if there is no backup key here: then nothing shows that the backup is as it was taken. */
  readonly isAuthentic: boolean;
}

/**
 * @param backupKey the file with the key of the installation that made the backup; undefined: that of this one
 * @throws DomainError if the backup is damaged, or a server runs on the data
 */
export async function restoreBackup(
  deps: BackupDeps,
  directory: string,
  backupKey?: string,
): Promise<Restored> {
  const { config, now, randomBytes, signal } = deps;
  requireEmbedded(config);
  const from = resolve(directory);
  const key = readBackupKey(config, backupKey);
  const manifest = readManifest(from, key);
  await makeDirectory(config.dataDir, await otherAccount(join(from, 'postgresql')));
  await requireUnused(config);
  const draft = join(config.dataDir, `restore-${randomBytes(6).toString('hex')}`);
  await makeDirectory(draft, await otherAccount(join(from, 'postgresql')));
  try {
    await copyDirectory(join(from, 'postgresql'), join(draft, 'postgresql'), { signal });
    copyKeyFile(from, draft);
    await checkFiles(draft, manifest, { from, signal });
    const content = await startOnce(deps, draft);
    syncFileSystem(draft);
    signal.throwIfAborted();
    const kept: string[] = [];
    for (const name of ['postgresql', keyFile]) {
      const present = join(config.dataDir, name);
      const restored = join(draft, name);
      if ((await statIfThere(restored)) === undefined) continue;
      if ((await statIfThere(present)) !== undefined && !(await isSameFile(present, restored))) {
        const aside = asideName(present, 'before-restore', now());
        kept.push(aside);
        await rename(present, aside);
      }
      await rename(restored, present);
    }
    syncToDisk(config.dataDir);
    return { ...content, takenAt: manifest.createdAt, kept, isAuthentic: key !== undefined };
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

function readBackupKey({ dataDir }: Config, named: string | undefined): Buffer | undefined {
  if (named !== undefined) return readKeyFile(named);
  return hasKeyFile(dataDir, backupKeyFile) ? readKeyFile(join(dataDir, backupKeyFile)) : undefined;
}

/** Data that is replaced is kept under this name. */
export function asideName(path: string, reason: string, now: Date): string {
  return `${path}.${reason}-${now.toISOString().replace(/[-:]|\.\d+/g, '')}`;
}

export function requireEmbedded({ databaseUrl }: Config): void {
  if (databaseUrl === undefined) return;
  throw new DomainError(
    'validation_failed',
    'DATABASE_URL names your own PostgreSQL server. Back it up with its own tools: see docs/backup.md.',
  );
}

export async function requireUnused({ dataDir }: Config): Promise<void> {
  if (await stopUnused(dataDir)) return;
  throw new DomainError('in_use', `A service uses ${dataDir}. Stop it first.`);
}

async function requireFree(directory: string): Promise<void> {
  // Succeeds for an empty directory, which the backup then replaces.
  const isFree = await rmdir(directory).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  );
  if (!isFree) {
    throw new DomainError('validation_failed', `${directory} exists. Name a new directory.`);
  }
}

function copyKeyFile(from: string, to: string): void {
  if (!hasKeyFile(from)) return;
  const path = join(from, keyFile);
  copyFileSync(path, join(to, keyFile));
  makeLike(join(to, keyFile), lstatSync(path));
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  if (!(await lstat(one)).isFile()) return false;
  return (await readFile(one)).equals(await readFile(other));
}

/** Starts the copy, so that PostgreSQL recovers it, and checks that its key is the right one. */
async function startOnce(
  { config, randomBytes, signal }: BackupDeps,
  dataDir: string,
): Promise<BackupContent> {
  signal.throwIfAborted();
  const server = await startEmbeddedPostgres({
    dataDirectory: dataDir,
    log: silentLog,
    settings: process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {},
  });
  try {
    const database = openDatabase(server.application, { log: silentLog, maxConnections: 1 });
    try {
      const { encryptionKeys } = config;
      openEncryption({ encryptionKeys, dataDir }, await readKeyProbe(database), randomBytes);
      const [row] = await database.query<{ tenants: number; groups: number }>(
        `select (select count(*)::int from tenants) as tenants,
                (select count(*)::int from teams) as groups`,
      );
      return { tenants: row?.tenants ?? 0, groups: row?.groups ?? 0, hasKey: hasKeyFile(dataDir) };
    } finally {
      await database.close();
    }
  } finally {
    await server.stop();
    // The server made these at its start; everything else belongs to the backup.
    for (const name of ['run', 'postgresql.log', 'postgresql-libraries']) {
      await rm(join(dataDir, name), { recursive: true, force: true });
    }
  }
}
