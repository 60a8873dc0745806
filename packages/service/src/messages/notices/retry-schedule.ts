// When a failed message or channel is tried again. A message whose recipient defers it is given up after a week; one
// that waits for the channel is never given up.

const minute = 60_000;
const hour = 60 * minute;

const messageDelaysMs = [5 * minute, 15 * minute, hour, 3 * hour, 6 * hour];
const channelDelaysMs = [10_000, 30_000, minute, 5 * minute, 15 * minute];
const attemptsOfMessage = 30;
const maxAskedMs = 6 * hour;
const spreadShare = 0.2;

/** @param attempts of this message that failed, this one included; undefined: it is given up */
export function messageDelayMs(attempts: number, random: number): number | undefined {
  if (attempts >= attemptsOfMessage) return undefined;
  return spread(at(messageDelaysMs, attempts), random);
}

/**
 * @param failures of the channel in a row, this one included
 * @param askedMs what the other side asks for
 */
export function channelDelayMs(
  failures: number,
  askedMs: number | undefined,
  random: number,
): number {
  return Math.max(
    spread(at(channelDelaysMs, failures), random),
    Math.min(askedMs ?? 0, maxAskedMs),
  );
}

function at(delays: readonly number[], count: number): number {
  return delays[Math.min(count, delays.length) - 1] ?? 0;
}

function spread(delayMs: number, random: number): number {
  return Math.round(delayMs * (1 - spreadShare + 2 * spreadShare * random));
}
