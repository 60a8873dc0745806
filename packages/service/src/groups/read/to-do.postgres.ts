// The causes of what is to do, counted, and the groups of an area with the cause of each. The tenant is $1.
import {
  existsByIndexSql,
  groupStateSql,
  isDeclinedSql,
  isOpenFailureSql,
} from '../../engine/group-state.ts';
import { foundConditions, isComparedSql } from '../../engine/observed-state.ts';
import { type GroupLimit, isLimited } from '../../ground/group-limit.ts';
import { approvalKinds, responsibilityKinds } from '../../messages/tasks/task.ts';
import type { Queryable } from '../../postgres/database.ts';
import type { GroupArea, ToDoCause } from './to-do.ts';

export function createToDoReader(database: Queryable) {
  /** The most frequent cause of each area first. */
  return (tenantId: string, limit: GroupLimit): Promise<readonly ToDoCause[]> =>
    database.query<ToDoCause>(causesSql, [
      tenantId,
      limit.organisationIds,
      limit.templateIds,
      !isLimited(limit),
    ]);
}

/** Rows of team_id, cause, id and since: each group once, under the first of its causes. */
export const groupsToDoSql = (area: GroupArea) => `
  select distinct on (f.team_id) f.team_id, f.cause, f.id, f.since
  from (${found[area]}) f
  order by f.team_id, f.rank, f.since, f.id`;

const quoted = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

const observed = `team_observations o
    join teams t on t.tenant_id = o.tenant_id and t.team_id = o.team_id
    join provisionings p on p.tenant_id = o.tenant_id and p.team_id = o.team_id
    join team_search s on s.tenant_id = o.tenant_id and s.team_id = o.team_id
    where o.tenant_id = $1 and ${foundConditions.any} and ${isComparedSql} and ${existsByIndexSql('o')}`;

const roles = ['responsible', 'deputy'] as const;

const isNamedSql = 'e.tenant_id = $1 and e.left_version is null';

/** People are followed, and comparisons see their accounts: either may know first that a person left. */
const found: Readonly<Record<GroupArea, string>> = {
  ownership: [
    ...roles.map(
      (
        role,
        rank,
      ) => `select s.team_id, ${rank} as rank, 'unavailable' as cause, w.person_id as id, w.unavailable_since as since
    from watched_people w
    join team_search s on s.tenant_id = w.tenant_id and s.${role}_id = w.person_id
    join teams t on t.tenant_id = s.tenant_id and t.team_id = s.team_id
    where w.tenant_id = $1 and w.unavailable_reason is not null and ${existsByIndexSql('s')}
      and (w.unavailable_reason <> 'unlicensed' or t.policy ->> 'kind' is distinct from 'group')`,
    ),
    ...roles.map(
      (role, rank) => `select o.team_id, ${rank}, 'unavailable', s.${role}_id, o.details_seen_at
    from ${observed} and ${foundConditions[`${role}_unavailable`]} and s.${role}_id is not null`,
    ),
    `select g.team_id, 2, 'vacant', null, g.since from group_responsibility g
    where g.tenant_id = $1 and g.state = 'vacant' and ${existsByIndexSql('g')}`,
    ...(['ownerless', 'too_few_owners'] as const).map(
      (finding, rank) => `select o.team_id, ${3 + rank}, '${finding}', null, o.details_seen_at
    from ${observed} and ${foundConditions[finding]}`,
    ),
    ...roles.map(
      (role, rank) => `select o.team_id, ${5 + rank}, 'unreachable', s.${role}_id, o.details_seen_at
    from ${observed} and ${foundConditions[`${role}_unreachable`]} and s.${role}_id is not null`,
    ),
    `select g.team_id, 7, 'deputy_vacant', null, g.since from group_responsibility g
    where g.tenant_id = $1 and g.state = 'deputy_vacant' and ${existsByIndexSql('g')}`,
    `select k.team_id, 8, 'question', k.kind, k.opened_at from tasks k
    where k.tenant_id = $1 and k.state = 'open' and k.kind in (${quoted(responsibilityKinds)})`,
  ].join('\n    union all '),
  differences: [
    `select p.team_id, 0 as rank, 'gone' as cause, null::text as id, p.gone_since as since
    from provisionings p join teams t on t.tenant_id = p.tenant_id and t.team_id = p.team_id
    where p.tenant_id = $1 and p.gone_since is not null and ${groupStateSql} = 'gone'`,
    `select o.team_id, 1, 'contested', null, o.details_seen_at from ${observed} and ${foundConditions.contested}`,
    `select o.team_id, 2, 'differs', t.template_id::text,
      coalesce((select min((d ->> 'since')::timestamptz) from jsonb_array_elements(o.drift) d), o.details_seen_at)
    from ${observed} and ${foundConditions.differs}`,
  ].join('\n    union all '),
  rosters: [
    `select r.team_id, 0 as rank, 'not_applied' as cause, null::text as id, null::timestamptz as since from rosters r
    where r.tenant_id = $1 and r.applied_version < r.version and ${existsByIndexSql('r')}
      and not exists (
        select from operations o
        where o.tenant_id = r.tenant_id and o.team_id = r.team_id and o.status in ('accepted', 'running') and o.kind = 'roster'
      )`,
    `select e.team_id, 1, 'people_refused', e.code, e.waiting_since from roster_entries e
    where ${isNamedSql} and e.result = 'refused' and ${existsByIndexSql('e')}`,
    `select e.team_id, 2, 'people_waiting', null, e.waiting_since from roster_entries e
    where ${isNamedSql} and e.result = 'waiting' and ${existsByIndexSql('e')}
      and e.waiting_since < (select governance_now($1) - interval '7 days')`,
  ].join('\n    union all '),
};

const ofGroups = (area: GroupArea) =>
  `select '${area}' as area, g.* from (${groupsToDoSql(area)}) g`;

const elsewhere = quoted([...responsibilityKinds, 'contested']);
const isUnanswered = `r.state = 'lapsed' and r.ended_at > (select governance_now($1) - interval '30 days')
      and not exists (
        select from reviews later
        where later.tenant_id = r.tenant_id and later.team_id = r.team_id and later.review_id > r.review_id
          and later.state = 'completed'
      )`;

const causesSql = `
  with items as (
    ${ofGroups('ownership')}
    union all ${ofGroups('differences')}
    union all ${ofGroups('rosters')}
    union all
    select case when k.kind in (${quoted(approvalKinds)}) then 'approvals' when k.kind = 'review' then 'reviews' else 'questions' end,
      k.team_id, 'question', k.kind, k.opened_at
    from tasks k where k.tenant_id = $1 and k.state = 'open' and k.kind not in (${elsewhere})
    union all
    select 'reviews', r.team_id, 'unanswered', null, r.ended_at from reviews r where r.tenant_id = $1 and ${isUnanswered}
    union all
    select 'creations', p.team_id, 'failed', coalesce(p.error ->> 'code', 'internal_error'), t.created_at
    from provisionings p join teams t on t.tenant_id = p.tenant_id and t.team_id = p.team_id
    where p.tenant_id = $1 and ${isOpenFailureSql} and not ${isDeclinedSql}
  ), causes as (
    select i.area, i.cause, i.id, count(*)::integer as count, null::integer as affected, min(i.since) as since
    from items i
    where ($2::uuid[] is null and $3::uuid[] is null) or exists (
      select from teams t where t.tenant_id = $1 and t.team_id = i.team_id
        and ($2::uuid[] is null or t.organisation_id = any ($2)) and ($3::uuid[] is null or t.template_id = any ($3))
    )
    group by i.area, i.cause, i.id
    union all
    select 'stopped', 'mass_departure', null, 1, (mass_departure -> 'departed')::integer,
      (mass_departure ->> 'since')::timestamptz
    from followed_people where tenant_id = $1 and $4 and mass_departure is not null
    union all
    select 'stopped', case rule when 'adoption' then 'stopped_adoptions' when 'idle' then 'stopped_idle'
        when 'concealed' then 'concealed_reports' else 'stopped_restores' end,
      case rule when 'adoption' then subject_id::text end, 1, wanted, since
    from enforcement_brakes where tenant_id = $1 and $4 and released_at is null
  )
  select c.area, c.cause, c.id, coalesce(w.display_name, m.name) as name, w.email, w.unavailable_reason as reason, c.count,
    c.affected, c.since
  from causes c
  left join watched_people w on c.cause in ('unavailable', 'unreachable') and w.tenant_id = $1 and w.person_id = c.id
  left join templates m on c.cause in ('differs', 'stopped_adoptions') and m.tenant_id = $1 and m.template_id::text = c.id
  order by c.count desc, c.since, c.cause, c.id`;
