// Time, handed to everything that needs it, so that a test supplies its own Tuesday.

export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

export interface Timers {
  /** Calls back once after so many milliseconds, unless the answer is called before. */
  after(milliseconds: number, callback: () => void): () => void;
}

export const systemClock: Clock & Timers = {
  now: () => Date.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

/**
 * For the measurement of durations: it runs evenly even if the other clock is set forward or back. Its value is no
 * time of day.
 */
export function steadyClock(monotonicNow: () => number, timers: Timers): Clock & Timers {
  return {
    now: monotonicNow,
    after: (milliseconds, callback) => timers.after(milliseconds, callback),
  };
}
