// The pool of connections. A fault of the server never ends the process: it surfaces as `unavailable` if
// the database cannot be reached, and the pool connects again by itself when the server is back.
import { Client, Pool, types } from 'pg';
import type { ClientConfig, PoolClient } from 'pg';
import { cancelStatement } from './cancel.ts';
import { connectionString } from './connection-settings.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import type { Database, Queryable, Query } from './database.ts';
import { createHostList, onPrimary } from './host-list.ts';
import { listen } from './listen.ts';
import type { Log } from './log.ts';
import { useCamelCaseKeys } from './row-keys.ts';
import { asUnavailable, isGivenUp, isUnavailable } from './unavailable.ts';
import { parserOfValues } from './values.ts';
import { verifyConnection } from './verify-connection.ts';

const connectTimeoutMs = 2000;
/** No statement of ours takes nearly as long: a safety net, and the way out if the server hangs. */
const statementTimeoutMs = 15_000;
/** A process that is paused inside a transaction must not hold its locks for long. */
const idleInTransactionTimeoutMs = 15_000;

export interface DatabaseOptions {
  readonly log: Log;
  /** Default 10. */
  readonly maxConnections?: number;
}

/** The planning of statements. Each kind has separate connections, because a setting applies to a whole connection. */
const plannedAnew = {
  // A plan that was kept from when a table was small reads all of it once it is large.
  plan_cache_mode: 'force_custom_plan',
};
const plannedOnce = {
  plan_cache_mode: 'force_generic_plan',
  // Made while the tables were empty, a plan must still go by their indexes.
  enable_seqscan: 'off',
};
/** A plan that was made for small tables does not outlast their growth, whenever they are analysed. */
const plansKeptForMs = 1_000;
/**
 * These statements process batches, of which few are in progress at once: three of acceptances, two of status reads,
 * one of the ledger and one of webhook attempts. None of them waits for a connection.
 */
const plannedOnceConnections = 8;
/** For the freshness of the configuration and the renewal of leases: one statement of each at a time. */
const urgentConnections = 2;

export function openDatabase(settings: ConnectionSettings, options: DatabaseOptions): Database {
  const { log, maxConnections = 10 } = options;
  const hosts = createHostList(settings.url);
  /** The server of the newest connection, by its start; and those of the others. */
  let server: string | undefined;
  const serverOf = new WeakMap<object, string>();
  let closing = false;

  function openPool(max: number, planning: Readonly<Record<string, string>>): Pool {
    const parameters = {
      timezone: 'UTC',
      statement_timeout: `${statementTimeoutMs / 1000}s`,
      idle_in_transaction_session_timeout: `${idleInTransactionTimeoutMs / 1000}s`,
      ...planning,
    };
    class PrimaryClient extends Client {
      constructor(config: ClientConfig = {}) {
        const { role } = settings;
        const at = { url: hosts.current(), ...(role !== undefined && { role }) };
        super({ ...config, connectionString: connectionString(at, parameters) });
        useCamelCaseKeys(this);
      }
    }
    const pool = new Pool({
      Client: PrimaryClient,
      async onConnect(client) {
        const { startedAt } = await verifyConnection(client as Client, settings, parameters);
        serverOf.set(client, startedAt);
        server = startedAt;
      },
      application_name: 'groupwright',
      max,
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: statementTimeoutMs + 1000,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      types: { getTypeParser: parserOfValues(types) },
    });
    // An idle connection was lost; the pool has released it.
    pool.on('error', (error) => {
      // The driver hangs its whole client on the error: only the reason goes to the log.
      if (!closing) log.warn({ reason: error.message }, 'a database connection was lost');
    });
    return pool;
  }

  const pool = openPool(maxConnections, plannedAnew);
  const poolOfPlannedOnce = openPool(Math.min(plannedOnceConnections, maxConnections), plannedOnce);
  const poolOfUrgent = openPool(urgentConnections, plannedAnew);

  function poolOf(query: string | Query): Pool {
    if (typeof query === 'string') return pool;
    if (query.urgent === true) return poolOfUrgent;
    return query.plannedOnce === true ? poolOfPlannedOnce : pool;
  }

  const plannedAt = new WeakMap<PoolClient, number>();

  /** Costs a round trip a second, where planning a batch's statement costs it a tenth of its time. */
  async function discardOldPlans(client: PoolClient): Promise<void> {
    const now = performance.now();
    if (now - (plannedAt.get(client) ?? 0) < plansKeptForMs) return;
    await client.query('discard plans');
    plannedAt.set(client, now);
  }

  async function acquire(from: Pool): Promise<PoolClient> {
    for (;;) {
      const client = await onPrimary(hosts, () => from.connect());
      if (serverOf.get(client) === server) return client;
      // Of the server before a failover, which may still answer with what the present one has lost.
      client.release(true);
    }
  }

  async function onConnection<T>(
    work: (client: PoolClient) => Promise<T>,
    from: Pool = pool,
  ): Promise<T> {
    let client: PoolClient;
    try {
      client = await acquire(from);
    } catch (error) {
      throw asUnavailable(error);
    }
    // Without a listener a connection lost between two statements would end the process.
    let lost: Error | undefined;
    const onError = (error: Error) => {
      lost = error;
    };
    client.on('error', onError);
    try {
      return await work(client);
    } catch (error) {
      if (isUnavailable(error)) lost ??= error as Error;
      if (isGivenUp(error)) void cancelStatement(client);
      throw asUnavailable(error);
    } finally {
      client.removeListener('error', onError);
      client.release(lost);
    }
  }

  return {
    query(query, values) {
      const from = poolOf(query);
      return onConnection(async (client) => {
        if (from === poolOfPlannedOnce) await discardOldPlans(client);
        return await queryable(client).query(query, values);
      }, from);
    },

    transaction: (work) =>
      onConnection(async (client) => {
        await client.query('begin');
        try {
          const result = await work(queryable(client));
          await client.query('commit');
          return result;
        } catch (error) {
          // A lost connection is thrown away, and the server rolls back by itself.
          if (!isUnavailable(error)) await client.query('rollback').catch(() => undefined);
          throw error;
        }
      }),

    listen: (channel, onNotification) => listen(settings, hosts, channel, onNotification, log),

    close() {
      closing = true;
      return Promise.all([pool, poolOfPlannedOnce, poolOfUrgent].map((one) => one.end())).then(
        () => undefined,
      );
    },
  };
}

function queryable(client: PoolClient): Queryable {
  return {
    async query<Row extends object>(query: string | Query, values?: readonly unknown[]) {
      const { text, name, withinMs } = typeof query === 'string' ? { text: query } : query;
      const result = await client.query<Row>({
        text,
        ...(name !== undefined && { name }),
        ...(withinMs !== undefined && { query_timeout: withinMs }),
        ...(values !== undefined && { values: [...values] }),
      });
      return result.rows;
    },
  };
}
