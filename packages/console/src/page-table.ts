// The table of pages. Each page is in a separate script, which is loaded when it is first opened.
import type { ComponentType } from 'react';

type Load = () => Promise<ComponentType>;

/** The keys are paths below the tenant, as the router matches them. */
export const pages: Readonly<Record<string, Load>> = {
  '': async () => (await import('./pages/reports/overview.tsx')).OverviewPage,
  groups: async () => (await import('./pages/groups/list/groups.tsx')).GroupsPage,
  'groups/:teamId': async () => (await import('./pages/groups/group/group.tsx')).GroupPage,
  'directory-groups': async () =>
    (await import('./pages/groups/found/directory-groups.tsx')).DirectoryGroupsPage,
  'to-do': async () => (await import('./pages/to-do/to-do.tsx')).ToDoPage,
  lifecycle: async () => (await import('./pages/to-do/lifecycle.tsx')).LifecyclePage,
  'reviews/:reviewId': async () => (await import('./pages/to-do/review.tsx')).ReviewPage,
  batches: async () => (await import('./pages/activity/batches.tsx')).BatchesPage,
  'batches/:batchId': async () => (await import('./pages/activity/batch.tsx')).BatchPage,
  messages: async () => (await import('./pages/settings/messages/messages.tsx')).MessagesPage,
  'messages/texts': async () =>
    (await import('./pages/settings/messages/notice-texts.tsx')).NoticeTextsPage,
  people: async () => (await import('./pages/people/people.tsx')).PeoplePage,
  'people/:person': async () => (await import('./pages/people/person.tsx')).PersonPage,
  organisations: async () =>
    (await import('./pages/templates/organisations.tsx')).OrganisationsPage,
  'organisations/:organisationId/new-template': async () =>
    (await import('./pages/templates/template.tsx')).TemplatePage,
  'templates/:templateId': async () =>
    (await import('./pages/templates/template.tsx')).TemplatePage,
  'templates/:templateId/history': async () =>
    (await import('./pages/templates/template-history.tsx')).TemplateHistoryPage,
  'api-keys': async () => (await import('./pages/integrations/api-keys.tsx')).ApiKeysPage,
  'api-keys/:keyId': async () => (await import('./pages/integrations/api-key.tsx')).ApiKeyPage,
  directory: async () => (await import('./pages/settings/directory/directory.tsx')).DirectoryPage,
  sandbox: async () => (await import('./pages/settings/directory/sandbox.tsx')).SandboxPage,
  'sign-in-provider': async () =>
    (await import('./pages/settings/administrators/sign-in-provider.tsx')).SignInProviderPage,
  'blocked-words': async () =>
    (await import('./pages/settings/blocked-words.tsx')).BlockedWordsPage,
  activity: async () => (await import('./pages/activity/activity.tsx')).ActivityPage,
  reports: async () => (await import('./pages/reports/reports.tsx')).ReportsPage,
  requests: async () => (await import('./pages/integrations/requests.tsx')).RequestsPage,
  webhooks: async () => (await import('./pages/integrations/webhooks.tsx')).WebhooksPage,
  'webhooks/:endpointId': async () =>
    (await import('./pages/integrations/webhook.tsx')).WebhookPage,
  administrators: async () =>
    (await import('./pages/settings/administrators/administrators.tsx')).AdministratorsPage,
  'administrators/:administratorId': async () =>
    (await import('./pages/settings/administrators/administrator.tsx')).AdministratorPage,
  '*': async () => (await import('./pages/not-found.tsx')).NotFoundPage,
};

/** Begins to load the page at a path such as `/groups`, so that it arrives with what it is drawn by. */
export function loadPageAt(path: string): void {
  const patternOf = (name: string) => new RegExp(`^/${name.replaceAll(/:\w+/g, '[^/]+')}/?$`);
  const found = Object.entries(pages).find(([name]) => name !== '*' && patternOf(name).test(path));
  // The router shows why it failed.
  void found?.[1]().catch(() => undefined);
}
