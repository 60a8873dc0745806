import type { Queryable } from '../postgres/database.ts';
import type { ActivityEntry, ActivityLog } from './activity.ts';

export function createActivityLog(transaction: Queryable): ActivityLog {
  return { record: (entries) => recordActivity(transaction, entries) };
}

/** Adds the entries in the transaction of the change that they record. */
export async function recordActivity(
  transaction: Queryable,
  entries: readonly ActivityEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ tenantId, occurredAt, actor, action, subject, data }) => ({
    tenant_id: tenantId,
    occurred_at: new Date(occurredAt).toISOString(),
    actor_kind: actor.kind,
    actor_id: actor.id,
    address: actor.address ?? null,
    request_id: actor.requestId ?? null,
    action,
    subject_kind: subject.kind,
    subject_id: subject.id,
    data,
  }));
  await transaction.query(
    `insert into activity
      (tenant_id, occurred_at, actor_kind, actor_id, address, request_id, action, subject_kind, subject_id, data)
    select tenant_id, occurred_at, actor_kind, actor_id, address, request_id, action, subject_kind, subject_id, data
    from rows from (
      jsonb_to_recordset($1::jsonb) as (tenant_id uuid, occurred_at timestamptz, actor_kind text, actor_id text,
        address text, request_id text, action text, subject_kind text, subject_id text, data jsonb)
    ) with ordinality
    order by ordinality`,
    [JSON.stringify(rows)],
  );
}
