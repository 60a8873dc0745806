// What surrounds the record of a group, in one statement: its creation with the failed attempts, its retries, the group that has its
// alias, its next review, its rosters, and the last comparison of all groups.
import { creationStatusSql, supersededBySql } from '../../engine/group-state.ts';
import type { Query, Queryable } from '../../postgres/database.ts';
import { joinByKey } from '../../postgres/found-row.ts';
import { createReadByKey, forWantedKeys, type ReadByKey } from '../../postgres/read-by-key.ts';
import type { SummarizedRoster } from '../rosters/read-rosters.ts';
import { summarizedRosters } from '../rosters/rosters.postgres.ts';
import type { Attempt, Incident, TeamDetails } from './team.ts';

const ledger = 'join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id';
const maxIncidents = 200;
const maxAttempts = 50;

/** A creation has few that it repeats, and most have none. */
export const attemptSql = `case when t.retry_of is null then 1 else (
    with recursive earlier as (
      select t.retry_of as team_id, 2 as attempt
      union all
      select e.retry_of, earlier.attempt + 1 from earlier
      cross join lateral (
        select retry_of from teams where tenant_id = t.tenant_id and team_id = earlier.team_id limit 1
      ) e
      where e.retry_of is not null and earlier.attempt < ${maxAttempts}
    )
    select max(attempt) from earlier
  ) end`;

export function createReadDetails(database: Queryable): ReadByKey<TeamDetails> {
  const read = createReadByKey<TeamDetails>(database, readDetails);
  return async (tenantId, teamId) => {
    const row = await read(tenantId, teamId);
    if (row === undefined) return undefined;
    const { incidents, attempts, activity, rosters } = row;
    return {
      ...row,
      incidents: incidents.map(dated),
      attempts: attempts.map(timed),
      rosters: rosters.map(applied),
      activity: activity && {
        ...activity,
        idleSince: activity.idleSince && new Date(activity.idleSince),
      },
    };
  };
}

/** It reads JSON, which has dates as text. */
const dated = ({ occurredAt, retryAt, ...incident }: Incident): Incident => ({
  ...incident,
  occurredAt: new Date(occurredAt),
  retryAt: retryAt && new Date(retryAt),
});
const applied = ({ appliedAt, ...roster }: SummarizedRoster): SummarizedRoster => ({
  ...roster,
  appliedAt: appliedAt && new Date(appliedAt),
});
const timed = ({ createdAt, ...attempt }: Attempt): Attempt => ({
  ...attempt,
  createdAt: new Date(createdAt),
});

/** The chain leads from the creation back to the first one, and from there to all retries. */
const attempts = `
  with recursive earlier as (
    select team_id, retry_of, 1 as depth from teams where tenant_id = wanted.tenant_id and team_id = wanted.id
    union all
    select t.team_id, t.retry_of, e.depth + 1 from earlier e
    join teams t on t.tenant_id = wanted.tenant_id and t.team_id = e.retry_of
    where e.depth < ${maxAttempts}
  ), attempts as (
    (select team_id, 1 as depth from earlier order by earlier.depth desc limit 1)
    union all
    select t.team_id, a.depth + 1 from attempts a
    join teams t on t.tenant_id = wanted.tenant_id and t.retry_of = a.team_id
    where a.depth < ${maxAttempts}
  )
  select t.team_id as "teamId", t.display_name as "displayName", ${creationStatusSql} as status,
    t.created_at as "createdAt", p.error ->> 'code' as error, t.retry_of as "retryOf", ${attemptSql} as attempt
  from attempts a join teams t on t.tenant_id = wanted.tenant_id and t.team_id = a.team_id ${ledger}
  order by t.team_id limit ${maxAttempts}`;

/** The condition is over `group_usage u` and `usage_reports r`. */
const isConcealedSql = `coalesce(r.reports @? '$.*.state ? (@ == "concealed")', false)`;
const activitySql = `case when u.group_id is not null or ${isConcealedSql} then jsonb_build_object(
    'lastOn', u.last_on,
    'sources', (
      select coalesce(jsonb_agg(jsonb_build_object('name', one.name, 'on', one.used_on, 'reportOn', one.report_on)), '[]')
      from (values ('teams', u.teams_on, u.teams_report_on), ('group', u.group_on, u.group_report_on))
        as one (name, used_on, report_on)
      where one.report_on is not null
    ),
    'idleSince', i.idle_since,
    'concealed', ${isConcealedSql}
  ) end`;

const readDetails: Query = {
  name: 'teams_read_details',
  kind: 'hot',
  text: forWantedKeys(`
    select t.created_by, t.request_id, t.retry_of, ${attemptSql} as attempt, ${supersededBySql} as superseded_by,
      coalesce((
        select jsonb_agg(one) from (
          select step, attempt, occurred_at as "occurredAt", code, detail, directory_request_id as "directoryRequestId",
            retry_at as "retryAt"
          from provisioning_incidents where tenant_id = wanted.tenant_id and team_id = wanted.id
          order by incident_id desc limit ${maxIncidents}
        ) one
      ), '[]') as incidents,
      case when t.retry_of is not null
          or exists (select from teams r where r.tenant_id = wanted.tenant_id and r.retry_of = wanted.id)
        then (select jsonb_agg(one) from (${attempts}) one) else '[]' end as attempts,
      -- A group that has its alias is the holder itself.
      case when t.alias_key is null then (
        select jsonb_build_object('teamId', h.team_id, 'displayName', h.display_name, 'status', ${creationStatusSql})
        from teams h join provisionings p on p.tenant_id = h.tenant_id and p.team_id = h.team_id
        where h.tenant_id = wanted.tenant_id and h.alias_key = lower(t.mail_nickname)
      ) end as alias_holder,
      (select next_at from review_dates where tenant_id = wanted.tenant_id and team_id = wanted.id) as next_review_at,
      (select finished_at from reconciliations where tenant_id = wanted.tenant_id) as all_compared_at,
      ${activitySql} as activity, ${summarizedRosters('wanted.tenant_id', 'wanted.id')} as rosters,
      t.version::double precision as record_version, p.version as creation_version
    from teams t ${ledger}
    ${joinByKey('group_usage u', 'u.tenant_id = wanted.tenant_id and u.group_id = lower(p.directory_group_id)')}
    left join usage_reports r on r.tenant_id = wanted.tenant_id
    ${joinByKey('idle_groups i', 'i.tenant_id = wanted.tenant_id and i.team_id = wanted.id')}
    where t.tenant_id = wanted.tenant_id and t.team_id = wanted.id`),
};
