// The search everywhere of the admin center: things of every kind for one text, the best of each kind first.
import type { Configuration } from '../settings/configuration/configuration.ts';
import type { FindPeople } from '../directory/find-people.ts';
import type { Administrators } from '../access/sessions/administrators.ts';
import { DomainError, problemCodes } from '../ground/errors.ts';
import { guideTitles } from '../http/guides.ts';
import { problemKinds } from '../http/problem.ts';
import { type GroupLimit, isLimited, isOrganisationWithin } from '../ground/group-limit.ts';
import type { Server } from '../http/server.ts';
import type { TeamBrowser } from '../groups/read/browse-teams.ts';
import type { AdminApiDeps } from './admin-api-deps.ts';
import { type AnsweringPeople, textSearchOf } from '../groups/search/team-query.ts';
import { byRelevance } from '../groups/search/team-search.ts';
import { declareOperations } from './declare-operations.ts';
import { shortestSearch } from '../groups/change/people.schema.ts';
import { resourceOf } from './request.ts';
import { searchQuery, SearchResults } from './search.schema.ts';
import type { WebhookDeps } from './webhooks.routes.ts';
import { bestMatches } from '../ground/folded-text.ts';

export interface SearchDeps extends Pick<AdminApiDeps, 'read'>, Pick<WebhookDeps, 'webhooks'> {
  readonly configuration: Configuration;
  readonly browser: TeamBrowser;
  readonly people: FindPeople;
  readonly answeringPeople: AnsweringPeople;
  readonly administrators: Pick<Administrators, 'list'>;
}

const resultsOfKind = 6;
/** The other results are worth more than those of a slow directory. */
const directoryTimeoutMs = 2_000;

const declared = declareOperations('Overview', {
  search: {
    reach: 'organisations',
    summary:
      'Search groups, people, templates, API keys, webhooks, administrators, problem codes and the documentation.',
    answer: 'The first results of each kind.',
    querystring: searchQuery,
    response: { 200: SearchResults },
  },
});

export function registerSearchRoutes(server: Server, deps: SearchDeps): void {
  async function findGroups({ tenantId, limit: within }: Sender, text: string) {
    const signal = AbortSignal.timeout(directoryTimeoutMs);
    const search = await textSearchOf(deps, { tenantId, within }, text, signal);
    const page = { order: byRelevance, offset: 0, limit: resultsOfKind };
    return deps.browser.list(tenantId, search, page);
  }

  /** They concern the whole tenant. */
  async function findSettings({ tenantId, limit }: Sender, text: string) {
    if (isLimited(limit)) return { apiKeys: [], webhooks: [], administrators: [] };
    const [apiKeys, webhooks, administrators] = await Promise.all([
      deps.read((stores) => stores.apiKeys.list(tenantId)),
      deps.webhooks.change((endpoints) => endpoints.list(tenantId)),
      deps.administrators.list(tenantId),
    ]);
    return {
      apiKeys: best(text, apiKeys, ({ name, keyId }) => [name, keyId]),
      webhooks: best(text, webhooks, ({ url, endpointId }) => [url, endpointId]),
      administrators: best(text, administrators, ({ email, name }) => [email, name ?? '']),
    };
  }

  server.get('/:tenantId/search', declared.search, async (request) => {
    const sender = resourceOf(request);
    const text = request.query.text.trim();
    if (text.length < shortestSearch) return nothing;
    const [groups, people, settings] = await Promise.all([
      findGroups(sender, text),
      findPeople(deps.people, sender.tenantId, text),
      findSettings(sender, text),
    ]);
    return {
      groups: [...groups],
      people,
      templates: templatesOf(deps.configuration, sender, text),
      ...settings,
      problems: best(text, problems, ({ code, title }) => [code, title]),
      help: best(text, guideTitles(), ({ title }) => [title]),
    };
  });
}

const problems = problemCodes.map((code) => ({ code, title: problemKinds[code].title }));

const nothing = {
  groups: [],
  people: [],
  templates: [],
  apiKeys: [],
  webhooks: [],
  administrators: [],
  problems: [],
  help: [],
};

function best<T>(text: string, all: readonly T[], textsOf: (one: T) => readonly string[]): T[] {
  return bestMatches(text, all, textsOf).slice(0, resultsOfKind);
}

interface Sender {
  readonly tenantId: string;
  readonly limit: GroupLimit;
}

function templatesOf(configuration: Configuration, { tenantId, limit }: Sender, text: string) {
  const templates = configuration
    .organisations(tenantId)
    .filter(({ organisationId }) => isOrganisationWithin(limit, organisationId))
    .flatMap((organisation) =>
      organisation.templates.map(({ templateId, name, identifier }) => ({
        templateId,
        name,
        identifier,
        organisation: organisation.name,
      })),
    );
  return best(text, templates, ({ name, identifier, organisation, templateId }) => [
    name,
    identifier,
    organisation,
    templateId,
  ]);
}

/** Null if the directory does not answer in time. */
async function findPeople(people: FindPeople, tenantId: string, text: string) {
  try {
    const signal = AbortSignal.timeout(directoryTimeoutMs);
    const found = await people.suggest(tenantId, text, resultsOfKind, signal);
    // The directory may find people in other ways, too, which come last.
    const ranked = bestMatches(text, found, ({ email, displayName }) => [displayName, email]);
    return [...new Set([...ranked, ...found])].map(({ id, email, displayName }) => ({
      reference: email === '' ? id : email,
      displayName,
    }));
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
