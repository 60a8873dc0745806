import type { Queryable } from '../postgres/database.ts';
import { ofFoundRow } from '../postgres/found-row.ts';

/** Those of the tasks that are still open. */
export async function findOpenTasks(
  database: Queryable,
  tenantId: string,
  taskIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (taskIds.length === 0) return new Set();
  const rows = await database.query<{ taskId: string }>(
    `select task_id from tasks
    where tenant_id = $1 and task_id = any ($2::uuid[]) and ${ofFoundRow("state = 'open'")}`,
    [tenantId, taskIds],
  );
  return new Set(rows.map(({ taskId }) => taskId));
}
