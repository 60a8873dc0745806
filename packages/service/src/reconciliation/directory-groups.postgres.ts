// The inventory of a directory's groups in PostgreSQL. The groups of a page share a statement, with the event of each that
// is new.
import type { Actor } from '../audit/activity.ts';
import { type GroupObstacle, obstaclesOf } from '../directory/group-facts.ts';
import { type Columns, readRecords, storableJson } from '../engine/accept-group.postgres.ts';
import { isDeclinedSql } from '../engine/group-state.ts';
import { foldText } from '../ground/folded-text.ts';
import type { Database } from '../postgres/database.ts';
import { isOpen } from '../postgres/lock-tenant.ts';
import type {
  DetailedGroup,
  DirectoryGroupStore,
  DueDetails,
  InventoryGroup,
  NewGroup,
} from './directory-groups.ts';

interface WrittenGroup extends Omit<InventoryGroup, 'facts' | 'marker' | 'mail'> {
  readonly marker: string | null;
  readonly names: string;
  readonly mail: string | null;
  readonly createdAt: Date | null;
  readonly label: string | null;
  readonly suiteExpiresAt: Date | null;
  readonly obstacles: readonly GroupObstacle[];
}

const groupColumns: Columns<WrittenGroup> = {
  groupId: 'text',
  marker: 'uuid',
  displayName: 'text',
  mailNickname: 'text',
  names: 'text',
  mail: 'text',
  visibility: 'text',
  hasTeam: 'boolean',
  createdAt: 'timestamptz',
  label: 'text',
  suiteExpiresAt: 'timestamptz',
  obstacles: 'jsonb',
};

const detailColumns: Columns<DetailedGroup & { readonly isOwnerless: boolean }> = {
  groupId: 'text',
  owners: 'jsonb',
  isOwnerless: 'boolean',
  memberCount: 'integer',
  guestCount: 'integer',
  seenAt: 'timestamptz',
  dueAt: 'timestamptz',
  isClassTeam: 'boolean',
};

/** Tenants whose changed groups are due. */
export function createDueChanges(database: Database) {
  return async (now: Date, limit: number): Promise<readonly string[]> => {
    const rows = await database.query<{ tenantId: string }>(
      {
        name: 'directory_groups_changes_due',
        boundary: false,
        text: `select tenant_id from reconciliations
               where changes_token is not null and changes_due_at <= $1 and ${isOpen('tenant_id')}
               order by changes_due_at limit $2`,
      },
      [now, limit],
    );
    return rows.map(({ tenantId }) => tenantId);
  };
}

/** @param requestId instead of that of a request: none asked for it */
export function createDirectoryGroupStore(
  database: Database,
  actor: Actor,
  requestId: string,
): DirectoryGroupStore {
  return {
    async recordGroups(tenantId, seenAt, groups) {
      if (groups.length === 0) return;
      const written = [...new Map(groups.map((group) => [group.groupId, group])).values()];
      await database.query(recordGroups, [
        tenantId,
        seenAt,
        storableJson(written.map(writtenGroup)),
        actor.kind,
        actor.id,
        requestId,
      ]);
    },

    async recordList(tenantId, begunAt, token) {
      await database.query(recordList, [tenantId, begunAt, token ?? null]);
    },

    async forgetGroups(tenantId, groupIds) {
      if (groupIds.length === 0) return;
      await database.query(
        'delete from directory_groups where tenant_id = $1 and group_id = any ($2::text[])',
        [tenantId, groupIds],
      );
    },

    dueDetails: (tenantId, dueBy, limit) =>
      database.query<DueDetails>(
        `select group_id, owners, has_team, obstacles from directory_groups
         where tenant_id = $1 and details_due_at <= $2
         order by details_due_at, group_id limit $3`,
        [tenantId, dueBy, limit],
      ),

    detailsOf: (tenantId, groupIds) =>
      database.query<DueDetails>(
        `select group_id, owners, has_team, obstacles from directory_groups
         where tenant_id = $1 and group_id = any ($2::text[])`,
        [tenantId, groupIds],
      ),

    async recordDetails(tenantId, groups) {
      const written = groups.map((group) => ({ ...group, isOwnerless: isOwnerless(group) }));
      await database.query(recordDetails, [tenantId, storableJson(written)]);
    },

    newGroups: (tenantId, limit) =>
      database.query<NewGroup>(
        `select group_id, display_name, mail_nickname as "mailNickName", created_at, owners,
           obstacles <> '{}' as has_obstacle, team_id is not null as is_governed, exists (
             select from provisionings p
             where p.tenant_id = d.tenant_id and p.status = 'failed' and p.directory_group_id = d.group_id
               and p.facts ? 'adoption' and ${isDeclinedSql}
           ) as was_declined
         from directory_groups d where tenant_id = $1 and is_new order by group_id limit $2`,
        [tenantId, limit],
      ),

    async settleNew(tenantId, groupIds) {
      if (groupIds.length === 0) return;
      await database.query(
        `update directory_groups set is_new = false
         where tenant_id = $1 and is_new and group_id = any ($2::text[])`,
        [tenantId, groupIds],
      );
    },

    async changesToken(tenantId) {
      const [row] = await database.query<{ token: string | null }>(
        'select changes_token as token from reconciliations where tenant_id = $1',
        [tenantId],
      );
      return row?.token ?? undefined;
    },

    async recordToken(tenantId, token, dueAt) {
      await database.query(
        `update reconciliations
         set changes_token = $2, changes_due_at = $3,
           due_at = case when $2::text is null then least(due_at, $3) else due_at end
         where tenant_id = $1`,
        [tenantId, token ?? null, dueAt],
      );
    },

    async postpone(tenantId, dueAt) {
      await database.query('update reconciliations set changes_due_at = $2 where tenant_id = $1', [
        tenantId,
        dueAt,
      ]);
    },

    async expectChanges(tenantId, groupIds, at) {
      if (groupIds.length === 0) return;
      await database.query(expectChanges, [tenantId, groupIds, at]);
    },
  };
}

function isOwnerless({ owners }: DetailedGroup): boolean {
  return owners !== null && owners.every(({ isAvailable }) => !isAvailable);
}

function writtenGroup({ facts, ...group }: InventoryGroup): WrittenGroup {
  const { groupId, displayName, mailNickname, visibility, hasTeam } = group;
  return {
    groupId,
    marker: facts.hasForeignMarker ? null : (group.marker ?? null),
    displayName,
    mailNickname,
    names: `${foldText(displayName)}\n${mailNickname.toLowerCase()}`,
    mail: group.mail ?? null,
    visibility,
    hasTeam,
    createdAt: facts.createdAt ?? null,
    label: facts.label ?? null,
    suiteExpiresAt: facts.suiteExpiresAt ?? null,
    obstacles: obstaclesOf(facts),
  };
}

/** The record that governs a group, over `i.group_id` and `i.marker`. */
const governing = `coalesce(
      (
        select s.team_id from team_search s
        join teams t on t.tenant_id = s.tenant_id and t.team_id = s.team_id and t.deleted_at is null and t.ended_at is null
        where s.tenant_id = $1 and s.group_id = i.group_id limit 1
      ),
      (
        select p.team_id from provisionings p
        join teams t on t.tenant_id = p.tenant_id and t.team_id = p.team_id and t.deleted_at is null and t.ended_at is null
        where p.tenant_id = $1 and p.team_id = i.marker
          and p.status in ('accepted', 'awaiting_approval', 'running', 'succeeded')
      )
    )`;

const recordGroups = {
  name: 'directory_groups_record',
  text: `
    with input as materialized (
      select i.*, ${governing} as team_id from (${readRecords(groupColumns, '$3')}) i
    ), written as (
      insert into directory_groups
        (tenant_id, group_id, team_id, display_name, mail_nickname, names, terms, mail, visibility, has_team, created_at, label,
         suite_expires_at, obstacles, found_at, seen_at, details_due_at, is_new)
      select $1, group_id, team_id, display_name, mail_nickname, names, search_terms($1, names), mail, visibility, has_team, created_at, label,
        suite_expires_at, array(select jsonb_array_elements_text(obstacles)), $2, $2, $2,
        -- The first list finds everything.
        team_id is null and marker is null and (select listed_at from reconciliations where tenant_id = $1) is not null
      from input order by group_id
      on conflict (tenant_id, group_id) do update
      set team_id = excluded.team_id, display_name = excluded.display_name, mail_nickname = excluded.mail_nickname,
        names = excluded.names, terms = excluded.terms, mail = excluded.mail, visibility = excluded.visibility, has_team = excluded.has_team,
        created_at = excluded.created_at, label = excluded.label, suite_expires_at = excluded.suite_expires_at,
        obstacles = excluded.obstacles || case
          when 'class_team' = any (directory_groups.obstacles) and not 'class_team' = any (excluded.obstacles)
          then array['class_team'] else '{}' end,
        seen_at = excluded.seen_at
      where directory_groups.seen_at <= excluded.seen_at
      returning group_id, is_new and xmax = 0 as is_new
    )
    insert into activity
      (tenant_id, occurred_at, actor_kind, actor_id, request_id, action, subject_kind, subject_id, data)
    select $1, $2, $4, $5, $6, 'directory.group_found', 'directory_group', i.group_id,
      jsonb_build_object('displayName', i.display_name, 'mailNickName', i.mail_nickname)
    from input i join written w on w.group_id = i.group_id and w.is_new
    `,
};

const recordList = {
  name: 'directory_groups_record_list',
  text: `
    with forgotten as (
      delete from directory_groups where tenant_id = $1 and seen_at < $2
    )
    insert into reconciliations (tenant_id, attempted_at, due_at, history, listed_at, changes_token, changes_due_at)
    values ($1, 'epoch', $2, database_history(), $2, $3, $2)
    on conflict (tenant_id) do update
    set listed_at = $2, changes_token = excluded.changes_token, changes_due_at = excluded.changes_due_at`,
};

const recordDetails = {
  name: 'directory_groups_record_details',
  text: `
    with input as materialized (${readRecords(detailColumns, '$2')})
    update directory_groups d
    set owners = nullif(i.owners, 'null'), is_ownerless = i.is_ownerless,
      member_count = coalesce(i.member_count, d.member_count), guest_count = coalesce(i.guest_count, d.guest_count),
      details_seen_at = i.seen_at, details_due_at = i.due_at,
      obstacles = case
        when i.is_class_team and not 'class_team' = any (d.obstacles) then d.obstacles || array['class_team']
        else d.obstacles end
    from input i
    where d.tenant_id = $1 and d.group_id = i.group_id`,
};

const expectChanges = {
  name: 'directory_groups_expect_changes',
  text: `
    with again as (
      update directory_groups set details_due_at = $3
      where tenant_id = $1 and group_id = any ($2::text[]) and details_due_at > $3
    )
    update team_observations o set read_due_at = $3
    from team_search s
    where s.tenant_id = $1 and s.group_id = any ($2::text[])
      and o.tenant_id = s.tenant_id and o.team_id = s.team_id and o.read_due_at > $3`,
};
