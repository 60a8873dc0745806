// Dates, times, numbers and lengths of time as people of a locale write them. A time names its zone.
import type { Locale } from './locale.ts';

const periodUnits = { Y: 'year', M: 'month', W: 'week', D: 'day' } as const;
const agoUnits = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;
const justNowSeconds = 10;

export interface Format {
  readonly locale: Locale;
  /** 12,345.6 */
  number(value: number, options?: Intl.NumberFormatOptions): string;
  /** @param share 0.95 for 95% */
  percent(share: number): string;
  /** Nov 22, 2026, 2:05 PM GMT+1 */
  dateTime(iso: string): string;
  /** Nov 22, 2026; a date without a time is the same day in every zone. */
  date(iso: string): string;
  /** Nov 22 */
  dayOfYear(iso: string): string;
  /** 8:00 AM */
  hour(of: number): string;
  /** 3 hours ago, in 2 days, now */
  relative(iso: string, now: number): string;
  /** An ISO 8601 duration of years, months, weeks or days: 1 year, 6 months */
  period(duration: string): string;
  /** 850 ms, 3.5 sec, 2 min 5 sec */
  duration(milliseconds: number): string;
  /** The name of the language with this tag; the tag itself if it has none. */
  language(of: string): string;
  /** A, B, and C */
  list(items: readonly string[]): string;
}

export function formatOf(locale: Locale): Format {
  const { tag, timeZone } = locale;
  const dateTime = new Intl.DateTimeFormat(tag, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  });
  const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  const zoneOf = (iso: string) => (iso.includes('T') ? timeZone : 'UTC');
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
  const unit = (value: number, name: string, unitDisplay: 'short' | 'long') =>
    new Intl.NumberFormat(tag, { style: 'unit', unit: name, unitDisplay }).format(value);
  const number: Format['number'] = (value, options) =>
    new Intl.NumberFormat(tag, options).format(value);
  const inTwo = (large: number, largeUnit: string, small: number, smallUnit: string) =>
    [
      unit(large, largeUnit, 'short'),
      ...(small === 0 ? [] : [unit(small, smallUnit, 'short')]),
    ].join(' ');
  return {
    locale,
    number,
    percent: (share) => number(share, { style: 'percent', maximumFractionDigits: 1 }),
    language: (of) => new Intl.DisplayNames(tag, { type: 'language' }).of(of) ?? of,
    dateTime: (iso) => dateTime.format(new Date(iso)),
    date: (iso) =>
      new Intl.DateTimeFormat(tag, { ...day, timeZone: zoneOf(iso) }).format(new Date(iso)),
    dayOfYear: (iso) =>
      new Intl.DateTimeFormat(tag, {
        day: 'numeric',
        month: 'short',
        timeZone: zoneOf(iso),
      }).format(new Date(iso)),
    hour: (of) =>
      new Intl.DateTimeFormat(tag, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(
        Date.UTC(2000, 0, 1, of),
      ),
    relative(iso, now) {
      const seconds = (Date.parse(iso) - now) / 1000;
      const size = Math.abs(seconds);
      const [name, length] =
        size < justNowSeconds
          ? (['second', Infinity] as const)
          : (agoUnits.find(([, length]) => size >= length) ?? (['second', 1] as const));
      // Without the minus of -0, which reads as “0 seconds ago”.
      return relative.format(Math.trunc(seconds / length) + 0, name);
    },
    period: (duration) =>
      new Intl.ListFormat(tag, { type: 'unit', style: 'short' }).format(
        [...duration.matchAll(/(\d+)([YMWD])/g)].map(([, count, letter]) =>
          unit(Number(count), periodUnits[letter as keyof typeof periodUnits], 'long'),
        ),
      ),
    duration(milliseconds) {
      const rounded = Math.round(milliseconds);
      if (rounded < 1) return `< ${unit(1, 'millisecond', 'short')}`;
      if (rounded < 1000) return unit(rounded, 'millisecond', 'short');
      const seconds = milliseconds / 1000;
      if (seconds < 59.5) {
        return unit(Number(seconds.toFixed(seconds < 9.95 ? 1 : 0)), 'second', 'short');
      }
      const whole = Math.round(seconds);
      if (whole < 3600) return inTwo(Math.floor(whole / 60), 'minute', whole % 60, 'second');
      const minutes = Math.round(whole / 60);
      return inTwo(Math.floor(minutes / 60), 'hour', minutes % 60, 'minute');
    },
    list: (items) => new Intl.ListFormat(tag).format(items),
  };
}
