// Backups of the embedded database at an interval, the newest of which are kept. The names of their directories say when they
// were taken, so that every process, and the next release, knows the last good one.
import { lchown, readdir, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../ground/clock.ts';
import { type Account, otherAccount } from '../embedded/account.ts';
import type { Config } from '../ground/config/config.ts';
import { DomainError } from '../ground/errors.ts';
import { makeDirectories } from '../ground/make-directories.ts';
import type { RecurringTask } from '../postgres/jobs/schedules.ts';
import type { Base } from '../postgres/base.ts';
import { createS3Backups } from './s3-backups.http.ts';
import { type BackupDeps, takeBackup } from './backup.ts';

const prefix = 'groupwright-';
const nameForm = /^groupwright-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/;
const partialForm = /^groupwright-\d{8}T\d{6}Z\.partial-[0-9a-f]{12}$/;
/** After a failure, the next attempt begins at one of these. */
const lookEveryMs = 900_000;

type Backups = NonNullable<Config['backups']> & {
  readonly storage: ReturnType<typeof createS3Backups> | undefined;
};

/** Nothing without BACKUP_DIRECTORY. The process that works takes the backups; each has the metrics. */
export function wireScheduledBackups({ config, clock, randomBytes, registry, log }: Base) {
  const { backups } = config;
  const ending = new AbortController();
  const storage = backups?.s3 && createS3Backups(backups.s3);
  createBackupMetrics(registry, backups && { ...backups, storage }, clock);
  if (backups === undefined) return { tasks: [], stop: () => undefined };
  const { signal } = ending;
  const deps = { config, randomBytes, signal, now: () => new Date(clock.now()) };
  const task = createScheduledBackups({
    ...deps,
    backups: { ...backups, storage },
    onTaken: ({ directory, groups }) => log.info({ directory, groups }, 'a backup was taken'),
  });
  return {
    tasks: [
      {
        ...task,
        async run() {
          try {
            await task.run();
          } catch (error) {
            if (!signal.aborted) log.error({ err: error }, 'the backup failed');
          }
        },
      },
    ],
    /** Ends a backup in progress. */
    stop: () => ending.abort(),
  };
}

function createScheduledBackups(
  deps: BackupDeps & {
    readonly backups: Backups;
    readonly onTaken: (backup: { readonly directory: string; readonly groups: number }) => void;
  },
): RecurringTask {
  const { now, backups, onTaken } = deps;
  const { directory, storage, everyMs, keep } = backups;
  return {
    name: 'backup',
    everyMs: Math.min(lookEveryMs, everyMs),
    async run() {
      makeDirectories(directory, 0o700);
      const last = await lastBackupAt(backups);
      // A clock that was ahead left a backup of the future.
      const isFresh =
        last !== undefined && last <= now().getTime() && last > dueBefore(now(), everyMs);
      if (isFresh) return;
      const to = join(directory, nameOf(now()));
      const { groups } = await takeBackup(deps, to);
      if (storage === undefined) await removeOlder(directory, keep);
      else {
        await storage.store(basename(to), to);
        await removeOlder(directory, 0);
        const names = (await storage.names()).filter((name) => nameForm.test(name)).sort();
        for (const name of names.slice(0, -keep)) await storage.remove(name);
      }
      onTaken({ directory: to, groups });
    },
  };
}

/**
 * Fetches a backup of BACKUP_S3_URL for the work, and removes it after that.
 * @param named undefined: the newest one
 */
export async function withFetchedBackup<T>(
  { config: { backups, dataDir }, randomBytes, signal }: BackupDeps,
  named: string | undefined,
  work: (directory: string) => Promise<T>,
): Promise<T> {
  if (backups?.s3 === undefined) {
    const detail = 'BACKUP_DIRECTORY and BACKUP_S3_URL are not set: name a directory with --from.';
    throw new DomainError('validation_failed', detail);
  }
  const storage = createS3Backups(backups.s3);
  const names = (await storage.names()).filter((name) => nameForm.test(name)).sort();
  const name = named ?? names.at(-1);
  if (name === undefined || !names.includes(name)) {
    const newest = names.length === 0 ? 'none' : names.slice(-5).join(', ');
    const detail = `There is no complete backup ${named ?? ''} in ${backups.s3.url}. The newest ones: ${newest}.`;
    throw new DomainError('not_found', detail.replace('  ', ' '));
  }
  const to = join(resolve(backups.directory), `${name}.partial-${randomBytes(6).toString('hex')}`);
  try {
    makeDirectories(to, 0o700);
    await storage.fetch(name, to, signal);
    // PostgreSQL does not run as root, and a restore keeps the owner of the files.
    const account = await otherAccount(join(dataDir, 'postgresql'));
    if (account !== undefined) await giveTo(account, join(to, 'postgresql'));
    return await work(to);
  } finally {
    await rm(to, { recursive: true, force: true });
  }
}

async function giveTo({ uid, gid }: Account, directory: string): Promise<void> {
  const paths = await readdir(directory, { recursive: true });
  for (const path of ['', ...paths]) await lchown(join(directory, path), uid, gid);
}

/** The claims of the task are not exact. */
function dueBefore(now: Date, everyMs: number): number {
  return now.getTime() - everyMs + Math.min(60_000, everyMs / 2);
}

function nameOf(time: Date): string {
  return `${prefix}${time.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;
}

function timeOf(name: string): number | undefined {
  const parts = nameForm.exec(name)?.slice(1).map(Number);
  if (parts === undefined) return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** @returns milliseconds since the Unix epoch; undefined: there is none, or the directory cannot be read */
async function lastBackupAt({ directory, storage }: Backups): Promise<number | undefined> {
  const names = storage === undefined ? readdir(directory) : storage.names();
  const times = (await names.catch(() => [])).flatMap((name) => timeOf(name) ?? []);
  return times.length === 0 ? undefined : Math.max(...times);
}

/** Other files of the directory stay. */
async function removeOlder(directory: string, keep: number): Promise<void> {
  const names = await readdir(directory);
  const backups = names.filter((name) => nameForm.test(name)).sort();
  const left = names.filter((name) => partialForm.test(name));
  for (const name of [...backups.slice(0, keep === 0 ? undefined : -keep), ...left]) {
    await rm(join(directory, name), { recursive: true, force: true });
  }
}

/** The first backup is due an interval after the start. */
function createBackupMetrics(registry: Registry, backups: Backups | undefined, clock: Clock): void {
  const startedAt = clock.now();
  let kept: { readonly at: number; readonly last: Promise<number | undefined> } | undefined;
  /** Storage is asked once in ten minutes: `/metrics` may be public. */
  const read = () => {
    const now = clock.now();
    if (backups === undefined) return undefined;
    if (kept === undefined || backups.storage === undefined || Math.abs(now - kept.at) > 600_000) {
      kept = { at: now, last: lastBackupAt(backups) };
    }
    return kept.last;
  };
  const shared = { aggregator: 'max' as const, registers: [registry] };
  const last: Gauge = new Gauge({
    ...shared,
    name: 'groupwright_backup_last_timestamp_seconds',
    help: 'When the last complete backup of BACKUP_DIRECTORY was begun, in seconds since the Unix epoch; absent if there is none.',
    async collect() {
      const at = await read();
      if (at === undefined) last.remove();
      else last.set(at / 1_000);
    },
  });
  const due: Gauge = new Gauge({
    ...shared,
    name: 'groupwright_backup_due_timestamp_seconds',
    help: 'When the next backup of BACKUP_DIRECTORY is due, in seconds since the Unix epoch; absent without BACKUP_DIRECTORY.',
    async collect() {
      if (backups === undefined) due.remove();
      else due.set((((await read()) ?? startedAt) + backups.everyMs) / 1_000);
    },
  });
}
