// Times and durations as text, in the locale of the page.
import { currentFormat, useFormat } from '../messages/use-format.ts';

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
