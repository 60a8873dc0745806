// One-time sign-in links in PostgreSQL. Of a link's secret only the hash is kept, and it is gone when it is used.
import type { Actor } from '../../audit/activity.ts';
import { createBatcher } from '../../ground/batcher.ts';
import type { Database } from '../../postgres/database.ts';
import { recordAdministratorActivity, takeOneTimeLink } from './administrator-rows.postgres.ts';
import { putOnList } from './administrators.postgres.ts';
import type { KnownLink, SignInLinkStore } from './sign-in-link.ts';

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
