// Entries of activity as the chain hashes them, read without loss.
import type { ChainEntry } from './chain.ts';

/** The columns of `activity a` that `chainEntryOf` reads. */
export const chainEntryColumns = `
  a.tenant_id, a.activity_id, to_char(a.occurred_at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as occurred_at,
  a.actor_kind, a.actor_id, a.address, a.request_id, a.action, a.subject_kind, a.subject_id, a.data`;

export interface ChainEntryRow {
  tenant_id: string;
  activity_id: number;
  occurred_at: string;
  actor_kind: string;
  actor_id: string;
  address: string | null;
  request_id: string | null;
  action: string;
  subject_kind: string;
  subject_id: string;
  data: unknown;
}

export function chainEntryOf(row: ChainEntryRow): ChainEntry {
  return {
    tenantId: row.tenant_id,
    activityId: row.activity_id,
    occurredAt: row.occurred_at,
    actorKind: row.actor_kind,
    actorId: row.actor_id,
    address: row.address,
    requestId: row.request_id,
    action: row.action,
    subjectKind: row.subject_kind,
    subjectId: row.subject_id,
    data: row.data,
  };
}
