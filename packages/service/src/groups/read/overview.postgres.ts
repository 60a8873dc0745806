import type { Database } from '../../postgres/database.ts';
import { readAttention } from './attention.postgres.ts';
import type { OverviewStore } from './overview.ts';
import { createReportReader } from './report.postgres.ts';
import { countExisting } from './existing-groups.postgres.ts';

const days = 30;
const dayMs = 86_400_000;

/** @param failuresInRow of a webhook that counts as failing */
export function createOverviewStore(database: Database, failuresInRow: number): OverviewStore {
  const reports = createReportReader(database);
  return {
    async read(tenantId, within, now) {
      const { organisationIds } = within;
      const tomorrow = new Date((Math.floor(now.getTime() / dayMs) + 1) * dayMs);
      const from = new Date(tomorrow.getTime() - days * dayMs);
      const [{ templates: _, ...report }, [waiting], groups, attention] = await Promise.all([
        reports.read(tenantId, { from, until: tomorrow, within }),
        database.query<{ accepted: number; running: number; oldest: Date | null }>(
          `select count(*) filter (where p.status = 'accepted') as accepted,
             count(*) filter (where p.status = 'running') as running,
             min(t.created_at) filter (where p.waiting) as oldest
           from provisionings p
           join teams t on t.tenant_id = p.tenant_id and t.team_id = p.team_id
           where p.tenant_id = $1 and p.status in ('accepted', 'running')
             and ($2::uuid[] is null or t.organisation_id = any ($2))`,
          [tenantId, organisationIds],
        ),
        countExisting(database, tenantId, within),
        readAttention(database, tenantId, { failuresInRow, organisationIds }),
      ]);
      return {
        ...report,
        waiting: {
          accepted: waiting?.accepted ?? 0,
          running: waiting?.running ?? 0,
          oldestSince: waiting?.oldest ?? undefined,
        },
        groups,
        attention,
      };
    },
  };
}
