// Reads operations, and cancels those that have not begun.
import type { Actor } from '../../audit/activity.ts';
import type { OperationState } from './operation.ts';

export interface OperationStore {
  read(tenantId: string, operationId: string): Promise<OperationState | undefined>;
  /** The number of the latest change of each, in the order of the keys; undefined where there is no operation. */
  readVersions(
    this: void,
    keys: readonly { readonly tenantId: string; readonly operationId: string }[],
  ): Promise<readonly (number | undefined)[]>;
  /** Newest first; those after `afterOperationId` in that order. */
  list(
    tenantId: string,
    teamId: string,
    page: { readonly afterOperationId: string | undefined; readonly limit: number },
  ): Promise<readonly OperationState[]>;
  /** Cancels it if it has not begun. Undefined when there is none. */
  cancel(
    tenantId: string,
    operationId: string,
    at: Date,
    actor: Actor,
  ): Promise<{ readonly cancelled: boolean; readonly state: OperationState } | undefined>;
}
