// Time that passes only when a test says so.
import type { Clock, Timers } from '../src/ground/clock.ts';

export interface ManualTimers extends Clock, Timers {
  /** Runs what becomes due within so many milliseconds, in order. */
  pass(milliseconds: number): Promise<void>;
}

export function createManualTimers(): ManualTimers {
  let now = 0;
  const due = new Map<() => void, number>();
  return {
    now: () => now,
    after(milliseconds, callback) {
      due.set(callback, now + milliseconds);
      return () => void due.delete(callback);
    },
    async pass(milliseconds) {
      const until = now + milliseconds;
      for (;;) {
        const next = [...due].sort(([, one], [, other]) => one - other)[0];
        if (next === undefined || next[1] > until) break;
        const [callback, at] = next;
        due.delete(callback);
        now = at;
        callback();
        await new Promise(setImmediate);
      }
      now = until;
    },
  };
}
