// The steps before the service: the embedded PostgreSQL if configured, or a server that is there, the schema, statistics that are missing, and the check of the
// encryption key.
import type { Config } from '../../ground/config/config.ts';
import type { Encryption } from '../../ground/encryption/encryption.ts';
import { addKeyProbe, openEncryption, readKeyProbe } from '../../postgres/key-probe.postgres.ts';
import type { BackgroundLog } from '../../ground/fold-repeats.ts';
import type { Log } from '../../ground/log.ts';
import { type DatabaseRoles, externalDatabase } from '../../postgres/connection-settings.ts';
import type { Database } from '../../postgres/database.ts';
import { startEmbeddedPostgres } from '../../embedded/embedded.ts';
import { awaitDatabase, createWaitingServer } from './await-database.ts';
import { migrate } from '../../postgres/migrate.ts';
import { openDatabase } from '../../postgres/pool.ts';
import { takeMissingStatistics } from '../../postgres/take-statistics.ts';

export interface PreparedDatabase {
  readonly roles: DatabaseRoles;
  readonly database: Database;
  readonly encryption: Encryption;
}

/** @param deps.stops receives what stops the parts that have started, in their order, even if a later one fails */
export async function prepareDatabase(
  config: Config,
  deps: {
    readonly log: BackgroundLog;
    readonly randomBytes: (size: number) => Buffer;
    /** It is true until the service serves. */
    readonly isStarting: () => boolean;
    readonly stops: (() => Promise<void>)[];
    /** While the database server is away: the log of the requests that are answered, and what ends the wait. */
    readonly waiting: { readonly log: Log; readonly signal: AbortSignal };
  },
): Promise<PreparedDatabase> {
  const { log, randomBytes, isStarting, stops, waiting } = deps;
  const roles = await connect(config, log, stops);
  const isPooled = config.directUrl !== undefined;
  const variable = isPooled ? { variable: 'DATABASE_DIRECT_URL' } : {};
  const waitingServer = createWaitingServer(config, { log: waiting.log, randomBytes });
  stops.push(() => waitingServer.close());
  await awaitDatabase(() => migrate(roles.owner, { log, ...variable }), {
    log,
    signal: waiting.signal,
    onAway: waitingServer.answer,
  });
  const statistics = takeMissingStatistics(roles.owner, { log });
  stops.push(() => statistics.stop());
  const database = openDatabase(roles.application, { log, isStarting });
  stops.push(() => database.close());
  const probe = await readKeyProbe(database);
  const encryption = openEncryption(config, probe, randomBytes);
  await addKeyProbe(database, probe, config, encryption);
  await waitingServer.close();
  return { roles, database, encryption };
}

async function connect(
  config: Config,
  log: BackgroundLog,
  stops: (() => Promise<void>)[],
): Promise<DatabaseRoles> {
  if (config.databaseUrl !== undefined) {
    return externalDatabase(config.databaseUrl, config.directUrl);
  }
  const embedded = await startEmbeddedPostgres({
    dataDirectory: config.dataDir,
    log,
    settings: { max_connections: connectionsFor(config.processes) },
  });
  stops.push(() => embedded.stop());
  return embedded;
}

/** The pools and listeners of each process need them, and commands beside the service do. */
function connectionsFor(processes: number): number {
  return Math.max(100, 50 + 30 * processes);
}
