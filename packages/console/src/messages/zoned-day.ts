// Days of a time zone as moments. A day begins at the first moment of its date, also where midnight is skipped.
import { isDay } from '../../../service/src/ground/moment.ts';
import { addDays, atLocalHour, localTime } from '../../../service/src/ground/zoned-time.ts';

/**
 * The beginning of a day in a time zone, or of a later day.
 * @param day `YYYY-MM-DD`
 * @returns an instant such as `2026-11-21T23:00:00.000Z`; undefined if the text is no day
 */
export function startOfDay(day: string, timeZone: string, daysLater = 0): string | undefined {
  return isDay(day) ? atLocalHour(addDays(day, daysLater), 0, timeZone).toISOString() : undefined;
}

/** The day of a moment in a time zone, `YYYY-MM-DD`. */
export function dayIn(timeZone: string, at: number): string {
  return localTime(new Date(at), timeZone).date;
}
