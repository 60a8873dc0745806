// The tenant's groups: a searchable list with random access, one group with its progress, and the interventions
// in a creation.
import { Readable } from 'node:stream';
import type { Static } from 'typebox';
import { notFound } from '../changes/change.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { FindPeople } from '../directory/find-people.ts';
import type { Server } from '../http/server.ts';
import { readAllTeams, type TeamBrowser } from '../teams/browse-teams.ts';
import type { Interventions } from '../teams/intervene.ts';
import { createConcurrentRequestLimit } from '../http/concurrent-requests.ts';
import { createEventStreams } from '../http/event-streams.ts';
import { createOpenResponses } from '../http/open-responses.ts';
import { isFinal } from '../provisioning/creation.ts';
import type { ListedNotice } from '../notices/notices.postgres.ts';
import { noticeResponse } from '../notices/notices.schema.ts';
import type { ReviewReader } from '../reviews/reviews.postgres.ts';
import type { LifecycleResponse } from '../teams/team-lifecycle.schema.ts';
import type { TeamStore } from '../teams/team.ts';
import type { StatusWatch } from '../teams/watch-status.ts';
import type { AdminApiDeps } from './admin-api-deps.ts';
import { groupsAsCsv } from './group-export.ts';
import { groupResponse, groupStatusResponse, listedGroupResponse } from './group-responses.ts';
import { groupSearchOf, orderOf } from './group-search.ts';
import {
  Group,
  GroupExport,
  groupExportQuery,
  groupNoticeQuery,
  GroupNotices,
  GroupPage,
  GroupParams,
  groupQuery,
  GroupStatus,
  Retry,
  StatusEvents,
} from './groups.schema.ts';
import { offsetOf, offsetPage } from './offset-page.ts';
import { operations } from './operations.ts';
import { resourceOf, sendVersion, subscriberOf } from './request.ts';
import { whileAuthorized } from './while-authorized.ts';

export interface GroupDeps extends AdminApiDeps {
  readonly configuration: Configuration;
  readonly teams: TeamStore;
  readonly browser: TeamBrowser;
  readonly watch: StatusWatch;
  readonly interventions: Interventions;
  readonly people: FindPeople;
  /** Null: the template of the group has no lifecycle, and the group is on no hold. */
  readonly lifecycleOf: (
    tenantId: string,
    teamId: string,
  ) => Promise<Static<typeof LifecycleResponse> | null>;
  readonly reviews: Pick<ReviewReader, 'nextByPolicy'>;
  /** Newest first. */
  readonly noticesOfGroup: (
    group: { readonly tenantId: string; readonly teamId: string },
    page: { readonly limit: number; readonly afterNoticeId?: string | undefined },
  ) => Promise<readonly ListedNotice[]>;
}

const declared = operations('Groups', {
  listGroups: {
    summary: 'List the groups, newest first or in another order.',
    answer: 'A page of groups.',
    problems: ['directory_unavailable', 'directory_permission_missing'],
    querystring: groupQuery,
    response: { 200: GroupPage },
  },
  exportGroups: {
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
    summary: 'Read a group: its request, its progress and its errors.',
    answer: 'The group.',
    params: GroupParams,
    response: { 200: Group },
  },
  listGroupNotices: {
    summary: 'List the notices that people got about a group, newest first.',
    answer: 'A page of notices.',
    params: GroupParams,
    querystring: groupNoticeQuery,
    response: { 200: GroupNotices },
  },
  followGroup: {
    summary: 'Stream the status of a creation at every change, until it is final.',
    answer: 'A stream of status events.',
    produces: ['text/event-stream'],
    params: GroupParams,
    response: { 200: StatusEvents },
  },
  cancelGroup: {
    scope: 'groups:intervene',
    summary: 'Cancel a creation that has not started.',
    admin: 'groups:intervene',
    answer: 'The cancelled group.',
    problems: ['in_use'],
    params: GroupParams,
    response: { 200: Group },
  },
  retryGroup: {
    scope: 'groups:intervene',
    summary:
      'Retry a failed creation. The new creation has its own id and a link to the failed one.',
    admin: 'groups:intervene',
    answer: 'The teamId of the new creation.',
    creates: true,
    problems: ['in_use', 'mail_nickname_taken', 'validation_failed'],
    params: GroupParams,
    response: { 201: Retry },
  },
});

export function registerGroupRoutes(server: Server, deps: GroupDeps): void {
  const { address, configuration, teams, browser, watch, interventions, people } = deps;
  const streams = createEventStreams({
    watch,
    isLast: ({ status }) => isFinal(status),
    toResponse: groupStatusResponse,
    schema: GroupStatus,
    openResponses: createOpenResponses(),
  });
  server.addHook('preClose', async () => streams.endAll());
  const enterOneOfFew = createConcurrentRequestLimit({ most: 2, what: 'exports per tenant' });

  server.get('/:tenantId/groups', declared.listGroups, async (request) => {
    const { tenantId } = resourceOf(request);
    const { sort, ...filters } = request.query;
    const wanted = await groupSearchOf(tenantId, filters, people);
    const { items, total, isExact } = await browser.search(tenantId, wanted, {
      ...offsetOf(request.query),
      order: orderOf(sort),
    });
    const answer = offsetPage(request, address, {
      items: items.map((team) => listedGroupResponse(tenantId, team, configuration)),
      // Pages continue beyond the end of the count.
      total: isExact ? total : Number.POSITIVE_INFINITY,
    });
    return { ...answer, total, totalIsExact: isExact };
  });

  server.get('/:tenantId/groups/export', declared.exportGroups, async (request, reply) => {
    const { tenantId } = resourceOf(request);
    const wanted = await groupSearchOf(tenantId, request.query, people);
    enterOneOfFew(tenantId, reply);
    const batches = whileAuthorized(readAllTeams(browser, tenantId, wanted), subscriberOf(request));
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="groups.csv"')
      .send(Readable.from(groupsAsCsv(tenantId, batches, configuration)));
  });

  async function read(tenantId: string, teamId: string) {
    const [team, status, history, lifecycle, nextReviewAt] = await Promise.all([
      teams.readTeam(tenantId, teamId),
      teams.readStatus(tenantId, teamId),
      browser.history(tenantId, teamId),
      deps.lifecycleOf(tenantId, teamId),
      deps.reviews.nextByPolicy(tenantId, teamId),
    ]);
    if (team === undefined || status === undefined || history === undefined) {
      throw notFound('group');
    }
    const group = groupResponse(tenantId, team, status, history, configuration);
    return { ...group, lifecycle, nextReviewAt };
  }

  const onePath = '/:tenantId/groups/:teamId';
  server.get(onePath, declared.getGroup, async (request, reply) => {
    const { tenantId, teamId } = resourceOf(request);
    const group = await read(tenantId, teamId);
    sendVersion(reply, group.etag);
    return group;
  });

  server.get(`${onePath}/notices`, declared.listGroupNotices, async (request) => {
    const { tenantId, teamId } = resourceOf(request);
    const { after, limit = 50 } = request.query;
    const [team, found] = await Promise.all([
      teams.readTeam(tenantId, teamId),
      deps.noticesOfGroup(
        { tenantId, teamId },
        { limit: limit + 1, afterNoticeId: after?.toLowerCase() },
      ),
    ]);
    if (team === undefined) throw notFound('group');
    return { items: found.slice(0, limit).map(noticeResponse), hasMore: found.length > limit };
  });

  server.get(`${onePath}/events`, declared.followGroup, async (request, reply) => {
    const { tenantId, teamId } = resourceOf(request);
    const status = await teams.readStatus(tenantId, teamId);
    if (status === undefined) throw notFound('group');
    return streams.open(request, reply, { tenantId, teamId }, status, subscriberOf(request));
  });

  server.post(`${onePath}/cancel`, declared.cancelGroup, async (request) => {
    const { tenantId, teamId, actor, limit } = resourceOf(request);
    await interventions.cancel({ tenantId, teamId, organisationIds: limit }, actor);
    return read(tenantId, teamId);
  });

  server.post(`${onePath}/retry`, declared.retryGroup, async (request) => {
    const { tenantId, teamId, actor, limit } = resourceOf(request);
    const failed = { tenantId, teamId, organisationIds: limit };
    return { teamId: await interventions.retry(failed, actor) };
  });
}
