import { isDeclinedSql } from '../../engine/group-state.ts';
import type { Queryable } from '../../postgres/database.ts';
import { durationMsSql } from './teams.postgres.ts';
import {
  type CreationCounts,
  finishClassesMs,
  type ReportFilter,
  type ReportReader,
  type TemplateCounts,
} from './report.ts';

const dayMs = 86_400_000;
const none: CreationCounts = { open: 0, succeeded: 0, failed: 0, declined: 0, cancelled: 0 };

/** Their ledgers are read, which takes some tens of milliseconds; no index has the times of all creations. */
const usuallyTimed = 10_000;

/** @param timed the newest creations whose times are read */
export function createReportReader(database: Queryable, timed = usuallyTimed): ReportReader {
  return {
    async read(tenantId, filter) {
      const values = valuesOf(tenantId, filter);
      const [counted, [finish], failures] = await Promise.all([
        database.query<CountedRow>(countCreations, values),
        database.query<FinishRow>(readFinish, [...values, timed]),
        database.query<{ code: string; count: number }>(countFailures, values),
      ]);
      const byDate = new Map<string, CreationCounts>();
      const templates: TemplateCounts[] = [];
      for (const { date, organisationId, templateId, ...counts } of counted) {
        if (date !== null) byDate.set(date, counts);
        else if (organisationId !== null && templateId !== null) {
          templates.push({ organisationId, templateId, ...counts });
        }
      }
      return {
        days: datesOf(filter).map((date) => Object.assign({ date }, byDate.get(date) ?? none)),
        finish: {
          medianMs: finish?.percentiles?.[0],
          p95Ms: finish?.percentiles?.[1],
          classes: finish?.classes ?? [],
        },
        failures,
        templates,
      };
    },
  };
}

/** It belongs to a day, or to a template. */
interface CountedRow extends CreationCounts {
  readonly date: string | null;
  readonly organisationId: string | null;
  readonly templateId: string | null;
}

interface FinishRow {
  /** Null: no creation succeeded. */
  readonly percentiles: readonly [median: number, p95: number] | null;
  readonly classes: readonly number[];
}

function valuesOf(tenantId: string, filter: ReportFilter): unknown[] {
  const { from, until, organisationId = null, templateId = null, within } = filter;
  return [tenantId, from, until, organisationId, templateId, within.organisationIds];
}

function datesOf({ from, until }: ReportFilter): string[] {
  const days = Math.round((until.getTime() - from.getTime()) / dayMs);
  return Array.from({ length: days }, (_, index) =>
    new Date(from.getTime() + index * dayMs).toISOString().slice(0, 10),
  );
}

const ofTeams = `
  t.created_at >= $2 and t.created_at < $3
    and ($4::uuid is null or t.organisation_id = $4) and ($5::uuid is null or t.template_id = $5)
    and ($6::uuid[] is null or t.organisation_id = any ($6))`;
const countedBy = `(t.created_at at time zone 'UTC')::date as day, t.organisation_id, t.template_id`;
const creations = `
  from teams t join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
  where t.tenant_id = $1 and ${ofTeams}`;

/**
 * Most creations succeeded. Those that did not are few and have indexes; they are taken from all creations, so that the
 * records of the others are not read.
 */
const countCreations = `
  with counted as (
    select ${countedBy}, null as status, count(*) as creations from teams t where t.tenant_id = $1 and ${ofTeams} group by 1, 2, 3
    union all
    select ${countedBy}, p.status, count(*) ${creations} and p.status in ('accepted', 'running') group by 1, 2, 3, 4
    union all
    select ${countedBy}, case when ${isDeclinedSql} then 'declined' else p.status end, count(*)
      ${creations} and p.status in ('failed', 'cancelled') group by 1, 2, 3, 4
  ), sums as (
    select day, organisation_id, template_id, coalesce(sum(creations) filter (where status is null), 0)::integer as requested,
      coalesce(sum(creations) filter (where status in ('accepted', 'running')), 0)::integer as open,
      coalesce(sum(creations) filter (where status = 'failed'), 0)::integer as failed,
      coalesce(sum(creations) filter (where status = 'declined'), 0)::integer as declined,
      coalesce(sum(creations) filter (where status = 'cancelled'), 0)::integer as cancelled
    from counted
    group by grouping sets ((day), (organisation_id, template_id))
  )
  select to_char(day, 'YYYY-MM-DD') as date, organisation_id, template_id, open,
    requested - open - failed - declined - cancelled as succeeded, failed, declined, cancelled
  from sums order by requested desc, template_id`;

/** Ids of groups grow with time. All classes in one pass: to group the creations by them takes longer. */
const readFinish = `
  select percentile_cont(array[0.5, 0.95]) within group (order by took_ms) as percentiles,
    array[${Array.from({ length: finishClassesMs.length + 1 }, (_, index) => countOfClass(index)).join(', ')}] as classes
  from (
    select ${durationMsSql} as took_ms
    ${creations} and p.status = 'succeeded'
    order by t.team_id desc limit $7
  ) succeeded`;

function countOfClass(index: number): string {
  const bounds = [
    ...(index > 0 ? [`took_ms >= ${finishClassesMs[index - 1]}`] : []),
    ...(index < finishClassesMs.length ? [`took_ms < ${finishClassesMs[index]}`] : []),
  ];
  return `count(*) filter (where ${bounds.join(' and ')})::integer`;
}

const countFailures = `
  select p.error ->> 'code' as code, count(*) as count
  ${creations} and p.status = 'failed' and p.error ? 'code' and not ${isDeclinedSql}
  group by 1 order by 2 desc, 1 limit 6`;
