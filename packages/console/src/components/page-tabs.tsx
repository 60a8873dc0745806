// The sections of a page. Each has an address, so a section can be linked, opened beside, and found again by Back.
import { useEffect, useRef } from 'react';
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
  const list = useRef<HTMLElement>(null);
  // On a phone they are wider than the page.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (list.current == null || tab == null) return;
    list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
  }, [chosen]);
  return (
    <nav ref={list} className="page-tabs" aria-label={label}>
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
