// Removes what is kept for a time only, some thousands of rows at once, so that no lock is held for long. The database's
// clock decides: with the clock of a process that runs ahead, an Idempotency-Key would end early.
import type { Retention } from '../../ground/config/read-retention.ts';
import type { Queryable } from '../database.ts';
import type { RecurringTask } from './schedules.ts';

const rowsPerStep = 5_000;

/**
 * The data to remove, and its age: a promise to callers, such as the 30 days of Idempotency-Keys, or a setting of the
 * operator.
 */
const keptData = (retention: Retention) =>
  [
    { table: 'idempotency_keys', isOld: 'created_at < now() - $1::interval', keptFor: '30 days' },
    // A reader that continues after a longer pause starts over: directory/people-life.ts.
    {
      table: 'sandbox_people_changes',
      isOld: 'changed_at < now() - $1::interval',
      keptFor: '8 days',
    },
    {
      table: 'webhook_attempts',
      isOld: 'attempted_at < now() - $1::interval',
      keptFor: retention.deliveries,
    },
    {
      table: 'request_log',
      isOld: 'occurred_at < now() - $1::interval',
      keptFor: retention.request_log,
    },
    {
      table: 'api_key_calls',
      isOld: 'day < (now() - $1::interval)::date',
      keptFor: retention.key_calls,
    },
    {
      table: 'webhook_deliveries',
      isOld: `state <> 'pending' and finished_at < now() - $1::interval`,
      keptFor: retention.deliveries,
    },
    {
      table: 'notice_messages',
      isOld: `state <> 'pending' and finished_at < now() - $1::interval`,
      keptFor: retention.messages,
    },
    { table: 'notices', isOld: 'created_at < now() - $1::interval', keptFor: retention.messages },
    {
      table: 'failed_deliveries',
      isOld: 'last_at < now() - $1::interval',
      keptFor: retention.messages,
    },
    {
      table: 'provisioning_incidents',
      isOld: 'occurred_at < now() - $1::interval',
      keptFor: retention.incidents,
    },
    // Tokens last a day. The newest key tells until when keys were made.
    {
      table: 'signing_keys',
      isOld: `signs_until < now() - $1::interval
      and signs_until < (select max(signs_until) from signing_keys)`,
      keptFor: retention.signing_keys,
    },
    // It belongs to groups that no longer exist: how often a sandbox has played a failure.
    {
      table: 'sandbox_rehearsals',
      isOld: `exists (
      select from teams t join provisionings p using (tenant_id, team_id)
      where t.tenant_id = sandbox_rehearsals.tenant_id and t.team_id = sandbox_rehearsals.marker
        and (t.deleted_at < now() - $1::interval
          or p.status in ('failed', 'cancelled') and p.completed_at < now() - $1::interval)
    )`,
      keptFor: retention.rehearsals,
    },
  ] as const;

export function createPruning(deps: {
  readonly database: Queryable;
  readonly retention: Retention;
}): RecurringTask {
  const { database } = deps;
  const kept = keptData(deps.retention);
  return {
    name: 'prune',
    everyMs: 3_600_000,
    async run() {
      for (const { table, isOld, keptFor } of kept) {
        for (let removed = rowsPerStep; removed === rowsPerStep;) {
          const rows = await database.query(
            `delete from ${table}
            where ctid = any (array(select ctid from ${table} where ${isOld} limit ${rowsPerStep}))
            returning 1 as removed`,
            [keptFor],
          );
          removed = rows.length;
        }
      }
    },
  };
}
