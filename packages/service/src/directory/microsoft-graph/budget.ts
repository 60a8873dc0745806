// One limit as a leaky bucket with a burst. With an interval of `perMs / (calls * share)` no sliding window of
// `perMs` ever holds more than `calls`, whatever the cost of each take. The rest of the limit is room for bursts, for
// turns that a late timer gives late, and for calls that arrive later than their turn.
import type { Limit } from './operations.ts';

/** The share of a limit that is used, where timers fire on time. */
const share = 0.97;
/** A turn that is given this much too late is not lost: the next one comes as early as if it had been on time. */
const maxRegainedMs = 15;
/** The most of a window that is left free because timers are late. */
const maxFreed = 0.1;
/** Duration of the slowdown after the directory hints that a limit is near. */
const slowedForMs = 10_000;

export interface Budget {
  /** When calls of this cost may go together. */
  readyAt(cost: number): number;
  take(now: number, cost: number): void;
  /** Slows down gently from 0.9 of the limit on, hard beyond the limit. */
  near(now: number, used: number): void;
  idle(now: number): boolean;
}

/** @param latenessMs how late calls may arrive after their turn; 0 unless it is given */
export function createBudget({ calls, perMs }: Limit, latenessMs: () => number = () => 0): Budget {
  const intervalMs = perMs / (calls * share);
  const spareMs = calls * intervalMs - perMs;
  const burstMs = (Math.floor((1 - share) * calls) - 1) * intervalMs;
  const toleranceMs = Math.max(burstMs, Math.min(spareMs / 2, maxRegainedMs));
  /** The moment at which the bucket will have leaked empty. */
  let emptyAt = 0;
  let factor = 1;
  let slowUntil = 0;

  /** The window of `calls` intervals is longer than `perMs` by the tolerance and by how late a call may arrive. */
  function intervalNow(): number {
    const freeMs = Math.min(latenessMs(), maxFreed * perMs);
    return Math.max(intervalMs, (perMs + toleranceMs + freeMs) / calls);
  }

  return {
    // A cost beyond the burst waits until the bucket has been empty for a while.
    readyAt: (cost) => emptyAt + (cost - 1) * intervalMs - toleranceMs,
    take(now, cost) {
      const slow = now < slowUntil ? factor : 1;
      emptyAt = Math.max(emptyAt, now) + cost * intervalNow() * slow;
    },
    near(now, used) {
      factor = used >= 1 ? 2 + 4 * (used - 1) : 1 + Math.max(0, used - 0.9);
      slowUntil = now + slowedForMs;
    },
    idle: (now) => emptyAt <= now,
  };
}
