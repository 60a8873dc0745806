// Invitations of administrators in PostgreSQL. Of a link's secret only the hash is kept, and it is gone when it is used.
import type { Database } from '../../postgres/database.ts';
import { lockTenant } from '../../postgres/lock-tenant.ts';
import { requireRightOver } from './administrator-rights.postgres.ts';
import {
  findAdministrator,
  recordAdministratorActivity,
  takeOneTimeLink,
} from './administrator-rows.postgres.ts';
import { type InvitationStore, requireNewcomer } from './invitation.ts';

export function createInvitationStore(database: Database): InvitationStore {
  return {
    putInvitation: (invitation) =>
      database.transaction(async (transaction) => {
        const { tenantId, administratorId, createdAt, expiresAt, actor } = invitation;
        await lockTenant(transaction, tenantId);
        const administrator = await findAdministrator(transaction, tenantId, administratorId);
        if (administrator === undefined) return undefined;
        await requireRightOver(transaction, tenantId, actor, [administrator.role]);
        if (invitation.isForSender) requireNewcomer(administrator);
        await transaction.query(
          `insert into admin_invitations
             (tenant_id, administrator_id, link_hash, created_at, created_by, expires_at)
           values ($1, $2, $3, $4, $5, $6)
           on conflict (tenant_id, administrator_id) do update
           set link_hash = excluded.link_hash, created_at = excluded.created_at,
             created_by = excluded.created_by, expires_at = excluded.expires_at`,
          [tenantId, administratorId, invitation.linkHash, createdAt, actor.id, expiresAt],
        );
        await recordAdministratorActivity(transaction, {
          tenantId,
          at: createdAt,
          actor,
          action: 'administrator.invited',
          administrator,
          data: { expiresAt: expiresAt.toISOString() },
        });
        return await findAdministrator(transaction, tenantId, administratorId);
      }),

    removeInvitation: (tenantId, administratorId, { at, actor }) =>
      database.transaction(async (transaction) => {
        await lockTenant(transaction, tenantId);
        const administrator = await findAdministrator(transaction, tenantId, administratorId);
        if (administrator === undefined) return false;
        await requireRightOver(transaction, tenantId, actor, [administrator.role]);
        const removed = await transaction.query(
          `delete from admin_invitations where tenant_id = $1 and administrator_id = $2
           returning administrator_id`,
          [tenantId, administratorId],
        );
        if (removed.length === 0) return false;
        await recordAdministratorActivity(transaction, {
          tenantId,
          at,
          actor,
          action: 'administrator.invitation_revoked',
          administrator,
          data: {},
        });
        return true;
      }),

    takeInvitation: (tenantId, linkHash) =>
      takeOneTimeLink(
        database,
        `delete from admin_invitations where tenant_id = $1 and link_hash = $2
         returning tenant_id, administrator_id, expires_at`,
        [tenantId, linkHash],
      ),
  };
}
