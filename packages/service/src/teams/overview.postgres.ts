import type { Database } from '../postgres/database.ts';
import { readAttention } from './attention.postgres.ts';
import { createFindingBrowser } from './findings.postgres.ts';
import type { OverviewStore } from './overview.ts';
import { createReportReader } from './report.postgres.ts';

const days = 30;
const dayMs = 86_400_000;

/** @param failuresInRow of a webhook that counts as failing */
export function createOverviewStore(database: Database, failuresInRow: number): OverviewStore {
  const findings = createFindingBrowser(database);
  const reports = createReportReader(database);
  return {
    async read(tenantId, now) {
      const tomorrow = new Date((Math.floor(now.getTime() / dayMs) + 1) * dayMs);
      const from = new Date(tomorrow.getTime() - days * dayMs);
      const [report, [waiting], [all], found, attention] = await Promise.all([
        reports.read(tenantId, { from, until: tomorrow }),
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
      return {
        ...report,
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
