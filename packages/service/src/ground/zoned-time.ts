// Days and hours in a time zone: governance counts in days of the tenant, not in periods of 24 hours.
import type { FieldError } from './errors.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

interface LocalTime {
  /** An example is `2027-03-28`. */
  readonly date: string;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/**
 * Offsets such as `+02:00` are no names: they know no summer time, and PostgreSQL reads them the other way round. An
 * abbreviation such as `CET` or `IST` is an offset to PostgreSQL, often another one than to JavaScript, or unknown. So are
 * some names that only JavaScript knows.
 */
const sharedName = /^(?![a-z]{3}$|systemv\/|us\/pacific-new$)[a-z]|^(?:utc|gmt)$/i;

export function isTimeZone(name: string): boolean {
  if (!sharedName.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

export function timeZoneFaults(timeZone: string | null | undefined): readonly FieldError[] {
  if (timeZone == null || isTimeZone(timeZone)) return [];
  const detail = 'This must be the IANA name of a time zone, such as Europe/Berlin.';
  return [{ pointer: '/timeZone', code: 'not_valid', detail, values: { rule: 'time_zone' } }];
}

export function localTime(at: Date, timeZone: string): LocalTime {
  return times(timeZone, at.getTime(), () => formatted(at, timeZone));
}

/**
 * The rules ask for the same times again and again: a forecast of 10,000 groups for a few hundred days, thousands of times
 * each, and to find one takes longer than all the rest of a rule.
 */
function remembered<Value>() {
  const known = new Map<string, Map<number | string, Value>>();
  return (timeZone: string, key: number | string, find: () => Value): Value => {
    let ofZone = known.get(timeZone);
    if (ofZone === undefined || ofZone.size >= mostKnown) {
      ofZone = new Map();
      known.set(timeZone, ofZone);
    }
    let found = ofZone.get(key);
    if (found === undefined) {
      found = find();
      ofZone.set(key, found);
    }
    return found;
  };
}
const mostKnown = 2_000;

const times = remembered<LocalTime>();
const hours = remembered<number>();

function formatted(at: Date, timeZone: string): LocalTime {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? '';
  return {
    date: `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`,
    hour: Number(part('hour')),
    minute: Number(part('minute')),
    second: Number(part('second')),
  };
}

/**
 * The moment at which the clocks of the time zone show that hour on that day. An hour that a change of the clocks skips
 * begins with the next one that exists; of one that occurs twice, the first counts.
 */
export function atLocalHour(date: string, hour: number, timeZone: string): Date {
  return new Date(hours(timeZone, `${date} ${hour}`, () => msOfHour(date, hour, timeZone)));
}

function msOfHour(date: string, hour: number, timeZone: string): number {
  const wanted = Date.parse(`${date}T${String(hour).padStart(2, '0')}:00:00Z`);
  // Among the offsets before and after a change of the clocks, the earlier moment that shows the hour counts.
  const offsets = [wanted - dayMs, wanted + dayMs].map((at) => offsetMs(at, timeZone));
  const moments = offsets.map((offset) => wanted - offset).sort((one, other) => one - other);
  const shown = moments.find((at) => at + offsetMs(at, timeZone) === wanted);
  return shown ?? Math.max(...moments);
}

/** @param days may be negative */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

const dayMs = 86_400_000;

function offsetMs(at: number, timeZone: string): number {
  const { date, hour, minute, second } = localTime(new Date(at), timeZone);
  const shown = Date.parse(`${date}T00:00:00Z`) + ((hour * 60 + minute) * 60 + second) * 1_000;
  return shown - Math.floor(at / 1_000) * 1_000;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(timeZone, format);
  }
  return format;
}
