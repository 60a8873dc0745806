// Rows of administrators, and their form in the activity: shared by administrators,
// sessions and links.
import { recordActivity } from '../../audit/activity.postgres.ts';
import type { ActivityEntry } from '../../audit/activity.ts';
import { DomainError } from '../../ground/errors.ts';
import type { Queryable } from '../../postgres/database.ts';
import type { Administrator, TakenLink } from './administrator.ts';

/**
 * The role and the limit, from `administrators a`. In the column `role` alone, limited administrators have a role without
 * rights.
 */
export const roleColumns = `
  case a.role when 'limited' then a.limited_role else a.role end as role,
  case a.role when 'limited' then a.organisation_ids end as organisation_ids`;

/** The members of an `Administrator`, from `administrators a`. */
export const administratorColumns = `
  a.tenant_id, a.administrator_id, a.email, a.name, ${roleColumns}, a.source, a.created_at, a.created_by,
  case when a.provider_issuer is not null and a.provider_subject is not null
    then json_build_object('issuer', a.provider_issuer, 'subject', a.provider_subject)
  end as identity, a.last_signed_in_at, a.preferences, a.version,
  (select json_build_object('createdAt', i.created_at, 'createdBy', i.created_by, 'expiresAt', i.expires_at)
    from admin_invitations i
    where i.tenant_id = a.tenant_id and i.administrator_id = a.administrator_id) as invitation`;

export function someoneWasQuicker({ email }: Administrator, outcome: string): DomainError {
  return new DomainError(
    'version_conflict',
    `Someone else changed ${email} in the meantime. ${outcome}; read the entry again.`,
  );
}

export async function findAdministrator(
  transaction: Queryable,
  tenantId: string,
  administratorId: string,
): Promise<Administrator | undefined> {
  const [row] = await transaction.query<Administrator>(
    `select ${administratorColumns} from administrators a where tenant_id = $1 and administrator_id = $2`,
    [tenantId, administratorId],
  );
  return row;
}

/** @param removal deletes the link, and returns its tenant_id, administrator_id and expires_at */
export async function takeOneTimeLink(
  database: Queryable,
  removal: string,
  values: readonly unknown[],
): Promise<TakenLink | undefined> {
  const [row] = await database.query<Administrator & { expiresAt: Date }>(
    `with taken as (${removal})
     select ${administratorColumns}, taken.expires_at from taken
     join administrators a on a.tenant_id = taken.tenant_id and a.administrator_id = taken.administrator_id`,
    values,
  );
  if (row === undefined) return undefined;
  const { expiresAt, ...administrator } = row;
  return { administrator, expiresAt };
}

/** It takes part in the transaction of the change. */
export async function recordAdministratorActivity(
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
