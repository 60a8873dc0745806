// The tenant's groups: a searchable list with random access, one group with its progress, and the interventions
// in a creation.
import { Readable } from 'node:stream';
import type { Static } from 'typebox';
import type { Rest } from '../ground/turns.ts';
import { notFound } from '../audit/changes/change.ts';
import type { Configuration } from '../settings/configuration/configuration.ts';
import type { FindPeople } from '../directory/find-people.ts';
import { sendVersion } from '../http/entity-tags.ts';
import type { Server } from '../http/server.ts';
import { readAllTeams, type TeamBrowser, type TeamSearch } from '../groups/read/browse-teams.ts';
import type { TeamsWithin } from '../groups/read/teams-within.postgres.ts';
import { createConcurrentRequestLimit } from '../http/concurrent-requests.ts';
import type { ReviewReader } from '../governance/reviews/reviews.postgres.ts';
import type { LifecycleResponse } from '../groups/read/team-lifecycle.schema.ts';
import type { TeamStore } from '../groups/read/team.ts';
import type { AdminApiDeps } from './admin-api-deps.ts';
import { groupsAsCsv } from './group-export.ts';
import { groupResponse, listedGroupResponse } from './group-responses.ts';
import { groupSearchOf, orderOf } from './group-search.ts';
import {
  Group,
  GroupExport,
  groupExportQuery,
  GroupPage,
  GroupParams,
  groupQuery,
} from './groups.schema.ts';
import { createKnownGroups } from './known-groups.ts';
import { offsetOf, offsetPage } from './offset-page.ts';
import { operations } from './operations.ts';
import type { Sender as AnySender } from '../ground/caller.ts';
import { resourceOf, subscriberOf } from './request.ts';
import { createWhileAuthorized } from './while-authorized.ts';

export interface GroupDeps extends AdminApiDeps {
  readonly rest: Rest;
  readonly configuration: Configuration;
  readonly teams: TeamStore;
  readonly browser: TeamBrowser;
  readonly teamsWithin: TeamsWithin;
  readonly people: FindPeople;
  /** Sets the dates of groups that were created a moment ago. */
  readonly assessNew: (tenantId: string) => Promise<void>;
  /** Null: the template of the group has no lifecycle, and the group is on no hold. */
  readonly lifecycleOf: (
    tenantId: string,
    teamId: string,
  ) => Promise<Static<typeof LifecycleResponse> | null>;
  readonly reviews: Pick<ReviewReader, 'nextByPolicy'>;
}

type Sender = Pick<AnySender, 'tenantId'> & { readonly limit: AnySender['within'] };

const declared = operations('Groups', {
  listGroups: {
    reach: 'organisations',
    summary: 'List the groups, newest first or in another order.',
    answer: 'A page of groups.',
    problems: ['directory_unavailable', 'directory_permission_missing'],
    querystring: groupQuery,
    response: { 200: GroupPage },
  },
  exportGroups: {
    reach: 'organisations',
    summary: 'Export all groups that match the filters as CSV, newest first.',
    description:
      'The file is UTF-8 with a byte order mark. Texts that a spreadsheet would read as a formula get an apostrophe.',
    answer: 'The groups as a file.',
    produces: ['text/csv'],
    problems: ['directory_unavailable', 'directory_permission_missing'],
    querystring: groupExportQuery,
    response: { 200: GroupExport },
  },
  getGroup: {
    reach: 'organisations',
    summary: 'Read a group: its request, its progress and its errors.',
    answer: 'The group.',
    params: GroupParams,
    response: { 200: Group },
  },
});

export function registerGroupRoutes(server: Server, deps: GroupDeps): void {
  const { address, configuration, teams, browser, people } = deps;
  const known = createKnownGroups(deps.teamsWithin);
  const whileAuthorized = createWhileAuthorized(deps.rest);
  const enterOneOfFew = createConcurrentRequestLimit({ most: 2, what: 'exports per tenant' });

  server.get('/:tenantId/groups', declared.listGroups, async (request) => {
    const sender = resourceOf(request);
    const { tenantId } = sender;
    const { sort, ...filters } = request.query;
    if (filters.expiresBefore !== undefined) await deps.assessNew(tenantId);
    const wanted = await groupSearchOf(sender, filters, people);
    const { items, total, isExact } = await browser.search(tenantId, wanted, {
      ...offsetOf(request.query),
      order: orderOf(sort),
    });
    const listed = await known.listed(sender, items);
    const answer = offsetPage(request, address, {
      items: listed.map((team) => listedGroupResponse(tenantId, team, configuration)),
      // Pages continue beyond the end of the count.
      total: isExact ? total : Number.POSITIVE_INFINITY,
    });
    return { ...answer, total, totalIsExact: isExact };
  });

  server.get('/:tenantId/groups/export', declared.exportGroups, async (request, reply) => {
    const sender = resourceOf(request);
    const { tenantId } = sender;
    const wanted = await groupSearchOf(sender, request.query, people);
    enterOneOfFew(tenantId, reply);
    const batches = whileAuthorized(exported(sender, wanted), subscriberOf(request), reply);
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="groups.csv"')
      .send(Readable.from(groupsAsCsv(tenantId, batches, configuration)));
  });

  async function* exported(sender: Sender, wanted: TeamSearch) {
    for await (const batch of readAllTeams(browser, sender.tenantId, wanted)) {
      yield await known.listed(sender, batch);
    }
  }

  /**
   * The status is read first, so that everything beside it is at least as new. Callers look no more once a creation has
   * ended: an answer with that end and an older record would stay on their page.
   */
  async function read(sender: Sender, teamId: string) {
    const { tenantId } = sender;
    const status = await teams.readStatus(tenantId, teamId);
    const [team, history, lifecycle, nextReviewAt] = await Promise.all([
      teams.readTeam(tenantId, teamId),
      browser.history(tenantId, teamId),
      deps.lifecycleOf(tenantId, teamId),
      deps.reviews.nextByPolicy(tenantId, teamId),
    ]);
    if (team === undefined || status === undefined || history === undefined) {
      throw notFound('group');
    }
    const group = groupResponse(tenantId, team, status, history, configuration, address);
    const referred = await known.referredTo(sender, history);
    return { ...group, ...referred, lifecycle, nextReviewAt };
  }

  const onePath = '/:tenantId/groups/:teamId';
  server.get(onePath, declared.getGroup, async (request, reply) => {
    const sender = resourceOf(request);
    const group = await read(sender, sender.teamId);
    sendVersion(reply, group.etag);
    return group;
  });
}
