// Begins the groups of batches in turns: a turn is one transaction, which accepts operations and records them with their
// groups. A process that dies in between loses its turn, and the next one begins the same groups. The groups of an adoption
// and the people of an undo are read in the directory before, while the batch is reserved.
import type { Clock, Timers } from '../../ground/clock.ts';
import { DomainError } from '../../ground/errors.ts';
import { createPoller } from '../../ground/poller.ts';
import { isUnavailable } from '../../engine/failed-attempt.ts';
import type { CancelOperation } from '../change/cancel-operation.ts';
import type { Actor } from '../../audit/activity.ts';
import {
  type Batch,
  type BatchGroup,
  type BatchResult,
  type BeginGroups,
  type DirectBatchKind,
  failedUnexpectedly,
  type PreparedBatchKind,
  type PreparedGroups,
  type PrepareGroups,
  type Remaining,
} from './batch.ts';

/** An operation, or the creation that an adoption is. */
export interface CancellableWork {
  readonly operationId: string | null;
  readonly teamId: string;
}

/** It takes part in the transaction of a turn. */
interface BatchTurns {
  /**
   * Reserves the batch that is due for the longest time, if its groups are prepared. No other process
   * takes it for that time. This is a transaction by itself.
   */
  reserveDue(ms: number): Promise<Batch | undefined>;
  /** Locks the batch that is due for the longest time, of those whose groups need no preparation. */
  claimDue(): Promise<Batch | undefined>;
  /** Locks a reserved batch. Undefined if it is complete, or its tenant is closed. */
  claim(batch: Batch): Promise<Batch | undefined>;
  waitingGroups(batch: Batch, limit: number): Promise<readonly BatchGroup[]>;
  record(
    batch: Batch,
    groups: readonly BatchGroup[],
    results: readonly BatchResult[],
  ): Promise<void>;
  remaining(batch: Batch): Promise<Remaining>;
  /** Its operations and adoptions that have not begun. */
  cancellable(batch: Batch, limit: number): Promise<readonly CancellableWork[]>;
  deferFor(batch: Batch, ms: number): Promise<void>;
  complete(batch: Batch, at: number): Promise<void>;
}

/** A turn locks its groups for some tens of milliseconds. */
const groupsPerTurn = 50;
/** No more operations of a batch wait or run at once: the rest can be cancelled, and others come between. */
const mostUnfinished = 200;
/** Then operations may have ended. */
const whileRunningMs = 400;
/** People take their time. */
const whileAwaitingMs = 10_000;
/** The directory is asked again then about groups for which it did not answer. */
const whileAwayMs = 10_000;
/** A turn reads the directory for a part of it. */
const reservedMs = 30_000;

export function createRunBatches(deps: {
  /** Commits what the work changes, or nothing. */
  readonly together: <T>(work: () => Promise<T>) => Promise<T>;
  /** A part of it that fails alone. */
  readonly apart: <T>(work: () => Promise<T>) => Promise<T>;
  readonly store: BatchTurns;
  readonly begin: Readonly<Record<DirectBatchKind, BeginGroups>>;
  readonly prepare: Readonly<Record<PreparedBatchKind, PrepareGroups>>;
  readonly cancelOperation: CancelOperation;
  /** Has no effect on one that has begun. */
  readonly cancelAdoption: (
    group: { readonly tenantId: string; readonly teamId: string },
    actor: Actor,
  ) => Promise<void>;
  /** Called before each turn, and resolves when callers do not press. */
  readonly yieldToCallers: () => Promise<void>;
  /** It is called after the commit of a turn. */
  readonly onChanged: (tenantId: string) => void;
  readonly clock: Clock & Timers;
  readonly onError: (error: unknown) => void;
}) {
  const { together, apart, store, yieldToCallers, onChanged, clock, onError } = deps;

  /** A group that fails by a defect is refused, and does not affect the others. */
  async function begin(
    beginGroups: BeginGroups,
    batch: Batch,
    groups: readonly BatchGroup[],
  ): Promise<readonly BatchResult[]> {
    try {
      // An error undoes the writes before it.
      return await apart(() => beginGroups(batch, groups));
    } catch (error) {
      if (isUnavailable(error)) throw error;
      if (groups.length === 1) {
        onError(error);
        return [{ outcome: 'refused', error: failedUnexpectedly(error) }];
      }
      const results: BatchResult[] = [];
      for (const group of groups) results.push(...(await begin(beginGroups, batch, [group])));
      return results;
    }
  }

  async function cancelWork(batch: Batch, by: Actor) {
    const { tenantId } = batch;
    for (const { operationId, teamId } of await store.cancellable(batch, groupsPerTurn)) {
      try {
        if (operationId === null) await deps.cancelAdoption({ tenantId, teamId }, by);
        else await deps.cancelOperation(tenantId, operationId, by);
      } catch (error) {
        // It has begun meanwhile.
        if (!(error instanceof DomainError) || isUnavailable(error)) throw error;
      }
    }
  }

  async function nextGroups(batch: Batch, { isWaiting, unfinished }: Remaining) {
    const room = Math.min(groupsPerTurn, mostUnfinished - unfinished);
    return isWaiting && room > 0 ? store.waitingGroups(batch, room) : [];
  }

  async function prepareDue(signal: AbortSignal) {
    const batch = await store.reserveDue(reservedMs);
    if (batch === undefined) return undefined;
    const groups = await nextGroups(batch, await store.remaining(batch));
    return {
      batch,
      prepared: await deps.prepare[batch.kind as PreparedBatchKind](batch, groups, signal),
    };
  }

  /** Answers the tenant of the batch that was due. */
  async function turn(signal: AbortSignal): Promise<string | undefined> {
    const due = await prepareDue(signal);
    if (due === undefined) return work(() => store.claimDue(), undefined);
    return (await work(() => store.claim(due.batch), due.prepared)) ?? due.batch.tenantId;
  }

  function work(
    claim: () => Promise<Batch | undefined>,
    prepared: PreparedGroups | undefined,
  ): Promise<string | undefined> {
    return together(async () => {
      const batch = await claim();
      if (batch === undefined) return undefined;
      if (batch.cancelledBy !== null) await cancelWork(batch, batch.cancelledBy);
      const before = await store.remaining(batch);
      const next = await nextGroups(batch, before);
      const groups = prepared === undefined ? next : next.filter((group) => prepared.has(group));
      if (groups.length > 0) {
        const beginGroups = prepared?.begin ?? deps.begin[batch.kind as DirectBatchKind];
        await store.record(batch, groups, await begin(beginGroups, batch, groups));
      }
      const remaining = groups.length > 0 ? await store.remaining(batch) : before;
      const pauseMs = pauseOf(remaining, prepared?.isLate ?? false);
      if (pauseMs === undefined) await store.complete(batch, clock.now());
      else await store.deferFor(batch, pauseMs);
      return batch.tenantId;
    });
  }

  return createPoller({
    async run(signal) {
      while (!signal.aborted) {
        await yieldToCallers();
        const tenantId = await turn(signal);
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
function pauseOf(
  { isWaiting, unfinished, awaitingApproval }: Remaining,
  isLate: boolean,
): number | undefined {
  if (isWaiting && isLate) return whileAwayMs;
  if (isWaiting && unfinished < mostUnfinished) return 0;
  if (unfinished > 0) return whileRunningMs;
  return awaitingApproval > 0 ? whileAwaitingMs : undefined;
}
