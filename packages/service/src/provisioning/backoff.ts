// The wait before another attempt.

const firstMs = 500;
const atMostMs = 5 * 60_000;

/**
 * Exponential with jitter over the upper half; what the directory asked for is obeyed, plus up to a tenth
 * so that creations throttled together do not come back together.
 * @param attempts how many there were, from 1
 * @param random a number from 0 up to 1
 */
export function backoffMs(
  attempts: number,
  retryAfterMs: number | undefined,
  random: number,
): number {
  if (retryAfterMs !== undefined) return Math.ceil(retryAfterMs * (1 + random / 10));
  const ceiling = Math.min(atMostMs, firstMs * 2 ** Math.min(attempts - 1, 20));
  return Math.ceil((ceiling * (1 + random)) / 2);
}
