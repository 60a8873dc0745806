// Times and durations as text.

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const dateTime = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

export function formatMoment(iso: string): string {
  return dateTime.format(new Date(iso));
}

const date = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

export function formatDay(iso: string): string {
  return date.format(new Date(iso));
}

const periodUnits = { Y: 'year', M: 'month', W: 'week', D: 'day' } as const;

/** An ISO 8601 duration in words: “1 year, 6 months”. */
export function formatPeriod(duration: string): string {
  return [...duration.matchAll(/(\d+)([YMWD])/g)]
    .map(([, count = '', unit]) => {
      const name = periodUnits[unit as keyof typeof periodUnits];
      return `${count} ${name}${count === '1' ? '' : 's'}`;
    })
    .join(', ');
}

export function ago(iso: string, now: number): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit);
  }
  return Math.abs(seconds) < 10 ? 'just now' : relative.format(Math.trunc(seconds), 'second');
}

export function formatDuration(milliseconds: number): string {
  const rounded = Math.round(milliseconds);
  if (rounded < 1) return '< 1 ms';
  if (rounded < 1000) return `${rounded} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 59.5) return `${Number(seconds.toFixed(seconds < 9.95 ? 1 : 0))} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return inTwo(Math.floor(whole / 60), 'min', whole % 60, 's');
  const minutes = Math.round(whole / 60);
  return inTwo(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
}

function inTwo(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return `${large} ${largeUnit}${small === 0 ? '' : ` ${small} ${smallUnit}`}`;
}

export function Moment({ iso, absent = '–' }: { iso: string | null; absent?: string }) {
  if (iso === null) return <span className="muted">{absent}</span>;
  return (
    <time dateTime={iso} title={formatMoment(iso)}>
      {ago(iso, Date.now())}
    </time>
  );
}
