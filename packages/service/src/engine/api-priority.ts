// In a process that also serves callers, they take precedence over provisioning by shares of time: while callers keep
// the process busy, a lane pauses after it has worked. It keeps at least a quarter of the time, more while the
// event loop is free or its backlog grows old, and all of it while callers do not press. A lane that keeps the process
// busy by itself does not pause. An old backlog makes its own tenant's callers wait, and no others.
import type { Clock, Timers } from '../ground/clock.ts';
import type { BeginWork, Rest } from '../ground/turns.ts';
import { type CallerPressure, createCallerPressure, windowMs } from './caller-pressure.ts';

const minShare = 0.25;
/** A backlog of this age no longer makes way for callers of its tenant. */
const maxBacklogMs = 4_000;
/** Long work, for example calls to a slow directory, causes no long pause. */
const maxPauseMs = 500;
/** Shorter work makes no way. */
const pieceMs = 5;
/** Longer pieces of a caller's work are waits, such as for a directory, which take nothing from others. */
const longestPieceMs = 50;

export interface BackgroundWork {
  /** Whose backlog it is; undefined: of no one tenant. */
  readonly tenantId?: string;
  /** Duration of the work since it last made way. */
  readonly workedMs: number;
  /** Time since the end of that work. */
  readonly idleMs: number;
  /** Time for which more has been due than could begin; 0: all has begun. */
  readonly backlogMs: number;
}

export interface ApiPriority extends Pick<CallerPressure, 'recordRequest' | 'recordAcceptance'> {
  /** Resolves when the work may continue; at once unless callers press. */
  yieldToCallers(work: BackgroundWork): Promise<void>;
  /** Work in pages uses it: the returned function is called before each page. */
  betweenPages(): () => Promise<void>;
  /** For work of callers, which rests in the turns of the event loop, too. */
  beginWork: BeginWork;
}

/**
 * @param deps.utilization share of the time, from 0 to 1, that the event loop was busy since the last call, by callers or lanes
 * @param deps.clock one that never goes back
 */
export function createApiPriority(deps: {
  readonly utilization: () => number;
  readonly clock: Clock & Timers;
  readonly rest: Rest;
}): ApiPriority {
  const { clock, rest } = deps;
  const pressure = createCallerPressure(deps);

  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      clock.after(milliseconds, resolve);
    });

  async function yieldToCallers(work: BackgroundWork): Promise<void> {
    const { tenantId, workedMs, idleMs, backlogMs } = work;
    if (!pressure.isHigh()) return;
    const age = pressure.isHigh(tenantId) ? 0 : Math.min(1, backlogMs / maxBacklogMs);
    const share = Math.max(minShare, pressure.freeTime(), minShare + (1 - minShare) * age);
    const pauseMs = Math.min(maxPauseMs, (workedMs * (1 - share)) / share);
    const until = clock.now() + pauseMs - idleMs;
    while (pressure.isHigh()) {
      const leftMs = until - clock.now();
      if (leftMs < 1) return;
      await pause(Math.min(windowMs, leftMs));
    }
  }

  function betweenPages(mostMs = Number.POSITIVE_INFINITY) {
    let resumedAt = clock.now();
    return async () => {
      const workedMs = Math.min(mostMs, clock.now() - resumedAt);
      if (workedMs < pieceMs) return;
      await yieldToCallers({ workedMs, idleMs: 0, backlogMs: 0 });
      resumedAt = clock.now();
    };
  }

  return {
    recordRequest: pressure.recordRequest,
    recordAcceptance: pressure.recordAcceptance,
    yieldToCallers,
    betweenPages: () => betweenPages(),
    beginWork() {
      const makeWay = betweenPages(longestPieceMs);
      return async () => {
        await makeWay();
        await rest();
      };
    },
  };
}
