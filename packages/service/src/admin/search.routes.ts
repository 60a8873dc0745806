// The search everywhere of the admin center: groups, people, templates, API keys and webhooks for one text.
import type { Configuration } from '../settings/configuration/configuration.ts';
import type { FindPeople } from '../directory/find-people.ts';
import { DomainError } from '../ground/errors.ts';
import { type GroupLimit, isLimited, isOrganisationWithin } from '../ground/group-limit.ts';
import type { Server } from '../http/server.ts';
import type { TeamBrowser } from '../groups/read/browse-teams.ts';
import type { AdminApiDeps } from './admin-api-deps.ts';
import { textSearchOf } from '../groups/search/team-query.ts';
import { newestFirst } from '../groups/search/team-search.ts';
import { operations } from './operations.ts';
import { shortestSearch } from '../groups/change/people.schema.ts';
import { resourceOf } from './request.ts';
import { searchQuery, SearchResults } from './search.schema.ts';
import type { WebhookDeps } from './webhooks.routes.ts';
import { createTextSearch } from '../ground/folded-text.ts';

export interface SearchDeps extends Pick<AdminApiDeps, 'read'>, Pick<WebhookDeps, 'webhooks'> {
  readonly configuration: Configuration;
  readonly browser: TeamBrowser;
  readonly people: FindPeople;
}

const resultsOfKind = 6;
/** The other results are worth more than those of a slow directory. */
const directoryTimeoutMs = 2_000;

const declared = operations('Overview', {
  search: {
    reach: 'organisations',
    summary: 'Search groups, people, templates, API keys and webhooks.',
    answer: 'The first results of each kind.',
    querystring: searchQuery,
    response: { 200: SearchResults },
  },
});

export function registerSearchRoutes(server: Server, deps: SearchDeps): void {
  async function findGroups({ tenantId, limit: within }: Sender, text: string) {
    const signal = AbortSignal.timeout(directoryTimeoutMs);
    const search = await textSearchOf(deps.people, { tenantId, within }, text, signal);
    const page = { order: newestFirst, offset: 0, limit: resultsOfKind };
    return deps.browser.list(tenantId, search, page);
  }

  /** API keys and webhooks concern the whole tenant. */
  async function findSettings({ tenantId, limit }: Sender, contains: Match) {
    if (isLimited(limit)) return { apiKeys: [], webhooks: [] };
    const [apiKeys, webhooks] = await Promise.all([
      deps.read((stores) => stores.apiKeys.list(tenantId)),
      deps.webhooks.change((endpoints) => endpoints.list(tenantId)),
    ]);
    return {
      apiKeys: apiKeys.filter(({ name, keyId }) => contains(name, keyId)).slice(0, resultsOfKind),
      webhooks: webhooks
        .filter(({ url, endpointId }) => contains(url, endpointId))
        .slice(0, resultsOfKind),
    };
  }

  server.get('/:tenantId/search', declared.search, async (request) => {
    const sender = resourceOf(request);
    const text = request.query.text.trim();
    if (text.length < shortestSearch) {
      return { groups: [], people: [], templates: [], apiKeys: [], webhooks: [] };
    }
    const contains = createTextSearch(text);
    const [groups, people, settings] = await Promise.all([
      findGroups(sender, text),
      findPeople(deps.people, sender.tenantId, text),
      findSettings(sender, contains),
    ]);
    return {
      groups,
      people,
      templates: templatesOf(deps.configuration, sender, contains),
      ...settings,
    };
  });
}

interface Sender {
  readonly tenantId: string;
  readonly limit: GroupLimit;
}

type Match = ReturnType<typeof createTextSearch>;

function templatesOf(configuration: Configuration, { tenantId, limit }: Sender, contains: Match) {
  return configuration
    .organisations(tenantId)
    .filter(({ organisationId }) => isOrganisationWithin(limit, organisationId))
    .flatMap((organisation) =>
      organisation.templates
        .filter(({ name, identifier, templateId }) =>
          contains(name, identifier, organisation.name, templateId),
        )
        .map(({ templateId, name }) => ({ templateId, name, organisation: organisation.name })),
    )
    .slice(0, resultsOfKind);
}

/** Null if the directory does not answer in time. */
async function findPeople(people: FindPeople, tenantId: string, text: string) {
  try {
    const signal = AbortSignal.timeout(directoryTimeoutMs);
    const found = await people.suggest(tenantId, text, resultsOfKind, signal);
    return found.map(({ id, email, displayName }) => ({
      reference: email === '' ? id : email,
      displayName,
    }));
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
