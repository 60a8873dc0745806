// The answer to a request for an operation, and how it is followed to its end.
import type { CallOptions, WaitOptions } from './options.ts';
import type { Operation, OperationAcceptance } from './types.ts';

/** An operation that has ended. If the effect was there without any, it has no other members than these. */
export type EndedOperation = Pick<
  Operation,
  'status' | 'teamId' | 'before' | 'after' | 'warnings'
> &
  Partial<Operation>;

/** An accepted operation. If its effect is there already, `changed` is false and `operationId` may be null. */
export interface AcceptedOperation extends OperationAcceptance {
  /**
   * Resolves when the operation has succeeded. It follows the event stream, polls if streams do not get through, and
   * waits if the service cannot be reached, for up to five minutes.
   *
   * @throws OperationFailedError when the operation fails or is cancelled
   */
  waitUntilDone(options?: WaitOptions<Operation>): Promise<EndedOperation>;
  /** It does what `cancelOperation` does. */
  cancel(options?: CallOptions): Promise<EndedOperation>;
}
