// When a failed delivery is retried, and for how long a failing endpoint is paused.

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The delays follow the first failed attempt, the second, and so on; the last one is repeated. */
const delaysMs = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  8 * hour,
  12 * hour,
];
const giveUpAfterMs = 72 * hour;
const maxAskedMs = 6 * hour;

/** The endpoint is held back after this number of failures in a row, of whichever deliveries. */
export const failuresBeforeCooldown = 5;
const cooldownsMs = [
  5 * second,
  15 * second,
  30 * second,
  minute,
  2 * minute,
  5 * minute,
  10 * minute,
];

const spreadShare = 0.2;

/** No retry waits longer, however it is spread. */
export const maxRetryMs = Math.max(...delaysMs, maxAskedMs) * (1 + spreadShare);
/** No endpoint is held back longer at a time. */
export const maxCooldownMs = Math.max(...cooldownsMs) * (1 + spreadShare);

/**
 * @param failures attempts of this delivery that failed so far; 1 or more
 * @param ageMs since the event was queued for the endpoint
 * @param askedMs what the receiver's Retry-After asks for
 * @param random from 0 up to 1
 * @returns undefined when the delivery is given up: after three days
 */
export function retryDelayMs(
  failures: number,
  ageMs: number,
  askedMs: number | undefined,
  random: number,
): number | undefined {
  if (ageMs >= giveUpAfterMs) return undefined;
  const delay = delaysMs[Math.min(failures, delaysMs.length) - 1] ?? 0;
  const asked = Math.min(askedMs ?? 0, maxAskedMs);
  return Math.round(Math.max(spread(delay, random), asked));
}

/** Duration of the endpoint's pause after this number of failures in a row; 0: no pause. */
export function cooldownMs(failuresInRow: number, random: number): number {
  const step = failuresInRow - failuresBeforeCooldown;
  if (step < 0) return 0;
  return Math.round(spread(cooldownsMs[Math.min(step, cooldownsMs.length - 1)] ?? 0, random));
}

/** The delay changes by a fifth up or down, so that what failed together is not tried again together. */
function spread(delayMs: number, random: number): number {
  return delayMs * (1 - spreadShare + 2 * spreadShare * random);
}
