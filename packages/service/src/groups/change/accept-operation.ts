// Accepts operations on groups: checks each against the group's record and commits it, before the caller gets an answer.
// An accepted operation is never lost.
import type { ExpectedVersion } from '../../ground/record-store.ts';
import { isWithin, type GroupLimit } from '../../ground/group-limit.ts';
import type { Actor, Cause } from '../../audit/activity.ts';
import {
  DomainError,
  type ShapeFaults,
  noShapeErrors,
  notFound,
  validationFailed,
} from '../../ground/errors.ts';
import { keyReused, type RequestKey, requestHashOf } from '../../ground/idempotency-key.ts';
import type { Clock } from '../../ground/clock.ts';
import type { ApprovalPolicy } from '../../settings/organisations/approval-policy.ts';
import type { DesiredState } from './desired-state.ts';
import type { AlreadyDone, KnownIds } from './already-done.ts';
import { checkOperation, type OperationRules } from './check-operation.ts';
import type { AnsweringPeople, SuccessorIds } from './departure.ts';
import {
  type GroupChange,
  type OperationKind,
  type OperationStatus,
  type RecordWithPending,
} from './operation.ts';

export interface OperationRequest {
  readonly tenantId: string;
  readonly teamId: string;
  readonly kind: OperationKind;
  /** Empty for all kinds but change, handover and repair. */
  readonly change: GroupChange;
  /** The body of the change as it was sent, whose order the faults follow. */
  readonly body?: unknown;
  /** Faults that the schema found in the change. */
  readonly shape?: ShapeFaults;
  readonly reason: string | null;
  readonly actor: Actor;
  /** The policy that the operation follows. */
  readonly cause?: Cause;
  /** The batch that it belongs to. */
  readonly batchId?: string;
  /** The order among the lane's work: 0 for callers and administrators, 1 for decisions of people and batches, 2 for policy. */
  readonly priority?: 0 | 1 | 2;
  /** The organisations that the actor may act in. */
  readonly within: GroupLimit;
  /** The version of the group that the change was made for. */
  readonly ifVersion?: ExpectedVersion;
  /** The people who must still answer for the group, whatever else changed. */
  readonly ifAnswering?: AnsweringPeople | undefined;
  /** The people whom the change names were found: then a request for a group that awaits an approval is changed itself. */
  readonly successorIds?: SuccessorIds | undefined;
  readonly key?: RequestKey | undefined;
  /** The state that the group should have, in place of the change. */
  readonly desired?: DesiredState | undefined;
  /** Ids of people whom the caller looked up in the directory, by the keys of their names. */
  readonly knownIds?: KnownIds | undefined;
  /** Throws where the actor may not make the change that the state leads to. */
  readonly requireMayChange?: ((kind: OperationKind, change: GroupChange) => void) | undefined;
}

/** The result of a request: a new operation, or none where its effect is there already. */
export interface AcceptedOperation {
  /** Null: there is none, and the record has the effect. */
  readonly operationId: string | null;
  readonly kind: OperationKind;
  readonly status: OperationStatus;
  /** False: the request itself has no effect. Then the operation is an earlier one, which brings it. */
  readonly changed: boolean;
}

/** It is remembered with the Idempotency-Key of the request. */
export interface WithoutEffect {
  readonly request: OperationRequest;
  readonly earlier: AcceptedOperation;
  readonly requestHash: string | undefined;
}

export type AcceptOperation = (request: OperationRequest) => Promise<AcceptedOperation>;

/** An operation that passed every check, as it is stored. */
export interface Acceptance {
  readonly request: OperationRequest;
  readonly operationId: string;
  readonly kind: OperationKind;
  /** This form is stored: a repair has the properties that it takes from the last comparison. */
  readonly change: GroupChange;
  readonly createdAt: Date;
  readonly requestHash: string | undefined;
  /** It belongs to the template; undefined: the operation needs no approval. */
  readonly approvalPolicy?: ApprovalPolicy | undefined;
}

/** The request that the Idempotency-Key was used for before. */
export interface KnownOperation {
  readonly requestHash: string;
  /** Undefined: it had no effect, or was about something else than an operation. */
  readonly operation: AcceptedOperation | undefined;
}

/** Accepts a request about a group whose rows are locked, or refuses it by throwing. */
export type Decide = (
  request: OperationRequest,
  record: RecordWithPending | undefined,
  known: KnownOperation | undefined,
) => Acceptance | WithoutEffect | AcceptedOperation;

export interface DecideRules extends OperationRules {
  readonly clock: Clock;
  readonly newId: () => string;
}

/** @param deps.onAccepted called after the commit, to wake the tenant's lane */
export function createAcceptOperation(
  deps: DecideRules & {
    /** Locks the group, asks `decide`, and commits what it accepts; answers with what it returned or threw. */
    readonly accept: (
      request: OperationRequest,
      decide: Decide,
    ) => Promise<AcceptedOperation | Error>;
    readonly onAccepted: (tenantId: string) => void;
  },
): AcceptOperation {
  const { accept, onAccepted } = deps;
  const decide = createDecide(deps);

  return async (request) => {
    const result = await accept(request, decide);
    if (result instanceof Error) throw result;
    onAccepted(request.tenantId);
    return result;
  };
}

/** Accepts operations on several groups of a tenant in one transaction; a refused one does not affect the others. */
export type AcceptOperations = (
  tenantId: string,
  requests: readonly Omit<OperationRequest, 'tenantId'>[],
) => Promise<readonly (AcceptedOperation | DomainError)[]>;

/** @param deps.onAccepted called when something was accepted */
export function createAcceptOperations(
  deps: DecideRules & {
    readonly accept: (
      requests: readonly OperationRequest[],
      decide: Decide,
    ) => Promise<readonly (AcceptedOperation | Error)[]>;
    readonly onAccepted: (tenantId: string) => void;
  },
): AcceptOperations {
  const { accept, onAccepted } = deps;
  const decide = createDecide(deps);

  return async (tenantId, requests) => {
    const results = await accept(
      requests.map((request) => ({ ...request, tenantId })),
      decide,
    );
    const answers = results.map((result) => {
      if (result instanceof Error && !(result instanceof DomainError)) throw result;
      return result;
    });
    if (answers.some((answer) => !(answer instanceof Error))) onAccepted(tenantId);
    return answers;
  };
}

export function createDecide(rules: DecideRules): Decide {
  const { clock, newId } = rules;
  return (request, record, known) => {
    const { shape = noShapeErrors } = request;
    const requestHash = request.key && hashOf(request);
    if (record !== undefined && !isWithin(request.within, record)) {
      throw absentOrMisshaped(shape);
    }
    if (known !== undefined) {
      if (known.requestHash !== requestHash) throw keyReused();
      request.key?.onReplay();
      return known.operation ?? { ...withoutOperation, kind: request.kind };
    }
    if (record === undefined) throw absentOrMisshaped(shape);
    const now = clock.now();
    const { kind, change, approvalPolicy, refusal, done } = checkOperation(
      record,
      { ...request, shape },
      rules,
      now,
    );
    if (refusal !== undefined) throw refusal;
    if (done !== undefined) {
      return { request, earlier: withoutEffect(kind, done), requestHash };
    }
    request.requireMayChange?.(kind, change);
    return {
      request,
      operationId: newId(),
      kind,
      change,
      createdAt: new Date(now),
      requestHash,
      approvalPolicy,
    };
  };
}

const withoutOperation = { operationId: null, status: 'succeeded', changed: false } as const;

/** The answer to a request whose effect is there already. */
export function withoutEffect(kind: OperationKind, { by }: AlreadyDone): AcceptedOperation {
  if (by === undefined) return { ...withoutOperation, kind };
  return { ...withoutOperation, kind, operationId: by.operationId, status: by.status };
}

/** A body of the wrong shape is refused as such, whatever the address names. */
export function absentOrMisshaped({ listed, unlisted }: ShapeFaults): DomainError {
  return listed.length > 0 ? validationFailed(listed, unlisted) : notFound();
}

function hashOf({ teamId, kind, change, reason }: OperationRequest): string {
  return requestHashOf('operation', teamId, kind, reason, change);
}
