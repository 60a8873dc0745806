// The service's own PostgreSQL: started with it, watched, started again when it dies, stopped with it. Never two
// servers on one data directory, and never a second service.
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { applicationRole, socketUrl } from '../connection-settings.ts';
import type { DatabaseRoles } from '../connection-settings.ts';
import { locateCluster, openCluster, ownerRole, removeSocketDirectory } from './cluster.ts';
import { findServer, startServer, stopServer } from './server.ts';
import { serverSettings } from './server-settings.ts';
import type { ServerSettings } from './server-settings.ts';
import { databaseName, acquireServerLock } from './server-lock.ts';
import type { Mode, ServerLock } from './server-lock.ts';
import type { Log } from '../log.ts';
import { DatabaseStartError } from '../start-error.ts';

const firstPauseMs = 10;
const maxPauseMs = 2000;
/** A server that reports to be ready but does not answer for this time is restarted. */
const silenceMs = 15_000;
/** The longest that processes of a server that was killed should take to end. */
const endingMs = 5000;

export interface EmbeddedPostgres extends DatabaseRoles {
  /** Of the server; changes when it had to be started again. */
  processId(): number;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Holds everything; made where it is missing. */
  readonly dataDirectory: string;
  readonly log: Log;
  /**
   * `own` (default) supervises the server and stops it at the end; a second owner is refused. `borrow`, for
   * commands beside the service, uses the server that runs, or starts one, and stops it only as its last user.
   */
  readonly mode?: Mode;
  /** Settings over ours, for tests. */
  readonly settings?: ServerSettings;
}

/** Stops a server that runs without a service, as after the service was killed. */
export async function stopAbandoned(dataDirectory: string): Promise<void> {
  const cluster = await locateCluster(resolve(dataDirectory));
  const server = await findServer(cluster);
  if (server) await stopServer(cluster, server.processId);
  await removeSocketDirectory(cluster);
}

export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log, mode = 'own' } = options;
  const dataDirectory = resolve(options.dataDirectory);
  const cluster = await openCluster(dataDirectory, {
    durable: options.settings?.['fsync'] !== 'off',
  });
  const settings = { ...serverSettings(cluster), ...options.settings };
  const stopping = new AbortController();
  let held: ServerLock;
  let restarting: Promise<void> | undefined;

  /** Starts or adopts a server and takes our place in it. */
  async function take(): Promise<ServerLock> {
    const startedAt = performance.now();
    /** Whether another starter may have been faster, or processes of a killed server are still ending. */
    const mayPass = (error: unknown) =>
      performance.now() - startedAt < endingMs &&
      error instanceof DatabaseStartError &&
      /shared memory block .* is still in use|lock file .* already exists|could not create lock file .* No such file/.test(
        error.message,
      );
    let silentSince: number | undefined;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, 200)) {
      stopping.signal.throwIfAborted();
      let server = await findServer(cluster);
      if (!server) {
        try {
          server = await startServer(cluster, settings, stopping.signal);
        } catch (error) {
          if (!mayPass(error) && !(await findServer(cluster))) throw error;
        }
      }
      if (server?.status === 'ready') {
        try {
          const serverLock = await acquireServerLock(cluster, mode);
          if (serverLock && 'takenBy' in serverLock) throw takenBy(serverLock.takenBy);
          if (serverLock) return serverLock;
          silentSince = undefined;
        } catch (error) {
          if (error instanceof DatabaseStartError) throw error;
          if (error instanceof DatabaseError && !error.code?.startsWith('57P')) {
            if (error.code === '28000') throw refused(error);
            // It answers, and cannot be set up, as for want of disk.
            if (mode === 'own') await stopServer(cluster, server.processId);
            throw new DatabaseStartError(`PostgreSQL could not be set up: ${error.message}`, {
              cause: error,
            });
          }
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

  function refused(cause: DatabaseError): DatabaseStartError {
    return new DatabaseStartError(
      `The PostgreSQL in ${dataDirectory} was started by root and accepts no other user (${cause.message}). Run this command as root, too.`,
      { cause },
    );
  }

  function takenBy(user: string): DatabaseStartError {
    return new DatabaseStartError(
      `The data in ${dataDirectory} is in use by another running service (${user}). Stop that service first, or set another GROUPWRIGHT_DATA_DIR. To share one database between processes, use DATABASE_URL.`,
    );
  }

  function watch(serverLock: ServerLock): void {
    serverLock.onLoss(() => {
      if (stopping.signal.aborted) return;
      log.warn({ processId: serverLock.processId }, 'lost PostgreSQL; restarting it');
      restarting = restart();
    });
  }

  async function restart(): Promise<void> {
    const lostAt = performance.now();
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
      try {
        held = await take();
        const durationMs = Math.round(performance.now() - lostAt);
        log.info({ processId: held.processId, durationMs }, 'PostgreSQL is running again');
        watch(held);
        return;
      } catch (error) {
        if (stopping.signal.aborted) return;
        log.error({ err: error }, 'could not restart PostgreSQL; retrying');
        await pause(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  async function stop(): Promise<void> {
    stopping.abort(new Error('stopping PostgreSQL'));
    await restarting;
    if (mode === 'own' || (await held.releaseIfLast().catch(() => false))) {
      // While it was being started again it may have become another process than the one we hold.
      const server = await findServer(cluster);
      if (server) await stopServer(cluster, server.processId);
      await removeSocketDirectory(cluster);
    }
    await held.end();
  }

  held = await take();
  // A command beside the service does not supervise.
  if (mode === 'own') watch(held);
  let stopped: Promise<void> | undefined;
  return {
    owner: { url: socketUrl(cluster.socketDirectory, ownerRole, databaseName) },
    application: { url: socketUrl(cluster.socketDirectory, applicationRole, databaseName) },
    processId: () => held.processId,
    stop: () => (stopped ??= stop()),
  };
}
