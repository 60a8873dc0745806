// Looks at open approvals again: ends those whose time is over, reminds their people, and replaces those who can no longer
// decide.
import type { Queryable } from '../../postgres/database.ts';
import { ofFoundRow } from '../../postgres/found-row.ts';
import type { Asked, AskedStage, Task } from '../../messages/tasks/task.ts';
import { requestOf } from '../../messages/tasks/task-request.ts';
import { lockGroupOfTasks } from '../../messages/tasks/tasks.postgres.ts';
import { lapseQuestion, progressOf, withdrawQuestion } from '../question.ts';
import { actorOf, applyQuestions } from '../question-effects.postgres.ts';
import type { Effect } from '../rule.ts';
import { askForApproval } from './approval-question.ts';
import { dueApprovals, isFollowUpDue, keyOf, setFollowUp } from './approval-tasks.postgres.ts';
import { skipTo } from './decide-stage.ts';
import { askingOnce, findFallback, findStage, noApprover } from './find-approvers.ts';
import { type StageDeps, stageRequestOf } from './open-stages.postgres.ts';
import {
  type RequestsToApprove,
  requestText,
  type RequestToApprove,
} from './requests-to-approve.postgres.ts';
import type { SandboxDecision } from './sandbox-decisions.ts';

const tasksPerRun = 100;
/** Where the directory cannot be asked. */
const retryMinutes = 10;

/** Answers a function to call after the commit. */
type Write = (
  transaction: Queryable,
  request: RequestToApprove,
) => Promise<(() => void) | undefined>;

/**
 * @param deps.onChanged after the commit
 * @param deps.onFailed after the commit
 * @param deps.lapse applies the silence to the request, in the transaction that ends the task
 * @param deps.simulate decides the task in place of people
 */
export function createFollowUp(
  deps: Omit<StageDeps, 'requests'> & {
    readonly sources: readonly RequestsToApprove[];
    readonly onChanged: (request: RequestToApprove) => void;
    readonly onFailed: (request: RequestToApprove) => void;
    readonly lapse: (
      requests: RequestsToApprove,
      transaction: Queryable,
      task: Task,
    ) => Promise<() => void>;
    readonly simulate: (task: Task, decision: SandboxDecision) => Promise<void>;
  },
): () => Promise<number> {
  const { database, sources, clock, newId, onError } = deps;

  const apply = (transaction: Queryable, group: RequestToApprove, effects: readonly Effect[]) =>
    applyQuestions(
      transaction,
      effects.map((effect) => ({ group, effect })),
      { at: clock.now(), newId },
    );

  /** Holds the request and its task, unless another process has looked at the task meanwhile. */
  async function hold(requests: RequestsToApprove, task: Task, write: Write): Promise<void> {
    const after = await database.transaction(async (transaction) => {
      const key = keyOf(task);
      await lockGroupOfTasks(transaction, task);
      if (!(await isFollowUpDue(transaction, task))) return undefined;
      const isWaiting = (await requests.lockWaiting(transaction, key)) !== undefined;
      const [request] = isWaiting ? await requests.readWaiting(transaction, [key]) : [];
      if (request !== undefined) return write(transaction, request);
      await setFollowUp(transaction, task, null);
      return undefined;
    });
    after?.();
  }

  /** Its time is over. */
  async function end(task: Task): Promise<void> {
    const simulated = task.data['sandboxDecision'] as SandboxDecision | undefined;
    if (simulated !== undefined) return deps.simulate(task, simulated);
    const requests = sources.find(({ taskKinds }) => taskKinds.some((one) => one === task.kind));
    if (requests === undefined) return undefined;
    const outcome = task.data['lapse'] === 'approved' ? 'approve' : 'reject';
    return hold(requests, task, async (transaction, request) => {
      await apply(transaction, request, [lapseQuestion(task.kind, outcome, task.cause)]);
      return deps.lapse(requests, transaction, task);
    });
  }

  /** They are of one tenant. */
  async function follow(tasks: readonly Task[]): Promise<void> {
    const directory = askingOnce(deps.directory);
    for (const requests of sources) {
      const about = tasks.filter(({ kind }) => requests.taskKinds.some((one) => one === kind));
      const waiting = await requests.readWaiting(database, about.map(keyOf));
      const byKey = new Map(waiting.map((one) => [requestText(one), one]));
      for (const task of about) {
        const request = byKey.get(requestText(keyOf(task)));
        const stage =
          request === undefined || request.obstacle !== undefined
            ? undefined
            : stageRequestOf(request, deps);
        const askedIds = task.assignees.map(({ personId }) => personId);
        const found = stage && (await findStage(directory, { ...stage, askedIds }));
        const escalates = request?.policy?.escalateAfterDays !== undefined;
        const fallback = stage && escalates ? await findFallback(directory, stage) : undefined;
        await hold(requests, task, (transaction, present) =>
          followOne(requests, transaction, {
            task,
            request: present,
            found,
            fallback: fallback?.assignees,
          }),
        );
      }
    }
  }

  /** @param found the people who may decide now; undefined: nobody */
  async function followOne(
    requests: RequestsToApprove,
    transaction: Queryable,
    {
      task,
      request,
      found,
      fallback,
    }: {
      readonly task: Task;
      readonly request: RequestToApprove;
      readonly found: AskedStage | undefined;
      readonly fallback: Asked | undefined;
    },
  ): Promise<(() => void) | undefined> {
    const { kind, cause, assignees } = task;
    const { approval, policy, now, obstacle } = request;
    const key = keyOf(task);
    const actor = actorOf(cause);
    const at = new Date(clock.now());
    if (found === undefined || obstacle !== undefined) {
      const failure = obstacle ?? noApprover(kind);
      await apply(transaction, request, [withdrawQuestion(kind, failure.detail, cause)]);
      await requests.fail(transaction, { ...key, cause }, { approval, failure, actor, at });
      return () => deps.onFailed(request);
    }
    if (found.stage > approval.stage) {
      const reason = 'No approver of this stage is available.';
      await apply(transaction, request, [withdrawQuestion(kind, reason, cause)]);
      const author = { by: { kind: actor.kind, id: actor.id }, at: at.toISOString() };
      const skipped = skipTo(approval, found.stage, author);
      await requests.proceed(transaction, key, { ...skipped, state: 'requested' }, at);
      return () => deps.onChanged(request);
    }
    const open = { assignees, progress: progressOf(task) };
    const asking = { ...task, data: withNotAsked(task, found) };
    const next = askForApproval(asking, {
      assignees: found.assignees,
      policy,
      open,
      fallback,
      now,
    });
    await apply(transaction, request, next.effects);
    await setFollowUp(transaction, task, next.lookAgainAt);
    return undefined;
  }

  /** A tenant that fails does not hold up the others. */
  async function orLater(
    tasks: readonly [Task, ...Task[]],
    work: () => Promise<void>,
  ): Promise<void> {
    try {
      await work();
    } catch (error) {
      const ids = tasks.map(({ taskId }) => taskId);
      await database.query(postpone, [tasks[0].tenantId, ids, retryMinutes]);
      onError(error);
    }
  }

  return async () => {
    const due = await database.query<Task & { readonly isOver: boolean }>(readFollowUps, [
      tasksPerRun,
    ]);
    for (const task of due.filter(({ isOver }) => isOver)) await orLater([task], () => end(task));
    const open = due.filter(({ isOver }) => !isOver);
    for (const [first, ...others] of Map.groupBy(open, ({ tenantId }) => tenantId).values()) {
      if (first !== undefined) await orLater([first, ...others], () => follow([first, ...others]));
    }
    return due.length;
  };
}

function withNotAsked(task: Task, { notAsked }: AskedStage): Task['data'] {
  const request = requestOf(task);
  return request === undefined ? task.data : { ...task.data, request: { ...request, notAsked } };
}

const readFollowUps = { name: 'approvals_follow_up', kind: 'hot', text: dueApprovals } as const;

/** A question ends when its time is over, also where the directory cannot be asked. */
const postpone = `
  update tasks
  set follow_up_at = least(
    governance_now($1) + $3 * interval '1 minute', case when due_at > governance_now($1) then due_at end
  )
  where tenant_id = $1 and task_id = any ($2::uuid[])
    and ${ofFoundRow("state = 'open' and follow_up_at <= governance_now($1)")}`;
