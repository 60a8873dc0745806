// The rights of administrators over each other. They are checked in the transaction of the change, under the lock of the
// tenant: a person who was removed or demoted since the request was admitted changes nobody.
import type { Actor } from '../../audit/activity.ts';
import { DomainError } from '../../ground/errors.ts';
import type { Queryable } from '../../postgres/database.ts';
import type { Administrator, AdministratorRole } from './administrator.ts';
import { roleColumns } from './administrator-rows.postgres.ts';
import { isAllowed } from './permission.ts';
import { refused } from './refusals.ts';

/**
 * Only owners grant the role owner, and only they change owners. While a tenant has no owner, its administrators do.
 *
 * @param roles of the person before and after the change
 * @throws DomainError `forbidden`
 */
export async function requireRightOver(
  transaction: Queryable,
  tenantId: string,
  actor: Actor,
  roles: readonly (AdministratorRole | undefined)[],
): Promise<void> {
  if (actor.kind !== 'administrator') return;
  const [own] = await transaction.query<
    Pick<Administrator, 'role' | 'organisationIds'> & { hasOwner: boolean }
  >(
    `select ${roleColumns}, exists (
       select 1 from administrators o where o.tenant_id = $1 and o.role = 'owner'
     ) as has_owner
     from administrators a where a.tenant_id = $1 and a.email = $2`,
    [tenantId, actor.id],
  );
  if (own === undefined || !isAllowed(own, 'administrators:manage')) {
    throw refused('rightsLost');
  }
  if (roles.includes('owner') && own.hasOwner && own.role !== 'owner') {
    throw refused('ownersOnly');
  }
}

/** The operator can add one again; an administrator could not. One who is limited to organisations does not count. */
export async function requireOneLeft(
  transaction: Queryable,
  tenantId: string,
  actor: Actor,
): Promise<void> {
  if (actor.kind !== 'administrator') return;
  const [left] = await transaction.query(
    `select administrator_id from administrators
     where tenant_id = $1 and role in ('owner', 'administrator') limit 1`,
    [tenantId],
  );
  if (left !== undefined) return;
  throw new DomainError('in_use', 'At least one administrator must remain. Nothing was changed.');
}
