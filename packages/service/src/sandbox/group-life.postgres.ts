// Changes of sandbox groups in PostgreSQL. A deleted group moves to a table apart, so that its alias is free.
import { createBatcher } from '../ground/batcher.ts';
import type { Database } from '../postgres/database.ts';
import { changesStatement, readChanges } from './people-life.postgres.ts';
import type {
  DeletedSandboxGroup,
  ObservedSandboxGroup,
  SandboxGroupLife,
} from './sandbox-store.ts';

/** It belongs to both tables. */
const columns = `tenant_id, group_id, marker, display_name, description, mail_nickname, visibility, owner_ids, member_ids,
  channels, team_requested_at, team_ready_at, created_at, archived_at, classification, preferred_language, facts, settings`;

/** It is over `sandbox_groups g`. */
export const shownOwnerIds = `case when g.facts @> '{"hidesOwners": true}' then '{}'::uuid[] else g.owner_ids end`;

type Of<Method extends 'update' | 'setArchived'> = {
  readonly tenantId: string;
  readonly groupId: string;
  readonly value: Parameters<SandboxGroupLife[Method]>[2];
};
interface Deletion {
  readonly tenantId: string;
  readonly groupId: string;
  readonly marker: string;
  readonly isUnmarked: boolean;
  readonly deletedAt: Date;
  readonly keptSince: Date;
}

/** Calls of one kind that arrive together share a statement; a statement changes a group once. */
const batched = {
  tenantOf: ({ tenantId }: { readonly tenantId: string }) => tenantId,
  maxItems: 500,
  maxConcurrent: 2,
  separate: ({ groupId }: { readonly groupId: string }) => groupId,
};

export function createSandboxGroupLife(database: Database): SandboxGroupLife {
  const update = createBatcher<Of<'update'>, void>({
    ...batched,
    flush: async (changes) => {
      await database.query(updateGroups, [
        JSON.stringify(
          changes.map(({ tenantId, groupId, value: { displayName, description, visibility } }) => ({
            tenant_id: tenantId,
            group_id: groupId,
            display_name: displayName,
            is_described: description !== undefined,
            description,
            visibility,
          })),
        ),
      ]);
      return changes.map(() => undefined);
    },
  });

  const setArchived = createBatcher<Of<'setArchived'>, Date | null>({
    ...batched,
    flush: async (changes) => {
      const rows = await database.query<{ n: number; archivedAt: Date | null }>(archiveGroups, [
        JSON.stringify(
          changes.map(({ tenantId, groupId, value }, n) => ({
            n,
            tenant_id: tenantId,
            group_id: groupId,
            archived_at: value,
          })),
        ),
      ]);
      const archivedAt = new Map(rows.map((row) => [row.n, row.archivedAt]));
      return changes.map((_, n) => archivedAt.get(n) ?? null);
    },
  });

  const deleteGroup = createBatcher<Deletion, void>({
    ...batched,
    flush: async (deletions) => {
      await database.query(deleteGroups, [
        JSON.stringify(
          deletions.map(({ tenantId, groupId, marker, isUnmarked, deletedAt, keptSince }) => ({
            tenant_id: tenantId,
            group_id: groupId,
            marker,
            is_unmarked: isUnmarked,
            deleted_at: deletedAt,
            kept_since: keptSince,
          })),
        ),
      ]);
      return deletions.map(() => undefined);
    },
  });

  return {
    update: (tenantId, groupId, value) => update({ tenantId, groupId, value }),
    setArchived: (tenantId, groupId, value) => setArchived({ tenantId, groupId, value }),
    deleteGroup: (tenantId, { groupId, marker, isUnmarked = false }, deletedAt, keptSince) =>
      deleteGroup({ tenantId, groupId, marker, isUnmarked, deletedAt, keptSince }),

    async changeSettings(tenantId, groupId, settings) {
      await database.query(changeSettings, [tenantId, groupId, JSON.stringify(settings)]);
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

    async mark(tenantId, { groupId, marker }) {
      const marked = await database.query(
        `update sandbox_groups set marker = $3
         where tenant_id = $1 and group_id = $2 and coalesce(marker, $3) = $3
         returning group_id`,
        [tenantId, groupId, marker],
      );
      return marked.length > 0;
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

    groupChanges: (tenantId, position) =>
      readChanges(database, changesOfGroups, tenantId, position),

    observe: (tenantId, groupIds) =>
      database.query<ObservedSandboxGroup>(
        `select group_id, marker, display_name, description,
           mail_nickname, visibility, team_ready_at,
           visible_at, archived_at, classification, preferred_language, created_at, facts, settings,
           ${shownOwnerIds} as owner_ids,
           cardinality(member_ids) as member_count,
           (select count(*)::integer from sandbox_people p
            where p.tenant_id = g.tenant_id and p.person_id = any (g.member_ids) and p.kind = 'guest') as guest_count
         from sandbox_groups g where tenant_id = $1 and group_id = any ($2::uuid[])`,
        [tenantId, groupIds],
      ),
  };
}

const changesOfGroups = changesStatement(
  'sandbox_group_changes',
  `select g.group_id::text from sandbox_groups g where g.tenant_id = $1 and g.changed_in >= $2::xid8
   union
   select d.group_id::text from sandbox_deleted_groups d where d.tenant_id = $1 and d.changed_in >= $2::xid8`,
);

/** The last one given of the owners who would all go stays. An owner who stays, stays a member. */
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

const updateGroups = {
  name: 'sandbox_update_groups',
  text: `
    with input as materialized (
      select * from jsonb_to_recordset($1::jsonb) as x (
        tenant_id uuid, group_id uuid, display_name text, is_described boolean, description text, visibility text
      )
    )
    update sandbox_groups g
    set display_name = coalesce(i.display_name, g.display_name),
      description = case when i.is_described then i.description else g.description end,
      visibility = coalesce(i.visibility, g.visibility)
    from input i
    where g.tenant_id = i.tenant_id and g.group_id = i.group_id`,
};

const changeSettings = `
  update sandbox_groups set settings = settings || $3::jsonb where tenant_id = $1 and group_id = $2`;

const archiveGroups = {
  name: 'sandbox_archive_groups',
  text: `
    with input as materialized (
      select * from jsonb_to_recordset($1::jsonb) as x (
        n integer, tenant_id uuid, group_id uuid, archived_at timestamptz
      )
    )
    update sandbox_groups g
    set archived_at = case when i.archived_at is null then null else coalesce(g.archived_at, i.archived_at) end
    from input i
    where g.tenant_id = i.tenant_id and g.group_id = i.group_id
    returning i.n, g.archived_at`,
};

const columnsOf = (row: string) =>
  columns
    .split(',')
    .map((column) => `${row}.${column.trim()}`)
    .join(', ');

const deleteGroups = {
  name: 'sandbox_delete_groups',
  text: `
    with input as materialized (
      select * from jsonb_to_recordset($1::jsonb) as x (
        tenant_id uuid, group_id uuid, marker uuid, is_unmarked boolean, deleted_at timestamptz,
        kept_since timestamptz
      )
    ), discarded as (
      delete from sandbox_deleted_groups d
      using (select tenant_id, min(kept_since) as kept_since from input group by tenant_id) i
      where d.tenant_id = i.tenant_id and d.deleted_at < i.kept_since
    ), deleted as (
      delete from sandbox_groups g using input i
      where g.tenant_id = i.tenant_id and g.group_id = i.group_id
        and (g.marker = i.marker
          or i.is_unmarked and g.marker is null and not g.facts @> '{"hasForeignMarker": true}')
      returning ${columnsOf('g')}, g.visible_at, i.deleted_at
    )
    insert into sandbox_deleted_groups (${columns}, visible_at, deleted_at) select * from deleted`,
};
