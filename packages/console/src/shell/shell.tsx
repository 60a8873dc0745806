// The frame around every page of a signed-in user: the app bar, the sections, which a phone has behind a button, and
// what concerns every page, such as a lost connection.
import { useEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { useSession } from '../api/session.ts';
import { shell } from '../messages/shell.ts';
import { useMessages } from '../messages/use-messages.ts';
import type { ThemeControl } from './theme.ts';
import { AppBar } from './app-bar.tsx';
import { useKeptFocus } from './kept-focus.ts';
import { useSectionBeyondLimit } from './sections.ts';
import { BeyondLimitPage } from './beyond-limit.tsx';
import { ConnectionBar } from './connection-bar.tsx';
import { Navigation, NavigationDrawer } from './navigation.tsx';

export function Shell({ theme }: { theme: ThemeControl }) {
  const t = useMessages(shell);
  const { tenant } = useSession();
  const [isNavigationOpen, setIsNavigationOpen] = useState(false);
  const main = useFocusOnArrival();
  useKeptFocus(main);
  const beyond = useSectionBeyondLimit(useLocation().pathname);
  const isNavigating = useNavigation().state !== 'idle';
  return (
    <div className="frame">
      <a className="skip" href="#content">
        {t('skip')}
      </a>
      <AppBar theme={theme} openNavigation={() => setIsNavigationOpen(true)} />
      {isNavigationOpen ? (
        <NavigationDrawer title={tenant.name} close={() => setIsNavigationOpen(false)} />
      ) : null}
      <aside className="sidebar">
        <Navigation />
      </aside>
      <main className="main" id="content" tabIndex={-1} ref={main} aria-busy={isNavigating}>
        <ConnectionBar />
        {beyond === undefined ? <Outlet /> : <BeyondLimitPage section={beyond} />}
        {/* After the page, because a long grid goes to the present place when it is shown. */}
        <ScrollRestoration />
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
