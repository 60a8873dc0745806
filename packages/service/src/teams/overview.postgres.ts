import type { Database } from '../postgres/database.ts';
import { readAttention } from './attention.postgres.ts';
import { createFindingBrowser } from './findings.postgres.ts';
import { finishClassesMs, type OverviewStore } from './overview.ts';

const days = 30;
const dayMs = 86_400_000;

interface DayRow {
  date: string;
  open: number;
  succeeded: number;
  failed: number;
  cancelled: number;
}

/** @param failuresInRow of a webhook that counts as failing */
export function createOverviewStore(database: Database, failuresInRow: number): OverviewStore {
  const findings = createFindingBrowser(database);
  return {
    async read(tenantId, now) {
      const today = new Date(Math.floor(now.getTime() / dayMs) * dayMs);
      const since = new Date(today.getTime() - (days - 1) * dayMs);
      const [dayRows, [finish], classRows, failures, [waiting], [all], found, attention] =
        await Promise.all([
          database.query<DayRow>(
            `select to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD') as date,
             count(*) filter (where p.status in ('accepted', 'running')) as open,
             count(*) filter (where p.status = 'succeeded') as succeeded,
             count(*) filter (where p.status = 'failed') as failed,
             count(*) filter (where p.status = 'cancelled') as cancelled
           ${creationsSince} group by 1`,
            [tenantId, since],
          ),
          database.query<{ median: number | null; p95: number | null }>(
            `select percentile_cont(0.5) within group (order by ${tookMs}) as median,
             percentile_cont(0.95) within group (order by ${tookMs}) as p95
           ${creationsSince} and p.status = 'succeeded'`,
            [tenantId, since],
          ),
          database.query<{ class: number; count: number }>(
            `select width_bucket(${tookMs}, $3::float8[]) as class, count(*) as count
           ${creationsSince} and p.status = 'succeeded' group by 1`,
            [tenantId, since, [...finishClassesMs]],
          ),
          database.query<{ code: string; count: number }>(
            `select p.error ->> 'code' as code, count(*) as count
           ${creationsSince} and p.status = 'failed' and p.error ? 'code'
           group by 1 order by 2 desc, 1 limit 6`,
            [tenantId, since],
          ),
          database.query<{ accepted: number; running: number; oldest: Date | null }>(
            `select count(*) filter (where p.status = 'accepted') as accepted,
             count(*) filter (where p.status = 'running') as running, min(t.created_at) as oldest
           from provisionings p
           join teams t on t.tenant_id = p.tenant_id and t.team_id = p.team_id
           where p.tenant_id = $1 and p.status in ('accepted', 'running')`,
            [tenantId],
          ),
          database.query<{ groups: number }>(
            'select groups_listed - groups_unlisted as groups from lanes where tenant_id = $1',
            [tenantId],
          ),
          findings.count(tenantId),
          readAttention(database, tenantId, failuresInRow),
        ]);
      const byDate = new Map(dayRows.map((row) => [row.date, row]));
      const countOf = new Map(classRows.map((row) => [row.class, row.count]));
      return {
        days: Array.from({ length: days }, (_, index) => {
          const date = new Date(since.getTime() + index * dayMs).toISOString().slice(0, 10);
          const { open = 0, succeeded = 0, failed = 0, cancelled = 0 } = byDate.get(date) ?? {};
          return { date, open, succeeded, failed, cancelled };
        }),
        finish: {
          medianMs: finish?.median ?? undefined,
          p95Ms: finish?.p95 ?? undefined,
          classes: Array.from(
            { length: finishClassesMs.length + 1 },
            (_, index) => countOf.get(index) ?? 0,
          ),
        },
        failures,
        waiting: {
          accepted: waiting?.accepted ?? 0,
          running: waiting?.running ?? 0,
          oldestSince: waiting?.oldest ?? undefined,
        },
        groups: all?.groups ?? 0,
        findings: found,
        attention,
      };
    },
  };
}

const tookMs = 'extract(epoch from p.completed_at - t.created_at)::float8 * 1000';
const creationsSince = `
  from teams t join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
  where t.tenant_id = $1 and t.created_at >= $2`;
