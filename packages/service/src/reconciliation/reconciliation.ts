// Sweeps every tenant automatically: soon after the start, then in intervals. The process that holds a tenant's lane
// does it, with the lane's directory, so that one process sweeps a tenant at a time and its calls take turns with those
// of the creations. A sweep that a crash or a stop ended is still due, and the next holder of the lane starts it again.
import type { Clock, Timers } from '../foundation/clock.ts';
import { createPoller } from '../foundation/poller.ts';
import type { CallContext } from '../directory/directory.ts';
import { DirectoryError } from '../directory/directory.ts';
import { DomainError } from '../foundation/errors.ts';
import type { LaneTask } from '../provisioning/lane.ts';
import type { Settlement } from './sweep.ts';
import { reportOf, type SweepReport, type SweepState } from './sweep-report.ts';

export interface ReconciliationStore {
  /**
   * Tenants that are due now, longest wait first. The sandbox is never due: its groups are in the same database as the
   * records, and are restored with them.
   */
  due(conditions: DueConditions, limit: number): Promise<readonly DueTenant[]>;
  /** @param history the database's when the sweep began; undefined: the present one */
  finish(
    tenantId: string,
    at: Date,
    dueAt: Date,
    report: SweepReport,
    history?: string,
  ): Promise<void>;
  fail(tenantId: string, at: Date, dueAt: Date, detail: string): Promise<void>;
  read(tenantId: string): Promise<SweepState | undefined>;
}

export interface DueConditions {
  readonly now: Date;
  /** Due where the last sweep ended before. */
  readonly before: Date;
  /** No due time is later than this unless the clock was set back, and then the tenant is due. */
  readonly latestDue: Date;
  /** Due where the last sweep ended before, in another history of the database. */
  readonly beforeInOtherHistory: Date;
}

export interface DueTenant {
  readonly tenantId: string;
  readonly history: string;
}

export interface Reconciliation {
  start(): void;
  /** Ends the sweeps in progress, which start again elsewhere. */
  stop(): Promise<void>;
}

export const reconciliationActor = { kind: 'service', id: 'sweep' } as const;

const pollMs = 30_000;
/** While more tenants are due than are swept at once. */
const noRoomPauseMs = 1_000;
/** Nothing of it is urgent: not while the service starts, nor in all processes at once. */
const firstPollMs = { least: 15_000, most: 45_000 };
/** A start sweeps what was not swept for this long: not again and again in a process that starts again and again. */
const freshForMs = 5 * 60_000;
/**
 * A database with another history, as after a restore, lacks groups that the directory has: its tenants are swept
 * at once. Only a server that restarts again and again is not answered by a sweep each time.
 */
const freshInOtherHistoryForMs = 30_000;
const retryAfterMs = 15 * 60_000;
const maxSweeps = 4;
const tenantsPerPoll = 50;

export function createReconciliation(deps: {
  store: ReconciliationStore;
  /** `Worker.runExclusive`. */
  runExclusive: (tenantId: string, task: LaneTask) => Promise<boolean>;
  sweep: (
    tenantId: string,
    directory: Parameters<LaneTask>[0],
    call: CallContext,
  ) => Promise<readonly Settlement[]>;
  everyMs: number;
  clock: Clock & Timers;
  /** From 0 up to 1. */
  random: () => number;
  onSwept: (tenantId: string, report: SweepReport) => void;
  onFailed: (tenantId: string, error: unknown) => void;
  onError: (error: unknown) => void;
}): Reconciliation {
  const { store, runExclusive, sweep, everyMs, clock, random, onSwept, onFailed, onError } = deps;
  const underWay = new Map<string, Promise<void>>();
  const ends = new AbortController();
  let before = new Date(0);

  /** Neither all tenants nor all processes at the same time. */
  const spread = (durationMs: number) => durationMs * (0.9 + 0.2 * random());
  const maxSpread = 1.1;

  /** Answers the pause until the next poll where tenants are due for which there is no room yet. */
  async function startDue(): Promise<number | undefined> {
    const now = clock.now();
    const conditions = {
      now: new Date(now),
      before,
      latestDue: new Date(now + everyMs * maxSpread),
      beforeInOtherHistory: new Date(now - freshInOtherHistoryForMs),
    };
    const due = await store.due(conditions, tenantsPerPoll);
    for (const { tenantId, history } of due) {
      if (ends.signal.aborted) return undefined;
      if (underWay.size >= maxSweeps) return noRoomPauseMs;
      if (underWay.has(tenantId)) continue;
      const { promise: begun, resolve } = Promise.withResolvers<void>();
      const task = attend(tenantId, history, resolve)
        .catch(onError)
        .finally(() => {
          underWay.delete(tenantId);
          resolve();
        });
      underWay.set(tenantId, task);
      // A tenant whose lane another process holds is skipped, and does not count.
      await begun;
    }
    return undefined;
  }

  async function attend(tenantId: string, history: string, begun: () => void): Promise<void> {
    let laneHasEnded = false;
    try {
      await runExclusive(tenantId, async (directory, laneEnds) => {
        begun();
        const signal = AbortSignal.any([laneEnds, ends.signal]);
        try {
          await sweepOnce(tenantId, history, directory, signal);
        } finally {
          laneHasEnded = signal.aborted;
        }
      });
    } catch (error) {
      // Ended with the lane or with the process: it is due still.
      if (laneHasEnded || ends.signal.aborted) return;
      onFailed(tenantId, error);
      const now = clock.now();
      const dueAt = new Date(now + spread(Math.min(everyMs, retryAfterMs)));
      await store.fail(tenantId, new Date(now), dueAt, sentenceOf(error));
    }
  }

  async function sweepOnce(
    tenantId: string,
    history: string,
    directory: Parameters<LaneTask>[0],
    signal: AbortSignal,
  ): Promise<void> {
    const startedAt = clock.now();
    const settlements = await sweep(tenantId, directory, { signal, teamId: 'sweep' });
    const now = clock.now();
    const report = reportOf(reconciliationActor, now - startedAt, settlements);
    await store.finish(tenantId, new Date(now), new Date(now + spread(everyMs)), report, history);
    onSwept(tenantId, report);
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
    async stop() {
      ends.abort();
      await poller.stop();
      await Promise.all(underWay.values());
    },
  };
}

function sentenceOf(error: unknown): string {
  if (error instanceof DirectoryError || error instanceof DomainError) return error.message;
  return 'An internal error occurred; see the service log.';
}
