// One limit as a leaky bucket with a burst. With an interval of `perMs / (calls * share)` no sliding window of
// `perMs` ever holds more than `calls`, whatever the cost of each take.
import type { Limit } from './operations.ts';

/** The share of a limit that is used. */
const share = 0.97;
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

export function createBudget({ calls, perMs }: Limit): Budget {
  const intervalMs = perMs / (calls * share);
  const toleranceMs = Math.max(0, Math.floor((1 - share) * calls) - 1) * intervalMs;
  /** The moment at which the bucket will have leaked empty. */
  let emptyAt = 0;
  let factor = 1;
  let slowUntil = 0;
  return {
    // A cost beyond the burst waits until the bucket has been empty for a while.
    readyAt: (cost) => emptyAt + (cost - 1) * intervalMs - toleranceMs,
    take(now, cost) {
      const slow = now < slowUntil ? factor : 1;
      emptyAt = Math.max(emptyAt, now) + cost * intervalMs * slow;
    },
    near(now, used) {
      factor = used >= 1 ? 2 + 4 * (used - 1) : 1 + Math.max(0, used - 0.9);
      slowUntil = now + slowedForMs;
    },
    idle: (now) => emptyAt <= now,
  };
}
