// Times and durations as text, in the locale of the page.
import { useContext } from 'react';
import { SessionContext } from '../api/session.ts';
import { currentFormat, useFormat } from '../messages/use-format.ts';

export const formatDuration = (milliseconds: number) => currentFormat().duration(milliseconds);

/** @param props.isGoverned a time of the clock that governance goes by, which may be ahead in a sandbox */
export function Moment({
  iso,
  absent = '–',
  isGoverned = false,
}: {
  iso: string | null;
  absent?: string;
  isGoverned?: boolean;
}) {
  const format = useFormat();
  const aheadMs = useContext(SessionContext)?.tenant.aheadMs ?? 0;
  if (iso === null) return <span className="muted">{absent}</span>;
  return (
    <time dateTime={iso} title={format.dateTime(iso)}>
      {format.relative(iso, Date.now() + (isGoverned ? aheadMs : 0))}
    </time>
  );
}

/** @param props.day such as `2027-03-28` */
export function Day({ day }: { day: string | null }) {
  const format = useFormat();
  if (day === null) return <span className="muted">–</span>;
  return <time dateTime={day}>{format.date(day)}</time>;
}
