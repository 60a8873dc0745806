// `Retry-After` as it is met: whole seconds, fractions of them, or a date (RFC 9110, section 10.2.3).

const maxMs = 24 * 60 * 60 * 1000;

/** Milliseconds from now; undefined when there is nothing that can be read. */
export function readRetryAfter(value: string | undefined, nowMs: number): number | undefined {
  const text = value?.trim() ?? '';
  if (text === '') return undefined;
  const seconds = Number(text);
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(text) - nowMs;
  if (Number.isNaN(waitMs)) return undefined;
  return Math.min(maxMs, Math.max(0, Math.ceil(waitMs)));
}
