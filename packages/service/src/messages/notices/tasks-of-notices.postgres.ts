import { personKey } from '../../directory/person-reference.ts';
import type { Queryable } from '../../postgres/database.ts';
import type { TasksOfNotices } from './send-digests.ts';

/** The tasks, with the people whom each asks or asked last. */
export async function findTasksOfNotices(
  database: Queryable,
  tenantId: string,
  taskIds: readonly string[],
): Promise<TasksOfNotices> {
  if (taskIds.length === 0) return new Map();
  const rows = await database.query<{
    taskId: string;
    personIds: readonly string[];
    endedAt: Date | null;
  }>(
    `select task_id, jsonb_path_query_array(assignees, '$[*].personId') as person_ids, decided_at as ended_at from tasks
    where tenant_id = $1 and task_id = any ($2::uuid[])`,
    [tenantId, taskIds],
  );
  return new Map(
    rows.map(({ taskId, personIds, endedAt }) => [
      taskId,
      { personKeys: new Set(personIds.map(personKey)), endedAt },
    ]),
  );
}
