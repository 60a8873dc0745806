// The open task of an approval, for those who follow the request that waits for it.
import type { Approval } from '../../settings/organisations/approval-policy.ts';
import { ofFoundRow } from '../../postgres/found-row.ts';
import type { ApprovalState, ApprovalTask, Assignee } from './task.ts';

/** The statement below reads it. */
export interface ApprovalTaskRow {
  readonly taskId: string;
  readonly assignees: readonly Assignee[];
  /** ISO 8601. */
  readonly dueAt: string | null;
}

/**
 * An expression for the task, in JSON; null where the group has none open.
 * @param group a row with tenant_id and team_id, as SQL
 * @param kind of the task, as SQL
 * @param operationId as SQL; absent for a creation
 */
export const approvalTaskSql = (group: string, kind: string, operationId?: string) => `(
    select jsonb_build_object('taskId', k.task_id, 'assignees', k.assignees,
      'dueAt', k.due_at - (governance_now(k.tenant_id) - now())) from tasks k
    where k.tenant_id = ${group}.tenant_id and k.team_id = ${group}.team_id and ${ofFoundRow(`k.kind = ${kind} and k.state = 'open'`)}
      ${operationId === undefined ? '' : `and k.data ->> 'operationId' = ${operationId}::text`}
    limit 1
  )`;

export function approvalStateOf(
  approval: Approval | null | undefined,
  row: ApprovalTaskRow | null,
): ApprovalState | null {
  if (approval === null || approval === undefined) return null;
  const { stage, of, decisions } = approval;
  return { stage, of, decisions, ...taskOf(row) };
}

function taskOf(row: ApprovalTaskRow | null): ApprovalTask {
  if (row === null) return { taskId: null, assignees: [], dueAt: null };
  const { taskId, assignees, dueAt } = row;
  return {
    taskId,
    assignees: assignees.map(({ personId, email, displayName }) => ({
      personId,
      email,
      displayName,
    })),
    dueAt: dueAt === null ? null : new Date(dueAt),
  };
}
