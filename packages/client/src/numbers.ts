// Options that are numbers. One that is none, such as NaN or '5m', compares as false with everything: a limit would be no
// limit, and nobody would notice.

/** Timers of the runtime run at once beyond this. */
export const maxTimerMs = 2 ** 31 - 1;

interface Bounds {
  readonly most?: number;
  readonly isInteger?: boolean;
}

/**
 * Undefined is an option that was not given.
 * @throws TypeError unless the value is a finite number of at least 0, within the bounds
 */
export function requireNumber(
  name: string,
  value: unknown,
  { most, isInteger = false }: Bounds = {},
): void {
  if (value === undefined) return;
  const isNumber = typeof value === 'number' && Number.isFinite(value) && value >= 0;
  if (isNumber && value <= (most ?? value) && (!isInteger || Number.isInteger(value))) return;
  const kind = isInteger ? 'a whole number' : 'a finite number';
  const bounds = most === undefined ? 'at least 0' : `0 to ${most}`;
  throw new TypeError(`${name} must be ${kind}, ${bounds}, and is ${shown(value)}.`);
}

/** A value of any type in a sentence. JSON has neither large integers nor objects that hold themselves. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  return Array.isArray(value) ? 'a list' : 'an object';
}
