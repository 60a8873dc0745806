// GET /directory/groups: all groups of the tenant's directory, ours or not, with a proposal for each that nobody governs.
import type { Static } from 'typebox';
import { DomainError } from '../ground/errors.ts';
import type { Clock } from '../ground/clock.ts';
import { searchText } from '../ground/folded-text.ts';
import { isLimited } from '../ground/group-limit.ts';
import { momentOf } from '../ground/moment.ts';
import { type ListIdentity, pageOf, readPage } from '../http/paging.ts';
import { refTo, shareSchemas } from '../http/schema-ref.ts';
import { type MountUrl, senderOf } from '../http/sender.ts';
import type { Server } from '../http/server.ts';
import type { Configuration } from '../settings/configuration/configuration.ts';
import type {
  DirectoryGroupBrowser,
  DirectoryGroupFilter,
  FoundDirectoryGroup,
} from './browse-directory-groups.postgres.ts';
import {
  DirectoryGroup,
  DirectoryGroupPage,
  directoryGroupQuery,
} from './directory-groups.schema.ts';
import { proposeAdoption } from './propose-adoption.ts';

/** The groups that are skipped cost about as much as a small request. */
const skippedOfWeight = 1_000;
const heaviestPage = 20;
const weightOfCounts = 5;
const anyText = /^[^]*$/;

export function registerDirectoryGroupRoutes(
  server: Server,
  deps: {
    readonly browser: DirectoryGroupBrowser;
    readonly configuration: Pick<Configuration, 'organisations'>;
    /** Renews the inventory where that costs the directory nothing. */
    readonly refresh: (tenantId: string) => Promise<void>;
    readonly clock: Clock;
    readonly urlOf: MountUrl;
  },
): void {
  const { browser, configuration, refresh, clock, urlOf } = deps;
  shareSchemas(server, [DirectoryGroup, DirectoryGroupPage]);

  server.get(
    '/directory/groups',
    {
      config: {
        scope: 'groups:adopt',
        reach: 'tenant',
        answer: 'A page of groups.',
        problems: ['invalid_query', 'forbidden'],
      },
      schema: {
        operationId: 'listDirectoryGroups',
        tags: ['Adoption'],
        summary: 'List all Microsoft 365 groups of the directory, by name.',
        description:
          'The inventory of the directory: each reconciliation lists all groups, changes follow within minutes, and owners and counts are read once a day. A group without obstacles can be adopted, and the proposal says with which template and people. API keys that are limited to organisations or templates are refused.',
        querystring: directoryGroupQuery,
        response: { 200: refTo(DirectoryGroupPage) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      const { tenantId, within } = senderOf(request);
      if (isLimited(within)) {
        throw new DomainError(
          'forbidden',
          'The list has the groups of the whole tenant. Use an API key without a limit to organisations or templates.',
        );
      }
      const { limit: _, cursor: __, offset = 0, total: isCounted, ...query } = request.query;
      const list = identityOf(tenantId, query);
      const page = readPage(request.query, list);
      const weight = 1 + Math.floor(offset / skippedOfWeight);
      server.weighRequest(
        request,
        reply,
        Math.min(weight, heaviestPage) + (isCounted === true ? weightOfCounts : 0),
      );
      await refresh(tenantId);
      const filter = filterOf(query);
      const after = page.after as readonly [string, string] | undefined;
      const [found, counted, seenAt] = await Promise.all([
        browser.list(tenantId, filter, { after, offset, limit: page.limit + 1 }),
        isCounted === true ? browser.count(tenantId, filter) : undefined,
        browser.listedAt(tenantId),
      ]);
      const organisations = configuration.organisations(tenantId);
      const now = clock.now();
      const answer = pageOf(
        found,
        page,
        list,
        urlOf(tenantId),
        ({ names, groupId }) => [names, groupId],
        (group) => answerOf(group, organisations, now),
      );
      const { total, ...counts } = counted ?? {};
      return {
        ...answer,
        seenAt: seenAt?.toISOString() ?? null,
        ...(counted !== undefined && { total, counts }),
      } as Static<typeof DirectoryGroupPage>;
    },
  );
}

type Query = Omit<Static<typeof directoryGroupQuery>, 'limit' | 'cursor' | 'offset' | 'total'>;

function identityOf(tenantId: string, query: Query): ListIdentity {
  const given = Object.entries(query);
  return {
    path: '/directory/groups',
    tenantId,
    filters: Object.fromEntries(
      given.map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
    ),
    position: [anyText, anyText],
  };
}

function filterOf({ createdBefore, search, ...query }: Query): DirectoryGroupFilter {
  return {
    ...query,
    createdBefore: createdBefore === undefined ? undefined : momentOf(createdBefore),
    text: searchText(search),
  };
}

function answerOf(
  group: FoundDirectoryGroup,
  organisations: ReturnType<Configuration['organisations']>,
  now: number,
) {
  const { names: _, mailNickname: mailNickName, hasTeam, owners, createdAt, ...others } = group;
  const isProposed =
    group.teamId === null && group.adoption === null && group.obstacles.length === 0;
  return {
    ...others,
    mailNickName,
    kind: hasTeam ? 'team' : 'group',
    createdAt: createdAt?.toISOString() ?? null,
    suiteExpiresAt: group.suiteExpiresAt?.toISOString() ?? null,
    owners:
      owners?.map(({ id, displayName, isAvailable: available }) => ({
        id,
        displayName,
        available,
      })) ?? null,
    proposal: isProposed ? proposeAdoption(organisations, { ...group, mailNickName }, now) : null,
  };
}
