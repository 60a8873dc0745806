// The database over its pools of connections. A fault of the server never ends the process: it surfaces as
// `unavailable` if the database cannot be reached.
import type { PoolClient } from 'pg';
import { cancelStatement } from './cancel.ts';
import { openConnectionPool, type ConnectionPool } from './connection-pool.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import type { Database, Queryable, Query } from './database.ts';
import { createHostList, watchPrimary } from './host-list.ts';
import { listen } from './listen.ts';
import type { Log } from './log.ts';
import { repeatConflicts } from './repeat-conflicts.ts';
import { asUnavailable, isDiskFull, isGivenUp, isUnavailable } from './unavailable.ts';

export interface DatabaseOptions {
  readonly log: Log;
  /** Default 10. */
  readonly maxConnections?: number;
  /** How long a statement waits for a connection; default 2 s. */
  readonly connectTimeoutMs?: number;
  /** When a statement is given up: whole seconds, less than a minute; default 15 s. */
  readonly statementTimeoutMs?: number;
  /**
   * While it answers true, a connection may take 15 seconds: processes that start together load their code and connect
   * at once, on a machine that may be busy otherwise.
   */
  readonly isStarting?: () => boolean;
}

const defaultConnectTimeoutMs = 2_000;
const startConnectTimeoutMs = 15_000;
/** No statement of ours takes nearly as long: a safety net, and the way out if the server hangs. */
const defaultStatementTimeoutMs = 15_000;

/** A full disk takes small writes between those that it refuses. */
const fullForMs = 15_000;

/** The planning of statements. Each kind has separate connections, because a setting applies to a whole connection. */
const plannedEachTime = {
  // A plan that was kept from when a table was small reads all of it once it is large.
  plan_cache_mode: 'force_custom_plan',
};
const plannedOnce = {
  plan_cache_mode: 'force_generic_plan',
  // Made while the tables were empty, a plan must still go by their indexes.
  enable_seqscan: 'off',
};
const kinds = {
  /**
   * Few of these statements are in progress at once, because they process batches: three of acceptances, two of each
   * read of a group by its key (four of them), one of the ledger, one of the lanes with due operations and one of
   * webhook attempts. None of them waits for a connection. A plan that was made for small tables does not outlast their growth.
   */
  hot: { connections: 14, planKeptForMs: 10_000 },
  /** The freshness of the configuration, the renewal of leases and the shared poll: one statement of each at a time. */
  background: { connections: 3, planKeptForMs: 60_000 },
} as const;

export function openDatabase(settings: ConnectionSettings, options: DatabaseOptions): Database {
  const { log, maxConnections = 10, isStarting = () => false } = options;
  const steadyTimeoutMs = options.connectTimeoutMs ?? defaultConnectTimeoutMs;
  const connectTimeoutMs = () =>
    isStarting() ? Math.max(steadyTimeoutMs, startConnectTimeoutMs) : steadyTimeoutMs;
  const hosts = createHostList(settings.url, { log });
  const { statementTimeoutMs = defaultStatementTimeoutMs } = options;
  const deps = { settings, hosts, log, connectTimeoutMs, statementTimeoutMs };
  const pool = openConnectionPool('general', deps, maxConnections, plannedEachTime);
  const poolOfKind = (kind: keyof typeof kinds) =>
    openConnectionPool(kind, deps, Math.min(kinds[kind].connections, maxConnections), plannedOnce);
  const pools = { general: pool, hot: poolOfKind('hot'), background: poolOfKind('background') };
  const all = Object.values(pools);
  const { directUrl, ...shared } = settings;
  const listening =
    directUrl === undefined
      ? { settings, hosts }
      : { settings: { ...shared, url: directUrl }, hosts: createHostList(directUrl, { log }) };
  const endWatches = [
    watchPrimary(hosts, () => Math.max(...all.map((one) => one.longestUseMs()))),
    ...(listening.hosts === hosts ? [] : [watchPrimary(listening.hosts, () => 0)]),
  ];
  const isShared = settings.directUrl !== undefined;
  const discardOldPlans = createPlanExpiry();
  let fullUntil = 0;
  const onDiskFull = () => void (fullUntil = performance.now() + fullForMs);

  return {
    query(query, values) {
      const kind = typeof query === 'string' ? undefined : query.kind;
      return repeatConflicts(() =>
        onConnection(
          pools[kind ?? 'general'],
          async (client) => {
            if (kind !== undefined && !isShared) {
              await discardOldPlans(client, kinds[kind].planKeptForMs);
            }
            return await queryable(client, isShared).query(query, values);
          },
          onDiskFull,
        ),
      );
    },
    transaction: (work) =>
      repeatConflicts(() =>
        onConnection(
          pool,
          (client) => inTransaction(client, planningOnce(client, isShared, discardOldPlans), work),
          onDiskFull,
        ),
      ),
    listen: (channel, onNotification) =>
      listen({ ...listening, channel, onNotification, connectTimeoutMs, log }),
    isFull: () => performance.now() < fullUntil,
    connections: () => all.map((one) => one.usage()),
    async close() {
      for (const endWatch of endWatches) endWatch();
      await Promise.all(all.map((one) => one.close()));
    },
  };
}

type PlanExpiry = (client: PoolClient, keptForMs: number) => Promise<void>;

/** Costs a round trip a second, where planning a batch's statement costs it a tenth of its time. */
function createPlanExpiry(): PlanExpiry {
  const plannedAt = new WeakMap<PoolClient, number>();
  return async (client, keptForMs) => {
    const now = performance.now();
    if (now - (plannedAt.get(client) ?? 0) < keptForMs) return;
    await client.query('discard plans');
    plannedAt.set(client, now);
  };
}

async function onConnection<T>(
  pool: ConnectionPool,
  work: (client: PoolClient) => Promise<T>,
  onDiskFull: () => void,
): Promise<T> {
  let client: PoolClient;
  try {
    client = await pool.acquire();
  } catch (error) {
    throw asUnavailable(error, true);
  }
  // Without a listener, a connection lost between two statements would end the process.
  let lost: Error | undefined;
  const onError = (error: Error) => {
    lost = error;
  };
  client.on('error', onError);
  try {
    return await work(client);
  } catch (error) {
    if (isUnavailable(error)) lost ??= error as Error;
    if (isDiskFull(error)) onDiskFull();
    if (isGivenUp(error)) void cancelStatement(client);
    throw asUnavailable(error);
  } finally {
    client.removeListener('error', onError);
    client.release(lost);
  }
}

const inTransactions = Object.entries({ ...plannedOnce, join_collapse_limit: 1 });
const setPlanning = inTransactions
  .map(([name, value]) => `set local ${name} = ${value}`)
  .join('; ');
const resetPlanning = inTransactions.map(([name]) => `set local ${name} to default`).join('; ');

/**
 * A background statement is planned as on its own connections, and joins its tables in the order in which they are written.
 * Two round trips cost less than the search for a plan of ten joins.
 */
function planningOnce(
  client: PoolClient,
  isShared: boolean,
  discardOldPlans: PlanExpiry,
): Queryable {
  const given = queryable(client, isShared);
  return {
    async query<Row extends object>(query: string | Query, values?: readonly unknown[]) {
      if (typeof query === 'string' || query.kind !== 'background') {
        return given.query<Row>(query, values);
      }
      if (!isShared) await discardOldPlans(client, kinds.background.planKeptForMs);
      await client.query(setPlanning);
      const rows = await given.query<Row>(query, values);
      await client.query(resetPlanning);
      return rows;
    },
  };
}

async function inTransaction<T>(
  client: PoolClient,
  given: Queryable,
  work: (transaction: Queryable) => Promise<T>,
): Promise<T> {
  const { transaction, idle, failure } = inTurn(given);
  await client.query('begin');
  try {
    const result = await work(transaction);
    await idle();
    // After a failure that the work caught, the server answers a commit with a rollback.
    const { command } = await client.query('commit');
    if (command !== 'COMMIT') throw failure();
    return result;
  } catch (error) {
    await idle();
    // A lost connection is thrown away, and the server rolls back by itself.
    if (!isUnavailable(error)) await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/**
 * Statements that are sent at once run one after the other: a connection has one at a time, and the driver keeps no queue
 * from its next version on.
 */
function inTurn(given: Queryable): {
  readonly transaction: Queryable;
  readonly idle: () => Promise<unknown>;
  /** The failure of the statement that ended the transaction. */
  readonly failure: () => unknown;
} {
  let last: Promise<unknown> | undefined;
  let failure: unknown = new Error('The transaction was rolled back.');
  const transaction: Queryable = {
    query<Row extends object>(query: string | Query, values?: readonly unknown[]) {
      const run = () => given.query<Row>(query, values);
      const result = last === undefined ? run() : last.then(run);
      const ended = result.then(
        () => undefined,
        (error: unknown) => {
          if (!isAfterFailure(error)) failure = error;
        },
      );
      last = ended;
      void ended.then(() => {
        if (last === ended) last = undefined;
      });
      return result;
    },
  };
  return { transaction, idle: async () => last, failure: () => failure };
}

/** The transaction had ended before. */
function isAfterFailure(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25P02';
}

/** @param isShared the session serves others, too: nothing is prepared in it */
function queryable(client: PoolClient, isShared: boolean): Queryable {
  return {
    async query<Row extends object>(query: string | Query, values?: readonly unknown[]) {
      const { text, name, withinMs } = typeof query === 'string' ? { text: query } : query;
      const result = await client.query<Row>({
        text,
        ...(name !== undefined && !isShared && { name }),
        ...(withinMs !== undefined && { query_timeout: withinMs }),
        ...(values !== undefined && { values: [...values] }),
      });
      return result.rows;
    },
  };
}
