import type { Queryable } from '../postgres/database.ts';
import {
  type CreationCounts,
  finishClassesMs,
  type ReportFilter,
  type ReportReader,
  type TemplateCounts,
} from './report.ts';

const dayMs = 86_400_000;
const none: CreationCounts = { open: 0, succeeded: 0, failed: 0, cancelled: 0 };

export function createReportReader(database: Queryable): ReportReader {
  return {
    async read(tenantId, filter) {
      const values = valuesOf(tenantId, filter);
      const [dayRows, [finish], classRows, failures] = await Promise.all([
        database.query<CreationCounts & { date: string }>(
          `select to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD') as date, ${counts}
           ${creations} group by 1`,
          values,
        ),
        database.query<{ median: number | null; p95: number | null }>(
          `select percentile_cont(0.5) within group (order by ${tookMs}) as median,
             percentile_cont(0.95) within group (order by ${tookMs}) as p95
           ${creations} and p.status = 'succeeded'`,
          values,
        ),
        database.query<{ class: number; count: number }>(
          `select width_bucket(${tookMs}, $7::float8[]) as class, count(*) as count
           ${creations} and p.status = 'succeeded' group by 1`,
          [...values, [...finishClassesMs]],
        ),
        database.query<{ code: string; count: number }>(
          `select p.error ->> 'code' as code, count(*) as count
           ${creations} and p.status = 'failed' and p.error ? 'code'
           group by 1 order by 2 desc, 1 limit 6`,
          values,
        ),
      ]);
      const byDate = new Map(dayRows.map((row) => [row.date, row]));
      const countOf = new Map(classRows.map((row) => [row.class, row.count]));
      return {
        days: datesOf(filter).map((date) => byDate.get(date) ?? Object.assign({ date }, none)),
        finish: {
          medianMs: finish?.median ?? undefined,
          p95Ms: finish?.p95 ?? undefined,
          classes: Array.from(
            { length: finishClassesMs.length + 1 },
            (_, index) => countOf.get(index) ?? 0,
          ),
        },
        failures,
      };
    },
    countByTemplate: (tenantId, filter) =>
      database.query<TemplateCounts>(
        `select t.organisation_id, t.template_id, ${counts}
         ${creations} group by 1, 2 order by count(*) desc, 2`,
        valuesOf(tenantId, filter),
      ),
  };
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

const counts = `
  count(*) filter (where p.status in ('accepted', 'running')) as open,
  count(*) filter (where p.status = 'succeeded') as succeeded,
  count(*) filter (where p.status = 'failed') as failed,
  count(*) filter (where p.status = 'cancelled') as cancelled`;
const tookMs = 'extract(epoch from p.completed_at - t.created_at)::float8 * 1000';
const creations = `
  from teams t join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
  where t.tenant_id = $1 and t.created_at >= $2 and t.created_at < $3
    and ($4::uuid is null or t.organisation_id = $4) and ($5::uuid is null or t.template_id = $5)
    and ($6::uuid[] is null or t.organisation_id = any ($6))`;
