// Begins the groups of batches in turns: a turn is one transaction, which accepts operations and records them with their
// groups. A process that dies in between loses its turn, and the next one begins the same groups.
import type { Clock, Timers } from '../../ground/clock.ts';
import { DomainError } from '../../ground/errors.ts';
import { createPoller } from '../../ground/poller.ts';
import { isUnavailable } from '../../engine/failed-attempt.ts';
import type { CancelOperation } from '../change/cancel-operation.ts';
import type { Batch, BatchGroup, BatchKind, BatchResult, BeginGroups, Remaining } from './batch.ts';

/** In the transaction of a turn. */
interface BatchTurns {
  /** Locks the batch that is due for the longest time. */
  claimDue(): Promise<Batch | undefined>;
  waitingGroups(batch: Batch, limit: number): Promise<readonly BatchGroup[]>;
  record(
    batch: Batch,
    groups: readonly BatchGroup[],
    results: readonly BatchResult[],
  ): Promise<void>;
  remaining(batch: Batch): Promise<Remaining>;
  /** Its operations that have not begun. */
  cancellable(batch: Batch, limit: number): Promise<readonly string[]>;
  deferFor(batch: Batch, ms: number): Promise<void>;
  complete(batch: Batch, at: number): Promise<void>;
}

/** A turn locks its groups for some tens of milliseconds. */
const groupsPerTurn = 50;
/** So many operations of a batch wait or run at once: what follows can be cancelled, and others come between. */
const mostUnfinished = 200;
/** Then operations may have ended. */
const whileRunningMs = 400;
/** People take their time. */
const whileAwaitingMs = 10_000;

export function createRunBatches(deps: {
  /** Commits what the work changes, or nothing. */
  readonly together: <T>(work: () => Promise<T>) => Promise<T>;
  /** A part of it that fails alone. */
  readonly apart: <T>(work: () => Promise<T>) => Promise<T>;
  readonly store: BatchTurns;
  readonly begin: Readonly<Record<BatchKind, BeginGroups>>;
  readonly cancelOperation: CancelOperation;
  /** Called before each turn, and resolves when callers do not press. */
  readonly yieldToCallers: () => Promise<void>;
  /** After the commit of a turn. */
  readonly onChanged: (tenantId: string) => void;
  readonly clock: Clock & Timers;
  readonly onError: (error: unknown) => void;
}) {
  const { together, apart, store, yieldToCallers, onChanged, clock, onError } = deps;

  /** A group that fails by a defect is refused, and does not affect the others. */
  async function begin(
    batch: Batch,
    groups: readonly BatchGroup[],
  ): Promise<readonly BatchResult[]> {
    try {
      // An error undoes the writes before it.
      return await apart(() => deps.begin[batch.kind](batch, groups));
    } catch (error) {
      if (isUnavailable(error)) throw error;
      if (groups.length === 1) {
        onError(error);
        return [{ outcome: 'refused', error: failedUnexpectedly(error) }];
      }
      const results: BatchResult[] = [];
      for (const group of groups) results.push(...(await begin(batch, [group])));
      return results;
    }
  }

  async function cancelOperations(batch: Batch, by: NonNullable<Batch['cancelledBy']>) {
    for (const operationId of await store.cancellable(batch, groupsPerTurn)) {
      try {
        await deps.cancelOperation(batch.tenantId, operationId, by);
      } catch (error) {
        // It has begun meanwhile.
        if (!(error instanceof DomainError) || isUnavailable(error)) throw error;
      }
    }
  }

  /** Answers the tenant of the batch that was due. */
  function turn(): Promise<string | undefined> {
    return together(async () => {
      const batch = await store.claimDue();
      if (batch === undefined) return undefined;
      if (batch.cancelledBy !== null) await cancelOperations(batch, batch.cancelledBy);
      const before = await store.remaining(batch);
      const room = Math.min(groupsPerTurn, mostUnfinished - before.unfinished);
      const groups = before.isWaiting && room > 0 ? await store.waitingGroups(batch, room) : [];
      if (groups.length > 0) await store.record(batch, groups, await begin(batch, groups));
      const pauseMs = pauseOf(groups.length > 0 ? await store.remaining(batch) : before);
      if (pauseMs === undefined) await store.complete(batch, clock.now());
      else await store.deferFor(batch, pauseMs);
      return batch.tenantId;
    });
  }

  return createPoller({
    async run(signal) {
      while (!signal.aborted) {
        await yieldToCallers();
        const tenantId = await turn();
        if (tenantId === undefined) return;
        onChanged(tenantId);
      }
    },
    // The shared poll wakes it.
    everyMs: Number.POSITIVE_INFINITY,
    timers: clock,
    onError,
  });
}

/** Undefined: nothing is left to do. */
function pauseOf({ isWaiting, unfinished, awaitingApproval }: Remaining): number | undefined {
  if (isWaiting && unfinished < mostUnfinished) return 0;
  if (unfinished > 0) return whileRunningMs;
  return awaitingApproval > 0 ? whileAwaitingMs : undefined;
}

function failedUnexpectedly(cause: unknown): DomainError {
  const detail = 'The service failed unexpectedly. Request it for this group again.';
  return new DomainError('internal_error', detail, { cause });
}
