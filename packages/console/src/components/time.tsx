// Times and durations as text, in the locale of the page.
import { currentFormat, useFormat } from '../messages/use-format.ts';

export const formatMoment = (iso: string) => currentFormat().dateTime(iso);
export const formatDay = (iso: string) => currentFormat().date(iso);
/** An ISO 8601 duration in words: “1 year, 6 months”. */
export const formatPeriod = (duration: string) => currentFormat().period(duration);
export const formatDuration = (milliseconds: number) => currentFormat().duration(milliseconds);

export function Moment({ iso, absent = '–' }: { iso: string | null; absent?: string }) {
  const format = useFormat();
  if (iso === null) return <span className="muted">{absent}</span>;
  return (
    <time dateTime={iso} title={format.dateTime(iso)}>
      {format.relative(iso, Date.now())}
    </time>
  );
}
