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
