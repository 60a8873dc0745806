// The decisions about responsibility: who becomes the deputy or an owner, and who takes over. Each becomes an operation, in the
// transaction that ends the task.
import { DomainError } from '../foundation/errors.ts';
import type { AcceptOperations } from '../operations/accept-operation.ts';
import type { GroupChange, OperationKind } from '../operations/operation.ts';
import type { Queryable } from '../postgres/database.ts';
import type { TaskHandler } from '../tasks/decide-task.postgres.ts';
import type { Decision } from '../tasks/decision.ts';
import type { Task } from '../tasks/task.ts';

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
        organisationIds: null,
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
  ];
}

/** The person who was named, the assignee who decided, or the only assignee. */
function takerOf({ assignees }: Task, { person, assigneeId }: Decision): string {
  const [only] = assignees;
  const taker = person ?? assigneeId ?? only?.personId;
  if (taker === undefined) throw new Error('A decision without a person was accepted.');
  return taker;
}
