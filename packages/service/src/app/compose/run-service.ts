// The service of one process: composed with the real clock, randomness and event loop, started, and listening.
import type { Config } from '../../ground/config/config.ts';
import type { Encryption } from '../../ground/encryption/encryption.ts';
import { systemClock } from '../../ground/clock.ts';
import type { Log } from '../../ground/log.ts';
import type { Database } from '../../postgres/database.ts';
import type { Deps } from './base.ts';
import { compose, type Service } from './service.ts';

export interface RunOptions extends Pick<Deps, 'gatherMetrics' | 'sharedLimits' | 'processName'> {
  readonly config: Config;
  readonly log: Log;
  readonly database: Database;
  readonly encryption: Encryption;
  readonly randomBytes: (size: number) => Buffer;
  /** Whether the start of the whole is complete. */
  readonly isStarted: () => boolean;
  /** False: another process answers on the port. */
  readonly isListening: boolean;
}

/** @param stops receives what stops the service, even if it fails to start */
export async function runService(
  { isListening, ...options }: RunOptions,
  stops: (() => Promise<void>)[],
): Promise<Service> {
  const { config, log } = options;
  const service = compose({
    ...options,
    clock: systemClock,
    monotonicNow: () => performance.now(),
    eventLoopUtilization: createUtilizationMeter(),
    random: Math.random,
    // The embedded PostgreSQL takes no second service.
    hasPeers: config.databaseUrl !== undefined || config.processes > 1,
  });
  stops.push(() => service.stop());
  await service.start();
  if (isListening) await listen(service, config, log);
  else log.info({ roles: config.roles }, 'the worker is running');
  return service;
}

/** Share of the time that the event loop was busy since the last call. */
function createUtilizationMeter(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}

async function listen({ server }: Service, config: Config, log: Log): Promise<void> {
  const { host, port, baseUrl, roles } = config;
  // The kernel hands each connection to one of the processes. Elsewhere, Node's cluster does.
  const reusePort = config.processes > 1 && process.platform === 'linux';
  const options = { host, port, reusePort };
  const address = await server.listen(options);
  if (roles.includes('api')) log.info({ address, baseUrl, roles }, 'the service is listening');
  else log.info({ address, roles }, 'the worker is running; health and metrics are here');
}
