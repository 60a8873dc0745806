// A database as a process that dies sees it: at a chosen boundary, which is the moment before or after a
// statement or a commit, everything ends. What was carried out stays, what was not never will be.
import { DomainError } from '../src/foundation/errors.ts';
import type { Database, Query, Queryable } from '../src/postgres/database.ts';

export interface CrashingDatabase extends Database {
  /** From here on boundaries are counted, and the process dies at this one, from 1. */
  arm(boundary: number): void;
  /** No boundary is counted any more. */
  disarm(): void;
  readonly isDead: boolean;
  readonly boundaries: number;
}

/** Looks and heartbeats, which come by the clock: dying there is dying at the boundary before. */
const uncounted =
  /^(configuration_|lanes_renew|lanes_find_unattended|lanes_groups_listed|provisionings_next_due|reconciliations_due|teams_read|organisation_groups_read)/;

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

  function isCounted(query: string | Query): boolean {
    if (typeof query !== 'string') return !uncounted.test(query.name ?? '');
    return /sandbox_|lanes/.test(query);
  }

  async function execute<Row extends object>(
    queryable: Queryable,
    query: string | Query,
    values?: readonly unknown[],
  ): Promise<Row[]> {
    const step = isCounted(query) ? reach : pass;
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
    arm(boundary) {
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
