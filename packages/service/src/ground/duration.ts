// Durations of policies, in ISO 8601: years, months, weeks and days, such as P90D or P1Y6M. They count in the calendar:
// a year after 29 February ends on 28 February, and a month after 31 January on the last day of February.

export interface Duration {
  readonly months: number;
  readonly days: number;
}

const pattern = /^P(?=\d)(?:(\d{1,3})Y)?(?:(\d{1,4})M)?(?:(\d{1,4})W)?(?:(\d{1,5})D)?$/;

/** Schemas use it. It is the same, and never of no length. */
export const durationPattern =
  '^P(?=\\d)(?=.*[1-9])(?:\\d{1,3}Y)?(?:\\d{1,4}M)?(?:\\d{1,4}W)?(?:\\d{1,5}D)?$';

/** Undefined if the text is no duration, or one of no length. */
export function parseDuration(text: string): Duration | undefined {
  const found = pattern.exec(text);
  if (found === null) return undefined;
  const [years, months, weeks, days] = found.slice(1).map((part) => Number(part ?? 0));
  const duration = {
    months: (years ?? 0) * 12 + (months ?? 0),
    days: (weeks ?? 0) * 7 + (days ?? 0),
  };
  return duration.months + duration.days > 0 ? duration : undefined;
}

/** A schema has checked the text. */
export function durationOf(text: string): Duration {
  const duration = parseDuration(text);
  if (duration === undefined) throw new TypeError(`No duration: ${text}`);
  return duration;
}

/**
 * The days and months are those of UTC.
 * @param sign -1: so much before the time
 * @param day of the month, from which months count in place of that of the time
 */
export function addDuration(
  time: Date,
  { months, days }: Duration,
  sign: 1 | -1 = 1,
  day = time.getUTCDate(),
): Date {
  const result = new Date(time);
  result.setUTCDate(1);
  result.setUTCMonth(result.getUTCMonth() + sign * months);
  const lastDay = new Date(
    Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0),
  ).getUTCDate();
  result.setUTCDate(Math.min(day, lastDay));
  result.setUTCDate(result.getUTCDate() + sign * days);
  return result;
}
