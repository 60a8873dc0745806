// A batch: one request for many groups. A worker begins it in turns, each group once, and the results of the groups are
// those of their operations, or of their adoptions.
import type { Actor } from '../../audit/activity.ts';
import type { CreationFailure } from '../../engine/creation.ts';
import { isUnavailable } from '../../engine/failed-attempt.ts';
import { DomainError } from '../../ground/errors.ts';
import type { GroupLimit } from '../../ground/group-limit.ts';
import type { AdoptionRequestBody } from '../adopt/adoption.schema.ts';
import type { AcceptOperations, OperationRequest } from '../change/accept-operation.ts';
import type { UndoSelection } from './undo-selection.ts';
import {
  type BulkKind,
  bulkKinds,
  type GroupChange,
  type OperationStatus,
} from '../change/operation.ts';

/** Each group ends at once, without an operation. */
export const lifecycleBatchKinds = ['renew', 'hold', 'release'] as const;
/** Each group gets an operation by one of the others. */
export const teamBatchKinds = [...bulkKinds, ...lifecycleBatchKinds] as const;
/** `adopt`: each group gets a record. */
export const requestedBatchKinds = [...teamBatchKinds, 'adopt'] as const;
/** `undo` takes back another batch, or what someone did in a span, each group by its own inverse. */
export const batchKinds = [...requestedBatchKinds, 'undo'] as const;
export type BatchKind = (typeof batchKinds)[number];
/** Their groups are read in the directory before the transaction of their turn. */
export const preparedBatchKinds = ['adopt', 'undo'] as const satisfies readonly BatchKind[];
export type PreparedBatchKind = (typeof preparedBatchKinds)[number];
export type DirectBatchKind = Exclude<BatchKind, PreparedBatchKind>;

export interface Batch {
  readonly tenantId: string;
  readonly batchId: string;
  readonly kind: BatchKind;
  /** The batch that it takes back; null unless its kind is undo. Its groups have their places in that batch. */
  readonly undoOf: string | null;
  /** The acts that it takes back in place of a batch; null unless its kind is undo. */
  readonly undoSelection: UndoSelection | null;
  /** All of its groups get it. */
  readonly change: GroupChange;
  /** It belongs to a renewal; null: the length that the policy gives it. */
  readonly until: Date | null;
  readonly reason: string | null;
  readonly actor: Actor;
  /** The limit of the actor at the request. A group elsewhere does not exist for the batch. */
  readonly within: GroupLimit;
  /** Number of groups. */
  readonly size: number;
  readonly createdAt: Date;
  /** Null: nobody cancelled it. */
  readonly cancelledBy: Actor | null;
}

export interface BatchGroup {
  /** Its place in the request, from 0. */
  readonly position: number;
  /** An adopted group gets it. */
  readonly teamId: string;
  /** The version that the group must have; absent: any. */
  readonly version?: number | undefined;
  /** It comes in addition to that of the batch. */
  readonly change?: GroupChange | undefined;
  /** The request of the group in a batch of the kind adopt. */
  readonly adoption?: AdoptionRequestBody | undefined;
}

/** `done`: it ended at once, without an operation. An adoption that was accepted has no operation: its record has the teamId. */
export type BatchResult =
  | { readonly outcome: 'accepted'; readonly operationId: string | null }
  | { readonly outcome: 'done' | 'unchanged' }
  | { readonly outcome: 'refused'; readonly error: DomainError };

/** The rest of the work of a batch. */
export interface Remaining {
  /** Groups that it has not come to. */
  readonly isWaiting: boolean;
  /** Operations and adoptions that are accepted or running. */
  readonly unfinished: number;
  readonly awaitingApproval: number;
}

/** Begins the work on some groups of a batch, in the transaction that records the results. */
export type BeginGroups = (
  batch: Batch,
  groups: readonly BatchGroup[],
) => Promise<readonly BatchResult[]>;

/** Groups that can begin, after the directory was read. */
export interface PreparedGroups {
  has(this: void, group: BatchGroup): boolean;
  readonly begin: BeginGroups;
  /** The directory did not answer for some: the batch comes to them later. */
  readonly isLate: boolean;
}

/** Outside of a transaction. */
export type PrepareGroups = (
  batch: Batch,
  groups: readonly BatchGroup[],
  signal: AbortSignal,
) => Promise<PreparedGroups>;

/** A group that fails by a defect is refused, and does not affect the others. */
export function failedUnexpectedly(cause: unknown): DomainError {
  const detail = 'The service failed unexpectedly. Request it for this group again.';
  return new DomainError('internal_error', detail, { cause });
}

/** Each group by a use case of a single request, which answers whether it changed the group. */
export function createBeginOneByOne(
  change: (
    group: Pick<Batch, 'tenantId' | 'actor' | 'within'> & Pick<BatchGroup, 'teamId' | 'version'>,
    batch: Batch,
  ) => Promise<boolean>,
): BeginGroups {
  return async (batch, groups) => {
    const { tenantId, actor, within } = batch;
    const results: BatchResult[] = [];
    for (const { teamId, version } of groups) {
      try {
        const changed = await change({ tenantId, teamId, version, actor, within }, batch);
        results.push({ outcome: changed ? 'done' : 'unchanged' });
      } catch (error) {
        if (!(error instanceof DomainError) || isUnavailable(error)) throw error;
        results.push({ outcome: 'refused', error });
      }
    }
    return results;
  };
}

/** A single request goes before the operations of batches. */
const priority = 1;

export function createBeginOperations(
  acceptOperations: AcceptOperations,
): (kind: BulkKind) => BeginGroups {
  const begin = createBeginEach(acceptOperations);
  return (kind) => (batch, groups) =>
    begin(
      batch,
      groups.map((group) => ({ ...group, kind, change: { ...batch.change, ...group.change } })),
    );
}

export type BeginEach = (
  batch: Batch,
  groups: readonly (Omit<BatchGroup, 'change'> & Pick<OperationRequest, 'kind' | 'change'>)[],
) => Promise<readonly BatchResult[]>;

export function createBeginEach(acceptOperations: AcceptOperations): BeginEach {
  return async (batch, groups) => {
    const { tenantId, batchId, reason, actor, within } = batch;
    const results = await acceptOperations(
      tenantId,
      groups.map(({ teamId, version, kind, change }) => ({
        teamId,
        kind,
        change,
        reason,
        actor,
        within,
        batchId,
        priority,
        ...(version !== undefined && { ifVersion: version }),
      })),
    );
    return results.map((result): BatchResult => {
      if (result instanceof DomainError) return { outcome: 'refused', error: result };
      const { operationId, changed } = result;
      return changed && operationId !== null
        ? { outcome: 'accepted', operationId }
        : { outcome: 'unchanged' };
    });
  };
}

/** `waiting`: the batch has not come to the group. */
export const batchGroupStatuses = [
  'waiting',
  'accepted',
  'awaiting_approval',
  'running',
  'succeeded',
  'unchanged',
  'refused',
  'failed',
  'cancelled',
] as const satisfies readonly (OperationStatus | 'waiting' | 'unchanged' | 'refused')[];
export type BatchGroupStatus = (typeof batchGroupStatuses)[number];

/** Groups by their status. */
export type BatchCounts = Readonly<Record<BatchGroupStatus, number>>;

/** A batch as its page shows it. */
export interface BatchState extends Omit<Batch, 'within' | 'cancelledBy'> {
  readonly cancelledAt: Date | null;
  readonly completedAt: Date | null;
  readonly counts: BatchCounts;
}

export interface BatchGroupState {
  readonly position: number;
  /** Null for a group that has no record. */
  readonly teamId: string | null;
  /** The group in the directory that the batch adopts; null where it has another kind. */
  readonly groupId: string | null;
  /** Null for a group that the reader may not see. */
  readonly displayName: string | null;
  readonly status: BatchGroupStatus;
  readonly operationId: string | null;
  readonly error: CreationFailure | null;
  readonly completedAt: Date | null;
}
