// The shape of the database as adapters see it. `pool.ts` makes one.
import type { PoolUsage } from '../ground/pool-usage.ts';

export interface Query {
  readonly text: string;
  /** Names a prepared statement, for hot paths. */
  readonly name?: string;
  /**
   * `hot`: for what callers wait for. `background`: for what the process asks by itself and everything else depends on,
   * such as leases, the freshness of the configuration and the facts of the rules.
   *
   * Each kind has separate connections, so that it does not wait for the slow statements of others. There, a statement
   * is planned without its values, every ten seconds if it is hot and once a minute otherwise: it must go by an index
   * whatever they are. Within a transaction, a hot statement is as any other, and a background one also joins its tables
   * in the order in which they are written.
   */
  readonly kind?: 'hot' | 'background';
  /**
   * For polls and heartbeats, which the clock starts: the tests that kill a process at every boundary skip them.
   * Any other statement is a boundary.
   */
  readonly boundary?: false;
  /** Gives up, and cancels the statement, after so many milliseconds. Has no effect within a transaction. */
  readonly withinMs?: number;
}

export interface Queryable {
  /**
   * Rows of the statement's answer, with camel-case keys. A string is sent as it is, with numbered parameters in
   * `values`.
   */
  query<Row extends object = Record<string, unknown>>(
    query: string | Query,
    values?: readonly unknown[],
  ): Promise<Row[]>;
}

/**
 * A pool of connections. When the server cannot be reached, is shutting down, refuses for want of disk or
 * connections, or loses the connection, every method throws DomainError `unavailable`; all else that the
 * server refuses surfaces as the driver's `DatabaseError` with its SQLSTATE in `code`.
 */
export interface Database extends Queryable {
  /**
   * Runs the work between BEGIN and COMMIT on one connection; rolls back when it throws. After a deadlock or another
   * conflict with other transactions, it runs the work again.
   */
  transaction<T>(work: (transaction: Queryable) => Promise<T>): Promise<T>;
  /** Calls back on each notification, on a separate connection that is renewed when lost. */
  listen(
    channel: string,
    onNotification: (payload: string) => void,
  ): Promise<{ close(): Promise<void> }>;
  /** Absent where there are no pools. */
  connections?(this: void): readonly PoolUsage[];
  /** Whether the server refused a write for want of disk a moment ago. Absent where there are no pools. */
  isFull?(this: void): boolean;
  close(): Promise<void>;
}

/** It holds until the end of the transaction, whose statements and pauses may take minutes. */
export async function withoutTimeLimits(transaction: Queryable): Promise<void> {
  await transaction.query(
    'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0',
  );
}
