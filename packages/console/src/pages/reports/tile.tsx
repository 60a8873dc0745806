import type { ReactNode } from 'react';

/** One figure with its name. */
export function Tile({
  label,
  value,
  children,
}: {
  label: string;
  value: string;
  children?: ReactNode;
}) {
  return (
    <section className="card tile">
      <span className="tile-label">{label}</span>
      <span className="tile-value">{value}</span>
      {children === undefined ? null : <span className="muted small">{children}</span>}
    </section>
  );
}
