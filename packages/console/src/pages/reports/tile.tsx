import type { ReactNode } from 'react';

/** One figure with its name. */
export function Tile({
  label,
  value,
  tone = '',
  children,
}: {
  label: string;
  value: string;
  /** `bad` where the figure is of failures. */
  tone?: 'accent' | 'bad' | '';
  children?: ReactNode;
}) {
  return (
    <section className="card tile">
      <span className="tile-label">{label}</span>
      <span className={`tile-value ${tone}`}>{value}</span>
      {children === undefined ? null : <span className="muted small">{children}</span>}
    </section>
  );
}
