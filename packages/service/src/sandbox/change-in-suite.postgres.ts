// Changes of a sandbox group as people make them in the suite, past this service: to rehearse what follows from them.
import type { Clock } from '../ground/clock.ts';
import type { Database } from '../postgres/database.ts';
import type { GroupObstacle } from '../directory/group-facts.ts';
import type { GroupSettings } from '../directory/group-settings.ts';
import { restorableMs } from './group-life.ts';
import type { WildFacts } from './sandbox-store.ts';
import { createSandboxStore } from './sandbox.postgres.ts';

export interface ChangeInSuite {
  readonly displayName?: string;
  readonly description?: string | null;
  readonly visibility?: 'private' | 'public';
  readonly archived?: boolean;
  /** Adds a team to a group without one. */
  readonly kind?: 'team';
  /** Takes the ownership of all owners, who stay members. */
  readonly removeOwners?: boolean;
  /** E-mail addresses. */
  readonly addMembers?: readonly string[];
  readonly settings?: GroupSettings;
  /** The day of the last use; null: none is known. */
  readonly lastUsedOn?: string | null;
}

/** A group that others make. */
export interface NewInSuite {
  readonly displayName: string;
  readonly mailNickName: string;
  readonly visibility?: 'private' | 'public';
  readonly kind?: 'team' | 'group';
  /** E-mail addresses. */
  readonly owners?: readonly string[];
  /** The owners are members without it. */
  readonly members?: readonly string[];
  /** The default is now. */
  readonly createdAt?: Date;
  readonly lastUsedOn?: string;
  /** It hinders the service from governing the group. */
  readonly obstacle?: Exclude<GroupObstacle, 'not_a_microsoft_365_group'>;
  /** True: as Microsoft 365 hides the owners of groups that were made in Exchange. */
  readonly hidesOwners?: boolean;
}

const factOf: Readonly<Record<NonNullable<NewInSuite['obstacle']>, WildFacts>> = {
  synced_from_on_premises: { isSynchronised: true, hidesOwners: true },
  dynamic_membership: { hasDynamicMembership: true },
  role_assignable: { isRoleAssignable: true },
  hidden_membership: { hasHiddenMembership: true },
  class_team: { hasHiddenMembership: true, isClassTeam: true },
  foreign_marker: { hasForeignMarker: true },
};

export type ChangesInSuite = ReturnType<typeof createChangesInSuite>;

export function createChangesInSuite(database: Database, clock: Clock) {
  const store = createSandboxStore(database);
  return {
    /** Answers the id of the group; undefined: another group has the alias. */
    async add(
      tenantId: string,
      groupId: string,
      { obstacle, hidesOwners, lastUsedOn, ...group }: NewInSuite,
    ): Promise<string | undefined> {
      const now = new Date(clock.now());
      const facts = {
        ...(obstacle !== undefined && factOf[obstacle]),
        ...(hidesOwners === true && { hidesOwners }),
        ...(lastUsedOn !== undefined && { lastUsedOn }),
      };
      const { displayName, mailNickName, visibility = 'private', kind = 'team' } = group;
      const { owners = [], members = [], createdAt = now } = group;
      const rows = await database.query(addGroup, [
        tenantId,
        groupId,
        displayName,
        mailNickName,
        visibility,
        owners,
        [...owners, ...members],
        createdAt,
        kind === 'team' ? createdAt : null,
        JSON.stringify(facts),
      ]);
      return rows.length === 0 ? undefined : groupId;
    },

    /** False if the sandbox has no such group; so does `remove`. */
    async change(tenantId: string, groupId: string, change: ChangeInSuite): Promise<boolean> {
      const { displayName, description, visibility, archived, kind, removeOwners } = change;
      const { addMembers = [], settings = {}, lastUsedOn } = change;
      const rows = await database.query(changeGroup, [
        tenantId,
        groupId,
        displayName ?? null,
        description !== undefined,
        description ?? null,
        visibility ?? null,
        archived ?? null,
        removeOwners ?? false,
        new Date(clock.now()),
        addMembers,
        JSON.stringify(settings),
        JSON.stringify(lastUsedOn === undefined ? {} : { lastUsedOn }),
        kind === 'team',
      ]);
      return rows.length > 0;
    },

    /** The people who are not in the sandbox, and the guests whom the settings of the group keep out. */
    refusedPeople: (
      tenantId: string,
      groupId: string,
      emails: readonly string[],
    ): Promise<readonly { readonly email: string; readonly isKnown: boolean }[]> =>
      database.query(refusedPeople, [tenantId, groupId, emails]),

    async remove(tenantId: string, groupId: string): Promise<boolean> {
      const [group] = await database.query<{ marker: string | null }>(
        'select marker from sandbox_groups where tenant_id = $1 and group_id = $2',
        [tenantId, groupId],
      );
      if (group === undefined) return false;
      const { marker } = group;
      const now = clock.now();
      const keptSince = new Date(now - restorableMs);
      const own = { groupId, marker: marker ?? groupId, isUnmarked: marker === null };
      await store.deleteGroup(tenantId, own, new Date(now), keptSince);
      return true;
    },
  };
}

const idsOf = (emails: string) => `array(
      select p.person_id from unnest(${emails}::text[]) with ordinality as wanted (email, place)
      join sandbox_people p on p.tenant_id = $1 and lower(p.email) = lower(wanted.email)
      order by wanted.place
    )`;

const addGroup = `
  insert into sandbox_groups (tenant_id, group_id, display_name, mail_nickname, visibility, owner_ids, member_ids,
    created_at, visible_at, team_ready_at, facts)
  values ($1, $2, $3, $4, $5, ${idsOf('$6')}, ${idsOf('$7')}, $8, $8, $9, $10)
  on conflict do nothing
  returning group_id`;

const changeGroup = `
  update sandbox_groups
  set display_name = coalesce($3, display_name),
    description = case when $4::boolean then $5 else description end,
    visibility = coalesce($6, visibility),
    team_ready_at = case when $13::boolean then coalesce(team_ready_at, $9) else team_ready_at end,
    archived_at = case $7::boolean when true then coalesce(archived_at, $9) when false then null else archived_at end,
    member_ids = array(
      select unnest(member_ids) union select unnest(${idsOf('$10')})
      union select unnest(owner_ids) where $8::boolean
    ),
    settings = settings || $11::jsonb,
    facts = jsonb_strip_nulls(facts || $12::jsonb),
    owner_ids = case when $8::boolean then '{}' else owner_ids end
  where tenant_id = $1 and group_id = $2
  returning group_id`;

const refusedPeople = `
  select wanted.email, p.person_id is not null as is_known from unnest($3::text[]) as wanted (email)
  left join sandbox_people p on p.tenant_id = $1 and lower(p.email) = lower(wanted.email)
  where p.person_id is null or p.kind = 'guest' and exists (
    select from sandbox_groups where tenant_id = $1 and group_id = $2 and settings @> '{"guests": "deny"}'
  )`;
