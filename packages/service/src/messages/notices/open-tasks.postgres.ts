import { personKey } from '../../directory/person-reference.ts';
import type { Queryable } from '../../postgres/database.ts';
import { ofFoundRow } from '../../postgres/found-row.ts';
import type { OpenTasks } from './send-digests.ts';

/** Those of the tasks that are still open, with the people whom they ask. */
export async function findOpenTasks(
  database: Queryable,
  tenantId: string,
  taskIds: readonly string[],
): Promise<OpenTasks> {
  if (taskIds.length === 0) return new Map();
  const rows = await database.query<{ taskId: string; personIds: readonly string[] }>(
    `select task_id, jsonb_path_query_array(assignees, '$[*].personId') as person_ids from tasks
    where tenant_id = $1 and task_id = any ($2::uuid[]) and ${ofFoundRow("state = 'open'")}`,
    [tenantId, taskIds],
  );
  return new Map(rows.map(({ taskId, personIds }) => [taskId, new Set(personIds.map(personKey))]));
}
