// The decisions about responsibility: who becomes the deputy, and who takes over. Each becomes an operation, in the
// transaction that ends the task.
import { DomainError, validationFailed } from '../foundation/errors.ts';
import type { AcceptOperations } from '../operations/accept-operation.ts';
import type { GroupChange } from '../operations/operation.ts';
import type { Queryable } from '../postgres/database.ts';
import type { TaskHandler } from '../tasks/decide-task.postgres.ts';
import type { Decision } from '../tasks/decision.ts';
import type { Assignee, Task } from '../tasks/task.ts';

export function createResponsibilityDecisions(deps: {
  /** In the transaction. */
  readonly acceptOperationsIn: (transaction: Queryable) => AcceptOperations;
}): readonly TaskHandler[] {
  async function handOver(
    transaction: Queryable,
    task: Task,
    { actor, reason }: Decision,
    change: GroupChange,
  ): Promise<undefined> {
    const { tenantId, teamId } = task;
    const accept = deps.acceptOperationsIn(transaction);
    const [result] = await accept(tenantId, [
      {
        teamId,
        kind: 'handover',
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
        handOver(transaction, task, decision, { deputy: decision.person ?? null }),
    },
    {
      kind: 'take_over',
      options: () => [
        { decision: 'accept', reason: 'optional' },
        { decision: 'decline', reason: 'optional' },
      ],
      async apply(transaction, task, decision) {
        if (decision.decision === 'decline') return undefined;
        const { personId } = takerOf(task, decision);
        return handOver(transaction, task, decision, { responsible: personId, former: 'owner' });
      },
    },
  ];
}

/** The assignee who decided; for systems and administrators, the only one. */
function takerOf({ assignees }: Task, { actor }: Decision): Assignee {
  const isActor = ({ email }: Assignee) => email?.toLowerCase() === actor.id.toLowerCase();
  const [taker, ...others] = actor.kind === 'person' ? assignees.filter(isActor) : assignees;
  if (taker !== undefined && others.length === 0) return taker;
  throw validationFailed([
    {
      pointer: '/decision',
      code: 'not_an_assignee',
      detail:
        'Only an assignee can accept the group. Name its responsible person by a change of the group instead.',
    },
  ]);
}
