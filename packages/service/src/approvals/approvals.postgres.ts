// Approvals of requests: opens a task for each stage, follows it, applies its decision, and ends it when its time is
// over. The request waits outside its lane meanwhile.
import { type Actor, policyActor } from '../activity/activity.ts';
import { DomainError } from '../foundation/errors.ts';
import type { GovernanceWork } from '../governance/tick.ts';
import type { ApprovalPolicy } from '../organisations/approval-policy.ts';
import type { Queryable } from '../postgres/database.ts';
import type { ApprovalDecision, CreationStatus } from '../provisioning/creation.ts';
import type { DecisionRequest, TaskHandler } from '../tasks/decide-task.postgres.ts';
import type { Task } from '../tasks/task.ts';
import { lapseTask } from '../tasks/tasks.postgres.ts';
import { serviceActor } from './approval-actor.ts';
import { dueApprovals, lockTeam } from './approval-tasks.postgres.ts';
import { createCreationsToApprove } from './creations-to-approve.postgres.ts';
import { afterDecision, approvalOptions } from './decide-stage.ts';
import { createFollowUp } from './follow-up.postgres.ts';
import { type RehearsedDecision, rehearsalMs, rehearsedDecision } from './rehearsal.ts';
import { type RenameDeps, renameGroup } from './rename-group.postgres.ts';
import { createOpenStages, type StageDeps } from './open-stages.postgres.ts';

const tasksPerRun = 100;

export interface Approvals {
  readonly handler: TaskHandler;
  readonly work: GovernanceWork;
}

export function createApprovals(
  deps: Omit<StageDeps, 'requests'> &
    RenameDeps & {
      /** After the commit: the status of the creation has changed. */
      readonly onChange: (change: {
        readonly tenantId: string;
        readonly teamId: string;
        readonly status: CreationStatus;
      }) => void;
      /** Decides a task as everyone does: for rehearsals. */
      readonly decide: (request: DecisionRequest) => Promise<void>;
      /** Runs the work after some time, besides every tick. */
      readonly wakeAfter: (milliseconds: number) => void;
    },
): Approvals {
  const { database, clock, onChange, decide, wakeAfter } = deps;
  const requests = createCreationsToApprove(database);
  const awaits = ({ tenantId, teamId }: Pick<Task, 'tenantId' | 'teamId'>) =>
    onChange({ tenantId, teamId, status: 'awaiting_approval' });
  const openStages = createOpenStages({
    ...deps,
    requests,
    onOpened(request) {
      if (rehearsedDecision(request) !== undefined) wakeAfter(rehearsalMs);
      awaits(request);
    },
  });
  const followUp = createFollowUp({ ...deps, requests, onChanged: awaits });

  async function lapseDue(): Promise<number> {
    const due = await database.query<Task>(readDue, [tasksPerRun]);
    for (const task of due) {
      const rehearsal = task.data['rehearsal'] as RehearsedDecision | undefined;
      if (rehearsal !== undefined) {
        await rehearse(task, rehearsal);
        continue;
      }
      const actor = task.cause === null ? serviceActor : policyActor(task.cause);
      const after = await database.transaction(async (transaction) => {
        await transaction.query(lockTeam, [task.tenantId, task.teamId]);
        const outcome = task.data['lapse'] === 'approved' ? 'approve' : 'reject';
        const lapsed = await lapseTask(transaction, task, { outcome, actor, at: clock.now() });
        return lapsed && apply(transaction, lapsed, { decision: 'lapse', reason: null, actor });
      });
      after?.();
    }
    return due.length;
  }

  async function rehearse({ tenantId, taskId }: Task, decision: RehearsedDecision): Promise<void> {
    const reason = 'The alias asks for this decision (simulated).';
    const input = { decision, reason };
    const by = { actor: sandboxActor, via: 'api', organisationIds: null } as const;
    await decide({ tenantId, taskId, input, ...by }).catch((error: unknown) => {
      // Someone decided meanwhile.
      if (!(error instanceof DomainError && error.code === 'task_closed')) throw error;
    });
  }

  /** @throws DomainError `task_closed` if the request does not await an approval any more */
  async function apply(
    transaction: Queryable,
    task: Task,
    { decision, reason, actor, displayName }: Decided,
  ): Promise<() => void> {
    const { tenantId, teamId, data } = task;
    const request = await requests.lockWaiting(transaction, task);
    if (request === undefined) {
      throw new DomainError('task_closed', 'The group does not await an approval any more.');
    }
    if (decision === 'amend') await renameGroup(transaction, task, displayName ?? '', deps);
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
    const next = afterDecision(request.approval, decided, lapse);
    const { approval } = next;
    if (next.kind === 'fails') {
      await requests.fail(transaction, task, { approval, failure: next.failure, actor, at });
    } else {
      await requests.proceed(transaction, task, approval, at);
    }
    return () => onChange({ tenantId, teamId, status: statusAfter[next.kind] });
  }

  return {
    handler: {
      kind: 'approve',
      options: () => approvalOptions,
      apply: (transaction, task, { decision, reason, actor, displayName }) =>
        apply(transaction, task, { decision: asDecision(decision), reason, actor, displayName }),
    },
    work: {
      name: 'approvals',
      runDue: async () => (await lapseDue()) + (await followUp()) + (await openStages()),
      async nextDueAt(tenantId) {
        const [row] = await database.query<{ dueAt: Date | null }>(nextDue, [tenantId]);
        return row?.dueAt ?? undefined;
      },
    },
  };
}

interface Decided extends Pick<ApprovalDecision, 'decision' | 'reason'> {
  readonly actor: Actor;
  /** With `amend`. */
  readonly displayName?: string | undefined;
}

/** Of the options. */
function asDecision(decision: string): 'approve' | 'amend' | 'reject' {
  return decision === 'approve' || decision === 'amend' ? decision : 'reject';
}

const sandboxActor: Actor = { kind: 'service', id: 'sandbox' };
const statusAfter = { asks: 'awaiting_approval', approved: 'accepted', fails: 'failed' } as const;

const readDue = dueApprovals('due_at');

const nextDue = `
  select least(
    (select min(least(due_at, follow_up_at)) from tasks
      where tenant_id = $1 and state = 'open' and kind = 'approve'),
    (select '-infinity'::timestamptz from provisionings
      where tenant_id = $1 and approval ->> 'state' = 'requested' and status = 'accepted' limit 1)
  ) as due_at`;
