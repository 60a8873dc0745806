// The database of a process that dies at a chosen boundary. A boundary is the moment before or after a commit or a
// statement, unless the statement declares `boundary: false`. Earlier changes persist; later ones never happen.
import { DomainError } from '../src/ground/errors.ts';
import type { Database, Query, Queryable } from '../src/postgres/database.ts';

export interface CrashingDatabase extends Database {
  /** Starts counting boundaries at 1; the process dies at this one. */
  failAt(boundary: number): void;
  /** Stops counting. */
  disarm(): void;
  readonly isDead: boolean;
  readonly boundaries: number;
}

export function createCrashingDatabase(inner: Database): CrashingDatabase {
  let diesAt = Number.POSITIVE_INFINITY;
  let boundaries = 0;
  let isDead = false;

  function pass(): void {
    if (isDead) throw new DomainError('unavailable', 'The process is dead.');
  }

  function reach(): void {
    pass();
    if (diesAt === Number.POSITIVE_INFINITY) return;
    boundaries += 1;
    isDead = boundaries >= diesAt;
    pass();
  }

  async function execute<Row extends object>(
    queryable: Queryable,
    query: string | Query,
    values?: readonly unknown[],
  ): Promise<Row[]> {
    const step = typeof query === 'object' && query.boundary === false ? pass : reach;
    step();
    const rows = await queryable.query<Row>(query, values);
    step();
    return rows;
  }

  return {
    get isDead() {
      return isDead;
    },
    get boundaries() {
      return boundaries;
    },
    failAt(boundary) {
      boundaries = 0;
      diesAt = boundary;
    },
    disarm() {
      diesAt = Number.POSITIVE_INFINITY;
    },
    query: (query, values) => execute(inner, query, values),
    async transaction(work) {
      pass();
      const result = await inner.transaction(async (transaction) => {
        const done = await work({
          query: (query, values) => execute(transaction, query, values),
        });
        reach();
        return done;
      });
      reach();
      return result;
    },
    listen: (channel, onNotification) =>
      inner.listen(channel, (payload) => {
        if (!isDead) onNotification(payload);
      }),
    close: () => Promise.resolve(),
  };
}
