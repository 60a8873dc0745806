// When to try again, and how long to wait before it.

export interface RetryPolicy {
  /** The first one included. */
  readonly maxAttempts: number;
  /** The wait before the second attempt; it doubles with each further one. */
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
  /** A longer Retry-After is not waited for: the problem is thrown and says how long it would be. */
  readonly maxRetryAfterMs: number;
}

/** The waits, 8 to 16 seconds in all, outlast a restart of the service. */
export const defaultRetryPolicy: RetryPolicy = {
  maxAttempts: 7,
  firstDelayMs: 250,
  maxDelayMs: 10_000,
  maxRetryAfterMs: 60_000,
};

/** Answers that say "not now" rather than "not so"; 500 may be either, and each call is safe to repeat. */
export const retriableStatuses: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/**
 * The wait before attempt `attempt + 1`, in milliseconds. Half of it is left to chance, so that callers
 * who failed together do not come back together. The wait is never shorter than the service requested.
 *
 * @param chance at least 0 and below 1
 */
export function retryDelayMs(
  policy: RetryPolicy,
  attempt: number,
  retryAfterMs: number | undefined,
  chance: number,
): number {
  const ceiling = Math.min(policy.maxDelayMs, policy.firstDelayMs * 2 ** (attempt - 1));
  const backoffMs = ceiling / 2 + (ceiling / 2) * chance;
  if (retryAfterMs === undefined) return Math.round(backoffMs);
  return Math.round(Math.max(retryAfterMs + policy.firstDelayMs * chance, backoffMs));
}

/** Retry-After of an answer: seconds, or an HTTP date (RFC 9110 section 10.2.3). */
export function parseRetryAfterMs({ headers }: Response, now: number): number | undefined {
  const text = headers.get('retry-after') ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
