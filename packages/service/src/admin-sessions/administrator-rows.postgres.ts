// Rows of administrators, and their form in the activity: shared by administrators,
// sessions and links.
import { recordActivity } from '../activity/activity.postgres.ts';
import type { ActivityEntry } from '../activity/activity.ts';
import { DomainError } from '../foundation/errors.ts';
import type { Queryable } from '../postgres/database.ts';
import type { Administrator, AdministratorRole } from './administrator.ts';

export interface AdministratorRow {
  tenantId: string;
  administratorId: string;
  email: string;
  name: string | null;
  role: AdministratorRole;
  source: Administrator['source'];
  createdAt: Date;
  createdBy: string;
  providerIssuer: string | null;
  providerSubject: string | null;
  lastSignedInAt: Date | null;
  version: number;
}

/** Of `administrators a`. */
export const administratorColumns = `a.tenant_id, a.administrator_id, a.email, a.name, a.role, a.source, a.created_at, a.created_by,
  a.provider_issuer, a.provider_subject, a.last_signed_in_at, a.version`;

export function administratorOf(row: AdministratorRow): Administrator {
  return {
    tenantId: row.tenantId,
    administratorId: row.administratorId,
    email: row.email,
    name: row.name ?? undefined,
    role: row.role,
    source: row.source,
    createdAt: row.createdAt,
    createdBy: row.createdBy,
    identity:
      row.providerIssuer === null || row.providerSubject === null
        ? undefined
        : { issuer: row.providerIssuer, subject: row.providerSubject },
    lastSignedInAt: row.lastSignedInAt ?? undefined,
    version: row.version,
  };
}

export function someoneWasQuicker({ email }: AdministratorRow, outcome: string): DomainError {
  return new DomainError(
    'version_conflict',
    `Someone else changed ${email} in the meantime. ${outcome}; read the entry again.`,
  );
}

/** In the transaction of the change. */
export async function tellOfAdministrator(
  transaction: Queryable,
  entry: Pick<ActivityEntry, 'tenantId' | 'actor' | 'action' | 'data'> & {
    readonly at: Date;
    readonly administrator: Administrator;
  },
): Promise<void> {
  const { tenantId, at, actor, action, administrator, data } = entry;
  await recordActivity(transaction, [
    {
      tenantId,
      occurredAt: at.getTime(),
      actor,
      action,
      subject: { kind: 'administrator', id: administrator.administratorId },
      data: { email: administrator.email, ...data },
    },
  ]);
}
