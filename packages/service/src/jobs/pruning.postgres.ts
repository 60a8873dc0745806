// Removes what is kept for a time only, some thousands of rows at once, so that no lock is held for long.
import type { Clock } from '../foundation/clock.ts';
import type { Queryable } from '../postgres/database.ts';
import type { RecurringTask } from './schedules.ts';

const day = 86_400_000;
const rowsPerStep = 5_000;

/** The data to remove, and its age: the contract says 30 days of Idempotency-Keys. */
const kept = [
  { table: 'idempotency_keys', isOld: 'created_at < $1', forMs: 30 * day },
  { table: 'admin_kept_answers', isOld: 'created_at < $1', forMs: day },
  { table: 'webhook_attempts', isOld: 'attempted_at < $1', forMs: 30 * day },
  {
    table: 'webhook_deliveries',
    isOld: `state <> 'pending' and finished_at < $1`,
    forMs: 30 * day,
  },
] as const;

export function createPruning(deps: { database: Queryable; clock: Clock }): RecurringTask {
  const { database, clock } = deps;
  return {
    name: 'prune',
    everyMs: 3_600_000,
    async run() {
      for (const { table, isOld, forMs } of kept) {
        const before = new Date(clock.now() - forMs);
        for (let removed = rowsPerStep; removed === rowsPerStep;) {
          const rows = await database.query(
            `delete from ${table}
            where ctid = any (array(select ctid from ${table} where ${isOld} limit ${rowsPerStep}))
            returning 1 as removed`,
            [before],
          );
          removed = rows.length;
        }
      }
    },
  };
}
