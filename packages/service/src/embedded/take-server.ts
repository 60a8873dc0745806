// Finds the server of a cluster, or starts one, and takes a place among its users.
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import type { Log } from '../postgres/log.ts';
import { DatabaseStartError } from '../postgres/unavailable.ts';
import { type Cluster, ownerRole, type Location } from './cluster.ts';
import { acquireServerLock, type Mode, type ServerLock } from './server-lock.ts';
import type { ServerSettings } from './server-settings.ts';
import { findServer, startServer, stopServer, type RunningServer } from './server.ts';
import { randomBytes } from 'node:crypto';
import { chown, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { applicationRole } from '../postgres/connection-settings.ts';

const firstPauseMs = 10;
const maxPauseMs = 200;
/** A server that reports to be ready but does not answer for this time is restarted. */
const silenceMs = 15_000;
/** The longest that processes of a server that was killed should take to end. */
const endingMs = 5000;
/** Another starter may have been faster, or processes of a killed server are still ending. */
const mayPass =
  /shared memory block .* is still in use|lock file .* already exists|could not create lock file .* No such file/;

export interface TakeDeps {
  readonly dataDirectory: string;
  readonly cluster: Cluster;
  readonly mode: Mode;
  readonly settings: ServerSettings;
  readonly log: Log;
  /** Ends the search. */
  readonly signal: AbortSignal;
}

export async function takeServer(deps: TakeDeps): Promise<ServerLock> {
  const { cluster, log, signal } = deps;
  const startedAt = performance.now();
  let silentSince: number | undefined;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
    signal.throwIfAborted();
    const server = await findOrStart(deps, startedAt);
    if (server?.status === 'ready') {
      try {
        const lock = await takePlace(deps, startedAt);
        if (lock !== undefined) return lock;
        silentSince = undefined;
      } catch (error) {
        await throwUnlessSilent(error, server, deps);
        silentSince ??= performance.now();
        if (performance.now() - silentSince > silenceMs) {
          log.warn({ err: error, processId: server.processId }, 'PostgreSQL does not answer');
          await stopServer(cluster, server.processId);
        }
      }
    }
    await pause(pauseMs);
  }
}

async function findOrStart(
  { cluster, settings, signal }: TakeDeps,
  startedAt: number,
): Promise<RunningServer | undefined> {
  const found = await findServer(cluster);
  if (found) return found;
  try {
    await writeAccess(cluster);
    return await startServer(cluster, settings, signal);
  } catch (error) {
    const isEarly = performance.now() - startedAt < endingMs;
    if (isEarly && error instanceof DatabaseStartError && mayPass.test(error.message)) {
      return undefined;
    }
    if (!(await findServer(cluster))) throw error;
    return undefined;
  }
}

/** Undefined while the last user is leaving, or until PostgreSQL has noticed that the owner was killed. */
async function takePlace(
  { cluster, mode, dataDirectory }: TakeDeps,
  startedAt: number,
): Promise<ServerLock | undefined> {
  const lock = await acquireServerLock(cluster, mode);
  if (lock === undefined || !('takenBy' in lock)) return lock;
  const owner = /\d+$/.exec(lock.takenBy)?.[0];
  // An owner in another container is not seen either, and has not ended.
  if (!isSeen(Number(owner)) && performance.now() - startedAt < endingMs) return undefined;
  throw new DatabaseStartError(
    `The data in ${dataDirectory} is in use by another running service (${lock.takenBy}). Stop that service first, or set another GROUPWRIGHT_DATA_DIR. To share one database between processes, use DATABASE_URL.`,
  );
}

function isSeen(processId: number): boolean {
  if (!Number.isSafeInteger(processId)) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Returns if the server did not answer, so that it may do so later. */
async function throwUnlessSilent(
  error: unknown,
  { processId }: RunningServer,
  { cluster, mode, dataDirectory }: TakeDeps,
): Promise<void> {
  if (error instanceof DatabaseStartError) throw error;
  if (!(error instanceof DatabaseError) || error.code?.startsWith('57P')) return;
  if (error.code === '28000') {
    throw new DatabaseStartError(
      `The PostgreSQL in ${dataDirectory} was started by root and accepts no other user (${error.message}). Run this command as root, too.`,
      { cause: error },
    );
  }
  // It answers, and cannot be set up, as for want of disk.
  if (mode === 'own') await stopServer(cluster, processId);
  throw new DatabaseStartError(`PostgreSQL could not be set up: ${error.message}`, {
    cause: error,
  });
}

// The files that configure the server, written at each start. Its settings are on its command line, so the files say
// nothing: data from elsewhere, such as a restored backup, do not decide what the server loads or runs. The access rules
// allow connections through the socket alone. Its directory only admits the account of PostgreSQL, which is our own unless
// root started us. Then it is the account `nobody`, which other services may share, and PostgreSQL checks with the
// operating system that root connects.

/** They make a server wait for another one, or run a command for each file of its log. */
const signals = ['recovery.signal', 'standby.signal'] as const;

async function writeAccess({ directory, account }: Location): Promise<void> {
  const written = '# Written by Groupwright at each start.\n';
  const method = account === undefined ? 'trust' : 'peer map=groupwright';
  const user = JSON.stringify(userInfo().username);
  const map =
    account === undefined
      ? ''
      : [ownerRole, applicationRole].map((role) => `groupwright ${user} ${role}\n`).join('');
  await write(join(directory, 'pg_ident.conf'), `${written}${map}`);
  await write(join(directory, 'pg_hba.conf'), `${written}local all all ${method}\n`);

  for (const name of ['postgresql.conf', 'postgresql.auto.conf']) {
    await write(join(directory, name), written);
  }
  for (const name of signals) await rm(join(directory, name), { force: true });

  /** Whole or not at all; through no link that the account may have put there. */
  async function write(path: string, text: string): Promise<void> {
    if ((await readFile(path, 'utf8').catch(() => '')) === text) return;
    const made = `${path}.${randomBytes(6).toString('hex')}`;
    try {
      await writeFile(made, text, { flag: 'wx', mode: 0o600 });
      if (account !== undefined) await chown(made, account.uid, account.gid);
      await rename(made, path);
    } catch (error) {
      await rm(made, { force: true });
      throw error;
    }
  }
}
