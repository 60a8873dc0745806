// Days of a time zone as moments. A day begins at the first moment of its date, also where midnight is skipped.

const minuteMs = 60_000;

/**
 * The beginning of a day in a time zone, or of a later day.
 * @param day `YYYY-MM-DD`
 * @returns an instant such as `2026-11-21T23:00:00.000Z`; undefined if the text is no day
 */
export function startOfDay(day: string, timeZone: string, daysLater = 0): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (year === undefined) return undefined;
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(date) + daysLater);
  const wallOf = wallClock(timeZone);
  const wanted = new Date(midnight).getTime();
  // The offset before and the one after a change of the clocks: the earliest moment that shows the date is its beginning.
  const offsets = [-24, 24].map((hours) => {
    const at = wanted + hours * 60 * minuteMs;
    return wallOf(at) - at;
  });
  const candidates = offsets.map((offset) => wanted - offset).sort((a, b) => a - b);
  const begin = candidates.find((at) => wallOf(at) >= wanted) ?? wanted;
  return new Date(begin).toISOString();
}

/** The day of a moment in a time zone, `YYYY-MM-DD`. */
export function dayIn(timeZone: string, at: number): string {
  return new Date(wallClock(timeZone)(at)).toISOString().slice(0, 10);
}

/** The time that a clock of the zone shows at a moment, to the minute, as if it were UTC. */
function wallClock(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'));
  };
}
