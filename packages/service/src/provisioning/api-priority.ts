// In a process that also serves callers, they take precedence over provisioning: while many requests arrive or the
// event loop is busy, a lane claims few new creations, and only from time to time. It slows down, but never
// stops.
import type { Clock, Timers } from '../foundation/clock.ts';

const busyUtilization = 0.7;
const busyAcceptancesPerSecond = 2_000;
/** Busyness is judged over at least this long: a loop that worked for a millisecond is not busy. */
const windowMs = 100;
const maxPauses = 6;

export interface ApiPriority {
  /** A request was accepted in this process. */
  recordAcceptance(): void;
  /** Resolves when a lane may take up more: any number, or few while callers keep the process busy. */
  claimBudget(): Promise<'any' | 'few'>;
}

/**
 * @param deps.utilization share of the time, from 0 to 1, that the event loop was busy since the last call
 */
export function createApiPriority(deps: {
  utilization: () => number;
  clock: Clock & Timers;
}): ApiPriority {
  const { utilization, clock } = deps;
  let acceptances = 0;
  let since = clock.now();
  let busy = false;

  function isBusy(): boolean {
    const elapsedMs = clock.now() - since;
    if (elapsedMs < windowMs) return busy;
    const perSecond = (acceptances * 1_000) / elapsedMs;
    const isLoopBusy = utilization() >= busyUtilization;
    busy = isLoopBusy || perSecond >= busyAcceptancesPerSecond;
    acceptances = 0;
    since += elapsedMs;
    return busy;
  }

  const pause = () =>
    new Promise<void>((resolve) => {
      clock.after(windowMs, resolve);
    });

  return {
    recordAcceptance() {
      acceptances += 1;
    },
    async claimBudget() {
      for (let pauses = 0; pauses < maxPauses; pauses += 1) {
        if (!isBusy()) return 'any';
        await pause();
      }
      return 'few';
    },
  };
}
