// A pool of connections to the current primary, each of them verified. The pool connects again by itself when a lost
// server is back; an idle connection that is lost is only logged.
import {
  Client,
  Pool,
  types,
  type ClientConfig,
  type PoolClient,
  type CustomTypesConfig,
  type ClientBase,
} from 'pg';
import { connectionString, type ConnectionSettings } from './connection-settings.ts';
import type { PoolUsage } from '../ground/pool-usage.ts';
import { onPrimary, type HostList } from './host-list.ts';
import type { Log } from './log.ts';
import { useCamelCaseKeys } from './row-keys.ts';
import { verifyConnection } from './verify-connection.ts';
import type { Socket } from 'node:net';

/** A process that is paused inside a transaction must not hold its locks for long. */
const idleInTransactionTimeoutMs = 15_000;

/** Each pool has so many, however long they are idle. */
const keptConnections = 2;

export interface ConnectionPool {
  acquire(): Promise<PoolClient>;
  usage(): PoolUsage;
  /** The connection that was taken first is in use for this time; 0 where none is. */
  longestUseMs(): number;
  close(): Promise<void>;
}

export interface PoolDeps {
  readonly settings: ConnectionSettings;
  readonly hosts: HostList;
  readonly log: Log;
  /** How long an `acquire` that begins now waits. */
  readonly connectTimeoutMs: () => number;
  readonly statementTimeoutMs: number;
}

/**
 * @param name names the pool in metrics
 * @param planning settings of the connections for the planning of statements
 */
export function openConnectionPool(
  name: string,
  { settings, hosts, log, connectTimeoutMs, statementTimeoutMs }: PoolDeps,
  max: number,
  planning: Readonly<Record<string, string>>,
): ConnectionPool {
  const parameters = {
    timezone: 'UTC',
    statement_timeout: `${statementTimeoutMs / 1000}s`,
    idle_in_transaction_session_timeout: `${idleInTransactionTimeoutMs / 1000}s`,
    ...(settings.directUrl === undefined && planning),
  };
  class PrimaryClient extends Client {
    constructor(config: ClientConfig = {}) {
      const { role, directUrl } = settings;
      const url = hosts.current();
      // A shared session has the settings of the account.
      const address =
        directUrl === undefined
          ? connectionString({ url, ...(role !== undefined && { role }) }, parameters)
          : url;
      super({ ...config, connectionString: address });
      useCamelCaseKeys(this);
    }
  }
  const serverOf = new WeakMap<object, string>();
  const pool = new Pool({
    Client: PrimaryClient,
    async onConnect(client) {
      const { startedAt } = await verifyConnection(client as Client, settings, parameters);
      hosts.accept(startedAt);
      serverOf.set(client, startedAt);
    },
    application_name: 'groupwright',
    max,
    connectionTimeoutMillis: connectTimeoutMs(),
    query_timeout: statementTimeoutMs + 1000,
    // The looks of each half minute need no new connection: one costs the server as much as dozens of statements.
    min: Math.min(keptConnections, max),
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    types: { getTypeParser: parserOfValues(types) },
  });
  /** When each connection in use was taken, in that order. */
  const takenAt = new Map<PoolClient, number>();
  pool.on('acquire', (client) => takenAt.set(client, performance.now()));
  pool.on('release', (_error, client) => takenAt.delete(client));
  // The answer of a server that was replaced may be wrong, and may never come.
  hosts.onChange(() => {
    for (const client of takenAt.keys()) {
      if (serverOf.get(client) !== hosts.serverStartedAt()) cutOff(client);
    }
  });
  let closing = false;
  // An idle connection was lost; the pool has released it.
  pool.on('error', (error) => {
    // The driver hangs its whole client on the error: only the reason goes to the log.
    if (!closing) log.warn({ reason: error.message }, 'a database connection was lost');
  });
  return {
    async acquire() {
      for (;;) {
        // The pool reads it for each connection.
        pool.options.connectionTimeoutMillis = connectTimeoutMs();
        const client = await onPrimary(hosts, () => pool.connect());
        if (serverOf.get(client) === hosts.serverStartedAt()) return client;
        // It comes from the server before a failover, which may still answer with what the present one has lost.
        client.release(true);
      }
    },
    usage: () => ({
      pool: name,
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      // An idle connection is taken in the next turn, so nothing waits for it.
      waiting: Math.max(0, pool.waitingCount - pool.idleCount),
    }),
    longestUseMs() {
      const [first] = takenAt.values();
      return first === undefined ? 0 : performance.now() - first;
    },
    close() {
      closing = true;
      return pool.end();
    },
  };
}

// Conversion of the server's values: int8 becomes a number, timestamps without a zone are UTC.
type Types = typeof types;
type Parser = (text: string) => unknown;

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`the database contains ${text}, which is beyond the safe integers`);
  }
  return value;
}

// Numbers of types, from the server's pg_type.
const int8 = 20;
const int8Array = 1016;
const textArray = 1009;
const date = 1082;
const timestamp = 1114;
const timestamptz = 1184;

/** The driver's own parsers, but for the types named above; a date stays text. */
function parserOfValues(driver: Types): CustomTypesConfig['getTypeParser'] {
  const driverParser = driver.getTypeParser as (type: number, format?: string) => Parser;
  const parseTextArray = driverParser(textArray) as (text: string) => (string | null)[];
  const parseInstant = driverParser(timestamptz);
  const own = new Map<number, Parser>([
    [int8, safeInteger],
    [
      int8Array,
      (text) => parseTextArray(text).map((item) => (item === null ? null : safeInteger(item))),
    ],
    [date, (text) => text],
    [timestamp, (text) => parseInstant(`${text}+00`)],
  ]);
  return (type: number, format?: string) =>
    (format === 'binary' ? undefined : own.get(type)) ?? driverParser(type, format);
}

// Ends a connection without a word to the server, which may be gone.

/** Fails the statement in progress, as a lost connection does. */
export function cutOff(client: ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: Socket } };
  connection.stream.destroy();
}
