// The groups of a person in PostgreSQL. The hashes of `team_search.people` find candidates; the lists of people decide.
import type { Queryable } from '../../postgres/database.ts';
import { summaryColumns } from '../read/teams.postgres.ts';
import {
  isHeldSql,
  pendingColumns,
  rosterEntriesWhere,
  pendingOperations,
  recordColumnsWithoutMembers,
  recordOf,
  type RecordRow,
  timeText,
} from './read-group.postgres.ts';
import type { AnsweredGroup, PersonGroup, PersonGroupStore } from './person-groups.ts';

export function createPersonGroupStore(database: Queryable): PersonGroupStore {
  return {
    listGroups: (tenantId, personId, { afterTeamId, limit, within, role, names = [] }) =>
      database.query<PersonGroup>(listGroups, [
        tenantId,
        personId,
        afterTeamId ?? null,
        within.organisationIds,
        limit,
        role ?? null,
        within.templateIds,
        names,
      ]),
    async listAnswered(tenantId, { id, names }, page) {
      const { afterTeamId, limit, within, all } = page;
      type Place = Pick<AnsweredGroup, 'heldRole' | 'rosterEntries' | 'brought'>;
      const rows = await database.query<Omit<RecordRow, 'rosterEntries'> & Place>(listAnswered, [
        tenantId,
        id,
        names,
        afterTeamId ?? null,
        within.organisationIds,
        limit,
        within.templateIds,
        all,
      ]);
      return rows.map((row) => recordOf(row));
    },
  };
}

/** Whether a list of the request of `teams t` names the person. */
const namedIn = (list: 'owners' | 'members', names: string) => `exists (
          select from jsonb_array_elements_text(t.people -> '${list}') one where lower(one) = any (${names})
        )`;

/** Among this number of the newest groups, a person who is in many is found often enough. */
const newestGroups = 400;

/** Candidates are few columns of many groups. The lists of people are read from the newest of them until the page is full. */
const groupsAmong = (candidates: string, limit: string) => `
  select * from (
    select ${summaryColumns}, array_remove(array[
        case when s.responsible_id = $2 then 'responsible' end,
        case when s.deputy_id = $2 then 'deputy' end,
        case when p.resolved_people -> 'ownerIds' ? $2 then 'owner' end,
        case when p.resolved_people -> 'memberIds' ? $2 then 'member' end
      ], null) as roles
    from (${candidates} order by team_id desc) s
    cross join lateral (select * from teams where tenant_id = $1 and team_id = s.team_id limit 1) t
    cross join lateral (select * from provisionings where tenant_id = $1 and team_id = s.team_id limit 1) p
    where (p.resolved_people -> 'ownerIds' ? $2 or p.resolved_people -> 'memberIds' ? $2)
      and p.status not in ('accepted', 'running')
      and ($4::uuid[] is null or t.organisation_id = any ($4))
      and ($7::uuid[] is null or t.template_id = any ($7))
  ) found
  where $6::text is null or roles[1] = $6
  order by team_id desc
  limit ${limit}`;

/**
 * A person of a large tenant may be in thousands of groups, whose order no index has: the page is mostly among the newest
 * groups. The index over people serves the rest, which is asked for by the last condition alone.
 */
const listGroups = `
  with newest as materialized (
    select team_id, responsible_id, deputy_id, people @> array[hashtext($1::uuid::text || $2::text)] as is_candidate
    from team_search
    where tenant_id = $1 and ($3::uuid is null or team_id < $3)
    order by team_id desc
    limit ${newestGroups}
  ), found as materialized (
    ${groupsAmong('select * from newest where is_candidate', '$5')}
  )
  select * from found
  union all
  select * from (
    ${groupsAmong(
      `select team_id, responsible_id, deputy_id from team_search
      where tenant_id = $1 and people @> array[hashtext($1::uuid::text || $2::text)]
        and team_id < (select team_id from newest order by team_id limit 1)`,
      '$5 - (select count(*) from found)',
    )}
  ) older
  where (select count(*) from found) < $5 and (select count(*) from newest) = ${newestGroups}
  union all
  -- The people of a creation that is not finished are those of its request.
  select * from (
    select ${summaryColumns}, array_remove(array[
        case when lower(t.people ->> 'responsible') = any ($8) then 'responsible' end,
        case when lower(t.people ->> 'deputy') = any ($8) then 'deputy' end,
        case when ${namedIn('owners', '$8')} then 'owner' end,
        case when ${namedIn('members', '$8')} then 'member' end
      ], null) as roles
    from provisionings p join teams t on t.tenant_id = p.tenant_id and t.team_id = p.team_id
    where p.tenant_id = $1 and p.status in ('accepted', 'running') and ($3::uuid is null or p.team_id < $3)
      and ($4::uuid[] is null or t.organisation_id = any ($4))
      and ($7::uuid[] is null or t.template_id = any ($7))
  ) waiting
  where roles <> '{}' and ($6::text is null or roles[1] = $6)
  order by team_id desc
  limit $5`;

const names = (person: string) => `lower(${person} ->> 'responsible') = any ($3)
  or lower(${person} ->> 'deputy') = any ($3)`;

/** They belong to an entry `e`. A group is asked about the removals of one roster at a time. */
const untilAndTask = `, 'until', ${timeText('e.until')}, 'taskId', (
      select k.task_id from tasks k
      where k.tenant_id = e.tenant_id and k.team_id = e.team_id and k.kind = 'confirm_removals' and k.state = 'open'
        and k.data ->> 'source' = e.source and ${isHeldSql('e')}
    )`;

const listAnswered = `
  with answered as (
    select team_id from team_search where tenant_id = $1 and responsible_id = $2
    union
    select team_id from team_search where tenant_id = $1 and deputy_id = $2
    union
    select o.team_id from operations o
    where o.tenant_id = $1 and o.status in ('accepted', 'running') and (${names('o.change')})
    union
    select p.team_id from provisionings p join teams t on t.tenant_id = p.tenant_id and t.team_id = p.team_id
    where p.tenant_id = $1 and p.status in ('accepted', 'running')
      and (${names('t.people')} or $8 and (${namedIn('owners', '$3')} or ${namedIn('members', '$3')}))
    union
    select team_id from team_search
    where $8 and tenant_id = $1 and people @> array[hashtext($1::uuid::text || $2::text)]
  )
  select ${recordColumnsWithoutMembers}, ${pendingColumns},
    ${rosterEntriesWhere('(e.person_id = $2 or e.person_key = any ($3))', untilAndTask)} as roster_entries,
    (
      select json_build_object('joined', b.joined, 'owning', b.owning) from roster_people b
      where b.tenant_id = t.tenant_id and b.team_id = t.team_id and b.person_id = $2
    ) as brought, case
      when not $8 then null
      when p.resolved_people -> 'ownerIds' ? $2 or p.status in ('accepted', 'running') and ${namedIn('owners', '$3')} then 'owner'
      when p.resolved_people -> 'memberIds' ? $2 or p.status in ('accepted', 'running') and ${namedIn('members', '$3')} then 'member'
    end as held_role
  from (select team_id from answered where $4::uuid is null or team_id < $4) answered
  join teams t on t.tenant_id = $1 and t.team_id = answered.team_id
  join provisionings p on p.tenant_id = $1 and p.team_id = answered.team_id
  ${pendingOperations}
  where p.status not in ('failed', 'cancelled')
    and ($5::uuid[] is null or t.organisation_id = any ($5))
    and ($7::uuid[] is null or t.template_id = any ($7))
    and (t.deleted_at is null and p.gone_since is null or pending.restores)
  order by t.team_id desc
  limit $6`;
