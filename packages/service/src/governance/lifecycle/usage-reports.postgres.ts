// The use of groups in PostgreSQL: the later day of each report is kept, and a report counts once it was read to its end.
import {
  usageReportDays,
  type UsageReport,
  type UsageState,
  type UsageSource,
  usageSources,
} from '../../directory/usage-reports.ts';
import { groupStateSql } from '../../engine/group-state.ts';
import type { Clock } from '../../ground/clock.ts';
import type { Database, Query, Queryable } from '../../postgres/database.ts';
import { assessAtNextTick } from '../governed-groups.postgres.ts';
import { isStopped } from '../stop-rule.postgres.ts';
import { changedByReports } from './idle-groups.postgres.ts';
import {
  type ReadReport,
  type UsageItem,
  type UsageReportStore,
  usageStateOf,
} from './usage-reports.ts';

/** Groups that no report has had for that time are forgotten. */
const forgottenAfter = '1 year';
/** A group is in a report after some days. */
const youngFor = '7 days';

const nowOf = (t: string) =>
  `(now() + case when ${t}.directory ->> 'kind' = 'sandbox' then ${t}.governance_offset else '0' end)`;
/** A tenant without groups has no use to read. */
const hasGroups = `(exists (select from organisation_groups g where g.tenant_id = t.tenant_id)
    or exists (select from directory_groups d where d.tenant_id = t.tenant_id))`;
const isDue = `(r.tenant_id is null or r.due_at <= ${nowOf('t')}) and ${hasGroups}`;
const itemOf = (tenantId: string): UsageItem => ({ tenantId, teamId: 'usage_reports' });

export function createUsageReportStore(database: Database, clock: Clock): UsageReportStore {
  return {
    async dueTenants(limit) {
      const rows = await database.query<{ tenantId: string }>(
        {
          name: 'usage_reports_due_tenants',
          boundary: false,
          text: `
            select t.tenant_id from tenants t left join usage_reports r on r.tenant_id = t.tenant_id
            where t.closed is null and ${isDue} order by r.due_at nulls first, t.tenant_id limit $1`,
        },
        [limit],
      );
      return rows.map(({ tenantId }) => tenantId);
    },

    async due(tenantId) {
      const rows = await database.query(
        `select from tenants t left join usage_reports r on r.tenant_id = t.tenant_id
        where t.tenant_id = $1 and ${isDue}`,
        [tenantId],
      );
      return rows.map(() => itemOf(tenantId));
    },

    /** The clock of a sandbox stops for reports where a template asks about idle groups. */
    async nextDueAt(tenantId) {
      const [row] = await database.query<{ dueAt: Date | null }>(
        `select r.due_at from tenants t join usage_reports r on r.tenant_id = t.tenant_id
        where t.tenant_id = $1 and ${hasGroups} and exists (
          select from templates m
          where m.tenant_id = $1 and m.deleted_at is null and m.policy #> '{lifecycle,inactivity}' is not null
        )`,
        [tenantId],
      );
      return row?.dueAt ?? undefined;
    },

    async take(tenantId, source, reportOn, uses) {
      await database.query(takeUses(source), [
        tenantId,
        reportOn,
        uses.map(({ groupId }) => groupId),
        uses.map(({ lastOn }) => lastOn),
      ]);
    },

    async finish(tenantId, read) {
      const reports = Object.fromEntries(
        usageSources.map((source) => [source, stored(read[source])]),
      ) as Record<UsageSource, ReadReport>;
      await database.transaction(async (transaction) => {
        await transaction.query(finish, [
          tenantId,
          JSON.stringify(reports),
          reports.teams.reportOn,
          reports.group.reportOn,
        ]);
        const isConcealed = usageSources.some((source) => read[source].state === 'concealed');
        await tellConcealed(transaction, tenantId, isConcealed, clock.now());
        const changed = await transaction.query<{ teamId: string }>(changedByReports, [tenantId]);
        const teamIds = changed.map(({ teamId }) => teamId);
        if (teamIds.length > 0) await assessAtNextTick(transaction, tenantId, teamIds);
      });
    },

    async fail({ tenantId }, retryInMs, detail) {
      await database.query(
        `insert into usage_reports as r (tenant_id, due_at, failure)
        values ($1, governance_now($1) + $2 * interval '1 millisecond', $3)
        on conflict (tenant_id) do update set due_at = excluded.due_at, failure = excluded.failure`,
        [tenantId, retryInMs, detail],
      );
    },
  };
}

/** One finding and one message, however many reports in a row conceal the groups. */
async function tellConcealed(
  transaction: Queryable,
  tenantId: string,
  isConcealed: boolean,
  at: number,
): Promise<void> {
  const [row] = await transaction.query<{ groups: number; isOn: boolean }>(
    `select (select count(*)::integer from organisation_groups where tenant_id = $1) as groups, exists (
      select from enforcement_brakes where tenant_id = $1 and rule = 'concealed' and released_at is null
    ) as is_on`,
    [tenantId],
  );
  const { groups = 0, isOn = false } = row ?? {};
  const wanted = isConcealed ? Math.max(1, groups) : 0;
  await isStopped(transaction, tenantId, 'concealed', { wanted, done: 0, atMost: 0, isOn }, at);
}

function stored(report: UsageReport): ReadReport {
  const reportOn = report.state === 'read' ? report.reportOn : null;
  return { state: report.state, reportOn, expected: 0, covered: 0 };
}

const takeUses = (source: UsageSource): Query => ({
  name: `usage_reports_take_${source}`,
  kind: 'background',
  text: `
    insert into group_usage as u (tenant_id, group_id, ${source}_on, ${source}_report_on, ${source}_since)
    select $1, one.group_id, max(one.last_on), $2::date, $2::date - ${usageReportDays}
    from unnest($3::text[], $4::date[]) as one (group_id, last_on)
    group by one.group_id order by one.group_id
    on conflict (tenant_id, group_id) do update
    set ${source}_on = greatest(u.${source}_on, excluded.${source}_on),
      ${source}_report_on = greatest(u.${source}_report_on, excluded.${source}_report_on),
      ${source}_since = case
        when u.${source}_report_on >= excluded.${source}_since then u.${source}_since
        else excluded.${source}_since end
    where u.${source}_report_on is distinct from excluded.${source}_report_on
      or excluded.${source}_on > coalesce(u.${source}_on, '-infinity')`,
});

const finish: Query = {
  name: 'usage_reports_finish',
  kind: 'background',
  text: `
    with forgotten as (
      delete from group_usage
      where tenant_id = $1
        and greatest(teams_report_on, group_report_on) < greatest($3::date, $4::date) - interval '${forgottenAfter}'
    ), ours as (
      select t.policy ->> 'kind' = 'team' as has_team, u.teams_report_on, u.group_report_on
      from organisation_groups g
      join teams t on t.tenant_id = g.tenant_id and t.team_id = g.team_id
      join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
      left join group_usage u on u.tenant_id = t.tenant_id and u.group_id = lower(p.directory_group_id)
      where g.tenant_id = $1 and ${groupStateSql} = 'active'
        and coalesce(p.completed_at, t.created_at) < (select governance_origin($1, governance_now($1) - interval '${youngFor}'))
    ), counted as (
      select count(*) filter (where has_team) as teams, count(*) as groups,
        count(*) filter (where has_team and teams_report_on >= $3::date) as in_teams,
        count(*) filter (where group_report_on >= $4::date) as in_groups
      from ours
    )
    insert into usage_reports as r (tenant_id, reports, due_at)
    select $1, jsonb_build_object(
        'teams', $2::jsonb -> 'teams' || jsonb_build_object('expected', teams, 'covered', in_teams),
        'group', $2::jsonb -> 'group' || jsonb_build_object('expected', groups, 'covered', in_groups)),
      governance_now($1) + interval '1 day'
    from counted
    -- At the same time of each day, unless that has passed.
    on conflict (tenant_id) do update
    set reports = excluded.reports, failure = null,
      due_at = case when r.due_at > excluded.due_at - interval '1 day' then r.due_at
        when r.due_at > excluded.due_at - interval '2 days' then r.due_at + interval '1 day' else excluded.due_at end`,
};

/** The state of each report that was read. */
export function createReadUsage(database: Database) {
  return async (tenantId: string): Promise<readonly UsageState[]> => {
    const [row] = await database.query<{
      reports: Partial<Record<UsageSource, ReadReport>>;
      today: string;
    }>(
      `select reports, to_char(governance_now($1) at time zone 'UTC', 'YYYY-MM-DD') as today
      from usage_reports where tenant_id = $1`,
      [tenantId],
    );
    if (row === undefined) return [];
    return usageSources.flatMap((source) => {
      const report = row.reports[source];
      return report === undefined ? [] : [usageStateOf(source, report, row.today)];
    });
  };
}
