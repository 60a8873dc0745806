// Changes of sandbox groups in PostgreSQL. A deleted group moves to a table apart, so that its alias is free.
import type { Database } from '../../postgres/database.ts';
import type {
  DeletedSandboxGroup,
  ObservedSandboxGroup,
  SandboxGroupLife,
} from './sandbox-store.ts';

/** Of both tables. */
const columns = `tenant_id, group_id, marker, display_name, description, mail_nickname, visibility, owner_ids, member_ids,
  channels, team_requested_at, team_ready_at, created_at, archived_at, classification, preferred_language`;

export function createSandboxGroupLife(database: Database): SandboxGroupLife {
  return {
    async update(tenantId, groupId, { displayName, description, visibility }) {
      await database.query(
        `update sandbox_groups
         set display_name = coalesce($3, display_name),
           description = case when $4 then $5 else description end,
           visibility = coalesce($6, visibility)
         where tenant_id = $1 and group_id = $2`,
        [
          tenantId,
          groupId,
          displayName ?? null,
          description !== undefined,
          description ?? null,
          visibility ?? null,
        ],
      );
    },

    async removePeople(tenantId, groupId, { ownerIds, memberIds }) {
      const [row] = await database.query<{ stayingIds: string[] }>(removePeople, [
        tenantId,
        groupId,
        ownerIds,
        memberIds,
      ]);
      return { stayingIds: row?.stayingIds ?? [] };
    },

    async setArchived(tenantId, groupId, archivedAt) {
      const [row] = await database.query<{ archivedAt: Date | null }>(
        `update sandbox_groups
         set archived_at = case when $3::timestamptz is null then null else coalesce(archived_at, $3) end
         where tenant_id = $1 and group_id = $2
         returning archived_at`,
        [tenantId, groupId, archivedAt],
      );
      return row?.archivedAt ?? null;
    },

    async deleteGroup(tenantId, { groupId, marker }, deletedAt, keptSince) {
      await database.query(
        `with discarded as (
           delete from sandbox_deleted_groups where tenant_id = $1 and deleted_at < $5
         ), deleted as (
           delete from sandbox_groups where tenant_id = $1 and group_id = $2 and marker = $3
           returning ${columns}, visible_at
         )
         insert into sandbox_deleted_groups (${columns}, visible_at, deleted_at) select deleted.*, $4 from deleted`,
        [tenantId, groupId, marker, deletedAt, keptSince],
      );
    },

    findDeleted: (tenantId, groupIds, keptSince) =>
      database.query<DeletedSandboxGroup>(
        `select group_id, marker, mail_nickname, deleted_at
         from sandbox_deleted_groups
         where tenant_id = $1 and group_id = any ($2::uuid[]) and deleted_at >= $3`,
        [tenantId, groupIds, keptSince],
      ),

    async restoreGroup(tenantId, groupId, visibleAt) {
      const restored = await database.query(
        `with restored as (
           insert into sandbox_groups (${columns}, visible_at)
           select ${columns}, $3 from sandbox_deleted_groups where tenant_id = $1 and group_id = $2
           on conflict do nothing
           returning group_id
         )
         delete from sandbox_deleted_groups d using restored
         where d.tenant_id = $1 and d.group_id = restored.group_id
         returning d.group_id`,
        [tenantId, groupId, visibleAt],
      );
      return restored.length > 0;
    },

    observe: (tenantId, groupIds) =>
      database.query<ObservedSandboxGroup>(
        `select group_id, marker, display_name, description,
           mail_nickname, visibility, team_ready_at,
           visible_at, archived_at, classification, preferred_language, owner_ids,
           cardinality(member_ids) as member_count,
           (select count(*)::integer from sandbox_people p
            where p.tenant_id = g.tenant_id and p.person_id = any (g.member_ids) and p.kind = 'guest') as guest_count
         from sandbox_groups g where tenant_id = $1 and group_id = any ($2::uuid[])`,
        [tenantId, groupIds],
      ),
  };
}

/** Of the owners who would all go, the last one given stays. An owner who stays, stays a member. */
const removePeople = {
  name: 'sandbox_remove_people',
  text: `
    with locked as materialized (
      select owner_ids from sandbox_groups where tenant_id = $1 and group_id = $2 for update
    ), staying as materialized (
      select array(
        select leaving.id from unnest($3::uuid[]) with ordinality leaving (id, n)
        where leaving.id = any (owner_ids) and owner_ids <@ $3::uuid[]
        order by leaving.n desc limit 1
      ) as ids
      from locked
    )
    update sandbox_groups
    set owner_ids = array(
        select id from unnest(owner_ids) id where id <> all ($3::uuid[]) or id = any (staying.ids)
      ),
      member_ids = array(
        select id from unnest(member_ids) id where id <> all ($4::uuid[]) or id = any (staying.ids)
      )
    from staying
    where tenant_id = $1 and group_id = $2
    returning staying.ids as staying_ids`,
};
