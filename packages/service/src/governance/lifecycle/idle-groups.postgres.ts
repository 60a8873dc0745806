// Groups that nobody uses, in SQL: what the reports say of each, and the memory of the rule that asks about them.
import { groupStateSql, madeAtSql } from '../../engine/group-state.ts';
import type { Query, Queryable } from '../../postgres/database.ts';
import { graceUntilSql } from '../group-facts.postgres.ts';
import { lateAfterDays, leastCovered } from './usage-reports.ts';

interface GroupKey {
  readonly tenantId: string;
  readonly teamId: string;
}

const inactivity = `m.policy #> '{lifecycle,inactivity}'`;

const hasTeam = `t.policy ->> 'kind' = 'team'`;

const createdOn = `(${madeAtSql('d.created_at')} at time zone 'UTC')::date`;

/** The last day on which the reports saw a use or could not see, without the creation, whose day costs more to find. */
const reportedSince = `greatest(u.last_on, u.group_since, case when ${hasTeam} then u.teams_since end)`;
const unusedSince = `greatest(${reportedSince}, ${createdOn})`;
const idleAfter = (after: string) => `(${unusedSince} + (${after})::interval)::date`;
const idleOn = idleAfter(`${inactivity} ->> 'after'`);

/**
 * @param now the time of the tenant by the governance clock, as SQL. Most groups are in use: the cheap comparisons come
 *   first, and the others are not made for them.
 */
function judgedAt(now: string) {
  /** The last report of the source counts, and has the group. */
  const isJudged = (source: 'teams' | 'group') => `(
    r.reports #>> '{${source},state}' = 'read'
    and (r.reports #>> '{${source},reportOn}')::date > (${now} at time zone 'UTC')::date - ${lateAfterDays}
    and (r.reports #>> '{${source},covered}')::integer * 100
      >= (r.reports #>> '{${source},expected}')::integer * ${leastCovered}
    and u.${source}_report_on >= (r.reports #>> '{${source},reportOn}')::date
  )`;
  /** Null while a report that the group needs is late, partial or concealed: then nothing is known. */
  const judgedOn = `case when ${isJudged('group')} and (not ${hasTeam} or ${isJudged('teams')})
    then least(u.group_report_on, case when ${hasTeam} then u.teams_report_on end) end`;
  const isReported = (after: string) =>
    `coalesce((${reportedSince} + (${after})::interval)::date <= ${judgedOn}, true)`;
  const isUnused = (after: string) =>
    `(${isReported(after)} and ${idleAfter(after)} <= ${judgedOn})`;
  return {
    judgedOn,
    isUnused,
    /** Becomes idle now, unless the rule is stopped: `judged` in assess-idle.ts. */
    isCandidate: `(i.team_id is null and ${groupStateSql} = 'active' and ${isUnused(`${inactivity} ->> 'after'`)}
    and coalesce(${graceUntilSql} <= ${now}, true)
    and l.team_id is not null and not (l.renewals > 0 and l.cycle_started_at + (${inactivity} ->> 'quietFor')::interval > ${now})
    and not exists (select from group_holds h where h.tenant_id = t.tenant_id and h.team_id = t.team_id))`,
  };
}

/** Tables of groups with their templates; the caller says which. */
const judgedGroups = `
    join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
    join templates m on m.tenant_id = t.tenant_id and m.template_id = t.template_id and m.deleted_at is null
    left join group_usage u on u.tenant_id = t.tenant_id and u.group_id = lower(p.directory_group_id)
    left join usage_reports r on r.tenant_id = t.tenant_id
    left join directory_groups d on d.tenant_id = t.tenant_id and d.group_id = p.directory_group_id
    left join idle_groups i on i.tenant_id = t.tenant_id and i.team_id = t.team_id
    left join group_lifecycles l on l.tenant_id = t.tenant_id and l.team_id = t.team_id`;

const ofEach = judgedAt('clock.now');
/** All groups are those of the tenant $1, whose clock is read once. */
const ofTenant = judgedAt('(select governance_now($1))');

/** The use of groups whatever their templates ask. $1 and $2: their keys. */
export const readUse: Query = {
  name: 'idle_read_use',
  kind: 'background',
  text: `
    select t.team_id, ${unusedSince}::text as unused_since, (${ofEach.judgedOn})::text as judged_on,
      r.due_at as next_report_at, u.last_on::text as last_on,
      case when i.team_id is not null then jsonb_build_object('idleSince', i.idle_since, 'unusedSince', i.unused_since,
        'quietUntil', i.quiet_until, 'isFinding', i.is_finding) end as memory,
      i.former_expires_at, coalesce(l.is_idle, false) as is_expiring, l.outcome is not null as has_expired,
      l.team_id is not null as has_begun,
      case when l.renewals > 0 then l.cycle_started_at end as renewed_at
    from unnest($1::uuid[], $2::uuid[]) as wanted (tenant_id, team_id)
    join teams t on t.tenant_id = wanted.tenant_id and t.team_id = wanted.team_id
    ${judgedGroups}
    cross join lateral (select governance_now(t.tenant_id) as now offset 0) clock`,
};

/** The groups of the tenant $1 that would become idle, and those of the last day; released ones do not count. */
export const readIdleLoad: Query = {
  name: 'idle_read_load',
  kind: 'background',
  text: `
    with brake as (
      select (governance_time($1, released_at) at time zone 'UTC')::date as released_on, released_at
      from enforcement_brakes where tenant_id = $1 and rule = 'idle'
    ), counted as (
      select count(*) filter (where ${ofTenant.isCandidate})::integer as wanted,
        count(*) filter (where i.idle_since > (select governance_now($1)) - interval '1 day')::integer as done
      from teams t ${judgedGroups}
      where t.tenant_id = $1 and ${inactivity} is not null and not exists (select from brake where released_on >= ${idleOn})
    )
    select wanted, done, (select count(*)::integer from organisation_groups g where g.tenant_id = $1) as governed,
      exists (select from brake where released_at is null) as is_on
    from counted`,
};

/** Groups that a report changes: those that become idle, and those that are used again. */
export const changedByReports = `
  select t.team_id from teams t ${judgedGroups}
  where t.tenant_id = $1 and ${inactivity} is not null and (${ofTenant.isCandidate}
    or i.team_id is not null and (u.last_on > i.unused_since or ${idleOn} > ${ofTenant.judgedOn}))`;

export async function storeIdle(
  transaction: Queryable,
  { tenantId, teamId }: GroupKey,
  { idleSince, unusedSince }: { readonly idleSince: Date; readonly unusedSince: string },
): Promise<void> {
  await transaction.query(
    `insert into idle_groups (tenant_id, team_id, idle_since, unused_since) values ($1, $2, $3, $4)
    on conflict do nothing`,
    [tenantId, teamId, idleSince, unusedSince],
  );
  await showFinding(transaction, { tenantId, teamId });
}

/** @param change.isFinding false: a person said that the group is needed; undefined: as before */
export async function keepQuiet(
  transaction: Queryable,
  { tenantId, teamId }: GroupKey,
  change: { readonly quietUntil?: Date | undefined; readonly isFinding?: boolean | undefined },
): Promise<void> {
  await transaction.query(
    `update idle_groups set quiet_until = coalesce($3, quiet_until), is_finding = coalesce($4, is_finding)
    where tenant_id = $1 and team_id = $2`,
    [tenantId, teamId, change.quietUntil ?? null, change.isFinding ?? null],
  );
  await showFinding(transaction, { tenantId, teamId });
}

/** The groups are used again, or their template asks no longer: an expiry that their idleness began ends. */
export async function forgetIdle(
  transaction: Queryable,
  tenantId: string,
  teamIds: readonly string[],
): Promise<void> {
  const forgotten = await transaction.query<{ teamId: string }>(
    `with forgotten as (
      delete from idle_groups where tenant_id = $1 and team_id = any ($2::uuid[]) returning team_id, former_expires_at
    ), lifecycles as (
      update group_lifecycles l
      set is_idle = false, expires_at = f.former_expires_at, reminders = 0, is_ending = false
      from forgotten f
      where l.tenant_id = $1 and l.team_id = f.team_id and l.is_idle and l.outcome is null
    )
    select team_id from forgotten`,
    [tenantId, teamIds],
  );
  for (const { teamId } of forgotten) await showFinding(transaction, { tenantId, teamId });
}

/** An earlier expiry stays. */
export async function beginExpiry(
  transaction: Queryable,
  { tenantId, teamId }: GroupKey,
  { now, expiresAt }: { readonly now: Date; readonly expiresAt: Date },
): Promise<void> {
  await transaction.query(
    `with before as (
      select expires_at from group_lifecycles
      where tenant_id = $1 and team_id = $2 and outcome is null and coalesce(expires_at > $4, true)
    ), kept as (
      update idle_groups set former_expires_at = (select expires_at from before)
      where tenant_id = $1 and team_id = $2 and exists (select from before)
    )
    update group_lifecycles l
    set expires_at = $4, is_idle = true, is_grace = false, is_ending = false, reminders = 0, cycle_started_at = $3
    from before
    where l.tenant_id = $1 and l.team_id = $2`,
    [tenantId, teamId, now, expiresAt],
  );
}

/** The next comparison says the same. */
async function showFinding(transaction: Queryable, { tenantId, teamId }: GroupKey): Promise<void> {
  await transaction.query(
    `update team_observations o
    set findings = array_remove(o.findings, 'idle') || case when i.is_found then array['idle'] else '{}' end
    from (
      select exists (select from idle_groups where tenant_id = $1 and team_id = $2 and is_finding) as is_found
    ) i
    where o.tenant_id = $1 and o.team_id = $2 and i.is_found is distinct from ('idle' = any (o.findings))`,
    [tenantId, teamId],
  );
}

/** How many groups of a template nobody uses, for a policy that it may get. */
export async function countUnused(
  database: Queryable,
  { tenantId, templateId }: { readonly tenantId: string; readonly templateId: string },
  after: string,
): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*)::integer as count from teams t ${judgedGroups}
    where t.tenant_id = $1 and t.template_id = $2 and ${groupStateSql} = 'active' and ${ofTenant.isUnused('$3')}`,
    [tenantId, templateId, after],
  );
  return row?.count ?? 0;
}
