// The tasks of approvals in PostgreSQL: which are due, and when they are looked at again.
import type { Queryable } from '../../postgres/database.ts';
import { isOpen } from '../../postgres/lock-tenant.ts';
import { ofFoundRow } from '../../postgres/found-row.ts';
import { operationIdOf, type Task } from '../../messages/tasks/task.ts';
import { taskColumns } from '../../messages/tasks/tasks.postgres.ts';
import type { RequestKey } from './requests-to-approve.postgres.ts';

/** The group has at most one open task of the kind. */
export async function setFollowUp(
  database: Queryable,
  { tenantId, teamId, kind }: Pick<Task, 'tenantId' | 'teamId' | 'kind'>,
  at: Date | null,
): Promise<void> {
  await database.query(
    `update tasks set follow_up_at = $4
    where tenant_id = $1 and team_id = $2 and kind = $3 and ${ofFoundRow("state = 'open'")}`,
    [tenantId, teamId, kind, at],
  );
}

/** False if another process has looked at the task meanwhile. The caller holds the lock of the group. */
export async function isFollowUpDue(
  transaction: Queryable,
  { tenantId, taskId }: Pick<Task, 'tenantId' | 'taskId'>,
): Promise<boolean> {
  const due = await transaction.query(
    `select from tasks
    where tenant_id = $1 and task_id = $2
      and ${ofFoundRow("state = 'open' and follow_up_at <= governance_now($1)")}`,
    [tenantId, taskId],
  );
  return due.length > 0;
}

const isOver = 'coalesce(k.due_at <= governance_now(k.tenant_id), false) as is_over';

/**
 * Open approvals to be looked at, also because their time is over; only they have the column.
 * Clocks of sandboxes may be ahead; all others are due by the real time.
 */
export const dueApprovals = `
  select ${taskColumns}, ${isOver} from tasks k
  where k.state = 'open' and k.follow_up_at <= now() and ${isOpen('k.tenant_id')}
  union
  select ${taskColumns}, ${isOver}
  from tenants t join tasks k on k.tenant_id = t.tenant_id
  where t.governance_offset <> '0' and t.closed is null and k.state = 'open' and k.follow_up_at <= governance_now(t.tenant_id)
  limit $1`;

/** The request that a task is about. */
export function keyOf(task: Pick<Task, 'tenantId' | 'teamId' | 'data'>): RequestKey {
  const { tenantId, teamId } = task;
  return { tenantId, teamId, operationId: operationIdOf(task) };
}
