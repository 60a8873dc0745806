// The messages to the people who may decide a stage.
import type { NewNotice } from '../notices/notice.ts';
import type { Task } from '../tasks/task.ts';

type Asked = Pick<Task, 'tenantId' | 'teamId' | 'taskId' | 'assignees' | 'cause' | 'dueAt'>;

/** One to each person who has an address. @param reminder 0 at the first time */
export function approvalNotices(
  { tenantId, teamId, taskId, assignees, cause, dueAt }: Asked,
  { at, reminder }: { readonly at: Date; readonly reminder: number },
): readonly NewNotice[] {
  const data = { reminder, ...(dueAt !== null && { dueAt: dueAt.toISOString() }) };
  return assignees.flatMap(({ personId, email, language }) =>
    email === null
      ? []
      : [{ tenantId, personId, email, language, kind: 'approve', teamId, taskId, data, cause, at }],
  );
}
