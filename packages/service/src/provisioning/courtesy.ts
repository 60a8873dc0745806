// In a process that serves callers too, provisioning lets them go first: while the event loop has little
// time left, a lane takes up new creations only now and then. It is slowed down, never stopped.
import type { Timers } from '../clock.ts';

const busyFrom = 0.6;
const pauseMs = 600;

/**
 * @param world.utilization share of the time, from 0 to 1, that the event loop was busy since the last call
 */
export function createCourtesy(world: {
  utilization: () => number;
  timers: Timers;
}): () => Promise<void> {
  const { utilization, timers } = world;
  return () =>
    new Promise((resolve) => {
      if (utilization() < busyFrom) resolve();
      else timers.after(pauseMs, resolve);
    });
}
