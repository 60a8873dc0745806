// The application: theme, data, and the table of pages. Each page is a separate file that is loaded when it is first
// opened.
import { FluentProvider } from '@fluentui/react-provider';
import { createDOMRenderer, RendererProvider } from '@griffel/react';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, lazy, useContext, useState } from 'react';
import { createBrowserRouter, Navigate, RouterProvider, useLocation } from 'react-router';
import { ApiProblem } from './api/client.ts';
import { pagePath, styleNonce, tenantId } from './api/location.ts';
import { LoadFailed, Loading } from './components/layout.tsx';
import { SessionContext, useSessionQuery } from './api/session.ts';
import type { ThemeControl } from './shell/account.tsx';
import { AppFailed, PageFailed } from './pages/page-failed.tsx';
import { SessionEnded } from './shell/session-ended.tsx';
import { Shell } from './shell/shell.tsx';
import { SignInPage } from './sign-in/sign-in-page.tsx';
import { TenantPage } from './sign-in/tenant-page.tsx';
import { darkTheme, lightTheme, useThemeChoice } from './shell/theme.ts';

const pages = {
  Overview: lazy(async () => ({ default: (await import('./pages/overview.tsx')).OverviewPage })),
  Groups: lazy(async () => ({ default: (await import('./pages/groups.tsx')).GroupsPage })),
  Group: lazy(async () => ({ default: (await import('./pages/group.tsx')).GroupPage })),
  Findings: lazy(async () => ({ default: (await import('./pages/findings.tsx')).FindingsPage })),
  Responsibility: lazy(async () => ({
    default: (await import('./pages/responsibility.tsx')).ResponsibilityPage,
  })),
  Lifecycle: lazy(async () => ({ default: (await import('./pages/lifecycle.tsx')).LifecyclePage })),
  Approvals: lazy(async () => ({ default: (await import('./pages/approvals.tsx')).ApprovalsPage })),
  Reviews: lazy(async () => ({ default: (await import('./pages/reviews.tsx')).ReviewsPage })),
  Review: lazy(async () => ({ default: (await import('./pages/review.tsx')).ReviewPage })),
  Tasks: lazy(async () => ({ default: (await import('./pages/tasks.tsx')).TasksPage })),
  Messages: lazy(async () => ({ default: (await import('./pages/messages.tsx')).MessagesPage })),
  Person: lazy(async () => ({ default: (await import('./pages/person.tsx')).PersonPage })),
  Organisations: lazy(async () => ({
    default: (await import('./pages/organisations.tsx')).OrganisationsPage,
  })),
  Template: lazy(async () => ({ default: (await import('./pages/template.tsx')).TemplatePage })),
  ApiKeys: lazy(async () => ({ default: (await import('./pages/api-keys.tsx')).ApiKeysPage })),
  ApiKey: lazy(async () => ({ default: (await import('./pages/api-key.tsx')).ApiKeyPage })),
  Directory: lazy(async () => ({ default: (await import('./pages/directory.tsx')).DirectoryPage })),
  Activity: lazy(async () => ({ default: (await import('./pages/activity.tsx')).ActivityPage })),
  Reports: lazy(async () => ({ default: (await import('./pages/reports.tsx')).ReportsPage })),
  Requests: lazy(async () => ({ default: (await import('./pages/requests.tsx')).RequestsPage })),
  Webhooks: lazy(async () => ({ default: (await import('./pages/webhooks.tsx')).WebhooksPage })),
  Webhook: lazy(async () => ({ default: (await import('./pages/webhook.tsx')).WebhookPage })),
  Administrators: lazy(async () => ({
    default: (await import('./pages/administrators.tsx')).AdministratorsPage,
  })),
  NotFound: lazy(async () => ({ default: (await import('./pages/not-found.tsx')).NotFoundPage })),
};

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
  if (query.data === undefined) return <Loading />;
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
          errorElement: <AppFailed />,
          children: [
            {
              errorElement: <PageFailed />,
              children: [
                { index: true, Component: pages.Overview },
                { path: 'groups', Component: pages.Groups },
                { path: 'groups/:teamId', Component: pages.Group },
                { path: 'findings', Component: pages.Findings },
                { path: 'responsibility', Component: pages.Responsibility },
                { path: 'lifecycle', Component: pages.Lifecycle },
                { path: 'approvals', Component: pages.Approvals },
                { path: 'tasks', Component: pages.Tasks },
                { path: 'reviews', Component: pages.Reviews },
                { path: 'reviews/:reviewId', Component: pages.Review },
                { path: 'messages', Component: pages.Messages },
                { path: 'people/:person', Component: pages.Person },
                { path: 'organisations', Component: pages.Organisations },
                { path: 'organisations/:organisationId/new-template', Component: pages.Template },
                { path: 'templates/:templateId', Component: pages.Template },
                { path: 'api-keys', Component: pages.ApiKeys },
                { path: 'api-keys/:keyId', Component: pages.ApiKey },
                { path: 'directory', Component: pages.Directory },
                { path: 'activity', Component: pages.Activity },
                { path: 'reports', Component: pages.Reports },
                { path: 'requests', Component: pages.Requests },
                { path: 'webhooks', Component: pages.Webhooks },
                { path: 'webhooks/:endpointId', Component: pages.Webhook },
                { path: 'administrators', Component: pages.Administrators },
                { path: '*', Component: pages.NotFound },
              ],
            },
          ],
        },
      ],
      { basename: pagePath },
    ),
  );
  return (
    <RendererProvider renderer={renderer} targetDocument={document}>
      <FluentProvider
        theme={theme.isDark ? darkTheme : lightTheme}
        className={theme.isDark ? 'app dark' : 'app light'}
      >
        <QueryClientProvider client={client}>
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
