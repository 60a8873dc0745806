// Retries transient errors with backoff. For background work only.
import type { Timers } from '../ground/clock.ts';
import type { CallContext } from '../directory/call-context.ts';
import { DirectoryError } from '../directory/directory.ts';

export type Retry = <T>(call: CallContext, attempt: () => Promise<T>) => Promise<T>;

const maxAttempts = 20;
const maxWaitMs = 60_000;
/** If a directory asks for a longer wait, the error is not retried. */
const maxObeyedWaitMs = 5 * 60_000;

export function createRetry(timers: Timers): Retry {
  return async function withRetry(call, attempt) {
    const { signal } = call;
    for (let count = 1; ; count += 1) {
      try {
        return await attempt();
      } catch (error) {
        const mayPass = error instanceof DirectoryError && !error.permanent;
        if (!mayPass || count >= maxAttempts || signal.aborted) throw error;
        const waitMs = error.retryAfterMs ?? Math.min(maxWaitMs, 1000 * 2 ** count);
        if (waitMs > maxObeyedWaitMs) throw error;
        await pause(timers, waitMs, signal);
      }
    }
  };
}

/** Ends early when the signal comes. */
async function pause(timers: Timers, durationMs: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = (): void => resolve();
  const cancel = timers.after(durationMs, end);
  signal.addEventListener('abort', end, { once: true });
  await promise;
  cancel();
  signal.removeEventListener('abort', end);
}

// The wait before another attempt.
const firstMs = 500;
const atMostMs = 5 * 60_000;
/** Replication completes by itself, and a look is one read: a group that has appeared should not wait for minutes. */
const untilVisibleAtMostMs = 60_000;

/**
 * Exponential with jitter over the upper half; what the directory asked for is obeyed, plus up to a tenth
 * so that creations throttled together do not come back together.
 * @param attempts how many there were, from 1
 * @param random a number from 0 up to 1
 * @param isReplicating the attempt failed only because the directory does not show yet what it has made
 */
export function backoffMs(
  attempts: number,
  retryAfterMs: number | undefined,
  random: number,
  isReplicating = false,
): number {
  if (retryAfterMs !== undefined) return Math.ceil(retryAfterMs * (1 + random / 10));
  const longestMs = isReplicating ? untilVisibleAtMostMs : atMostMs;
  const ceiling = Math.min(longestMs, firstMs * 2 ** Math.min(attempts - 1, 20));
  return Math.ceil((ceiling * (1 + random)) / 2);
}
