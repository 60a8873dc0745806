// Approvals of requests: opens a task for each stage, follows it, applies its decision, and ends it when its time is
// over. The request waits outside its lane meanwhile.
import { noLimit } from '../../ground/group-limit.ts';
import type { Actor } from '../../audit/activity.ts';
import { DomainError, notFound } from '../../ground/errors.ts';
import type { GovernanceWork } from '../tick.ts';
import type {
  ApprovalPolicy,
  ApprovalDecision,
} from '../../settings/organisations/approval-policy.ts';
import type { Queryable } from '../../postgres/database.ts';
import { ofFoundRow } from '../../postgres/found-row.ts';
import type { CreationStatus } from '../../engine/creation.ts';
import type { Decision } from '../../messages/tasks/decision.ts';
import type { DecisionRequest, TaskHandler } from '../../messages/tasks/decide-task.postgres.ts';
import type { Task } from '../../messages/tasks/task.ts';
import type { TaskRequestKind } from '../../messages/tasks/task-request.ts';
import { actorOf } from '../question-effects.postgres.ts';
import { keyOf } from './approval-tasks.postgres.ts';
import { createCreationsToApprove } from './creations-to-approve.postgres.ts';
import { afterDecision } from './decide-stage.ts';
import { mayStillDecide } from './find-approvers.ts';
import { createFollowUp } from './follow-up.postgres.ts';
import { type SandboxDecision, sandboxDecisionMs, sandboxDecisionOf } from './sandbox-decisions.ts';
import { createOperationsToApprove, isToAskSql } from './operations-to-approve.postgres.ts';
import type { RenameDeps } from './rename-group.postgres.ts';
import type {
  RequestChange,
  RequestKey,
  RequestsToApprove,
} from './requests-to-approve.postgres.ts';
import { createOpenStages, type StageDeps, stageRequestOf } from './open-stages.postgres.ts';

export interface Approvals {
  /** One for each kind of task. */
  readonly handlers: readonly TaskHandler[];
  readonly work: GovernanceWork;
}

export function createApprovals(
  deps: Omit<StageDeps, 'requests'> &
    RenameDeps & {
      /** It is called after the commit. */
      readonly onChange: (change: RequestChange) => void;
      /** Decides a task as everyone does: for simulated decisions. */
      readonly decide: (request: DecisionRequest) => Promise<unknown>;
      /** Runs the work after some time, besides every tick. */
      readonly wakeAfter: (milliseconds: number) => void;
    },
): Approvals {
  const { database, clock, onChange, decide, wakeAfter } = deps;
  const sources = [
    createCreationsToApprove(database, deps),
    createOperationsToApprove(database, deps),
  ];
  const changedTo =
    (status: CreationStatus) =>
    ({ tenantId, teamId, operationId }: RequestKey) =>
      onChange({ tenantId, teamId, operationId, status });
  const awaits = changedTo('awaiting_approval');
  const onFailed = changedTo('failed');
  const openStages = sources.map((requests) =>
    createOpenStages({
      ...deps,
      requests,
      onOpened(request) {
        if (sandboxDecisionOf(request) !== undefined) wakeAfter(sandboxDecisionMs);
        awaits(request);
      },
      onFailed,
    }),
  );
  const followUp = createFollowUp({
    ...deps,
    sources,
    onChanged: awaits,
    onFailed,
    lapse: (requests, transaction, task) =>
      apply(requests, transaction, task, {
        decision: 'lapse',
        reason: null,
        actor: actorOf(task.cause),
      }),
    simulate: simulateDecision,
  });

  async function simulateDecision(
    { tenantId, taskId }: Task,
    decision: SandboxDecision,
  ): Promise<void> {
    const reason = 'The alias asks for this decision (simulated).';
    const input = { decision, reason };
    const by = { actor: sandboxActor, via: 'api', within: noLimit } as const;
    await decide({ tenantId, taskId, input, ...by }).catch((error: unknown) => {
      // Someone decided meanwhile.
      if (!(error instanceof DomainError && error.code === 'task_closed')) throw error;
    });
  }

  /**
   * An assignee who left the people of the stage since they were looked up decides no more. Where the directory cannot be asked,
   * the last look counts.
   * @throws DomainError `not_found`, as for a person whom the task does not ask
   */
  async function examine(
    requests: RequestsToApprove,
    task: Task,
    decision: Decision,
  ): Promise<Decision> {
    const { assigneeId } = decision;
    const [request] =
      assigneeId === undefined ? [] : await requests.readWaiting(database, [keyOf(task)]);
    if (assigneeId === undefined || request === undefined) return decision;
    const stage = stageRequestOf(request, deps);
    const mayDecide = await mayStillDecide(deps.directory, stage, assigneeId).catch(
      (error: unknown) => {
        deps.onError(error);
        return true;
      },
    );
    if (mayDecide) return decision;
    await database.query(lookAgain, [task.tenantId, task.taskId]);
    wakeAfter(0);
    throw notFound();
  }

  /** @throws DomainError `task_closed` if the request no longer awaits an approval */
  async function apply(
    requests: RequestsToApprove,
    transaction: Queryable,
    task: Task,
    { decision, reason, actor, displayName }: Decided,
  ): Promise<() => void> {
    const { data } = task;
    const key = keyOf(task);
    const request = await requests.lockWaiting(transaction, key);
    if (request === undefined) {
      throw new DomainError('task_closed', 'The request no longer awaits an approval.');
    }
    if (decision === 'amend') await requests.amend(transaction, key, displayName ?? '');
    const at = new Date(clock.now());
    const by = { kind: actor.kind, id: actor.id };
    const name = decision === 'amend' ? displayName : undefined;
    const decided = {
      decision,
      by,
      reason,
      at: at.toISOString(),
      ...(name !== undefined && { displayName: name.trim() }),
    };
    const lapse = data['lapse'] as ApprovalPolicy['lapse']['as'];
    const next = afterDecision(request.approval, decided, {
      name: deps.authorName(task.tenantId, actor),
      lapse,
      asked: askedIn[task.kind] ?? 'create',
    });
    const { approval } = next;
    if (next.kind === 'fails') {
      const { cause } = task;
      await requests.fail(
        transaction,
        { ...key, cause },
        { approval, failure: next.failure, actor, at },
      );
    } else {
      await requests.proceed(transaction, key, approval, at);
    }
    const change = { ...key, status: statusAfter[next.kind], isDeclined: next.kind === 'fails' };
    return () => onChange(change);
  }

  return {
    handlers: sources.flatMap((requests) =>
      requests.taskKinds.map((kind) => ({
        kind,
        options: (task: Task) => requests.optionsOf(task),
        examine: (task: Task, decision: Decision) => examine(requests, task, decision),
        apply: (transaction: Queryable, task: Task, decision: Decision) =>
          apply(requests, transaction, task, {
            ...decision,
            decision: asDecision(decision.decision),
          }),
      })),
    ),
    work: {
      name: 'approvals',
      async runDue() {
        let done = await followUp();
        for (const open of openStages) done += await open();
        return done;
      },
      async nextDueAt(tenantId) {
        const [row] = await database.query<{ dueAt: Date | null }>(nextDue, [tenantId]);
        return row?.dueAt ?? undefined;
      },
    },
  };
}

interface Decided extends Pick<ApprovalDecision, 'decision' | 'reason'> {
  readonly actor: Actor;
  /** It comes with `amend`. */
  readonly displayName?: string | undefined;
}

/** It belongs to the options. */
function asDecision(decision: string): 'approve' | 'amend' | 'reject' {
  return decision === 'approve' || decision === 'amend' ? decision : 'reject';
}

/** The aim of the request, by the kind of its task. */
const askedIn: Readonly<Record<string, TaskRequestKind>> = {
  approve: 'create',
  approve_change: 'change',
  approve_delete: 'delete',
  approve_adoption: 'adopt',
};

const sandboxActor: Actor = { kind: 'service', id: 'sandbox' };
const statusAfter = { asks: 'awaiting_approval', approved: 'accepted', fails: 'failed' } as const;

/** The question goes to the people of now. */
const lookAgain = `
  update tasks set follow_up_at = governance_now($1)
  where tenant_id = $1 and task_id = $2 and ${ofFoundRow("state = 'open'")}`;

const nextDue = `
  select least(
    (select min(follow_up_at) from tasks where tenant_id = $1 and state = 'open' and follow_up_at is not null),
    (select '-infinity'::timestamptz from provisionings
      where tenant_id = $1 and approval ->> 'state' = 'requested' and ${ofFoundRow("status = 'accepted'")} limit 1),
    (select '-infinity'::timestamptz from operations o where o.tenant_id = $1 and ${isToAskSql('o')} limit 1)
  ) as due_at`;
