// Rosters in PostgreSQL: what sources name, and whom rosters brought into a group.
import { createConcurrencyLimit } from '../../ground/concurrency-limit.ts';
import { recordActivity } from '../../audit/activity.postgres.ts';
import { personKey } from '../../directory/person-reference.ts';
import type { Database, Query, Queryable } from '../../postgres/database.ts';
import type { Facts } from '../../engine/creation.ts';
import { forEachInTurns, type Rest } from '../../ground/turns.ts';
import { acceptWithin } from '../change/accept-operation.postgres.ts';
import { isHeldSql, timeText } from '../change/read-group.postgres.ts';
import { type GroupRosters, passingCodes, type RecentWrite, type RosterMember } from './roster.ts';
import type { ByHand, RosterEffect } from './roster-effect.ts';
import type { GroupTransaction, RosterKey, RosterStore, StoredRoster } from './put-roster.ts';
import type {
  ListedMember,
  ListedRoster,
  NamingRoster,
  ReadRosters,
  RostersNaming,
} from './read-rosters.ts';

const entryObject = `json_build_object('source', e.source, 'key', e.person_key, 'person', e.person, 'role', e.role,
    'until', ${timeText('e.until')}, 'personId', coalesce(e.person_id, i.person_id), 'result', e.result, 'code', e.code,
    'detail', e.detail, 'guest', e.guest, 'invitedAt', ${timeText('coalesce(e.invited_at, i.invited_at)')},
    'waitingSince', ${timeText('e.waiting_since')}, 'leftVersion', e.left_version,
    'isHeld', ${isHeldSql('t')})`;

/** How long the writes of the service may be missing in a read of any directory. */
const latelyFor = `interval '30 minutes'`;

/**
 * Another group of the tenant may have had the guest of `e` invited, whom searches do not find yet: the guest is not invited
 * again. Without an id, the outcome is unknown.
 */
const runningInvitation = (condition: string) => `
      select o.facts #>> array['invitations', 'done', e.person_key, 'personId'],
        governance_time(o.tenant_id, to_timestamp(coalesce(
          (o.facts #>> array['invitations', 'done', e.person_key, 'at'])::double precision,
          (o.facts #>> '{inviting,since}')::double precision) / 1000))
      from operations o
      where o.tenant_id = e.tenant_id and o.team_id <> e.team_id and o.status = 'running' and ${condition} and o.kind = 'roster'
        and (o.facts #>> array['invitations', 'done', e.person_key, 'personId'] is not null
          or o.facts #>> '{inviting,key}' = e.person_key)`;
const invitedElsewhere = `left join lateral (
    select * from (
      select x.person_id, x.invited_at from roster_entries x
      where x.tenant_id = e.tenant_id and x.person_key = e.person_key and x.team_id <> e.team_id
        and x.invited_at > governance_now(x.tenant_id) - ${latelyFor}
      union all ${runningInvitation('o.waiting')}
      union all ${runningInvitation('not o.waiting')}
    ) attempt (person_id, invited_at)
    where e.guest is not null and e.invited_at is null
    order by person_id nulls last, invited_at desc
    limit 1
  ) i on true`;

const ofGroup = (table: string) =>
  `${table}.tenant_id = t.tenant_id and ${table}.team_id = t.team_id`;

const broughtObject =
  "json_build_object('personId', b.person_id, 'joined', b.joined, 'owning', b.owning)";

/**
 * All rosters of the group, over `teams t` and `provisionings p`; null where it has none.
 * @param source the source whose version it has, as SQL
 */
export const groupRostersSql = (source: string) =>
  rostersSql(
    source,
    `'entries', coalesce((select json_agg(${entryObject}) from roster_entries e ${invitedElsewhere} where ${ofGroup('e')}
      ), '[]'),
      'brought', coalesce((
        select json_agg(${broughtObject}) from roster_people b where ${ofGroup('b')}
      ), '[]'),`,
  );

/** An operation that failed has written the people with whom the directory was done. */
const writtenSql = (list: keyof Omit<RecentWrite, 'at'>, count: keyof Facts) => `
              case when o.status = 'succeeded' then o.changed_people -> '${list}' else (
                select coalesce(jsonb_agg(person_id order by n), '[]')
                from jsonb_array_elements(o.changed_people -> '${list}') with ordinality as written (person_id, n)
                where n <= coalesce((o.facts ->> '${count}')::integer, 0)
              ) end`;

const rostersSql = (source: string, people: string) => `case when exists (
    select from rosters r where ${ofGroup('r')}
  ) then (
    select json_build_object(
      'version', coalesce(max(r.version), 0),
      'allowsRemovals', coalesce(bool_or(r.allows_removals), false),
      'isEnded', coalesce(bool_or(r.is_ended), false),
      'held', coalesce(max(r.held), 0),
      'now', ${timeText('(select governance_now(t.tenant_id))')},
      ${people}
      'lately', coalesce((
        select json_agg(w.write order by w.at) from (
          select p.completed_at as at, json_build_object('at', p.completed_at,
            'addOwnerIds', coalesce(p.resolved_people -> 'ownerIds', '[]'),
            'addMemberIds', coalesce(p.resolved_people -> 'memberIds', '[]'),
            'removeOwnerIds', '[]'::jsonb, 'removeMemberIds', '[]'::jsonb) as write
          where p.completed_at > now() - ${latelyFor}
          union all
          select o.completed_at, json_build_object('at', o.completed_at,
            'addOwnerIds', ${writtenSql('addOwnerIds', 'ownersAdded')},
            'addMemberIds', ${writtenSql('addMemberIds', 'membersAdded')},
            'removeOwnerIds', ${writtenSql('removeOwnerIds', 'ownersRemoved')},
            'removeMemberIds', ${writtenSql('removeMemberIds', 'membersRemoved')})
          from operations o
          where ${ofGroup('o')} and o.changed_people is not null and o.status in ('succeeded', 'failed')
            and o.completed_at > now() - ${latelyFor}
        ) w
      ), '[]')
    )
    from rosters r where ${ofGroup('r')} and r.source = ${source}
  ) end`;

export async function readGroupRosters(
  database: Queryable,
  { tenantId, teamId, source }: RosterKey,
): Promise<GroupRosters | undefined> {
  type Part = { readonly rosters: Omit<GroupRosters, 'entries' | 'brought'> | null } & {
    readonly [name in 'entries' | 'brought']: GroupRosters[name] | null;
  };
  const parts = await database.query<Part>(readOfGroup, [tenantId, teamId, source]);
  const rosters = parts.find((part) => part.rosters !== null)?.rosters;
  if (rosters === undefined || rosters === null) return undefined;
  return {
    ...rosters,
    entries: parts.flatMap(({ entries }) => entries ?? []),
    brought: parts.flatMap(({ brought }) => brought ?? []),
  };
}

/** Entries that are read in one piece: the JSON of 25,000 takes a long turn of the event loop. */
const entriesOfPart = 500;

const readOfGroup: Query = {
  name: 'rosters_read_of_group',
  text: `
    select ${rostersSql('$3', '')} as rosters, null::json as entries, null::json as brought
    from teams t join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
    where t.tenant_id = $1 and t.team_id = $2
    union all
    select null, json_agg(listed.entry), null from (
      select ${entryObject} as entry, (row_number() over () - 1) / ${entriesOfPart} as part
      from teams t join roster_entries e on ${ofGroup('e')} ${invitedElsewhere}
      where t.tenant_id = $1 and t.team_id = $2
    ) listed group by listed.part
    union all
    select null, null, json_agg(listed.gift) from (
      select ${broughtObject} as gift, (row_number() over () - 1) / ${entriesOfPart} as part
      from roster_people b where b.tenant_id = $1 and b.team_id = $2
    ) listed group by listed.part`,
};

/** Requests about a group wait for each other: more at once would hold the connections that others need. */
const changesAtOnce = 2;

export function createRosterStore(database: Database, rest: Rest): RosterStore {
  const changes = createConcurrencyLimit(changesAtOnce);
  return {
    read: (key) => readRoster(database, key),
    change: (group, work) => {
      const write = () =>
        database.transaction(async (transaction) => {
          // Requests about the group come one after the other.
          await transaction.query(
            'select from teams where tenant_id = $1 and team_id = $2 for update',
            [group.tenantId, group.teamId],
          );
          return work(rostersWithin(transaction, group, rest));
        });
      return changes.run(write, undefined, group.tenantId);
    },
  };
}

async function readRoster(
  database: Queryable,
  { tenantId, teamId, source }: RosterKey,
): Promise<StoredRoster | undefined> {
  const [roster] = await database.query<StoredRoster>(readStored, [tenantId, teamId, source]);
  return roster;
}

function rostersWithin(
  transaction: Queryable,
  { tenantId, teamId }: Pick<RosterKey, 'tenantId' | 'teamId'>,
  rest: Rest,
): GroupTransaction {
  return {
    accept: acceptWithin(transaction),
    read: (source) => readRoster(transaction, { tenantId, teamId, source }),
    readPast: (source, at) =>
      transaction.query<Pick<RosterMember, 'key' | 'until'>>(
        `select person_key as key, ${timeText('until')} as until from roster_entries
        where tenant_id = $1 and team_id = $2 and source = $3 and left_version is null and until <= $4`,
        [tenantId, teamId, source, at],
      ),
    async write(source, { version, hash, allowsRemovals, isEnded, members }) {
      const key = [tenantId, teamId, source, version];
      await transaction.query(writeRoster, [...key, hash, allowsRemovals, isEnded, members.length]);
      if (version > 1) {
        const [keys] = await textArrays(members, [(member) => member.key], rest);
        await transaction.query(leaveEntries, [...key, keys]);
      }
      for (let start = 0; start < members.length; start += entriesOfWrite) {
        const written = members.slice(start, start + entriesOfWrite);
        const columns = await textArrays(written, columnsOfMember, rest);
        await transaction.query(writeEntries, [...key.slice(0, 3), ...columns]);
      }
    },
  };
}

/** A statement of 25,000 rows may last longer than statements may. */
const entriesOfWrite = 2_500;

/**
 * The driver would write an array of 25,000 texts in one turn of the event loop.
 * @returns for each column, the array of its texts in the form of PostgreSQL
 */
async function textArrays<Row>(
  rows: readonly Row[],
  columns: readonly ((row: Row) => string | null)[],
  rest: Rest,
): Promise<readonly string[]> {
  const parts = columns.map((): string[] => []);
  await forEachInTurns(rows, rest, (row) => {
    for (const [index, column] of columns.entries()) parts[index]?.push(elementOf(column(row)));
  });
  return parts.map((elements) => `{${elements.join(',')}}`);
}

function elementOf(text: string | null): string {
  return text === null ? 'NULL' : `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

const columnsOfMember: readonly ((member: RosterMember) => string | null)[] = [
  ({ key }) => key,
  ({ person }) => person,
  ({ role }) => role,
  ({ until }) => until,
  ({ guest }) => guest,
];

const pendingOperation = `(
    select json_build_object('operationId', o.operation_id, 'status', o.status) from operations o
    where o.tenant_id = r.tenant_id and o.team_id = r.team_id and o.status in ('accepted', 'running')
      and o.kind = 'roster' and o.change #>> '{roster,source}' = r.source
      and (o.change #>> '{roster,version}')::bigint = r.version
    order by o.number desc limit 1
  )`;

const readStored: Query = {
  name: 'rosters_read_stored',
  text: `
    select r.version::double precision as version, r.content_hash as hash, r.is_ended, r.held,
      r.applied_version = r.version as is_applied, ${pendingOperation} as pending,
      (select governance_now($1)) as now
    from rosters r where r.tenant_id = $1 and r.team_id = $2 and r.source = $3`,
};

const writeRoster: Query = {
  name: 'rosters_write',
  text: `
    insert into rosters (tenant_id, team_id, source, version, content_hash, allows_removals, is_ended, count)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    on conflict (tenant_id, team_id, source) do update
    set version = excluded.version, content_hash = excluded.content_hash,
      allows_removals = excluded.allows_removals, is_ended = excluded.is_ended, count = excluded.count`,
};

const leaveEntries: Query = {
  name: 'rosters_leave_entries',
  text: `
    update roster_entries e set left_version = $4
    where e.tenant_id = $1 and e.team_id = $2 and e.source = $3 and e.left_version is null
      and e.person_key not in (select unnest($5::text[]))`,
};

/**
 * An insertion locks each row that it meets: those that say the same are left out before. Each is found by its key, so that a
 * statement reads no more people than it writes.
 */
const writeEntries: Query = {
  name: 'rosters_write_entries',
  text: `
    with sent as materialized (
      select * from unnest($4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::text[])
        as m (person_key, person, role, until, guest)
    )
    insert into roster_entries as e (tenant_id, team_id, source, person_key, person, role, until, guest)
    select $1, $2, $3, m.* from sent m
    left join lateral (
      select x.* from roster_entries x
      where x.tenant_id = $1 and x.team_id = $2 and x.source = $3 and x.person_key = m.person_key
      offset 0
    ) p on true
    where p.person_key is null or (p.person, p.role, p.until, p.guest, p.left_version) is distinct from
      (m.person, m.role, m.until, m.guest, null)
    on conflict (tenant_id, team_id, source, person_key) do update
    set person = excluded.person, role = excluded.role, until = excluded.until,
      guest = excluded.guest, left_version = null`,
};

/** Writes how far the rosters of a group are, in the transaction that ends their operation. */
export async function applyRoster(
  transaction: Queryable,
  { tenantId, teamId }: Pick<RosterKey, 'tenantId' | 'teamId'>,
  { source, version, isApplied, held, entries, brought, staying, invited, events }: RosterEffect,
): Promise<void> {
  const key = [tenantId, teamId];
  if (invited.length > 0) await transaction.query(writeInvited, [...key, JSON.stringify(invited)]);
  await transaction.query(writeResults, [...key, JSON.stringify(entries)]);
  await transaction.query(writeBrought, [...key, JSON.stringify(brought)]);
  await recordActivity(transaction, events);
  if (!isApplied) return;
  if (held === 0) await transaction.query(removeLeft, [...key, source, version, staying]);
  await transaction.query(markApplied, [...key, source, version, held]);
  // The group has other dates now.
  await transaction.query(
    'insert into changed_responsibilities (tenant_id, team_id) values ($1, $2)',
    key,
  );
}

const writeInvited: Query = {
  name: 'rosters_write_invited',
  text: `
    update roster_entries e
    set person_id = coalesce(i."personId", e.person_id), invited_at = governance_time(e.tenant_id, i.at)
    from jsonb_to_recordset($3::jsonb) as i (key text, "personId" text, at timestamptz)
    where e.tenant_id = $1 and e.team_id = $2 and e.person_key = i.key and e.guest is not null`,
};

const writeResults: Query = {
  name: 'rosters_write_results',
  text: `
    update roster_entries e
    set person_id = r."personId", result = r.result, code = r.code, detail = r.detail, waiting_since = case
        when r.result in ('waiting', 'invited') or r.code in (${passingCodes.map((code) => `'${code}'`).join(', ')})
          then coalesce(e.waiting_since, (select governance_now($1)))
        when r.code = 'person_not_found' then e.waiting_since
      end
    from jsonb_to_recordset($3::jsonb) as r (source text, key text, "personId" text, result text, code text, detail text)
    where e.tenant_id = $1 and e.team_id = $2 and e.source = r.source and e.person_key = r.key`,
};

const writeBrought: Query = {
  name: 'rosters_write_brought',
  text: `
    with given as materialized (
      select * from jsonb_to_recordset($3::jsonb) as x ("personId" text, joined boolean, owning boolean)
    ), gone as (
      delete from roster_people b using given g
      where b.tenant_id = $1 and b.team_id = $2 and b.person_id = g."personId" and not (g.joined or g.owning)
    )
    insert into roster_people (tenant_id, team_id, person_id, joined, owning)
    select $1, $2, "personId", joined, owning from given where joined or owning
    on conflict (tenant_id, team_id, person_id) do update
    set joined = excluded.joined, owning = excluded.owning`,
};

const removeLeft: Query = {
  name: 'rosters_remove_left',
  text: `
    delete from roster_entries
    where tenant_id = $1 and team_id = $2 and source = $3 and left_version <= $4
      and (person_id is null or person_id <> all ($5::text[]))`,
};

const markApplied: Query = {
  name: 'rosters_mark_applied',
  text: `
    update rosters set applied_version = $4, applied_at = now(), held = $5
    where tenant_id = $1 and team_id = $2 and source = $3 and applied_version <= $4`,
};

/**
 * A hand added or made owners of people whom rosters brought: from then on they are there by that hand. A person who gives up
 * what a hand gave is there by the rosters alone.
 */
export async function takeOverByHand(
  transaction: Queryable,
  { tenantId, teamId }: Pick<RosterKey, 'tenantId' | 'teamId'>,
  { memberIds, ownerIds, leftToRosters }: ByHand,
): Promise<void> {
  const key = [tenantId, teamId];
  await transaction.query(giveUp, [...key, [...memberIds, ...ownerIds], ownerIds]);
  if (leftToRosters.length === 0) return;
  await transaction.query(leaveToRosters, [...key, JSON.stringify(leftToRosters)]);
}

const leaveToRosters: Query = {
  name: 'rosters_leave_to_rosters',
  text: `
    insert into roster_people as b (tenant_id, team_id, person_id, joined, owning)
    select $1, $2, lower(x."personId"), x.joined, x.owning
    from jsonb_to_recordset($3::jsonb) as x ("personId" text, joined boolean, owning boolean)
    on conflict (tenant_id, team_id, person_id) do update
    set joined = b.joined or excluded.joined, owning = b.owning or excluded.owning`,
};

const giveUp: Query = {
  name: 'rosters_give_up',
  text: `
    with kept as (
      update roster_people set joined = false
      where tenant_id = $1 and team_id = $2 and person_id = any ($3::text[]) and owning
        and person_id <> all ($4::text[])
    )
    delete from roster_people
    where tenant_id = $1 and team_id = $2 and person_id = any ($3::text[])
      and (not owning or person_id = any ($4::text[]))`,
};

export function createReadRosters(database: Queryable): ReadRosters {
  return {
    list: (tenantId, teamId, source) =>
      database.query<ListedRoster>(listRosters, [tenantId, teamId, source ?? null]),
    members: (tenantId, teamId, source, { offset, limit, result = null }) =>
      database.query<ListedMember>(listMembers, [tenantId, teamId, source, offset, limit, result]),
  };
}

export function createRostersNaming(database: Queryable): RostersNaming {
  return async (tenantId, teamId, people) => {
    const rows = await database.query<NamingRoster & Pick<ListedMember, 'personId'>>(listNaming, [
      tenantId,
      teamId,
      people.map(({ id }) => personKey(id)),
    ]);
    const naming = new Map<string, NamingRoster[]>();
    for (const { personId, source, role, until, isHeld, isPending } of rows) {
      if (personId === null) continue;
      const place = { source, role, until, isHeld, isPending };
      naming.set(personId, [...(naming.get(personId) ?? []), place]);
    }
    return naming;
  };
}

const listNaming: Query = {
  name: 'rosters_list_naming',
  text: `
    select e.person_id, e.source, e.role, e.until, ${isHeldSql('e')} as is_held, e.result = 'invited' as is_pending
    from roster_entries e
    where e.tenant_id = $1 and e.team_id = $2 and (e.left_version is null or ${isHeldSql('e')})
      and e.result in ('added', 'invited', 'kept') and e.person_id = any ($3::text[])
    order by e.source`,
};

const listed = `r.source, r.version::double precision as version, r.count, r.held, r.applied_at, r.is_ended, case
        when r.applied_version < r.version then
          case when ${pendingOperation} is null then 'failed' else 'applying' end
        when r.held > 0 then 'held'
        else 'applied'
      end as state`;
const isListed = 'not (r.is_ended and r.applied_version = r.version and r.held = 0)';

/** The rosters of a group as `SummarizedRoster` in JSON. Each read of a group has them, so no entry is read. */
export const summarizedRosters = (tenantId: string, teamId: string) => `(
    select coalesce(jsonb_agg(
      jsonb_build_object('source', one.source, 'version', one.version, 'count', one.count, 'state', one.state,
        'appliedAt', one.applied_at, 'held', one.held, 'isEnded', one.is_ended) order by one.source
    ), '[]')
    from (select ${listed} from rosters r where r.tenant_id = ${tenantId} and r.team_id = ${teamId} and ${isListed}) one
  )`;

const listRosters: Query = {
  name: 'rosters_list',
  text: `
    select ${listed}, counted.*
    from rosters r
    cross join lateral (
      select count(*) filter (where e.result = 'added')::integer as added,
        count(*) filter (where e.result = 'invited')::integer as invited,
        count(*) filter (where e.result = 'kept')::integer as kept,
        count(*) filter (where e.result = 'removed')::integer as removed,
        count(*) filter (where e.result = 'waiting')::integer as waiting,
        count(*) filter (where e.result = 'refused')::integer as refused
      from roster_entries e
      where e.tenant_id = r.tenant_id and e.team_id = r.team_id and e.source = r.source and e.left_version is null
    ) counted
    where r.tenant_id = $1 and r.team_id = $2 and ${isListed} and ($3::text is null or r.source = $3)
    order by r.source`,
};

const listMembers: Query = {
  name: 'rosters_list_members',
  text: `
    select e.source, e.person_key as key, e.person, e.role, e.until, e.person_id, e.result, e.code, e.detail, e.guest,
      e.invited_at, e.waiting_since, e.left_version::double precision as left_version, false as is_held
    from roster_entries e
    where e.tenant_id = $1 and e.team_id = $2 and e.source = $3 and e.left_version is null
      and ($6::text is null or e.result = $6)
    order by e.person_key offset $4 limit $5`,
};
