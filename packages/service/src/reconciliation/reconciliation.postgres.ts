import type { Database } from '../postgres/database.ts';
import type { ReconciliationStore } from './reconciliation.ts';
import type { SweepReport } from './sweep-report.ts';

export function createReconciliationStore(database: Database): ReconciliationStore {
  return {
    async due({ now, before, latestDue, beforeInOtherHistory }, limit) {
      const rows = await database.query<{ tenantId: string; history: string }>(
        {
          name: 'reconciliations_due',
          boundary: false,
          text: `
            select t.tenant_id, present.history
            from tenants t left join reconciliations r on r.tenant_id = t.tenant_id
            cross join (select database_history() as history) present
            where t.directory ->> 'kind' <> 'sandbox'
              and (
                r.tenant_id is null or r.due_at <= $1 or r.due_at > $4 or r.attempted_at < $2
                or r.history is distinct from present.history and r.attempted_at not between $5 and $1
              )
            order by r.due_at nulls first, t.tenant_id
            limit $3`,
        },
        [now, before, limit, latestDue, beforeInOtherHistory],
      );
      return rows.map(({ tenantId, history }) => ({ tenantId, history }));
    },
    async finish(tenantId, at, dueAt, report, history) {
      await database.query(
        {
          name: 'reconciliations_finish',
          text: `
            insert into reconciliations (tenant_id, attempted_at, due_at, finished_at, report, history)
            values ($1, $2, $3, $2, $4, coalesce($5, database_history()))
            on conflict (tenant_id) do update
            set attempted_at = $2, due_at = $3, error = null, finished_at = $2, report = $4,
              history = excluded.history`,
        },
        [tenantId, at, dueAt, JSON.stringify(report), history ?? null],
      );
    },
    async fail(tenantId, at, dueAt, detail) {
      await database.query(
        `insert into reconciliations (tenant_id, attempted_at, due_at, error, history)
         values ($1, $2, $3, $4, database_history())
         on conflict (tenant_id) do update
         set attempted_at = $2, due_at = $3, error = $4, history = excluded.history`,
        [tenantId, at, dueAt, detail],
      );
    },
    async read(tenantId) {
      const [row] = await database.query<{
        attemptedAt: Date;
        dueAt: Date;
        error: string | null;
        finishedAt: Date | null;
        report: SweepReport | null;
      }>(
        `select attempted_at, due_at, error, finished_at, report from reconciliations
         where tenant_id = $1`,
        [tenantId],
      );
      if (row === undefined) return undefined;
      const { finishedAt, report, error: detail } = row;
      return {
        last: finishedAt === null || report === null ? undefined : { finishedAt, report },
        error: detail === null ? undefined : { attemptedAt: row.attemptedAt, detail },
        dueAt: row.dueAt,
      };
    },
  };
}
