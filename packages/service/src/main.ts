// The door: reads the configuration, starts PostgreSQL where it is ours, migrates, composes the service,
// listens, and stops all of it cleanly.
import { randomBytes } from 'node:crypto';

import { systemClock } from './clock.ts';
import { compose, type Service } from './compose.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import type { Demo } from './demo/set-up-demo.ts';
import { readOrMakeKeyFile } from './encryption/key-file.ts';
import { createSealing } from './encryption/sealing.ts';
import { createIdGenerator } from './identifiers.ts';
import { createLog, type Log } from './log.ts';
import { type DatabaseRoles, externalDatabase } from './postgres/connection-settings.ts';
import type { Database } from './postgres/database.ts';
import { startEmbeddedPostgres } from './postgres/embedded.ts';
import { migrate } from './postgres/migrate.ts';
import { openDatabase } from './postgres/pool.ts';
import { DatabaseStartError } from './postgres/start-error.ts';

/** After this long a stop is no longer waited for. */
const stopWithinMs = 30_000;

async function start(config: Config, log: Log): Promise<() => Promise<void>> {
  const stops: (() => Promise<void>)[] = [];
  const stopAll = async () => {
    for (const stop of stops.toReversed()) await stop();
  };
  try {
    const roles = await connect(config, log, stops);
    await migrate(roles.owner, { log });
    const database = openDatabase(roles.application, { log });
    stops.push(() => database.close());
    const keys =
      config.encryptionKeys.length > 0
        ? config.encryptionKeys
        : [readOrMakeKeyFile(config.dataDir, randomBytes)];
    const service = compose({
      config,
      log,
      database,
      sealing: createSealing(keys, randomBytes),
      clock: systemClock,
      monotonicNow: () => performance.now(),
      eventLoopUtilization: createUtilizationMeter(),
      randomBytes,
      random: Math.random,
    });
    stops.push(() => service.stop());
    await service.start();
    await listen(service, config, log);
    // Only now, since the demo's secret can be told only once: a port that is taken must not cost it.
    const demo = await setUpDemoOnFirstStart(config, database);
    if (demo !== undefined) {
      await service.refresh();
      await welcomeNewcomer(config, demo);
    }
    return stopAll;
  } catch (error) {
    await stopAll().catch(() => undefined);
    throw error;
  }
}

/** Undefined when there is a tenant already, or the database is somebody's own. */
async function setUpDemoOnFirstStart(
  config: Config,
  database: Database,
): Promise<Demo | undefined> {
  if (config.demo === 'off' || config.databaseUrl !== undefined) return undefined;
  const tenants = await database.query('select from tenants limit 1');
  if (tenants.length > 0) return undefined;
  // Only a first start needs what reads tenant files.
  const { setUpDemo } = await import('./demo/set-up-demo.ts');
  const createId = createIdGenerator({ clock: systemClock, randomBytes });
  return setUpDemo({ clock: systemClock, createId, randomBytes, database, tenantId: createId() });
}

async function welcomeNewcomer(config: Config, demo: Demo): Promise<void> {
  const { quickstartOf, welcome, writeQuickstart } = await import('./demo/quickstart.ts');
  const quickstart = quickstartOf(demo, config);
  const path = writeQuickstart(config.dataDir, quickstart);
  console.log(welcome(quickstart, path, process.stdout.isTTY && process.stdout.hasColors()));
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
  log: Log,
  stops: (() => Promise<void>)[],
): Promise<DatabaseRoles> {
  if (config.databaseUrl !== undefined) return externalDatabase(config.databaseUrl);
  const embedded = await startEmbeddedPostgres({ dataDirectory: config.dataDir, log });
  stops.push(() => embedded.stop());
  return embedded;
}

async function listen({ server }: Service, config: Config, log: Log): Promise<void> {
  if (server === undefined) {
    log.info({ roles: config.roles }, 'the worker is running');
    return;
  }
  const address = await server.listen({ host: config.host, port: config.port });
  log.info({ address, baseUrl: config.baseUrl, roles: config.roles }, 'the service is listening');
}

const addressFaults = {
  EADDRINUSE: ({ host, port }: Config) =>
    `Port ${port} of ${host} is in use by another process. Set PORT to a free one, or stop the other process.`,
  EADDRNOTAVAIL: ({ host }: Config) =>
    `This machine has no address ${host}. Set HOST to one it has, for example 127.0.0.1 or 0.0.0.0.`,
  EACCES: ({ port }: Config) =>
    `This user may not listen on port ${port}. Set PORT to one above 1023.`,
} as const;

function isAddressFault(error: unknown): error is Error & { code: keyof typeof addressFaults } {
  return error instanceof Error && 'code' in error && String(error.code) in addressFaults;
}

async function main(): Promise<void> {
  let config: Config;
  try {
    config = readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
    return;
  }
  const log = createLog(config.logLevel);
  for (const warning of config.warnings) log.warn(warning);
  // In a terminal Ctrl-C reaches npm and us both; the second signal asks to stop without waiting.
  let stop: (() => Promise<void>) | undefined;
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping || stop === undefined) process.exit(stopping ? 130 : 0);
    stopping = true;
    log.info({ signal }, 'stopping');
    const impatience = setTimeout(() => process.exit(1), stopWithinMs);
    impatience.unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the stop was not clean');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  try {
    stop = await start(config, log);
  } catch (error) {
    if (error instanceof DatabaseStartError) console.error(error.message);
    else if (isAddressFault(error)) console.error(addressFaults[error.code](config));
    else log.fatal({ err: error }, 'the start failed');
    process.exitCode = 1;
  }
}

await main();
