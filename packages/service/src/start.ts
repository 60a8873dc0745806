// Starts everything in order: the embedded PostgreSQL if configured, the schema, the service, the demo. Stops the
// started parts in the opposite order, even if a later part fails to start.
import { randomBytes } from 'node:crypto';

import { systemClock } from './foundation/clock.ts';
import { compose, type Service } from './compose/service.ts';
import type { Config } from './config/config.ts';
import { addKeyProbe, openEncryption, readKeyProbe } from './encryption/key-probe.postgres.ts';
import { foldRepeats } from './foundation/fold-repeats.ts';
import type { BackgroundLog } from './foundation/fold-repeats.ts';
import type { Log } from './foundation/log.ts';
import { type DatabaseRoles, externalDatabase } from './postgres/connection-settings.ts';
import { startEmbeddedPostgres } from './postgres/embedded/embedded.ts';
import { migrate } from './postgres/migrate.ts';
import { openDatabase } from './postgres/pool.ts';
import { stopInTurn } from './foundation/stop-in-turn.ts';

/** Answers how to stop all of it. */
export async function start(config: Config, log: Log): Promise<() => Promise<void>> {
  const stops: (() => Promise<void>)[] = [];
  const stopAll = () => stopInTurn(stops);
  const monotonicNow = () => performance.now();
  const databaseLog = foldRepeats(log, { timers: systemClock, monotonicNow });
  stops.push(async () => databaseLog.close());
  try {
    const roles = await connect(config, databaseLog, stops);
    await migrate(roles.owner, { log: databaseLog });
    const database = openDatabase(roles.application, { log: databaseLog });
    stops.push(() => database.close());
    const probe = await readKeyProbe(database);
    const encryption = openEncryption(config, probe, randomBytes);
    await addKeyProbe(database, probe, config, encryption);
    let isStarted = false;
    const service = compose({
      config,
      log,
      database,
      encryption,
      clock: systemClock,
      monotonicNow,
      eventLoopUtilization: createUtilizationMeter(),
      randomBytes,
      random: Math.random,
      isStarted: () => isStarted,
    });
    stops.push(() => service.stop());
    await service.start();
    await listen(service, config, log);
    if (config.demo !== 'off' && config.databaseUrl === undefined) {
      const { offerDemo } = await import('./demo/offer-demo.ts');
      // Last, because the demo's secret can only be printed once: a port in use must not lose it.
      await offerDemo({
        config,
        database,
        refresh: () => service.refresh(),
        print: (text) => console.log(text),
      });
    }
    isStarted = true;
    return stopAll;
  } catch (error) {
    await stopAll().catch(() => undefined);
    throw error;
  }
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

async function connect(
  config: Config,
  log: BackgroundLog,
  stops: (() => Promise<void>)[],
): Promise<DatabaseRoles> {
  if (config.databaseUrl !== undefined) return externalDatabase(config.databaseUrl);
  const embedded = await startEmbeddedPostgres({ dataDirectory: config.dataDir, log });
  stops.push(() => embedded.stop());
  return embedded;
}

async function listen({ server }: Service, config: Config, log: Log): Promise<void> {
  const { host, port, baseUrl, roles } = config;
  const address = await server.listen({ host, port });
  if (roles.includes('api')) log.info({ address, baseUrl, roles }, 'the service is listening');
  else log.info({ address, roles }, 'the worker is running; health and metrics are here');
}
