// In a process that serves callers too, provisioning lets them go first: while requests stream in or the
// event loop has little time left, a lane takes up new creations only now and then. It is slowed down,
// never stopped.
import type { Clock, Timers } from '../clock.ts';

const busyUtilization = 0.6;
const busyAcceptancesPerSecond = 500;
const pauseMs = 600;

export interface Courtesy {
  /** A request was accepted in this process. */
  noteAcceptance(): void;
  /** Resolves when a lane may take up more. */
  yieldToCallers(): Promise<void>;
}

/**
 * @param world.utilization share of the time, from 0 to 1, that the event loop was busy since the last call
 */
export function createCourtesy(world: {
  utilization: () => number;
  clock: Clock & Timers;
}): Courtesy {
  const { utilization, clock } = world;
  let acceptances = 0;
  let since = clock.now();

  function isBusy(): boolean {
    const now = clock.now();
    const perSecond = (acceptances * 1_000) / Math.max(1, now - since);
    acceptances = 0;
    since = now;
    const isLoopBusy = utilization() >= busyUtilization;
    return isLoopBusy || perSecond >= busyAcceptancesPerSecond;
  }

  return {
    noteAcceptance() {
      acceptances += 1;
    },
    yieldToCallers: () =>
      new Promise((resolve) => {
        if (isBusy()) clock.after(pauseMs, resolve);
        else resolve();
      }),
  };
}
