// In a process that also serves callers, they take precedence over provisioning by shares of time: while callers keep
// the process busy, a lane pauses after it has worked. It keeps at least a quarter of the time, more while the
// event loop is free or its backlog grows old, and all of it while callers do not press. A lane that keeps the process
// busy by itself does not pause.
import type { Clock, Timers } from '../ground/clock.ts';

const busyUtilization = 0.7;
const busyAcceptancesPerSecond = 2_000;
/** Busyness is measured over at least this long: a loop that worked for a millisecond is not busy. */
const windowMs = 100;
const minShare = 0.25;
/** A backlog of this age no longer makes way. */
const maxBacklogMs = 4_000;
/** Long work, for example calls to a slow directory, causes no long pause. */
const maxPauseMs = 500;

export interface BackgroundWork {
  /** Duration of the work since it last made way. */
  readonly workedMs: number;
  /** Time since the end of that work. */
  readonly idleMs: number;
  /** Time for which more has been due than could begin; 0: all has begun. */
  readonly backlogMs: number;
}

export interface ApiPriority {
  /** A request was accepted in this process. */
  recordAcceptance(): void;
  /** Resolves when the work may continue; at once unless callers press. */
  yieldToCallers(work: BackgroundWork): Promise<void>;
  /** Work in pages uses it: the returned function is called before each page. */
  betweenPages(): () => Promise<void>;
}

/**
 * @param deps.utilization share of the time, from 0 to 1, that the event loop was busy since the last call, by callers or lanes
 */
export function createApiPriority(deps: {
  utilization: () => number;
  /** How many requests were answered since the process began. */
  countRequests: () => number;
  clock: Clock & Timers;
}): ApiPriority {
  const { utilization, countRequests, clock } = deps;
  let acceptances = 0;
  let requests = 0;
  let since = clock.now();
  let callersPress = false;
  let freeTime = 1;

  function measure(): void {
    const elapsedMs = clock.now() - since;
    if (elapsedMs < windowMs) return;
    const perSecond = (acceptances * 1_000) / elapsedMs;
    const busyTime = utilization();
    freeTime = 1 - busyTime;
    const answered = countRequests();
    const callersKeepBusy = answered > requests && busyTime >= busyUtilization;
    callersPress = callersKeepBusy || perSecond >= busyAcceptancesPerSecond;
    requests = answered;
    acceptances = 0;
    since += elapsedMs;
  }

  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      clock.after(milliseconds, resolve);
    });

  async function yieldToCallers({ workedMs, idleMs, backlogMs }: BackgroundWork): Promise<void> {
    measure();
    if (!callersPress) return;
    const age = Math.min(1, backlogMs / maxBacklogMs);
    const share = Math.max(minShare, freeTime, minShare + (1 - minShare) * age);
    const pauseMs = Math.min(maxPauseMs, (workedMs * (1 - share)) / share);
    const until = clock.now() + pauseMs - idleMs;
    while (callersPress) {
      const leftMs = until - clock.now();
      if (leftMs < 1) return;
      await pause(Math.min(windowMs, leftMs));
      measure();
    }
  }

  return {
    recordAcceptance() {
      acceptances += 1;
    },
    yieldToCallers,
    betweenPages() {
      let resumedAt = clock.now();
      return async () => {
        await yieldToCallers({ workedMs: clock.now() - resumedAt, idleMs: 0, backlogMs: 0 });
        resumedAt = clock.now();
      };
    },
  };
}
