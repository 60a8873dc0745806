// Reads the moments and days that people and programs send as texts: in bodies, queries, options, CSV and tenant files.

/** RFC 3339, section 5.6, with a zone. A leap second is none that JavaScript can keep. */
const momentPattern =
  /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d+))?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i;

const firstMs = Date.parse('0001-01-01T00:00:00Z');
const lastMs = Date.parse('9999-12-31T23:59:59.999Z');

/** A moment such as `2027-12-31T00:00:00Z`, to the millisecond; undefined for any other text. */
export function parseMoment(text: string): Date | undefined {
  const found = momentPattern.exec(text);
  if (found === null) return undefined;
  const [, day = '', hours, minutes, seconds, fraction = '', sign, zoneHours, zoneMinutes] = found;
  if (!isDay(day)) return undefined;
  const secondsOf = (hour = '0', minute = '0') => (Number(hour) * 60 + Number(minute)) * 60;
  const offset = secondsOf(zoneHours, zoneMinutes) * (sign === '-' ? -1 : 1);
  const time = secondsOf(hours, minutes) + Number(seconds) - offset;
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const at = Date.parse(`${day}T00:00:00Z`) + time * 1_000 + milliseconds;
  return at >= firstMs && at <= lastMs ? new Date(at) : undefined;
}

/** A day that exists, as `2027-12-31`. The year 0 is one of JavaScript, and none of PostgreSQL. */
export function isDay(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return false;
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8));
  // JavaScript reads 30 February as a day in March.
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** The value of a member or parameter with `format: 'date-time'`, which its schema has checked. */
export function momentOf(text: string | Date): Date;
export function momentOf(text: string | Date | null | undefined): Date | undefined;
export function momentOf(text: string | Date | null | undefined): Date | undefined {
  if (text === null || text === undefined) return undefined;
  const moment = typeof text === 'string' ? parseMoment(text) : text;
  if (moment === undefined) throw new TypeError(`No moment: ${text.toString()}`);
  return moment;
}
