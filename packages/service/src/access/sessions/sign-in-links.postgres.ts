// One-time sign-in links and invitations in PostgreSQL. Of a link's secret only the hash is kept, and it is gone when it is used.
import type { Actor } from '../../audit/activity.ts';
import { createBatcher } from '../../ground/batcher.ts';
import type { Database } from '../../postgres/database.ts';
import {
  recordAdministratorActivity,
  takeOneTimeLink,
  findAdministrator,
} from './administrator-rows.postgres.ts';
import { putOnList } from './administrators.postgres.ts';
import type { KnownLink, SignInLinkStore } from './sign-in-link.ts';
import { lockTenant } from '../../postgres/lock-tenant.ts';
import { requireRightOver } from './administrator-rights.postgres.ts';
import { type InvitationStore, requireNewcomer } from './invitation.ts';

export function createSignInLinkStore(database: Database): SignInLinkStore {
  return {
    addLink: (link) =>
      database.transaction(async (transaction) => {
        const administrator = await putOnList(transaction, {
          tenantId: link.tenantId,
          newAdministratorId: link.newAdministratorId,
          email: link.email,
          grant: { role: link.role },
          ifKnown: 'leave',
          at: link.createdAt,
          actor: operatorNamed(link.operator),
        });
        if (administrator === undefined) return undefined;
        // The database's clock decides, unless it is ahead of this process.
        await transaction.query(
          'delete from admin_sign_in_links where tenant_id = $1 and expires_at <= least($2, now())',
          [link.tenantId, link.createdAt],
        );
        await transaction.query(
          `insert into admin_sign_in_links (tenant_id, link_hash, administrator_id, expires_at)
           values ($1, $2, $3, $4)`,
          [link.tenantId, link.linkHash, administrator.administratorId, link.expiresAt],
        );
        await recordAdministratorActivity(transaction, {
          tenantId: link.tenantId,
          at: link.createdAt,
          actor: operatorNamed(link.operator),
          action: 'administrator.link_made',
          administrator,
          data: { expiresAt: link.expiresAt.toISOString() },
        });
        return administrator;
      }),

    takeLink: (tenantId, linkHash) =>
      takeOneTimeLink(
        database,
        `delete from admin_sign_in_links where tenant_id = $1 and link_hash = $2
         returning tenant_id, administrator_id, expires_at`,
        [tenantId, linkHash],
      ),

    isKnownLink: createBatcher({
      flush: (links) => findKnownLinks(database, links),
      tenantOf: ({ tenantId }) => tenantId,
      maxItems: 500,
      maxConcurrent: 1,
    }),
  };
}

/** Whether each is known, in the same order. */
async function findKnownLinks(database: Database, links: readonly KnownLink[]): Promise<boolean[]> {
  const rows = await database.query<{ isKnown: boolean }>(
    `select exists (select from admin_sign_in_links l
        where l.tenant_id = asked.tenant_id and l.link_hash = asked.link)
      or exists (select from admin_invitations i
        where i.tenant_id = asked.tenant_id and i.link_hash = asked.invitation) as is_known
    from unnest($1::uuid[], $2::text[], $3::text[]) with ordinality
      as asked (tenant_id, link, invitation, position)
    order by asked.position`,
    [
      links.map(({ tenantId }) => tenantId),
      links.map(({ link }) => link),
      links.map(({ invitation }) => invitation),
    ],
  );
  return rows.map(({ isKnown }) => isKnown);
}

function operatorNamed(id: string): Actor {
  return { kind: 'operator', id };
}

// Invitations of administrators in PostgreSQL. Of a link's secret only the hash is kept, and it is gone when it is used.
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
