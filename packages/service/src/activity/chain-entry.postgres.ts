// Entries of activity as the chain hashes them, read without loss.
import type { ChainEntry } from './chain.ts';

/** The columns of `activity a` that `chainEntryOf` reads. */
export const chainEntryColumns = `
  a.tenant_id, a.activity_id, to_char(a.occurred_at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as occurred_at,
  a.actor_kind, a.actor_id, a.address, a.request_id, a.action, a.subject_kind, a.subject_id, a.data`;

export interface ChainEntryRow {
  tenantId: string;
  activityId: number;
  occurredAt: string;
  actorKind: string;
  actorId: string;
  address: string | null;
  requestId: string | null;
  action: string;
  subjectKind: string;
  subjectId: string;
  data: unknown;
}

export function chainEntryOf(row: ChainEntryRow): ChainEntry {
  return {
    tenantId: row.tenantId,
    activityId: row.activityId,
    occurredAt: row.occurredAt,
    actorKind: row.actorKind,
    actorId: row.actorId,
    address: row.address,
    requestId: row.requestId,
    action: row.action,
    subjectKind: row.subjectKind,
    subjectId: row.subjectId,
    data: row.data,
  };
}
