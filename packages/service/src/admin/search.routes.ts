// The search everywhere of the admin center: groups, people, templates, API keys and webhooks for one text.
import type { Configuration } from '../configuration/configuration.ts';
import type { FindPeople } from '../directory/find-people.ts';
import { DomainError } from '../foundation/errors.ts';
import type { Server } from '../http/server.ts';
import type { TeamBrowser } from '../teams/browse-teams.ts';
import type { AdminApiDeps } from './admin-api-deps.ts';
import { groupSearchOf } from './group-search.ts';
import { operations } from './operations.ts';
import { shortestSearch } from './people.schema.ts';
import { resourceOf } from './request.ts';
import { searchQuery, SearchResults } from './search.schema.ts';
import type { WebhookDeps } from './webhooks.routes.ts';

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
    summary: 'Search groups, people, templates, API keys and webhooks.',
    answer: 'The first results of each kind.',
    querystring: searchQuery,
    response: { 200: SearchResults },
  },
});

export function registerSearchRoutes(server: Server, deps: SearchDeps): void {
  async function findGroups(tenantId: string, text: string) {
    const search = await groupSearchOf(tenantId, { search: text }, deps.people);
    const page = { offset: 0, limit: resultsOfKind };
    return deps.browser.search(tenantId, search, page);
  }

  server.get('/:tenantId/search', declared.search, async (request) => {
    const { tenantId } = resourceOf(request);
    const text = request.query.text.trim();
    if (text.length < shortestSearch) {
      return { groups: [], people: [], templates: [], apiKeys: [], webhooks: [] };
    }
    const contains = createMatch(text);
    const [groups, people, apiKeys, webhooks] = await Promise.all([
      findGroups(tenantId, text),
      findPeople(deps.people, tenantId, text),
      deps.read((stores) => stores.apiKeys.list(tenantId)),
      deps.webhooks.change((endpoints) => endpoints.list(tenantId)),
    ]);
    return {
      groups: groups.items,
      people,
      templates: templatesOf(deps.configuration, tenantId, contains),
      apiKeys: apiKeys.filter(({ name, keyId }) => contains(name, keyId)).slice(0, resultsOfKind),
      webhooks: webhooks
        .filter(({ url, endpointId }) => contains(url, endpointId))
        .slice(0, resultsOfKind),
    };
  });
}

/** Whether one of the texts contains every word, without regard to case. */
function createMatch(text: string): (...texts: readonly string[]) => boolean {
  const words = text.toLowerCase().split(/\s+/);
  return (...texts) => {
    const all = texts.join('\n').toLowerCase();
    return words.every((word) => all.includes(word));
  };
}

function templatesOf(
  configuration: Configuration,
  tenantId: string,
  contains: ReturnType<typeof createMatch>,
) {
  return configuration
    .organisations(tenantId)
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
