// Reconciles every tenant automatically: soon after the start, then in intervals. The process that holds a tenant's
// lane does it, with the lane's directory. So one process reconciles a tenant at a time, and its calls wait in the same
// rate limiter as those of the creations. A reconciliation that a crash or a stop ended is still due, and the next
// holder of the lane starts it again.
import type { Clock, Timers } from '../ground/clock.ts';
import { createPoller } from '../ground/poller.ts';
import type { CallContext } from '../directory/call-context.ts';
import { detailOf } from '../engine/failed-attempt.ts';
import type { LaneTask } from '../engine/lane.ts';
import {
  reportOf,
  type Drift,
  type ReconciliationReport,
  type ReconciliationState,
} from './report.ts';

export interface ReconciliationStore {
  /**
   * Tenants that are due now, longest wait first.
   */
  due(conditions: DueConditions, limit: number): Promise<readonly DueTenant[]>;
  /**
   * @param as.history the database's when the reconciliation began; undefined: the present one
   * @param as.askedAt what was asked for by then is done
   */
  finish(
    tenantId: string,
    at: Date,
    dueAt: Date,
    report: ReconciliationReport,
    as?: Pick<DueTenant, 'history' | 'askedAt'>,
  ): Promise<void>;
  /**
   * Records, by one statement, that tenants without groups were compared. Answers those that still had none.
   * @param history the database's when they were found to be due
   */
  finishWithoutGroups(
    tenants: readonly { readonly tenantId: string; readonly dueAt: Date }[],
    at: Date,
    report: ReconciliationReport,
    history: string,
  ): Promise<readonly string[]>;
  fail(
    tenantId: string,
    at: Date,
    dueAt: Date,
    failure: { readonly detail: string; readonly askedAt: Date | null },
  ): Promise<void>;
  /** A person wants all groups to be compared now. */
  ask(tenantId: string): Promise<void>;
  read(tenantId: string): Promise<ReconciliationState | undefined>;
}

export interface DueConditions {
  /** False: only tenants for which a person asked. */
  readonly isAutomatic: boolean;
  readonly now: Date;
  /** Due where the last reconciliation ended before. */
  readonly before: Date;
  /** No due time is later than this unless the clock was set back, and then the tenant is due. */
  readonly latestDue: Date;
  /** Due where the last reconciliation ended before, in another history of the database. */
  readonly beforeInOtherHistory: Date;
}

export interface DueTenant {
  readonly tenantId: string;
  readonly history: string;
  /** When a person asked for it; null: it is due by itself. */
  readonly askedAt: Date | null;
  /** False only if neither the records nor the directory have a group: nothing has to be compared. */
  readonly mayHaveGroups: boolean;
}

export interface ReconciliationSchedule {
  start(): void;
  /** A person may have asked for a comparison. */
  wake(this: void): void;
  /** Ends the reconciliations in progress, which start again elsewhere. */
  stop(): Promise<void>;
}

export const reconciliationActor = { kind: 'service', id: 'reconciliation' } as const;

const pollMs = 30_000;
/** While more tenants are due than may be reconciled at once. */
const fullPauseMs = 1_000;
/** It is not urgent: neither while the service starts nor in all processes at once. */
const firstPollMs = { least: 15_000, most: 45_000 };
/** A start reconciles tenants that were not reconciled for this long, so that a process that restarts repeatedly does not reconcile each time. */
const freshForMs = 5 * 60_000;
/**
 * A database with another history, as after a restore, lacks groups that the directory has: its tenants are
 * reconciled at once, unless the server restarts repeatedly.
 */
const freshInOtherHistoryForMs = 30_000;
const retryAfterMs = 15 * 60_000;
/** A state names a next time also where none is automatic. */
const intervalWithoutConfigurationMs = 6 * 3_600_000;
const maxInFlight = 4;
const tenantsPerPoll = 500;

export function createReconciliationSchedule(deps: {
  store: ReconciliationStore;
  /** `Worker.runExclusive`. */
  runExclusive: (tenantId: string, task: LaneTask) => Promise<boolean>;
  reconcile: (
    tenantId: string,
    directory: Parameters<LaneTask>[0],
    call: CallContext,
    as: { readonly observesAll: boolean },
  ) => Promise<readonly Drift[]>;
  /** Undefined: none is automatic. */
  everyMs: number | undefined;
  clock: Clock & Timers;
  /** The number is at least 0 and below 1. */
  random: () => number;
  onReconciled: (tenantId: string, report: ReconciliationReport) => void;
  onFailed: (tenantId: string, error: unknown) => void;
  onError: (error: unknown) => void;
}): ReconciliationSchedule {
  const {
    store,
    runExclusive,
    reconcile,
    everyMs = intervalWithoutConfigurationMs,
    clock,
    random,
    onReconciled,
    onFailed,
    onError,
  } = deps;
  const inFlight = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  let before = new Date(0);

  /** Neither all tenants nor all processes at the same time. */
  const spread = (durationMs: number) => durationMs * (0.9 + 0.2 * random());
  const maxSpread = 1.1;

  /** Returns the pause until the next poll if more tenants are due than may be reconciled at once. */
  async function startDue(): Promise<number | undefined> {
    const now = clock.now();
    const conditions = {
      isAutomatic: deps.everyMs !== undefined,
      now: new Date(now),
      before,
      latestDue: new Date(now + everyMs * maxSpread),
      beforeInOtherHistory: new Date(now - freshInOtherHistoryForMs),
    };
    const due = await store.due(conditions, tenantsPerPoll);
    await finishWithoutGroups(
      due.filter(({ mayHaveGroups }) => !mayHaveGroups),
      new Date(now),
    );
    for (const tenant of due.filter(({ mayHaveGroups }) => mayHaveGroups)) {
      const { tenantId } = tenant;
      if (stopping.signal.aborted) return undefined;
      if (inFlight.size >= maxInFlight) return fullPauseMs;
      if (inFlight.has(tenantId)) continue;
      const { promise: begun, resolve } = Promise.withResolvers<void>();
      const task = reconcileTenant(tenant, resolve)
        .catch(onError)
        .finally(() => {
          inFlight.delete(tenantId);
          resolve();
        });
      inFlight.set(tenantId, task);
      // A tenant whose lane another process holds is skipped, and does not count.
      await begun;
    }
    return due.length < tenantsPerPoll ? undefined : fullPauseMs;
  }

  /** Their lanes and directories are not opened. */
  async function finishWithoutGroups(tenants: readonly DueTenant[], at: Date): Promise<void> {
    const [first] = tenants;
    if (first === undefined) return;
    const report = reportOf(reconciliationActor, 0, []);
    const withDueAt = tenants.map(({ tenantId }) => ({
      tenantId,
      dueAt: new Date(at.getTime() + spread(everyMs)),
    }));
    const finished = await store.finishWithoutGroups(withDueAt, at, report, first.history);
    for (const tenantId of finished) onReconciled(tenantId, report);
  }

  async function reconcileTenant(tenant: DueTenant, begun: () => void): Promise<void> {
    const { tenantId, askedAt } = tenant;
    let hasEnded = false;
    try {
      await runExclusive(tenantId, async (directory, laneEnds) => {
        begun();
        const signal = AbortSignal.any([laneEnds, stopping.signal]);
        try {
          await reconcileWithin(tenant, directory, signal);
        } finally {
          hasEnded = signal.aborted;
        }
      });
    } catch (error) {
      // It ended with the lane or the process, and is still due.
      if (hasEnded || stopping.signal.aborted) return;
      onFailed(tenantId, error);
      const now = clock.now();
      const dueAt = new Date(now + spread(Math.min(everyMs, retryAfterMs)));
      await store.fail(tenantId, new Date(now), dueAt, { detail: detailOf(error), askedAt });
    }
  }

  async function reconcileWithin(
    tenant: DueTenant,
    directory: Parameters<LaneTask>[0],
    signal: AbortSignal,
  ): Promise<void> {
    const { tenantId, askedAt } = tenant;
    const startedAt = clock.now();
    const call = { signal, teamId: 'reconciliation' };
    const drift = await reconcile(tenantId, directory, call, { observesAll: askedAt !== null });
    const now = clock.now();
    const report = reportOf(reconciliationActor, now - startedAt, drift);
    await store.finish(tenantId, new Date(now), new Date(now + spread(everyMs)), report, tenant);
    onReconciled(tenantId, report);
  }

  const poller = createPoller({
    run: startDue,
    everyMs: pollMs,
    firstAfterMs: firstPollMs.least + random() * (firstPollMs.most - firstPollMs.least),
    timers: clock,
    onError,
  });

  return {
    start() {
      before = new Date(clock.now() - freshForMs);
      poller.start();
    },
    wake: () => poller.wake(),
    async stop() {
      stopping.abort();
      await poller.stop();
      await Promise.all(inFlight.values());
    },
  };
}
