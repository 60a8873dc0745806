// One existing group: its operations, their dry run, and how each is followed to its end.
import type { AcceptedOperation, EndedOperation } from './accepted-operation.ts';
import { answerTo, bodyOf, type Answer } from './answer.ts';
import type { Deps } from './dependencies.ts';
import { OperationFailedError } from './errors.ts';
import { followStatus, successOf } from './follow.ts';
import {
  changeOf,
  ifMatchOf,
  readOptions,
  type ActionOptions,
  type CallOptions,
  type ChangeOptions,
  type PlanOptions,
  type WaitOptions,
} from './options.ts';
import { itemsOf } from './pages.ts';
import {
  createRosters,
  namedPerson,
  rosterPath,
  type EndRosterOptions,
  type NamedPerson,
  type Rosters,
} from './rosters.ts';
import type { Call, Transport } from './transport.ts';
import type {
  DriftAcceptance,
  GroupChange,
  Operation,
  OperationAcceptance,
  OperationPlan,
  OperationPlanRequest,
  Repair,
} from './types.ts';

/** The new responsible or deputy, and the role of the former one. */
export type Handover = Pick<GroupChange, 'responsible' | 'deputy' | 'former' | 'reason'>;

export interface SetMembersOptions extends EndRosterOptions {
  /** Why, for the operation and the audit log: 500 characters at most. */
  readonly reason?: string;
}

export interface RepairOptions extends ActionOptions {
  readonly properties?: Repair['properties'];
}

/**
 * The operations of one group. They run one at a time, in the order of their acceptance. A repeated one has no effect. Each is refused with
 * `group_not_active` (ProblemError) if the group's state does not allow it.
 */
export interface TeamHandle {
  readonly teamId: string;
  /** The people whom sources name. */
  readonly rosters: Rosters;
  /** Changes names, visibility and people. Absent members stay as they are; the alias never changes. */
  change(change: GroupChange, options?: ChangeOptions): Answer<AcceptedOperation>;
  /**
   * Sets everyone whom your system names in the group, by the whole list: the roster of the source. People who were on the
   * last list and are not on this one leave; nobody whom a hand added, or whom another source names, does. An equal list
   * changes nothing: then `changed` is false. `ifMatch` takes the `etag` of `rosters.get(source)`.
   *
   * @param source the system that names them, such as `hr`
   * @throws ProblemError with the codes `validation_failed`, `source_not_allowed`, `group_not_active`, `version_conflict`
   */
  setMembers(
    source: string,
    people: readonly NamedPerson[],
    options?: SetMembersOptions,
  ): Answer<AcceptedOperation>;
  /** Names a new responsible, a new deputy, or both. They become owners before the former ones stop being owners. */
  handOver(to: Handover, options?: ChangeOptions): Answer<AcceptedOperation>;
  /** Makes the content of the team read-only. */
  archive(options?: ActionOptions): Answer<AcceptedOperation>;
  /** Makes an archived team writable again. */
  unarchive(options?: ActionOptions): Answer<AcceptedOperation>;
  /** Deletes the group, which can be restored for 30 days. Its alias is free at once. */
  delete(options?: ActionOptions): Answer<AcceptedOperation>;
  /**
   * Restores the deleted group.
   *
   * @throws ProblemError with the codes `mail_nickname_taken`, `restore_window_over`
   */
  restore(options?: ActionOptions): Answer<AcceptedOperation>;
  /**
   * Writes what the record says where the directory differs: all that differed at the last comparison, or the named
   * properties. The record stays as it is, and nobody is removed.
   */
  repair(options?: RepairOptions): Answer<AcceptedOperation>;
  /** Writes into the record what the last comparison saw of the named properties, if the template permits it. */
  acceptDrift(
    properties: DriftAcceptance['properties'],
    options?: ActionOptions,
  ): Answer<AcceptedOperation>;
  /** Predicts the result of an operation, `change` unless it names a kind. Changes nothing. */
  plan(operation: OperationPlanRequest, options?: PlanOptions): Answer<OperationPlan>;
  /** Newest first, page by page as they are read. */
  operations(options?: CallOptions): AsyncGenerator<Operation, void>;
  getOperation(operationId: string, options?: CallOptions): Answer<Operation>;
  /** Every change of an operation until it is final; a failed operation is returned and not thrown. */
  followOperation(operationId: string, options?: CallOptions): AsyncGenerator<Operation, Operation>;
  /**
   * Cancels an operation that has not begun.
   *
   * @throws ProblemError with the code `in_use` if it has
   */
  cancelOperation(operationId: string, options?: CallOptions): Promise<Operation>;
}

export function operationPath(teamId: string, operationId: string): string {
  return `/teams/${encodeURIComponent(teamId)}/operations/${encodeURIComponent(operationId)}`;
}

function withoutOperation({ status, teamId }: OperationAcceptance): EndedOperation {
  return { status, teamId, before: {}, after: {}, warnings: [] };
}

export function createTeamHandle(transport: Transport, deps: Deps, teamId: string): TeamHandle {
  const path = `/teams/${encodeURIComponent(teamId)}` as const;

  const followOperation: TeamHandle['followOperation'] = (operationId, options) =>
    followStatus(transport, deps, operationPath(teamId, operationId), options);

  const getOperation: TeamHandle['getOperation'] = (operationId, given = {}) =>
    bodyOf(transport, () => ({
      method: 'GET',
      path: operationPath(teamId, operationId),
      options: readOptions(given),
    }));

  const cancelOperation: TeamHandle['cancelOperation'] = async (operationId, given = {}) => {
    const options = readOptions(given);
    const cancel = `${operationPath(teamId, operationId)}/cancel`;
    const call = { method: 'POST', path: cancel, body: {}, options } as const;
    return (await transport.call<Operation>(call)).body;
  };

  const operate = (call: () => Call): Answer<AcceptedOperation> =>
    answerTo(transport, call, (accepted: OperationAcceptance) => ({
      ...accepted,
      async waitUntilDone(wait: WaitOptions<Operation> = {}) {
        const { onProgress, ...follow } = readOptions(wait, 'onProgress');
        if (accepted.operationId === null) return withoutOperation(accepted);
        const changes = followOperation(accepted.operationId, follow);
        return successOf(changes, onProgress, (last) => new OperationFailedError(last));
      },
      async cancel(given?: CallOptions) {
        const { operationId } = accepted;
        return operationId === null
          ? withoutOperation(accepted)
          : cancelOperation(operationId, given);
      },
    }));

  const change = (body: GroupChange, options: ChangeOptions = {}): Answer<AcceptedOperation> =>
    operate(() => ({ method: 'PATCH', path, body, ...changeOf(options) }));
  const act =
    (kind: 'archive' | 'unarchive' | 'restore') =>
    ({ reason, ...options }: ActionOptions = {}): Answer<AcceptedOperation> =>
      operate(() => ({
        method: 'POST',
        path: `${path}/${kind}`,
        body: { reason },
        ...changeOf(options),
      }));

  return {
    teamId,
    rosters: createRosters(transport, path, operate),
    change,
    setMembers: (source, people, { removals, reason, ...options } = {}) =>
      operate(() => ({
        method: 'PUT',
        path: rosterPath(path, source),
        body: {
          members: people.map(namedPerson),
          removals: removals && { allow: removals === 'allow' },
          reason,
        },
        ...changeOf(options),
      })),
    handOver: change,
    archive: act('archive'),
    unarchive: act('unarchive'),
    delete: ({ reason, ...options } = {}) =>
      operate(() => ({ method: 'DELETE', path, query: { reason }, ...changeOf(options) })),
    restore: act('restore'),
    repair: ({ properties, reason, ...options } = {}) =>
      operate(() => ({
        method: 'POST',
        path: `${path}/repair`,
        body: { properties, reason },
        ...changeOf(options),
      })),
    acceptDrift: (properties, { reason, ...options } = {}) =>
      operate(() => ({
        method: 'POST',
        path: `${path}/drift/acceptance`,
        body: { properties, reason },
        ...changeOf(options),
      })),
    plan: (body, given = {}) =>
      bodyOf(transport, () => ({
        method: 'POST',
        path: `${path}/plan`,
        body,
        options: readOptions(given, 'ifMatch'),
        headers: ifMatchOf(given),
      })),
    operations: (options) => itemsOf(transport, `${path}/operations`, options),
    getOperation,
    followOperation,
    cancelOperation,
  };
}
