// `Retry-After` as it is met: whole seconds, fractions of them, or a date (RFC 9110, section 10.2.3).

const maxMs = 24 * 60 * 60 * 1000;

/**
 * Milliseconds from now. Undefined when there is nothing that can be read, and for a wait that is over: a repetition at once,
 * for as long as the fault lasts, is no wait.
 * @param sentAt the `Date` of the same answer: a date counts from it, because our clock may be wrong
 */
export function readRetryAfter(
  value: string | undefined,
  nowMs: number,
  sentAt?: string,
): number | undefined {
  const text = value?.trim() ?? '';
  if (text === '') return undefined;
  const seconds = Number(text);
  const waitMs = Number.isFinite(seconds)
    ? seconds * 1000
    : Date.parse(text) - (dateOf(sentAt) ?? nowMs);
  if (Number.isNaN(waitMs) || waitMs <= 0) return undefined;
  return Math.min(maxMs, Math.ceil(waitMs));
}

function dateOf(text: string | undefined): number | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : time;
}
