// The application: theme, data, and the table of pages. Each page is a separate file that is loaded when it is first
// opened.
import { FluentProvider } from '@fluentui/react-provider';
import { createDOMRenderer, RendererProvider } from '@griffel/react';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, createContext, useContext, useEffect, useState } from 'react';
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
import { Notices } from './components/notify.tsx';
import { readSession, SessionContext, sessionKey, useSessionQuery } from './api/session.ts';
import { AppFailed, PageFailed } from './pages/page-failed.tsx';
import { FirstFrame } from './shell/first-frame.tsx';
import { SessionEnded } from './shell/session-ended.tsx';
import { Shell } from './shell/shell.tsx';
import { SignInPage } from './sign-in/sign-in-page.tsx';
import { TenantPage } from './sign-in/tenant-page.tsx';
import { darkTheme, lightTheme, type ThemeControl, useThemeChoice } from './shell/theme.ts';

/** A page in a separate script, which is loaded when the page is first opened. The page before it stays until then. */
function page(load: () => Promise<ComponentType>) {
  return { lazy: async () => ({ Component: ofAddress(await load()) }) };
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

export function App() {
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
                {
                  index: true,
                  ...page(async () => (await import('./pages/reports/overview.tsx')).OverviewPage),
                },
                {
                  path: 'groups',
                  ...page(async () => (await import('./pages/groups/list/groups.tsx')).GroupsPage),
                },
                {
                  path: 'groups/:teamId',
                  ...page(async () => (await import('./pages/groups/group/group.tsx')).GroupPage),
                },
                {
                  path: 'directory-groups',
                  ...page(
                    async () =>
                      (await import('./pages/groups/found/directory-groups.tsx'))
                        .DirectoryGroupsPage,
                  ),
                },
                {
                  path: 'findings',
                  ...page(async () => (await import('./pages/to-do/findings.tsx')).FindingsPage),
                },
                {
                  path: 'responsibility',
                  ...page(
                    async () =>
                      (await import('./pages/people/responsibility.tsx')).ResponsibilityPage,
                  ),
                },
                {
                  path: 'lifecycle',
                  ...page(async () => (await import('./pages/to-do/lifecycle.tsx')).LifecyclePage),
                },
                {
                  path: 'approvals',
                  ...page(async () => (await import('./pages/to-do/approvals.tsx')).ApprovalsPage),
                },
                {
                  path: 'tasks',
                  ...page(async () => (await import('./pages/to-do/tasks.tsx')).TasksPage),
                },
                {
                  path: 'reviews',
                  ...page(async () => (await import('./pages/to-do/reviews.tsx')).ReviewsPage),
                },
                {
                  path: 'reviews/:reviewId',
                  ...page(async () => (await import('./pages/to-do/review.tsx')).ReviewPage),
                },
                {
                  path: 'messages',
                  ...page(
                    async () =>
                      (await import('./pages/settings/messages/messages.tsx')).MessagesPage,
                  ),
                },
                {
                  path: 'messages/texts',
                  ...page(
                    async () =>
                      (await import('./pages/settings/messages/notice-texts.tsx')).NoticeTextsPage,
                  ),
                },
                {
                  path: 'people/:person',
                  ...page(async () => (await import('./pages/people/person.tsx')).PersonPage),
                },
                {
                  path: 'organisations',
                  ...page(
                    async () =>
                      (await import('./pages/templates/organisations.tsx')).OrganisationsPage,
                  ),
                },
                {
                  path: 'organisations/:organisationId/new-template',
                  ...page(
                    async () => (await import('./pages/templates/template.tsx')).TemplatePage,
                  ),
                },
                {
                  path: 'templates/:templateId',
                  ...page(
                    async () => (await import('./pages/templates/template.tsx')).TemplatePage,
                  ),
                },
                {
                  path: 'templates/:templateId/history',
                  ...page(
                    async () =>
                      (await import('./pages/templates/template-history.tsx')).TemplateHistoryPage,
                  ),
                },
                {
                  path: 'api-keys',
                  ...page(
                    async () => (await import('./pages/integrations/api-keys.tsx')).ApiKeysPage,
                  ),
                },
                {
                  path: 'api-keys/:keyId',
                  ...page(
                    async () => (await import('./pages/integrations/api-key.tsx')).ApiKeyPage,
                  ),
                },
                {
                  path: 'directory',
                  ...page(
                    async () =>
                      (await import('./pages/settings/directory/directory.tsx')).DirectoryPage,
                  ),
                },
                {
                  path: 'activity',
                  ...page(async () => (await import('./pages/activity/activity.tsx')).ActivityPage),
                },
                {
                  path: 'reports',
                  ...page(async () => (await import('./pages/reports/reports.tsx')).ReportsPage),
                },
                {
                  path: 'requests',
                  ...page(
                    async () => (await import('./pages/integrations/requests.tsx')).RequestsPage,
                  ),
                },
                {
                  path: 'webhooks',
                  ...page(
                    async () => (await import('./pages/integrations/webhooks.tsx')).WebhooksPage,
                  ),
                },
                {
                  path: 'webhooks/:endpointId',
                  ...page(
                    async () => (await import('./pages/integrations/webhook.tsx')).WebhookPage,
                  ),
                },
                {
                  path: 'administrators',
                  ...page(
                    async () =>
                      (await import('./pages/settings/administrators/administrators.tsx'))
                        .AdministratorsPage,
                  ),
                },
                {
                  path: 'administrators/:administratorId',
                  ...page(
                    async () =>
                      (await import('./pages/settings/administrators/administrator.tsx'))
                        .AdministratorPage,
                  ),
                },
                {
                  path: '*',
                  ...page(async () => (await import('./pages/not-found.tsx')).NotFoundPage),
                },
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
          <Notices />
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
