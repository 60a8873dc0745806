// The application: theme, data, and its pages.
import { FluentProvider } from '@fluentui/react-provider';
import { createDOMRenderer, RendererProvider } from '@griffel/react';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, createContext, useContext, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import {
  createBrowserRouter,
  Navigate,
  RouterProvider,
  useLocation,
  useParams,
} from 'react-router';
import { ApiProblem } from './api/client.ts';
import { reloadAfterUpdate } from './api/update.ts';
import { pagePath, styleNonce, tenantId } from './api/location.ts';
import { LoadFailed } from './components/layout.tsx';
import { Notices } from './shell/notices.tsx';
import { readSession, SessionContext, sessionKey, useSessionQuery } from './api/session.ts';
import { AppFailed, PageFailed } from './pages/page-failed.tsx';
import { FirstFrame } from './shell/first-frame.tsx';
import { SessionEnded } from './shell/session-ended.tsx';
import { Shell } from './shell/shell.tsx';
import { pages } from './page-table.ts';
import { SignInPage } from './sign-in/sign-in-page.tsx';
import { TenantPage } from './sign-in/tenant-page.tsx';
import { type ThemeControl, useThemeChoice } from './shell/theme.ts';
import { darkTheme, lightTheme } from './shell/themes.ts';

/** The page before it stays until it is loaded. */
function page(path: string, load: () => Promise<ComponentType>) {
  const lazy = async () => ({ Component: ofAddress(await load()) });
  return path === '' ? { index: true, lazy } : { path, lazy };
}

/** A page starts again for each thing that its address names: a dialog or a result about one is not shown for the next. */
function ofAddress(Page: ComponentType): ComponentType {
  return function PageOfAddress() {
    return <Page key={JSON.stringify(useParams())} />;
  };
}

const renderer = createDOMRenderer(document, { styleElementAttributes: { nonce: styleNonce } });

let noticeSignedOut: () => void = () => undefined;

function onError(error: Error): void {
  if (error instanceof ApiProblem && error.code === 'not_signed_in') noticeSignedOut();
}

const client = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    // The answer to a change may contain a secret, so it is dropped with its dialog.
    mutations: { gcTime: 0 },
    queries: {
      staleTime: 5_000,
      retry: (count, error) =>
        count < 2 && error instanceof ApiProblem && (error.status === 0 || error.status >= 500),
    },
  },
});

// Read while the script of the page is loaded.
if (tenantId !== '') {
  void client.prefetchQuery({ queryKey: sessionKey, queryFn: readSession, staleTime: Infinity });
}

/** Addresses of pages that are lists of another page now, and where these are. */
const former = {
  approvals: '/to-do?show=approvals',
  findings: '/to-do?show=differences',
  responsibility: '/to-do?show=ownership',
  reviews: '/to-do?show=reviews',
  tasks: '/to-do?show=questions',
};

const ThemeContext = createContext<ThemeControl | undefined>(undefined);

function SignedInOnly() {
  const theme = useContext(ThemeContext);
  const query = useSessionQuery();
  const { pathname, search } = useLocation();
  const [ended, setEnded] = useState(false);
  noticeSignedOut = () => setEnded(true);
  if (query.error !== null) {
    return <LoadFailed error={query.error} retry={() => void query.refetch()} />;
  }
  if (query.data === undefined) return <FirstFrame />;
  if (query.data === null) {
    const returnTo = pathname === '/' ? '' : `?returnTo=${encodeURIComponent(pathname + search)}`;
    return <Navigate to={`/sign-in${returnTo}`} replace />;
  }
  return (
    <SessionContext value={query.data}>
      {theme === undefined ? null : <Shell theme={theme} />}
      {ended ? <SessionEnded onSignedIn={() => setEnded(false)} /> : null}
    </SessionContext>
  );
}

export function start(root: HTMLElement): void {
  createRoot(root).render(<App />);
}

function App() {
  const theme = useThemeChoice();
  const [router] = useState(() =>
    createBrowserRouter(
      [
        { path: '/sign-in', element: <SignInPage />, errorElement: <AppFailed /> },
        {
          path: '/',
          Component: SignedInOnly,
          HydrateFallback: FirstFrame,
          errorElement: <AppFailed />,
          children: [
            {
              errorElement: <PageFailed />,
              children: [
                ...Object.entries(pages).map(([path, load]) => page(path, load)),
                ...Object.entries(former).map(([path, to]) => ({
                  path,
                  element: <Navigate to={to} replace />,
                })),
              ],
            },
          ],
        },
      ],
      { basename: pagePath },
    ),
  );
  useEffect(() => {
    const reload = () => {
      const { location: next } = router.state.navigation;
      const address = next === undefined ? location.href : router.createHref(next);
      void reloadAfterUpdate(new URL(address, location.href).href);
    };
    window.addEventListener('vite:preloadError', reload);
    return () => window.removeEventListener('vite:preloadError', reload);
  }, [router]);
  return (
    <RendererProvider renderer={renderer} targetDocument={document}>
      <FluentProvider
        theme={theme.isDark ? darkTheme : lightTheme}
        className={theme.isDark ? 'app dark' : 'app light'}
      >
        <QueryClientProvider client={client}>
          <Notices onLink={(to) => void router.navigate(to)} />
          {tenantId === '' ? (
            <TenantPage />
          ) : (
            <ThemeContext value={theme}>
              <RouterProvider router={router} />
            </ThemeContext>
          )}
        </QueryClientProvider>
      </FluentProvider>
    </RendererProvider>
  );
}
