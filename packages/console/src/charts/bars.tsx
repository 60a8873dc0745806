/** Counts side by side, each with its name and its figure. */
export function Bars({
  rows,
  tone,
}: {
  rows: readonly { label: string; count: number }[];
  tone: 'succeeded' | 'failed';
}) {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <ul className="bars plain">
      {rows.map(({ label, count }) => (
        <li className="bar" key={label}>
          <span>{label}</span>
          <svg
            className="bar-track"
            viewBox="0 0 100 10"
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <rect className={`s-${tone}`} width={(count / most) * 100} height="10" />
          </svg>
          <span className="bar-count">{count.toLocaleString('en')}</span>
        </li>
      ))}
    </ul>
  );
}
