// One limit. Calls go at an even pace just below it, and only when the directory's sliding window certainly has room
// for them. The pace is a leaky bucket: slots that a late timer gives late are caught up, with a distance between them.
import type { Limit } from './graph-calls.ts';
import { SentCalls, type SentCall } from './sent-calls.ts';

/** The share of a limit that is used. */
const share = 0.98;
/** The most that slots may be behind the even pace and still be caught up. */
const maxCaughtUpMs = 250;
/** The same, as a share of the window. */
const maxCaughtUp = 0.25;
/** The smallest distance between slots, as a share of the even one. */
const leastDistance = 1 / 3;
/** Duration of the slowdown after the directory hints that a limit is near. */
const slowedForMs = 10_000;
/** A hint that is less than this above the use by these calls says nothing new. */
const tolerance = 0.02;

export interface RateLimit {
  /** When calls of this cost may go together. */
  readyAt(cost: number): number;
  take(now: number, cost: number): SentCall;
  /**
   * The directory says how much of the limit is used. Unless that is by these calls, slows down gently from 0.9 of the
   * limit on, hard beyond it.
   */
  near(now: number, used: number): void;
  /** The directory refused a call. */
  refused(now: number): void;
  idle(now: number): boolean;
}

export function createRateLimit(limit: Limit): RateLimit {
  const { calls, perMs } = limit;
  const sentCalls = new SentCalls(limit);
  const intervalMs = perMs / (calls * share);
  /** Calls within the rest of a limit may go together. */
  const burstMs = Math.max(0, Math.floor((1 - share) * calls) - 1) * intervalMs;
  const behindMs = Math.max(burstMs, Math.min(maxCaughtUp * perMs, maxCaughtUpMs));
  /** The moment at which the bucket will have leaked empty. */
  let emptyAt = 0;
  /** Turns that are caught up keep their distance until then. */
  let apartUntil = 0;
  let factor = 1;
  let slowUntil = 0;

  return {
    readyAt(cost) {
      const pacedAt = Math.min(emptyAt - burstMs, Math.max(emptyAt - behindMs, apartUntil));
      return Math.max(pacedAt, sentCalls.roomAt(cost));
    },
    take(now, cost) {
      const slow = now < slowUntil ? factor : 1;
      emptyAt = Math.max(emptyAt, now) + cost * intervalMs * slow;
      apartUntil = now + cost * intervalMs * leastDistance;
      return sentCalls.add(now, cost);
    },
    near(now, used) {
      if (used - sentCalls.used(now) < tolerance) return;
      factor = used >= 1 ? 2 + 4 * (used - 1) : 1 + Math.max(0, used - 0.9);
      slowUntil = now + slowedForMs;
    },
    refused: (now) => sentCalls.refused(now),
    idle: (now) => emptyAt <= now && sentCalls.used(now) === 0,
  };
}
