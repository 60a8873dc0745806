// GET /teams: the list of the tenant's teams, searched, filtered, sorted and entered anywhere; and all of it as a file.
import { Readable } from 'node:stream';
import { Type } from 'typebox';
import type { Configuration } from '../../settings/configuration/configuration.ts';
import { searchText } from '../../ground/folded-text.ts';
import type { GroupLimit } from '../../ground/group-limit.ts';
import type { BeginWork } from '../../ground/turns.ts';
import { type Subscribers, createWhileAuthorized } from '../../http/open-responses.ts';
import {
  countedPageQuery,
  type ListIdentity,
  pageOf,
  positionPart,
  readPage,
} from '../../http/paging.ts';
import { refTo } from '../../http/schema-ref.ts';
import { type MountUrl, senderOf } from '../../http/sender.ts';
import type { Server } from '../../http/server.ts';
import {
  orderOf,
  requireProperties,
  type TeamQueryDeps,
  teamSearchOf,
} from '../search/team-query.ts';
import { isByDate, type Position, type TeamOrder, type TeamSearch } from '../search/team-search.ts';
import { type PlacedTeam, readAllTeams, type TeamBrowser } from './browse-teams.ts';
import type { ReadComparison } from './comparison.ts';
import { teamsAsCsv } from './export-teams.ts';
import type { FindingCounts } from './findings.ts';
import type { KnownGroups } from './known-groups.ts';
import {
  sortQuery,
  teamFilterQuery,
  teamListQuery,
  teamPeopleQuery,
  totalQuery,
} from './team-filters.schema.ts';
import { namedTeam, teamResponse } from './team-responses.ts';
import type { RequestedPeople } from '../../engine/creation.ts';
import { expandPeople, type ExpandedPerson, weightOfExpansion } from './expanded-people.ts';
import { expandQuery, mostExpanded, TeamPage } from './teams.schema.ts';
import type { createToDoReader } from './to-do.postgres.ts';
import { ToDoResponse } from './to-do.schema.ts';

export interface ListDeps extends TeamQueryDeps {
  readonly configuration: Configuration;
  readonly browser: TeamBrowser;
  readonly known: KnownGroups;
  readonly readComparison: ReadComparison;
  readonly readToDo: ReturnType<typeof createToDoReader>;
  readonly countFindings: (tenantId: string, within: GroupLimit) => Promise<FindingCounts>;
  /** Sets the dates of groups that were created a moment ago. */
  readonly assessNew: (tenantId: string) => Promise<void>;
  readonly subscribers: Subscribers;
  readonly beginWork: BeginWork;
  readonly urlOf: MountUrl;
}

const problems = [
  'invalid_query',
  'directory_permission_missing',
  'directory_unavailable',
] as const;

const filterDescription =
  'Filters combine. The service looks up e-mail addresses in the directory; if it cannot be reached, the answer is 503. A person whom the directory does not have matches no record. A person who was removed there is still found by user ID.';

/** The groups that are skipped cost about as much as a small request. */
const skippedOfWeight = 1_000;
/** It is less than that of a costly request, of which few run at once: a scroll bar asks for several pages. */
const heaviestPage = 20;
/** A costly request has it. */
const weightOfExport = 25;

export function registerListRoutes(server: Server, deps: ListDeps): void {
  const { browser, configuration, known, subscribers, urlOf } = deps;

  server.get(
    '/teams',
    {
      config: { scope: 'groups:read', answer: 'A page of teams.', problems },
      schema: {
        operationId: 'listTeams',
        tags: ['Teams'],
        summary: 'List the teams of the tenant, newest first or in another order.',
        description: `${filterDescription} The list continues at nextLink, or begins anywhere with offset.`,
        querystring: Type.Object(
          {
            ...teamFilterQuery,
            ...teamPeopleQuery,
            ...sortQuery,
            ...countedPageQuery,
            ...totalQuery,
            ...expandQuery,
          },
          teamListQuery,
        ),
        response: { 200: refTo(TeamPage) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      const { tenantId, within } = senderOf(request);
      const { limit: _, cursor: __, offset = 0, total: isCounted, ...query } = request.query;
      const list = identityOf(tenantId, query);
      const page = readPage(request.query, list);
      const search = await subscribers.whileAdmitted(request, (signal) =>
        teamSearchOf(deps, { tenantId, within }, query, signal),
      );
      const order = orderOf(query.sort, search);
      server.weighRequest(
        request,
        reply,
        Math.min(1 + Math.floor(offset / skippedOfWeight), heaviestPage),
      );
      if (query.expiresBefore !== undefined || query.lifecycle !== undefined) {
        await deps.assessNew(tenantId);
      }
      const after = page.after as Position | undefined;
      const [found, count] =
        search === undefined
          ? [[], { total: 0, isExact: true }]
          : await Promise.all([
              browser.list(tenantId, search, { order, after, offset, limit: page.limit + 1 }),
              isCounted === true ? browser.count(tenantId, search) : undefined,
            ]);
      if (found.length === 0 && after === undefined) {
        requireProperties(configuration, { tenantId, within }, query);
      }
      const shown = await known.listed({ tenantId, within }, found);
      const url = urlOf(tenantId);
      if (query.expand !== undefined) server.weighRequest(request, reply, weightOfExpansion);
      const peopleOf =
        query.expand === undefined
          ? undefined
          : await subscribers.whileAdmitted(request, (signal) =>
              readPeople(deps, tenantId, shown.slice(0, page.limit), signal),
            );
      const answer = pageOf(
        shown,
        page,
        list,
        url,
        ({ place }) => place,
        (team) => ({
          ...teamResponse(namedTeam(tenantId, team, configuration), url),
          ...(peopleOf && { people: [...(peopleOf.get(team.teamId) ?? [])] }),
        }),
      );
      return {
        ...answer,
        ...(isCounted === true &&
          count !== undefined && { total: count.total, totalIsExact: count.isExact }),
        ...(search?.finding !== undefined &&
          (await comparisonOf(tenantId, search, isCounted === true))),
      };
    },
  );

  /** How far the groups of a list by finding were compared, and how many have each. */
  async function comparisonOf(tenantId: string, search: TeamSearch, isCounted: boolean) {
    const { organisationIds = null, templateIds = null } = search;
    const within = { organisationIds, templateIds };
    const [comparison, counts] = await Promise.all([
      deps.readComparison(tenantId, within),
      isCounted ? deps.countFindings(tenantId, within) : undefined,
    ]);
    return { comparison, ...(counts !== undefined && { counts }) };
  }

  registerExportRoute(server, deps);
  registerToDoRoute(server, deps);
}

function registerToDoRoute(server: Server, { readToDo, readComparison }: ListDeps): void {
  server.get(
    '/to-do',
    {
      config: { scope: 'groups:read', answer: 'The causes, with the number of items of each.' },
      schema: {
        operationId: 'getToDo',
        tags: ['Teams'],
        summary: 'Read the decisions and repairs that wait for someone, by cause.',
        description:
          'The groups of ownership and differences are listed by `GET /teams` with toDo and cause, failed creations with error; the tasks of the others by `GET /tasks` with kind.',
        response: { 200: refTo(ToDoResponse) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      const { tenantId, within } = senderOf(request);
      const [causes, comparison] = await Promise.all([
        readToDo(tenantId, within),
        readComparison(tenantId, within),
      ]);
      const total = causes.reduce((sum, { count }) => sum + count, 0);
      return { total, causes: [...causes], comparison };
    },
  );
}

/** The people of the groups of a page, by group. */
async function readPeople(
  { browser, people }: Pick<ListDeps, 'browser' | 'people'>,
  tenantId: string,
  teams: readonly PlacedTeam[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly ExpandedPerson[]>> {
  const contents = new Map<string, Pick<RequestedPeople, 'owners' | 'members'>>();
  // A read ends where its groups weigh much.
  for (let left = teams.map(({ teamId }) => teamId); left.length > 0;) {
    const read = await browser.readContents(tenantId, left);
    if (read.length === 0) break;
    for (const { teamId, ...lists } of read) contents.set(teamId, lists);
    left = left.filter((teamId) => !contents.has(teamId));
  }
  const expanded = await expandPeople(
    people,
    tenantId,
    teams.map(({ teamId, responsible, deputy }) => ({
      responsible: responsible?.reference ?? null,
      deputy: deputy?.reference ?? null,
      owners: contents.get(teamId)?.owners ?? [],
      members: contents.get(teamId)?.members ?? [],
    })),
    { mostOfEach: mostExpanded.list, signal },
  );
  return new Map(teams.map(({ teamId }, at) => [teamId, expanded[at] ?? []]));
}

type ListQuery = Parameters<typeof teamSearchOf>[2] & { readonly sort?: string };

function identityOf(tenantId: string, { sort, ...filters }: ListQuery): ListIdentity {
  const isSearch = searchText(filters.search) !== undefined;
  const usual = isSearch ? 'relevance' : '-createdAt';
  const order = sort ?? usual;
  const given = Object.entries({ ...filters, sort: order === usual ? undefined : sort });
  return {
    path: '/teams',
    tenantId,
    filters: Object.fromEntries(
      given.map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
    ),
    position: [
      ...(isByDate(order.replace(/^-/, '')) ? [positionPart.microseconds] : []),
      ...(order === 'relevance' ? [positionPart.rank] : []),
      positionPart.guid,
    ],
  };
}

function registerExportRoute(server: Server, deps: ListDeps): void {
  const { browser, configuration, known, subscribers } = deps;
  const whileAuthorized = createWhileAuthorized(deps.beginWork);

  async function* exported(
    sender: { readonly tenantId: string; readonly within: GroupLimit },
    search: TeamSearch | undefined,
    order: TeamOrder,
  ): AsyncGenerator<readonly PlacedTeam[]> {
    if (search === undefined) return;
    for await (const batch of readAllTeams(browser, sender.tenantId, search, order)) {
      yield await known.listed(sender, batch);
    }
  }

  server.get(
    '/teams/export',
    {
      config: {
        scope: 'groups:read',
        answer: 'The teams as a file.',
        produces: ['text/csv'],
        problems,
      },
      schema: {
        operationId: 'exportTeams',
        tags: ['Teams'],
        summary:
          'Export all teams that match the filters as CSV, with their properties, external ids and people.',
        description: `${filterDescription} The file is UTF-8 with a byte order mark. People in one cell are separated by semicolons. Texts that a spreadsheet would read as a formula get an apostrophe.`,
        querystring: Type.Object(
          { ...teamFilterQuery, ...teamPeopleQuery, ...sortQuery },
          teamListQuery,
        ),
        response: {
          200: { content: { 'text/csv': { schema: Type.Unsafe<Readable>(Type.String()) } } },
        },
      },
    },
    async (request, reply) => {
      const { tenantId, within } = senderOf(request);
      const search = await subscribers.whileAdmitted(request, (signal) =>
        teamSearchOf(deps, { tenantId, within }, request.query, signal),
      );
      const order = orderOf(request.query.sort, search);
      server.weighRequest(request, reply, weightOfExport);
      server.enterExport(tenantId, reply);
      const names =
        search === undefined
          ? { properties: [], sources: [] }
          : await browser.namesIn(tenantId, search);
      const batches = whileAuthorized(
        exported({ tenantId, within }, search, order),
        subscribers.subscriberOf(request),
        reply,
      );
      const { readContents } = browser;
      const file = teamsAsCsv(batches, { tenantId, configuration, readContents, names });
      return server.asFile(reply, 'groups', 'csv').send(Readable.from(file));
    },
  );
}
