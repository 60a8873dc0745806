// The sandbox suite in PostgreSQL. Calls of different creations and tenants that arrive together share a
// statement, unlike in a real suite: the sandbox must be fast enough for load tests.
import { createBatcher } from '../ground/batcher.ts';
import type { Database } from '../postgres/database.ts';
import type { Channel } from '../directory/directory.ts';
import type { Person } from '../directory/people-life.ts';
import { personKey } from '../directory/person-reference.ts';
import { createSandboxGroupLife, shownOwnerIds } from './group-life.postgres.ts';
import { createSandboxPeopleLife } from './people-life.postgres.ts';
import type { SandboxGroup, SandboxStore, UsedGroup } from './sandbox-store.ts';
import { searchedWords } from '../ground/folded-text.ts';
import { inviteGuest, isFoundPerson, personColumns, readPeople } from './people.postgres.ts';

const itemsPerStatement = 500;
const peoplePerStatement = 600;
/** A group may have 25,000 people. */
const groupsOfPeoplePerStatement = 20;
const batched = {
  tenantOf: ({ tenantId }: { readonly tenantId: string }) => tenantId,
  maxItems: itemsPerStatement,
  maxConcurrent: 2,
};

export function createSandboxStore(database: Database): SandboxStore {
  const findPeople = createBatcher<
    { tenantId: string; references: readonly string[] },
    ReadonlyMap<string, Person>
  >({
    ...batched,
    weight: { of: ({ references }) => references.length, atMost: peoplePerStatement },
    flush: async (lookups) => {
      const wanted = new Map<string, Set<string>>();
      for (const { tenantId, references } of lookups) {
        const keys = wanted.get(tenantId) ?? new Set();
        wanted.set(tenantId, keys);
        for (const reference of references) keys.add(personKey(reference));
      }
      const found = new Map<string, Map<string, Person>>();
      await Promise.all(
        [...wanted].map(async ([tenantId, keys]) => {
          found.set(tenantId, await readPeople(database, tenantId, [...keys]));
        }),
      );
      return lookups.map(({ tenantId }) => found.get(tenantId) ?? new Map());
    },
  });

  const addGroup = createBatcher<
    { tenantId: string; group: Parameters<SandboxStore['addGroup']>[1] },
    Awaited<ReturnType<SandboxStore['addGroup']>>
  >({
    ...batched,
    separate: ({ tenantId, group }) => `${tenantId}/${group.mailNickname.toLowerCase()}`,
    flush: async (additions) => {
      const input = JSON.stringify(
        additions.map(({ tenantId, group }, n) => ({
          n,
          tenant_id: tenantId,
          group_id: group.groupId,
          marker: group.marker,
          display_name: group.displayName,
          description: group.description,
          mail_nickname: group.mailNickname,
          visibility: group.visibility,
          owner_ids: group.ownerIds,
          member_ids: group.memberIds,
          created_at: group.createdAt,
          visible_at: group.visibleAt,
          classification: group.classification,
          preferred_language: group.preferredLanguage,
        })),
      );
      const added = await database.query<{ n: number; groupId: string }>(addGroups, [input]);
      const groupIds = new Map(added.map(({ n, groupId }) => [n, groupId]));
      const present =
        added.length < additions.length
          ? await database.query<{ n: number; groupId: string; marker: string | null }>(
              findHolders,
              [input],
            )
          : [];
      const holders = new Map(present.map((holder) => [holder.n, holder]));
      return additions.map(({ group }, n) => {
        const groupId = groupIds.get(n);
        if (groupId !== undefined) return { groupId, marker: group.marker, isNew: true };
        const holder = holders.get(n);
        if (holder === undefined) throw new Error('A conflicting group no longer exists.');
        return { groupId: holder.groupId, marker: holder.marker, isNew: false };
      });
    },
  });

  const findGroup = createBatcher<
    { tenantId: string; groupId?: string; marker?: string; mailNickname?: string },
    SandboxGroup | undefined
  >({
    ...batched,
    flush: async (lookups) => {
      const rows = await database.query<SandboxGroup & { n: number }>(findGroups, [
        JSON.stringify(
          lookups.map(({ tenantId, groupId, marker, mailNickname }, n) => ({
            n,
            tenant_id: tenantId,
            group_id: groupId,
            marker,
            alias: mailNickname?.toLowerCase(),
          })),
        ),
      ]);
      const groups = new Map(rows.map(({ n, ...group }) => [n, group]));
      return lookups.map((_, n) => groups.get(n));
    },
  });

  const startTeam = createBatcher<
    { tenantId: string; groupId: string; requestedAt: Date; readyAt: Date },
    Date
  >({
    ...batched,
    separate: ({ groupId }) => groupId,
    flush: async (starts) => {
      const rows = await database.query<{ n: number; teamReadyAt: Date }>(startTeams, [
        JSON.stringify(
          starts.map(({ tenantId, groupId, requestedAt, readyAt }, n) => ({
            n,
            tenant_id: tenantId,
            group_id: groupId,
            requested_at: requestedAt,
            ready_at: readyAt,
          })),
        ),
      ]);
      const readyAt = new Map(rows.map(({ n, teamReadyAt }) => [n, teamReadyAt]));
      return starts.map((start, n) => readyAt.get(n) ?? start.readyAt);
    },
  });

  const addPeople = createBatcher<
    {
      tenantId: string;
      groupId: string;
      ownerIds: readonly string[];
      memberIds: readonly string[];
    },
    void
  >({
    ...batched,
    separate: ({ groupId }) => groupId,
    weight: {
      of: ({ ownerIds, memberIds }) => ownerIds.length + memberIds.length,
      atMost: peoplePerStatement,
    },
    flush: async (additions) => {
      await database.query(addPeopleToGroups, [
        JSON.stringify(
          additions.map(({ tenantId, groupId, ownerIds, memberIds }) => ({
            tenant_id: tenantId,
            group_id: groupId,
            owner_ids: ownerIds,
            member_ids: memberIds,
          })),
        ),
      ]);
      return additions.map(() => undefined);
    },
  });

  const readPeopleOf = createBatcher<
    { tenantId: string; groupId: string },
    { ownerIds: string[]; memberIds: string[] }
  >({
    ...batched,
    maxItems: groupsOfPeoplePerStatement,
    flush: async (groups) => {
      const rows = await database.query<{ n: number; ownerIds: string[]; memberIds: string[] }>(
        readPeopleOfGroups,
        [groups.map(({ tenantId }) => tenantId), groups.map(({ groupId }) => groupId)],
      );
      const people = new Map(rows.map(({ n, ...row }) => [n, row]));
      return groups.map((_, n) => people.get(n + 1) ?? { ownerIds: [], memberIds: [] });
    },
  });

  return {
    ...createSandboxGroupLife(database),
    ...createSandboxPeopleLife(database),
    findPeople: (tenantId, references) => findPeople({ tenantId, references }),
    inviteGuest: (tenantId, personId, guest) => inviteGuest(database, tenantId, personId, guest),
    searchPeople: (tenantId, text, limit) => searchPeople(database, tenantId, { text, limit }),
    addGroup: (tenantId, group) => addGroup({ tenantId, group }),
    findGroup: (tenantId, key) => findGroup({ tenantId, ...key }),
    listGroups: (tenantId, afterGroupId) =>
      database.query(
        `select group_id, marker, display_name, description, mail_nickname, visibility, team_ready_at, visible_at,
           archived_at, classification, preferred_language, created_at, facts, settings
         from sandbox_groups
         where tenant_id = $1 and ($2::uuid is null or group_id > $2)
         order by group_id limit ${itemsPerStatement}`,
        [tenantId, afterGroupId ?? null],
      ),
    findGroupByAlias: (tenantId, mailNickname) => findGroup({ tenantId, mailNickname }),
    startTeam: (tenantId, groupId, requestedAt, readyAt) =>
      startTeam({ tenantId, groupId, requestedAt, readyAt }),

    addPeople: (tenantId, groupId, people) => addPeople({ tenantId, groupId, ...people }),
    readPeople: (tenantId, groupId) => readPeopleOf({ tenantId, groupId }),
    async renewedAt(tenantId, groupId, renewedAt) {
      const [row] = await database.query<{ renewedAt: Date }>(
        renewedAt === undefined
          ? `select coalesce(renewed_at, created_at) as renewed_at from sandbox_groups
             where tenant_id = $1 and group_id = $2 and $3::timestamptz is null`
          : `update sandbox_groups set renewed_at = $3 where tenant_id = $1 and group_id = $2 returning renewed_at`,
        [tenantId, groupId, renewedAt ?? null],
      );
      return row?.renewedAt ?? null;
    },
    usage: (tenantId, afterGroupId = '00000000-0000-0000-0000-000000000000') =>
      database.query<UsedGroup>(
        `select g.group_id::text, g.team_ready_at is not null as has_team, g.facts ->> 'lastUsedOn' as last_on,
           (select to_char(governance_now($1) at time zone 'UTC', 'YYYY-MM-DD')) as today
         from sandbox_groups g
         where g.tenant_id = $1 and g.group_id > $2 order by g.group_id limit 500`,
        [tenantId, afterGroupId],
      ),
    async readGuestIds(tenantId, groupId) {
      const rows = await database.query<{ personId: string }>(
        `select p.person_id from sandbox_groups g
         join sandbox_people p on p.tenant_id = g.tenant_id and p.person_id = any (g.member_ids)
         where g.tenant_id = $1 and g.group_id = $2 and p.kind = 'guest' order by p.person_id`,
        [tenantId, groupId],
      );
      return rows.map(({ personId }) => personId);
    },
    async addChannel(tenantId, groupId, channel) {
      await database.query(
        `update sandbox_groups set channels = channels || jsonb_build_array($3::jsonb)
         where tenant_id = $1 and group_id = $2
           and not jsonb_path_exists(
             channels, '$[*].displayName ? (@ == $name)', jsonb_build_object('name', $3::jsonb -> 'displayName'))`,
        [tenantId, groupId, JSON.stringify(channel)],
      );
    },
    async listChannels(tenantId, groupId) {
      const [row] = await database.query<{ channels: Channel[] }>(
        'select channels from sandbox_groups where tenant_id = $1 and group_id = $2',
        [tenantId, groupId],
      );
      return row?.channels ?? [];
    },
    async countFault(tenantId, marker, operation) {
      const [row] = await database.query<{ plays: number }>(
        `insert into sandbox_rehearsals (tenant_id, marker, operation, plays) values ($1, $2, $3, 1)
         on conflict (tenant_id, marker, operation) do update set plays = sandbox_rehearsals.plays + 1
         returning plays`,
        [tenantId, marker, operation],
      );
      return (row?.plays ?? 1) - 1;
    },
  };
}

async function searchPeople(
  database: Database,
  tenantId: string,
  { text, limit }: { readonly text: string; readonly limit: number },
): Promise<readonly Person[]> {
  return await database.query<Person>(
    `select ${personColumns} from sandbox_people
    where tenant_id = $1
      and ${isFoundPerson}
    order by lower(display_name), person_id limit $3`,
    [tenantId, searchedWords(text), limit],
  );
}

const addGroups = {
  name: 'sandbox_add_groups',
  text: `
    with input as materialized (
      select * from jsonb_to_recordset($1::jsonb) as x (
        n integer, tenant_id uuid, group_id uuid, marker uuid, display_name text, description text,
        mail_nickname text, visibility text, owner_ids uuid[], member_ids uuid[],
        created_at timestamptz, visible_at timestamptz, classification text, preferred_language text
      )
    ), added as (
      insert into sandbox_groups
        (tenant_id, group_id, marker, display_name, description, mail_nickname, visibility,
         owner_ids, member_ids, created_at, visible_at, classification, preferred_language)
      select tenant_id, group_id, marker, display_name, description, mail_nickname, visibility,
        owner_ids, member_ids, created_at, visible_at, classification, preferred_language
      from input
      order by tenant_id, lower(mail_nickname)
      on conflict do nothing
      returning group_id
    )
    select input.n, added.group_id from added join input using (group_id)`,
};

/** Finds the holder of the marker or, if there is none, of the alias. */
const findHolders = {
  name: 'sandbox_find_holders',
  text: `
    with input as materialized (
      select * from jsonb_to_recordset($1::jsonb) as x (n integer, tenant_id uuid, marker uuid, mail_nickname text)
    )
    select distinct on (input.n) input.n, g.group_id, g.marker
    from input
    cross join lateral (
      select group_id, marker from sandbox_groups g
      where g.tenant_id = input.tenant_id and g.marker = input.marker
      union all
      select group_id, marker from sandbox_groups g
      where g.tenant_id = input.tenant_id and lower(g.mail_nickname) = lower(input.mail_nickname)
    ) g
    order by input.n, (g.marker = input.marker) desc nulls last`,
};

const findGroups = {
  name: 'sandbox_find_groups',
  text: `
    with input as materialized (
      select * from jsonb_to_recordset($1::jsonb) as x (n integer, tenant_id uuid, group_id uuid, marker uuid, alias text)
    )
    select input.n, g.group_id, g.marker, g.display_name, g.description, g.mail_nickname, g.visibility,
      g.classification, g.preferred_language, g.team_ready_at, g.visible_at, g.archived_at, g.created_at, g.facts, g.settings
    from input
    cross join lateral (
      select * from sandbox_groups g
      where g.tenant_id = input.tenant_id and g.group_id = input.group_id
      union all
      select * from sandbox_groups g where g.tenant_id = input.tenant_id and g.marker = input.marker
      union all
      select * from sandbox_groups g
      where g.tenant_id = input.tenant_id and lower(g.mail_nickname) = input.alias
    ) g`,
};

const startTeams = {
  name: 'sandbox_start_teams',
  text: `
    with input as materialized (
      select * from jsonb_to_recordset($1::jsonb) as x (
        n integer, tenant_id uuid, group_id uuid, requested_at timestamptz, ready_at timestamptz
      )
    )
    update sandbox_groups g
    set team_requested_at = coalesce(g.team_requested_at, input.requested_at),
      team_ready_at = coalesce(g.team_ready_at, input.ready_at)
    from input
    where g.tenant_id = input.tenant_id and g.group_id = input.group_id
    returning input.n, g.team_ready_at`,
};

const addPeopleToGroups = {
  name: 'sandbox_add_people',
  text: `
    with input as materialized (
      select * from jsonb_to_recordset($1::jsonb) as x (
        tenant_id uuid, group_id uuid, owner_ids uuid[], member_ids uuid[]
      )
    )
    update sandbox_groups g
    set owner_ids = g.owner_ids || array(select unnest(i.owner_ids) except select unnest(g.owner_ids)),
      member_ids = g.member_ids || array(select unnest(i.member_ids) except select unnest(g.member_ids))
    from input i
    where g.tenant_id = i.tenant_id and g.group_id = i.group_id`,
};

const readPeopleOfGroups = {
  name: 'sandbox_read_people',
  text: `
    select wanted.n::integer, ${shownOwnerIds} as owner_ids, g.member_ids
    from unnest($1::uuid[], $2::uuid[]) with ordinality as wanted (tenant_id, group_id, n)
    join sandbox_groups g on g.tenant_id = wanted.tenant_id and g.group_id = wanted.group_id`,
};
