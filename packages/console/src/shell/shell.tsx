// The frame around every page of a signed-in user: sections on the left, on a phone behind a button.
import { Button } from '@fluentui/react-button';
import {
  ArrowSwapRegular,
  BuildingRegular,
  CalendarRegular,
  CheckmarkCircleRegular,
  ChartMultipleRegular,
  DataTrendingRegular,
  HistoryRegular,
  KeyRegular,
  DismissRegular,
  MailRegular,
  NavigationRegular,
  PeopleTeamRegular,
  PersonKeyRegular,
  PersonSwapRegular,
  PlugConnectedRegular,
  SendRegular,
  ShieldCheckmarkRegular,
  TaskListSquareLtrRegular,
  WarningRegular,
} from '@fluentui/react-icons';
import { Suspense, useEffect, useRef, useState } from 'react';
import { NavLink, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { Loading } from '../components/layout.tsx';
import { Modal } from '../components/modal.tsx';
import { useSession } from '../api/session.ts';
import { Account, type ThemeControl } from './account.tsx';
import { Mark } from './logo.tsx';

const sections = [
  { to: '/', label: 'Overview', Icon: ChartMultipleRegular },
  { to: '/reports', label: 'Reports', Icon: DataTrendingRegular },
  { to: '/groups', label: 'Groups', Icon: PeopleTeamRegular },
  { to: '/findings', label: 'Findings', Icon: WarningRegular },
  { to: '/responsibility', label: 'Responsibility', Icon: PersonSwapRegular },
  { to: '/lifecycle', label: 'Lifecycle', Icon: CalendarRegular },
  { to: '/approvals', label: 'Approvals', Icon: CheckmarkCircleRegular },
  { to: '/tasks', label: 'Tasks', Icon: TaskListSquareLtrRegular },
  { to: '/reviews', label: 'Reviews', Icon: ShieldCheckmarkRegular },
  { to: '/messages', label: 'Messages', Icon: MailRegular },
  { to: '/organisations', label: 'Organisations and templates', Icon: BuildingRegular },
  { to: '/api-keys', label: 'API keys', Icon: KeyRegular },
  { to: '/requests', label: 'Requests', Icon: ArrowSwapRegular },
  { to: '/webhooks', label: 'Webhooks', Icon: SendRegular },
  { to: '/directory', label: 'Directory', Icon: PlugConnectedRegular },
  { to: '/activity', label: 'Activity', Icon: HistoryRegular },
  { to: '/administrators', label: 'Administrators', Icon: PersonKeyRegular },
] as const;

export function Shell({ theme }: { theme: ThemeControl }) {
  const { tenant } = useSession();
  const [open, setOpen] = useState<'sections' | 'account'>();
  const main = useFocusOnArrival();
  const close = () => setOpen(undefined);
  const brand = (
    <div className="brand">
      <Mark />
      <div className="grow">
        <div className="brand-name">Groupwright</div>
        <div className="brand-tenant" title={tenant.name}>
          {tenant.name}
        </div>
      </div>
    </div>
  );
  return (
    <div className="frame">
      <a className="skip" href="#content">
        Skip to content
      </a>
      <header className="topbar">
        <Button
          appearance="subtle"
          icon={<NavigationRegular />}
          aria-label="Sections"
          onClick={() => setOpen('sections')}
        />
        <Mark size={26} />
        <strong className="grow">{tenant.name}</strong>
      </header>
      {open === 'sections' ? (
        <Modal title={tenant.name} close={close} className="drawer">
          <Button
            className="drawer-close"
            appearance="subtle"
            icon={<DismissRegular />}
            aria-label="Close"
            onClick={close}
          />
          <Sections onChoice={close} />
          <Who open={() => setOpen('account')} />
        </Modal>
      ) : null}
      {open === 'account' ? <Account theme={theme} close={close} /> : null}
      <aside className="sidebar" aria-label="Admin center">
        {brand}
        <Sections />
        <Who open={() => setOpen('account')} />
      </aside>
      <main className="main" id="content" tabIndex={-1} ref={main}>
        <ScrollRestoration />
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </main>
    </div>
  );
}

/** On a new page, the keyboard focus starts at the top, not where the last page had it. */
function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

function Sections({ onChoice }: { onChoice?: () => void }) {
  return (
    <nav className="nav" aria-label="Sections">
      {sections.map(({ to, label, Icon }) => (
        <NavLink
          key={to}
          to={to}
          end={to === '/'}
          className={({ isActive }) => (isActive ? 'section active' : 'section')}
          onClick={onChoice}
        >
          <Icon aria-hidden="true" />
          {label}
        </NavLink>
      ))}
    </nav>
  );
}

function Who({ open }: { open: () => void }) {
  const { administrator } = useSession();
  const shown = administrator.name ?? administrator.email;
  return (
    <button type="button" className="who" onClick={open} aria-haspopup="dialog">
      <span className="sr-only">Your account:</span>
      <span className="face" aria-hidden="true">
        {shown.slice(0, 1).toUpperCase()}
      </span>
      <span className="who-text">
        <span>{shown}</span>
        <span className="muted small">
          {administrator.role === 'reader' ? 'Reader' : 'Administrator'}
        </span>
      </span>
    </button>
  );
}
