// Calls that take their slots from a rate limiter on a virtual clock.
import { createVirtualClock } from '@groupwright/graph-simulator/clock.ts';
import { publishedLimits, type CallName } from '../src/microsoft-graph/graph-calls.ts';
import { createRateLimiter, type RateLimiter } from '../src/microsoft-graph/rate-limiter.ts';
import type { Acquisition } from '../src/microsoft-graph/waiting-calls.ts';

export const { signal } = new AbortController();

/** A call that arrives, and is answered, at once. */
export async function callOf(
  rateLimiter: RateLimiter,
  acquisition: Acquisition,
): Promise<CallName> {
  const slot = await rateLimiter.acquire(acquisition);
  slot.answered();
  return slot.name;
}

export function createRateLimitedCalls() {
  const clock = createVirtualClock(1_800_000_000_000);
  const rateLimiter = createRateLimiter({ clock, limits: publishedLimits });
  const acquire = (name: CallName, change: Partial<Acquisition> = {}): Promise<CallName> =>
    callOf(rateLimiter, { anyOf: [name], teamId: 'team', signal, ...change });
  /** Takes turns one after the other; answers when each came. */
  async function take(
    name: CallName,
    count: number,
    change: Partial<Acquisition> = {},
  ): Promise<number[]> {
    const moments: number[] = [];
    for (let n = 0; n < count; n += 1) {
      await acquire(name, change);
      moments.push(clock.now());
    }
    return moments;
  }
  return { clock, rateLimiter, acquire, take };
}
