// The shape of the database as adapters see it. `pool.ts` makes one.
import type { PoolUsage } from '../ground/pool-usage.ts';

export interface Query {
  readonly text: string;
  /** Names a prepared statement, for hot paths. */
  readonly name?: string;
  /**
   * Planned once a second for each connection, without knowing its values, instead of each time. For hot statements
   * that go by an index whatever their values are. Has no effect within a transaction.
   */
  readonly plannedOnce?: true;
  /** With `plannedOnce`, for how long its plan may be kept instead of a second. */
  readonly planKeptForMs?: number;
  /**
   * Joins its tables in the order in which they are written. For statements with many joins, each by a key, whose plan
   * takes longer to find than their rows. Has an effect only within a transaction.
   */
  readonly inWrittenOrder?: true;
  /**
   * Has connections that are kept for such statements, so that the slow ones of others do not keep it waiting.
   * For the quick ones on which everything else depends. Has no effect within a transaction.
   */
  readonly urgent?: true;
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
  close(): Promise<void>;
}
