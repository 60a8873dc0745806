// The decisions about responsibility: who becomes the deputy or an owner, and who takes over. Each becomes an operation, in the
// transaction that ends the task.
import { noLimit } from '../../ground/group-limit.ts';
import { DomainError } from '../../ground/errors.ts';
import { assessSoon } from '../governed-groups.postgres.ts';
import { noticesTo } from '../../messages/notices/notice.ts';
import { addNotices } from '../../messages/notices/notices.postgres.ts';
import type { AcceptOperations } from '../../groups/change/accept-operation.ts';
import type { GroupChange, OperationKind } from '../../groups/change/operation.ts';
import type { Queryable } from '../../postgres/database.ts';
import type { TaskHandler } from '../../messages/tasks/decide-task.postgres.ts';
import type { Decision } from '../../messages/tasks/decision.ts';
import { acceptanceTasks, type Assignee, type Task } from '../../messages/tasks/task.ts';
import { type Acceptance, acceptanceRoles } from './responsibility-facts.ts';
import { writeAcceptance, writeFormer } from './standing-state.postgres.ts';

export function createResponsibilityDecisions(deps: {
  /** In the transaction. */
  readonly acceptOperationsIn: (transaction: Queryable) => AcceptOperations;
}): readonly TaskHandler[] {
  async function request(
    transaction: Queryable,
    task: Task,
    { actor, reason }: Decision,
    change: GroupChange,
    kind: OperationKind = 'handover',
  ): Promise<undefined> {
    const { tenantId, teamId } = task;
    const accept = deps.acceptOperationsIn(transaction);
    const [result] = await accept(tenantId, [
      {
        teamId,
        kind,
        change,
        body: change,
        reason,
        actor,
        priority: 1,
        within: noLimit,
        ...(task.cause !== null && { cause: task.cause }),
      },
    ]);
    if (result instanceof DomainError) throw result;
    return undefined;
  }

  return [
    {
      kind: 'name_deputy',
      options: () => [{ decision: 'name', reason: 'optional', asks: 'person' }],
      apply: (transaction, task, decision) =>
        request(transaction, task, decision, { deputy: decision.person ?? null }),
    },
    {
      kind: 'take_over',
      // An assignee takes the group over; another names the person, unless there is only one.
      options: ({ assignees }, decider) => [
        {
          decision: 'accept',
          reason: 'optional',
          ...(decider === 'other' && assignees.length !== 1 && { asks: 'person' as const }),
        },
        { decision: 'decline', reason: 'optional' },
      ],
      async apply(transaction, task, decision) {
        if (decision.decision === 'decline') return undefined;
        const responsible = takerOf(task, decision);
        if (decision.assigneeId === responsible) {
          const accepted = { state: 'accepted', reason: null, isTold: false } as const;
          const personId = responsible.toLowerCase();
          await writeAcceptance(transaction, task, { role: 'responsible', personId, ...accepted });
        }
        return request(transaction, task, decision, { responsible, former: 'owner' });
      },
    },
    {
      kind: 'add_owner',
      options: () => [{ decision: 'add', reason: 'optional', asks: 'person' }],
      apply: (transaction, task, decision) =>
        request(
          transaction,
          task,
          decision,
          { owners: { add: [decision.person ?? ''], remove: [] } },
          'change',
        ),
    },
    {
      kind: 'hand_back',
      options: () => [
        { decision: 'hand_back', reason: 'optional' },
        { decision: 'keep', reason: 'optional' },
      ],
      async apply(transaction, task, decision) {
        await writeFormer(transaction, task, undefined);
        if (decision.decision === 'keep') return undefined;
        const former = task.data['former'] as Assignee;
        const { now, deputy } = await answeringNow(transaction, task);
        const change = { responsible: former.personId, former: 'owner' as const, ...deputy };
        await request(transaction, task, decision, change);
        const { tenantId, teamId, cause } = task;
        const about = { tenantId, teamId, kind: 'took_over', data: {}, cause, at: now } as const;
        await addNotices(transaction, noticesTo([former], about));
        return undefined;
      },
    },
    ...acceptanceRoles.map((role): TaskHandler => ({
      kind: acceptanceTasks[role],
      options: () => [
        { decision: 'accept', reason: 'optional' },
        { decision: 'pass_on', reason: 'optional', asks: 'person' },
        { decision: 'decline', reason: 'required' },
      ],
      async apply(transaction, task, decision) {
        const personId = String(task.data['personId']);
        const state = acceptanceStates[decision.decision] ?? 'accepted';
        const reason = state === 'declined' ? decision.reason : null;
        const acceptance = { role, personId, state, reason, isTold: false };
        await writeAcceptance(transaction, task, acceptance);
        await assessSoon(transaction, task.tenantId, [task.teamId]);
        if (decision.person === undefined) return undefined;
        const change = { [role]: decision.person, former: 'owner' as const };
        return request(transaction, task, decision, change);
      },
    })),
  ];
}

const acceptanceStates: Readonly<Record<string, Acceptance['state']>> = {
  accept: 'accepted',
  pass_on: 'passed_on',
  decline: 'declined',
};

/** The successor is the deputy again, unless the group has another one by now. */
async function answeringNow(transaction: Queryable, { tenantId, teamId, data }: Task) {
  const [found] = await transaction.query<{
    now: Date;
    responsibleId: string;
    deputyId: string | null;
  }>(
    `select governance_now($1) as now, responsible_id, deputy_id from team_search
    where tenant_id = $1 and team_id = $2`,
    [tenantId, teamId],
  );
  if (found === undefined) throw new Error('a group with a task has no people');
  const isDeputyAgain = data['wasDeputy'] === true && found.deputyId === null;
  const deputy: Pick<GroupChange, 'deputy'> = isDeputyAgain ? { deputy: found.responsibleId } : {};
  return { now: found.now, deputy };
}

/** The person who was named, the assignee who decided, or the only assignee. */
function takerOf({ assignees }: Task, { person, assigneeId }: Decision): string {
  const [only] = assignees;
  const taker = person ?? assigneeId ?? only?.personId;
  if (taker === undefined) throw new Error('A decision without a person was accepted.');
  return taker;
}
