// The sections of a page. Each has an address, so a section can be linked, opened beside, and found again by Back.
import { Link } from 'react-router';

export function PageTabs<Value extends string>({
  label,
  tabs,
  chosen,
  to,
}: {
  label: string;
  tabs: readonly (readonly [value: Value, title: string])[];
  chosen: Value;
  /** The address of a section. */
  to: (value: Value) => string;
}) {
  return (
    <nav className="page-tabs" aria-label={label}>
      {tabs.map(([value, title]) => (
        <Link
          key={value}
          to={to(value)}
          preventScrollReset
          aria-current={chosen === value ? 'page' : undefined}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}
