/** Horizontal bars, each with its label and count. */
export function Bars({
  rows,
  tone,
}: {
  rows: readonly { label: string; count: number }[];
  tone: 'succeeded' | 'failed';
}) {
  const max = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <ul className="bars plain">
      {rows.map(({ label, count }) => (
        <li className="bar" key={label}>
          <span>{label}</span>
          <span className="bar-track" aria-hidden="true">
            {count === 0 ? null : (
              <span className={`bar-fill b-${tone}`} style={{ width: `${(count / max) * 100}%` }} />
            )}
          </span>
          <span className="bar-count">{count.toLocaleString('en')}</span>
        </li>
      ))}
    </ul>
  );
}
