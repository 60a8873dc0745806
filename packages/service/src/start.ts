// Starts everything in order: PostgreSQL where it is ours, the schema, the service, the demo. What was
// started is stopped again in the opposite order, also when a later part fails.
import { randomBytes } from 'node:crypto';

import { systemClock } from './clock.ts';
import { compose, type Service } from './compose.ts';
import { composeSignInLinks } from './compose-admin.ts';
import type { Config } from './config.ts';
import type { Demo } from './demo/set-up-demo.ts';
import { readOrMakeKeyFile } from './encryption/key-file.ts';
import { createSealing } from './encryption/sealing.ts';
import { createIdGenerator } from './identifiers.ts';
import type { Log } from './log.ts';
import { type DatabaseRoles, externalDatabase } from './postgres/connection-settings.ts';
import type { Database } from './postgres/database.ts';
import { startEmbeddedPostgres } from './postgres/embedded.ts';
import { migrate } from './postgres/migrate.ts';
import { openDatabase } from './postgres/pool.ts';

/** Answers how to stop all of it. */
export async function start(config: Config, log: Log): Promise<() => Promise<void>> {
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
      await welcomeNewcomer(config, database, demo);
    } else await offerDemoSignIn(config, database);
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

/** Whoever can read quickstart.json may work in the demo's admin center. */
const demoAdministrator = 'admin@demo.example';

async function makeDemoSignInUrl(
  config: Config,
  database: Database,
  tenantId: string,
): Promise<string> {
  const newId = createIdGenerator({ clock: systemClock, randomBytes });
  const makeLink = composeSignInLinks({ config, database, clock: systemClock, newId, randomBytes });
  const { url } = await makeLink({ tenantId, email: demoAdministrator });
  return url;
}

async function welcomeNewcomer(config: Config, database: Database, demo: Demo): Promise<void> {
  const { quickstartOf, welcome, writeQuickstart } = await import('./demo/quickstart.ts');
  const { baseUrl, adminUrl } = config;
  const adminSignInUrl = await makeDemoSignInUrl(config, database, demo.tenantId);
  const quickstart = quickstartOf(demo, { baseUrl, adminUrl, adminSignInUrl });
  const path = writeQuickstart(config.dataDir, quickstart);
  console.log(welcome(quickstart, path, process.stdout.isTTY && process.stdout.hasColors()));
}

/** A later start of the demo: the link of the last one has expired, so a new one takes its place. */
async function offerDemoSignIn(config: Config, database: Database): Promise<void> {
  const isWithoutDemo = config.demo === 'off' || config.databaseUrl !== undefined;
  if (isWithoutDemo || !config.roles.includes('api')) return;
  const { renewSignInUrl } = await import('./demo/quickstart.ts');
  const url = await renewSignInUrl(config.dataDir, async (tenantId) => {
    const tenants = await database.query('select from tenants where tenant_id = $1', [tenantId]);
    return tenants.length === 0 ? undefined : makeDemoSignInUrl(config, database, tenantId);
  });
  if (url !== undefined) console.log(`\nAdmin center, once and within 15 minutes: ${url}\n`);
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
