import type { Database } from '../postgres/database.ts';
import type { ReconciliationStore } from './reconciliation.ts';
import type { SweepReport } from './sweep-report.ts';

export function createReconciliationStore(database: Database): ReconciliationStore {
  return {
    async due(now, before, atMost) {
      const rows = await database.query<{ tenant_id: string }>(
        {
          name: 'reconciliations_due',
          text: `
            select t.tenant_id from tenants t left join reconciliations r on r.tenant_id = t.tenant_id
            where t.directory ->> 'kind' <> 'sandbox'
              and (r.tenant_id is null or r.due_at <= $1 or r.attempted_at < $2)
            order by r.due_at nulls first, t.tenant_id
            limit $3`,
        },
        [now, before, atMost],
      );
      return rows.map(({ tenant_id: tenantId }) => tenantId);
    },
    async finish(tenantId, at, dueAt, report) {
      await database.query(
        {
          name: 'reconciliations_finish',
          text: `
            insert into reconciliations (tenant_id, attempted_at, due_at, finished_at, report)
            values ($1, $2, $3, $2, $4)
            on conflict (tenant_id) do update
            set attempted_at = $2, due_at = $3, error = null, finished_at = $2, report = $4`,
        },
        [tenantId, at, dueAt, JSON.stringify(report)],
      );
    },
    async fail(tenantId, at, dueAt, detail) {
      await database.query(
        `insert into reconciliations (tenant_id, attempted_at, due_at, error) values ($1, $2, $3, $4)
         on conflict (tenant_id) do update set attempted_at = $2, due_at = $3, error = $4`,
        [tenantId, at, dueAt, detail],
      );
    },
    async read(tenantId) {
      const [row] = await database.query<{
        attempted_at: Date;
        due_at: Date;
        error: string | null;
        finished_at: Date | null;
        report: SweepReport | null;
      }>(
        `select attempted_at, due_at, error, finished_at, report from reconciliations
         where tenant_id = $1`,
        [tenantId],
      );
      if (row === undefined) return undefined;
      const { finished_at: finishedAt, report, error: detail } = row;
      return {
        last: finishedAt === null || report === null ? undefined : { finishedAt, report },
        error: detail === null ? undefined : { attemptedAt: row.attempted_at, detail },
        dueAt: row.due_at,
      };
    },
  };
}
