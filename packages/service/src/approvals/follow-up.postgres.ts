// Looks at open approvals again: reminds their people, and replaces those who cannot decide any more.
import { policyActor } from '../activity/activity.ts';
import { serviceActor } from './approval-actor.ts';
import { addNotices } from '../notices/notices.postgres.ts';
import type { Queryable } from '../postgres/database.ts';
import type { Task } from '../tasks/task.ts';
import { updateTask, withdrawTasks } from '../tasks/tasks.postgres.ts';
import { approvalNotices } from './approval-notices.ts';
import { dueApprovals, lockTeam, setFollowUp } from './approval-tasks.postgres.ts';
import { skipTo } from './decide-stage.ts';
import { askingOnce, findStage } from './find-approvers.ts';
import { type FollowUp, followUp, nextFollowUp } from './follow-up.ts';
import { type StageDeps, stageRequestOf } from './open-stages.postgres.ts';
import type { RequestToApprove } from './requests-to-approve.postgres.ts';

const tasksPerRun = 100;
/** Where the directory cannot be asked. */
const retryMinutes = 10;

/** @param deps.onChanged after the commit */
export function createFollowUp(
  deps: StageDeps & { readonly onChanged: (request: RequestToApprove) => void },
): () => Promise<number> {
  const { database, requests, clock, onError, onChanged } = deps;

  async function ofTenant(tasks: readonly Task[]): Promise<void> {
    const directory = askingOnce(deps.directory);
    const waiting = new Map(
      (await requests.readWaiting(tasks)).map((request) => [request.teamId, request]),
    );
    for (const task of tasks) {
      const request = waiting.get(task.teamId);
      if (request === undefined) {
        await setFollowUp(database, task, null);
        continue;
      }
      const { policy, now, approval } = request;
      const found = await findStage(directory, stageRequestOf(request, deps));
      const next = followUp(task, { stage: approval.stage, found, policy, now });
      await database.transaction((transaction) => write(transaction, task, request, next));
      if (next.kind === 'moves_on') onChanged(request);
    }
  }

  async function write(
    transaction: Queryable,
    task: Task,
    request: RequestToApprove,
    next: FollowUp,
  ): Promise<void> {
    const { tenantId, teamId } = task;
    const actor = task.cause === null ? serviceActor : policyActor(task.cause);
    const by = { actor, at: clock.now() };
    await transaction.query(lockTeam, [tenantId, teamId]);
    const waiting = await requests.lockWaiting(transaction, task);
    if (waiting?.approval.stage !== request.approval.stage) return;
    if (next.kind === 'moves_on') {
      const reason = 'Nobody of this stage can decide any more.';
      await withdrawTasks(transaction, task, { kinds: ['approve'], reason, ...by });
      const at = new Date(by.at);
      const author = { by: { kind: actor.kind, id: actor.id }, at: at.toISOString() };
      const approval = {
        ...skipTo(waiting.approval, next.stage, author),
        state: 'requested' as const,
      };
      await requests.proceed(transaction, task, approval, at);
      return;
    }
    const { assignees, informed, reminder, isReminder } = next;
    if (isReminder || assignees !== undefined) {
      const data = { ...task.data, reminders: reminder };
      const action = isReminder ? 'task.reminded' : 'task.reassigned';
      const update = { data, ...(assignees !== undefined && { assignees }) };
      await updateTask(transaction, task, update, { action, ...by });
      const asked = { ...task, assignees: informed };
      await addNotices(transaction, approvalNotices(asked, { at: request.now, reminder }));
    }
    await setFollowUp(transaction, task, nextFollowUp(task, request.policy, request.now));
  }

  return async () => {
    const due = await database.query<Task>(readFollowUps, [tasksPerRun]);
    for (const [tenantId, tasks] of Map.groupBy(due, (task) => task.tenantId)) {
      try {
        await ofTenant(tasks);
      } catch (error) {
        await database.query(postpone, [tenantId, tasks.map(({ taskId }) => taskId), retryMinutes]);
        onError(error);
      }
    }
    return due.length;
  };
}

const readFollowUps = dueApprovals('follow_up_at');

const postpone = `
  update tasks set follow_up_at = governance_now($1) + $3 * interval '1 minute'
  where tenant_id = $1 and task_id = any ($2::uuid[]) and state = 'open'`;
