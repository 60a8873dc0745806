// The messages to the people who may decide a stage.
import { type NewNotice, noticesTo } from '../../messages/notices/notice.ts';
import type { ApprovalKind, Assignee, Task } from '../../messages/tasks/task.ts';
import type { TaskRequest } from '../../messages/tasks/task-request.ts';

type Asked = Pick<Task, 'tenantId' | 'teamId' | 'taskId' | 'cause' | 'dueAt'> & {
  /** Those who get a message. */
  readonly assignees: readonly Assignee[];
  readonly kind: ApprovalKind;
  readonly asked: Pick<TaskRequest, 'requestedBy'> | undefined;
};

/** One to each person who has an address. @param reminder 0 at the first time */
export function approvalNotices(
  { tenantId, teamId, taskId, kind, assignees, cause, dueAt, asked }: Asked,
  { at, reminder }: { readonly at: Date; readonly reminder: number },
): readonly NewNotice[] {
  const data = {
    reminder,
    ...(asked !== undefined && { person: asked.requestedBy.name }),
    ...(dueAt !== null && { dueAt: dueAt.toISOString() }),
  };
  return noticesTo(assignees, { tenantId, kind, teamId, taskId, data, cause, at });
}
