// Cancels operations that have not begun.
import type { Actor } from '../../audit/activity.ts';
import type { Clock } from '../../ground/clock.ts';
import { DomainError, notFound } from '../../ground/errors.ts';
import type { OperationState } from './operation.ts';
import type { OperationStore } from './operation-store.ts';

/** @throws DomainError `not_found`, or `in_use` once the operation has begun */
export type CancelOperation = (
  tenantId: string,
  operationId: string,
  actor: Actor,
) => Promise<OperationState>;

export function createCancelOperation(deps: {
  readonly operations: OperationStore;
  readonly clock: Clock;
  /** Called after a cancellation. */
  readonly onCancelled: (operation: OperationState & { readonly tenantId: string }) => void;
}): CancelOperation {
  const { operations, clock, onCancelled } = deps;
  return async (tenantId, operationId, actor) => {
    const result = await operations.cancel(tenantId, operationId, new Date(clock.now()), actor);
    if (result === undefined) throw notFound();
    if (!result.cancelled) {
      // A repetition has no effect.
      if (result.state.status === 'cancelled') return result.state;
      throw new DomainError(
        'in_use',
        `The operation is ${result.state.status}. Only an operation that has not begun can be cancelled.`,
      );
    }
    onCancelled({ ...result.state, tenantId });
    return result.state;
  };
}
