// The operation that follows from a decision. Whether it can happen is looked up before the question closes; failed
// operations have their questions asked again (failed-consequences.postgres.ts).
import { noLimit } from '../ground/group-limit.ts';
import {
  DomainError,
  type FieldError,
  noShapeErrors,
  type ProblemCode,
  validationFailed,
} from '../ground/errors.ts';
import type { FindPeople } from '../directory/find-people.ts';
import { personKey } from '../directory/person-reference.ts';
import type { AcceptOperations } from '../groups/change/accept-operation.ts';
import type { GroupChange, OperationKind } from '../groups/change/operation.ts';
import type { PlanOperation } from '../groups/change/plan-operation.ts';
import type { Queryable } from '../postgres/database.ts';
import type { Decision } from '../messages/tasks/decision.ts';
import type { Task } from '../messages/tasks/task.ts';

export interface Consequence {
  readonly kind: OperationKind;
  readonly change: GroupChange;
}

export interface Consequences {
  /**
   * The id of the person whom the decision names. Undefined: the directory cannot be asked or does not have the person, for
   * which `examine` refuses the decision, or no one is named.
   */
  findPerson(this: void, task: Task, decision: Decision): Promise<string | undefined>;
  /** @throws DomainError with the faults at the member of the decision */
  examine(
    this: void,
    task: Pick<Task, 'tenantId' | 'teamId'>,
    decision: Decision,
    consequence: Consequence | undefined,
  ): Promise<void>;
  /** In the transaction that ends the task. @throws DomainError as `examine` does */
  request(
    this: void,
    transaction: Queryable,
    task: Task,
    decision: Decision,
    consequence: Consequence | undefined,
  ): Promise<undefined>;
}

/** Time limit for the answers of the directory. */
const withinMs = 20_000;
/** The operation waits until the directory can be asked. */
const passing: ReadonlySet<ProblemCode> = new Set([
  'directory_unavailable',
  'directory_permission_missing',
]);

export function createConsequences(deps: {
  readonly people: FindPeople;
  readonly planOperation: PlanOperation;
  /** It takes part in the transaction. */
  readonly acceptOperationsIn: (transaction: Queryable) => AcceptOperations;
}): Consequences {
  const { people, planOperation, acceptOperationsIn } = deps;
  return {
    async findPerson({ tenantId }, { person }) {
      if (person === undefined) return undefined;
      const found = await unlessPassing(
        people.find(tenantId, [person], AbortSignal.timeout(withinMs)),
      );
      return found?.get(personKey(person))?.id.toLowerCase();
    },
    async examine({ tenantId, teamId }, decision, consequence) {
      if (consequence === undefined) return;
      const { actor } = decision;
      const plan = await unlessPassing(
        planOperation({
          tenantId,
          teamId,
          ...consequence,
          body: consequence.change,
          shape: noShapeErrors,
          actor,
          within: noLimit,
          signal: AbortSignal.timeout(withinMs),
        }),
      );
      if (plan?.error !== undefined) throw refusalOf(plan.error, plan.faults, decision);
    },
    async request(transaction, task, decision, consequence) {
      if (consequence === undefined) return undefined;
      const { tenantId, teamId, cause } = task;
      const { actor, reason } = decision;
      const [result] = await acceptOperationsIn(transaction)(tenantId, [
        {
          teamId,
          ...consequence,
          body: consequence.change,
          reason,
          actor,
          priority: 1,
          within: noLimit,
          ...(cause !== null && { cause }),
        },
      ]);
      if (result instanceof DomainError) throw refusalOf(result, result.faults, decision);
      if (result === undefined || result.operationId === null) return undefined;
      await transaction.query(
        `update tasks set data = data || jsonb_build_object('consequence', $3::text)
        where tenant_id = $1 and task_id = $2`,
        [tenantId, task.taskId, result.operationId],
      );
      return undefined;
    },
  };
}

/** Undefined: it fails for a reason that passes. */
async function unlessPassing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DomainError && passing.has(error.code)) return undefined;
    throw error;
  }
}

/** The faults of an operation point into a body that nobody sent. */
function refusalOf(
  refusal: DomainError,
  faults: readonly FieldError[],
  { person, decisions }: Decision,
): DomainError {
  if (faults.length === 0) return refusal;
  const pointer =
    person !== undefined ? '/person' : decisions !== undefined ? '/decisions' : '/decision';
  return validationFailed(
    faults.map(({ code, detail, values }) => ({
      pointer,
      code,
      detail,
      ...(values && { values }),
    })),
  );
}
