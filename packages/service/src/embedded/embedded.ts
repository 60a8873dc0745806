// The service's own PostgreSQL: started with it, watched, started again when it dies, stopped with it. Never two
// servers on one data directory, and never a second service.
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { applicationRole, socketUrl } from '../postgres/connection-settings.ts';
import type { DatabaseRoles } from '../postgres/connection-settings.ts';
import { locateCluster, openCluster, ownerRole, removeSocketDirectory } from './cluster.ts';
import { findServer, stopServer } from './server.ts';
import { serverSettings } from './server-settings.ts';
import type { ServerSettings } from './server-settings.ts';
import { acquireServerLock, databaseName } from './server-lock.ts';
import type { Mode, ServerLock } from './server-lock.ts';
import type { Log } from '../postgres/log.ts';
import type { OtherProgram } from './program.ts';
import { takeServer } from './take-server.ts';

const firstPauseMs = 10;
const maxPauseMs = 2000;
/** A server that starts, stops or recovers takes no longer, unless it has much to do. */
const passingMs = 5000;

export interface EmbeddedPostgres extends DatabaseRoles {
  /** It belongs to the server; changes when it had to be started again. */
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
  /** Settings over ours. */
  readonly settings?: ServerSettings;
  /** Default: those of this release. */
  readonly program?: OtherProgram;
}

/** Stops a server that runs without a service, as after the service was killed. */
export async function stopAbandoned(dataDirectory: string): Promise<void> {
  const cluster = await locateCluster(resolve(dataDirectory));
  const server = await findServer(cluster);
  if (server) await stopServer(cluster, server.processId);
  await removeSocketDirectory(cluster);
}

/**
 * Stops a server that no process uses, as after the service or a command was killed.
 * @returns whether no server runs on the data now
 */
export async function stopUnused(dataDirectory: string): Promise<boolean> {
  const cluster = await locateCluster(resolve(dataDirectory));
  const giveUpAt = performance.now() + passingMs;
  for (;;) {
    const server = await findServer(cluster);
    if (server === undefined) return true;
    // One that cannot be asked may have users.
    const lock = await acquireServerLock(cluster, 'borrow').catch(() => undefined);
    if (lock !== undefined && 'end' in lock) {
      try {
        if (!(await lock.releaseIfLast())) return false;
        await stopServer(cluster, server.processId);
        await removeSocketDirectory(cluster);
      } finally {
        await lock.end();
      }
    }
    if (performance.now() > giveUpAt) return false;
    await pause(maxPauseMs / 10);
  }
}

export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log, mode = 'own' } = options;
  const dataDirectory = resolve(options.dataDirectory);
  const cluster = await openCluster(dataDirectory, {
    durable: options.settings?.['fsync'] !== 'off',
    program: options.program,
  });
  const settings = { ...serverSettings(cluster), ...options.settings };
  const stopping = new AbortController();
  const { signal } = stopping;
  const takeDeps = { dataDirectory, cluster, mode, settings, log, signal };
  let held: ServerLock;
  let restarting: Promise<void> | undefined;

  function watch(serverLock: ServerLock): void {
    serverLock.onLoss(() => {
      if (signal.aborted) return;
      log.warn({ processId: serverLock.processId }, 'lost PostgreSQL; restarting it');
      restarting = restart();
    });
  }

  async function restart(): Promise<void> {
    const lostAt = performance.now();
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
      try {
        held = await takeServer(takeDeps);
        const durationMs = Math.round(performance.now() - lostAt);
        log.info({ processId: held.processId, durationMs }, 'PostgreSQL is running again');
        watch(held);
        return;
      } catch (error) {
        if (signal.aborted) return;
        log.error({ err: error }, 'could not restart PostgreSQL; retrying');
        await pause(pauseMs, undefined, { signal }).catch(() => undefined);
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

  held = await takeServer(takeDeps);
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
