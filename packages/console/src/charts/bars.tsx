import { Link } from 'react-router';
import { useFormat } from '../messages/use-format.ts';

/** Horizontal bars, each with its label and count; a row may lead to what it counts. */
export function Bars({
  rows,
  tone,
}: {
  rows: readonly { label: string; count: number; to?: string | undefined }[];
  tone: 'succeeded' | 'failed';
}) {
  const format = useFormat();
  const max = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <ul className="bars plain">
      {rows.map(({ label, count, to }) => (
        <li className="bar" key={label}>
          {to === undefined ? <span>{label}</span> : <Link to={to}>{label}</Link>}
          <span className="bar-track" aria-hidden="true">
            {count === 0 ? null : (
              <span className={`bar-fill b-${tone}`} style={{ width: `${(count / max) * 100}%` }} />
            )}
          </span>
          <span className="bar-count">{format.number(count)}</span>
        </li>
      ))}
    </ul>
  );
}
