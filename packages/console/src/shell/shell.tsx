// The frame around every page of a signed-in user: the app bar, the sections, which a phone has behind a button, and
// what concerns every page, such as a lost connection.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { followedBatches } from '../api/followed-batches.ts';
import { pagePath } from '../api/location.ts';
import { onElsewhere } from '../api/other-tabs.ts';
import { useSession } from '../api/session.ts';
import { late } from '../components/late.tsx';
import { shell } from '../messages/shell.ts';
import { useMessages } from '../messages/use-messages.ts';
import type { ThemeControl } from './theme.ts';
import { AppBar } from './app-bar.tsx';
import { useKeptFocus } from './kept-focus.ts';
import { useSectionBeyondLimit } from './sections.ts';
import { BeyondLimitPage } from './beyond-limit.tsx';
import { ConnectionBar } from './connection-bar.tsx';
import { Navigation, NavigationDrawer, SectionTabs } from './navigation.tsx';

// Most pages are opened while no batch runs.
const BatchProgress = late(async () => (await import('./batch-progress.tsx')).BatchProgress);

export function Shell({ theme }: { theme: ThemeControl }) {
  const t = useMessages(shell);
  const { tenant } = useSession();
  const [isNavigationOpen, setIsNavigationOpen] = useState(false);
  const content = useFocusOnArrival();
  useKeptFocus(content);
  const beyond = useSectionBeyondLimit(useLocation().pathname);
  useEffect(() => onElsewhere('signed-out', leave), []);
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
      <main className="main" aria-busy={isNavigating}>
        <ConnectionBar />
        <FollowedBatches />
        <SectionTabs />
        {/* After the tabs, which are navigation: the skip link and each new page lead here. */}
        <div id="content" tabIndex={-1} ref={content}>
          {beyond === undefined ? <Outlet /> : <BeyondLimitPage section={beyond} />}
        </div>
        {/* After the page, because a long grid goes to the present place when it is shown. */}
        <ScrollRestoration />
      </main>
    </div>
  );
}

function FollowedBatches() {
  const batchIds = useSyncExternalStore(followedBatches.subscribe, followedBatches.ids);
  return batchIds.length === 0 ? null : <BatchProgress batchIds={batchIds} />;
}

/** Another tab ended the session, so nothing of it stays on the screen. */
function leave(): void {
  location.replace(`${pagePath}/sign-in?ended`);
}

/** On a new page, the keyboard focus starts at the top, not where the last page had it. */
function useFocusOnArrival() {
  const content = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    content.current?.focus({ preventScroll: true });
  }, [pathname]);
  return content;
}
