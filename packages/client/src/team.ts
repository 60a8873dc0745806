// One existing group: its operations, their dry run, and how each is followed to its end.
import { GroupwrightError, isProblem, OperationFailedError } from './errors.ts';
import { followStatus } from './follow.ts';
import {
  extraTimeoutMs,
  writeHeaders,
  type ActionOptions,
  type CallOptions,
  type ChangeOptions,
  type WaitOptions,
} from './options.ts';
import { itemsOf } from './pages.ts';
import type { Call, Transport } from './transport.ts';
import type { Deps } from './dependencies.ts';
import type {
  GroupChange,
  Operation,
  OperationAcceptance,
  OperationPlan,
  OperationPlanRequest,
} from './types.ts';

/** The new responsible or deputy, and the role of the former one. */
export type Handover = Pick<GroupChange, 'responsible' | 'deputy' | 'former' | 'reason'>;

/** An accepted operation. */
export interface AcceptedOperation extends OperationAcceptance {
  /**
   * Resolves when the operation has succeeded. It follows the event stream, polls if streams do not get through, and
   * waits if the service cannot be reached, for up to five minutes.
   *
   * @throws OperationFailedError when the operation fails or is cancelled
   */
  waitUntilDone(options?: WaitOptions<Operation>): Promise<Operation>;
}

/**
 * The operations of one group. They run one at a time, in the order of their acceptance. Each is refused with
 * `group_not_active` (ProblemError) if the group's state does not allow it.
 */
export interface TeamHandle {
  readonly teamId: string;
  /** Changes names, visibility and people. Absent members stay as they are; the alias never changes. */
  change(change: GroupChange, options?: ChangeOptions): Promise<AcceptedOperation>;
  /** Names a new responsible, a new deputy, or both. They become owners before the former ones stop being owners. */
  handOver(to: Handover, options?: ChangeOptions): Promise<AcceptedOperation>;
  /** Makes the content of the team read-only. */
  archive(options?: ActionOptions): Promise<AcceptedOperation>;
  /** Makes an archived team writable again. */
  unarchive(options?: ActionOptions): Promise<AcceptedOperation>;
  /** Deletes the group, which can be restored for 30 days. Its alias is free at once. */
  delete(options?: ActionOptions): Promise<AcceptedOperation>;
  /**
   * Restores the deleted group.
   *
   * @throws ProblemError with the codes `mail_nickname_taken`, `restore_window_over`
   */
  restore(options?: ActionOptions): Promise<AcceptedOperation>;
  /** Predicts the result of an operation, `change` unless it names a kind. Changes nothing. */
  plan(operation: OperationPlanRequest, options?: CallOptions): Promise<OperationPlan>;
  /** Newest first, page by page as they are read. */
  operations(options?: CallOptions): AsyncGenerator<Operation, void>;
  getOperation(operationId: string, options?: CallOptions): Promise<Operation>;
  /** Every change of an operation until it is final; a failed operation is returned and not thrown. */
  followOperation(operationId: string, options?: CallOptions): AsyncGenerator<Operation, Operation>;
  /** @throws ProblemError with the code `in_use` if the operation has begun */
  cancelOperation(operationId: string, options?: CallOptions): Promise<Operation>;
}

export function createTeamHandle(transport: Transport, deps: Deps, teamId: string): TeamHandle {
  const path = `/teams/${encodeURIComponent(teamId)}`;
  const operationPath = (operationId: string): string =>
    `${path}/operations/${encodeURIComponent(operationId)}`;

  const followOperation: TeamHandle['followOperation'] = (operationId, follow) =>
    followStatus<Operation>(transport, deps, operationPath(operationId), follow);

  const getOperation: TeamHandle['getOperation'] = async (operationId, { signal } = {}) => {
    const call = { method: 'GET', path: operationPath(operationId), signal } as const;
    return (await transport.call<Operation>(call)).body;
  };

  async function waitUntilDone(
    operationId: string,
    wait: WaitOptions<Operation> = {},
  ): Promise<Operation> {
    let last: Operation | undefined;
    for await (const operation of followOperation(operationId, wait)) {
      last = operation;
      wait.onProgress?.(operation);
    }
    if (last === undefined) throw new GroupwrightError('The operation sent no status.');
    if (last.status !== 'succeeded') throw new OperationFailedError(last);
    return last;
  }

  async function send(
    call: Pick<Call, 'method' | 'path' | 'query' | 'body'>,
    options: ChangeOptions,
  ): Promise<AcceptedOperation> {
    const { body } = await transport.call<OperationAcceptance>({
      ...call,
      headers: writeHeaders(options),
      signal: options.signal,
      extraTimeoutMs: extraTimeoutMs(options),
    });
    return { ...body, waitUntilDone: (wait) => waitUntilDone(body.operationId, wait) };
  }

  const act =
    (kind: 'archive' | 'unarchive' | 'restore') =>
    (options: ActionOptions = {}): Promise<AcceptedOperation> =>
      send({ method: 'POST', path: `${path}/${kind}`, body: reasonOf(options) }, options);

  return {
    teamId,
    change: (change, options = {}) => send({ method: 'PATCH', path, body: change }, options),
    handOver: (to, options = {}) => send({ method: 'PATCH', path, body: to }, options),
    archive: act('archive'),
    unarchive: act('unarchive'),
    delete: (options = {}) => send({ method: 'DELETE', path, query: reasonOf(options) }, options),
    restore: act('restore'),
    async plan(operation, { signal } = {}) {
      const call = { method: 'POST', path: `${path}/plan`, body: operation, signal } as const;
      return (await transport.call<OperationPlan>(call)).body;
    },
    operations: ({ signal } = {}) => itemsOf(transport, { path: `${path}/operations`, signal }),
    getOperation,
    followOperation,
    async cancelOperation(operationId, { signal } = {}) {
      const cancel = `${operationPath(operationId)}/cancel`;
      const call = { method: 'POST', path: cancel, body: {}, signal } as const;
      try {
        return (await transport.call<Operation>(call)).body;
      } catch (error) {
        if (!isProblem(error, 'in_use')) throw error;
        // The answer to an earlier attempt may have been lost.
        const operation = await getOperation(operationId, { ...(signal && { signal }) });
        if (operation.status === 'cancelled') return operation;
        throw error;
      }
    },
  };
}

function reasonOf({ reason }: ActionOptions): { readonly reason?: string } {
  return reason === undefined ? {} : { reason };
}
