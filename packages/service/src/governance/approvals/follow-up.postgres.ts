// Looks at open approvals again: reminds their people, and replaces those who can no longer decide.
import { policyActor } from '../../audit/activity.ts';
import { serviceActor } from './approval-actor.ts';
import { addNotices } from '../../messages/notices/notices.postgres.ts';
import type { Queryable } from '../../postgres/database.ts';
import { ofFoundRow } from '../../postgres/found-row.ts';
import type { AskedStage, Task } from '../../messages/tasks/task.ts';
import {
  lockGroupOfTasks,
  updateTask,
  withdrawTasks,
} from '../../messages/tasks/tasks.postgres.ts';
import { dueApprovals, isFollowUpDue, keyOf, setFollowUp } from './approval-tasks.postgres.ts';
import { skipTo } from './decide-stage.ts';
import { noticesAbout, noticesOfQuestions } from '../question.ts';
import { askingOnce, findStage, noApprover } from './find-approvers.ts';
import { followUp, nextFollowUp } from './follow-up.ts';
import { type StageDeps, stageRequestOf } from './open-stages.postgres.ts';
import {
  type RequestsToApprove,
  requestText,
  type RequestToApprove,
} from './requests-to-approve.postgres.ts';

const tasksPerRun = 100;
/** Where the directory cannot be asked. */
const retryMinutes = 10;

/** @param deps.onChanged after the commit */
export function createFollowUp(
  deps: Omit<StageDeps, 'requests'> & {
    readonly sources: readonly RequestsToApprove[];
    readonly onChanged: (request: RequestToApprove) => void;
    readonly onFailed: (request: RequestToApprove) => void;
  },
): () => Promise<number> {
  const { database, sources, clock, onError, onChanged, onFailed } = deps;

  async function ofTenant(tasks: readonly Task[]): Promise<void> {
    const directory = askingOnce(deps.directory);
    for (const requests of sources) {
      const about = tasks.filter(({ kind }) => requests.taskKinds.some((one) => one === kind));
      if (about.length > 0) await ofSource(requests, about, directory);
    }
  }

  async function ofSource(
    requests: RequestsToApprove,
    tasks: readonly Task[],
    directory: StageDeps['directory'],
  ): Promise<void> {
    const waiting = new Map(
      (await requests.readWaiting(database, tasks.map(keyOf))).map((one) => [
        requestText(one),
        one,
      ]),
    );
    for (const task of tasks) {
      const request = waiting.get(requestText(keyOf(task)));
      if (request === undefined) {
        await setFollowUp(database, task, null);
        continue;
      }
      const found =
        request.obstacle === undefined
          ? await findStage(directory, stageRequestOf(request, deps))
          : undefined;
      const change = await database.transaction((transaction) =>
        write(requests, transaction, task, found),
      );
      if (change === 'failed') onFailed(request);
      if (change === 'moved_on') onChanged(request);
    }
  }

  /** @param found the people who may decide now; undefined: nobody */
  async function write(
    requests: RequestsToApprove,
    transaction: Queryable,
    task: Task,
    found: AskedStage | undefined,
  ): Promise<'failed' | 'moved_on' | undefined> {
    const { cause } = task;
    const key = keyOf(task);
    const actor = cause === null ? serviceActor : policyActor(cause);
    const by = { actor, at: clock.now() };
    const at = new Date(by.at);
    await lockGroupOfTasks(transaction, task);
    if (!(await isFollowUpDue(transaction, task))) return undefined;
    if ((await requests.lockWaiting(transaction, key)) === undefined) return undefined;
    const [request] = await requests.readWaiting(transaction, [key]);
    if (request === undefined) return undefined;
    const { approval, policy, now } = request;
    const failure = request.obstacle ?? (found === undefined ? noApprover() : undefined);
    if (found === undefined || failure !== undefined) {
      const reason = (failure ?? noApprover()).detail;
      await withdrawTasks(transaction, task, { kinds: [task.kind], reason, ...by });
      const end = { approval, failure: failure ?? noApprover(), actor, at };
      await requests.fail(transaction, { ...key, cause }, end);
      return 'failed';
    }
    const next = followUp(task, { stage: approval.stage, found, policy, now });
    if (next.kind === 'moves_on') {
      const reason = 'No approver of this stage is available.';
      await withdrawTasks(transaction, task, { kinds: [task.kind], reason, ...by });
      const author = { by: { kind: actor.kind, id: actor.id }, at: at.toISOString() };
      const skipped = skipTo(approval, next.stage, author);
      await requests.proceed(transaction, key, { ...skipped, state: 'requested' }, at);
      return 'moved_on';
    }
    const { action, assignees, informed, progress } = next;
    if (action !== undefined) {
      const { kind: taskKind, dueAt } = task;
      const data = { ...task.data, reminders: progress.reminders };
      const update = { data, dueAt, ...(assignees !== undefined && { assignees }) };
      await updateTask(transaction, task, update, { action, ...by });
      const planned = noticesOfQuestions([
        { kind: 'update_task', taskKind, update, action, cause, informed },
      ]);
      await addNotices(transaction, noticesAbout({ ...task, at: now }, planned));
    }
    await setFollowUp(transaction, task, nextFollowUp(task, policy, now));
    return undefined;
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

const readFollowUps = {
  name: 'approvals_follow_up',
  kind: 'hot',
  text: dueApprovals('follow_up_at'),
} as const;

const postpone = `
  update tasks set follow_up_at = governance_now($1) + $3 * interval '1 minute'
  where tenant_id = $1 and task_id = any ($2::uuid[]) and ${ofFoundRow("state = 'open'")}`;
