// Times and days that callers send as texts.
import { validationFailed } from './errors.ts';

const lastYear = 9999;

/**
 * A time in ISO 8601, as a schema with `format: 'date-time'` asks for it; undefined where there is none.
 * @param member of the body
 * @throws DomainError `validation_failed` for a text that is no time, or is one that the database cannot keep
 */
export function readMoment(
  text: string | Date | null | undefined,
  member: string,
): Date | undefined {
  if (text === null || text === undefined) return undefined;
  const time = new Date(text);
  const year = time.getUTCFullYear();
  if (year >= 0 && year <= lastYear) return time;
  const detail = `${member} must be a time such as 2027-12-31T00:00:00Z.`;
  throw validationFailed([
    { pointer: `/${member}`, code: 'not_valid', detail, values: { rule: 'moment' } },
  ]);
}

/** A day that exists, as `2027-12-31`. The year 0 is one of JavaScript, and none of PostgreSQL. */
export function isDay(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  // JavaScript reads 30 February as a day in March.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
