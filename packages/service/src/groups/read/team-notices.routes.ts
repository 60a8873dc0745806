// The notices about a group: who got which, when and with what outcome. Never their text, which has links.
import { TeamParams } from '../../ground/schema/parts.schema.ts';
import type { TeamStore } from './team.ts';
import { requireWithin } from '../../ground/group-limit.ts';
import { Type } from 'typebox';
import { type ListIdentity, pageOf, pageQuery, positionPart, readPage } from '../../http/paging.ts';
import { refTo, shareSchemas } from '../../http/schema-ref.ts';
import { type MountUrl, senderOf } from '../../http/sender.ts';
import type { Server } from '../../http/server.ts';
import {
  noticeResponse,
  TeamNoticePage,
  TeamNoticeResponse,
} from '../../messages/notices/notices.schema.ts';
import type { ListedNotice } from '../../messages/notices/notices.postgres.ts';

interface Deps {
  readonly listNotices: (
    group: { tenantId: string; teamId: string },
    page: { limit: number; afterNoticeId?: string | undefined },
  ) => Promise<readonly ListedNotice[]>;
  /** The organisation of a group; undefined if there is no such group. */
  readonly readStatus: TeamStore['readStatus'];
  readonly urlOf: MountUrl;
}

export function registerTeamNoticeRoutes(server: Server, deps: Deps): void {
  shareSchemas(server, [TeamNoticeResponse, TeamNoticePage]);
  server.get(
    '/teams/:teamId/notices',
    {
      config: {
        scope: 'groups:read',
        answer: 'A page of notices.',
        problems: ['not_found', 'invalid_query'],
      },
      schema: {
        operationId: 'listTeamNotices',
        tags: ['Teams'],
        summary: 'List the notices that people got about a group, newest first.',
        description:
          'A person gets at most one message a day, which carries all notices of that day. The list has no text of messages: they have links for their recipients alone. The service keeps notices for a year.',
        params: TeamParams,
        querystring: Type.Object(pageQuery, { additionalProperties: false }),
        response: { 200: refTo(TeamNoticePage) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      const { tenantId, within } = senderOf(request);
      const teamId = request.params.teamId.toLowerCase();
      const list: ListIdentity = {
        path: `/teams/${teamId}/notices`,
        tenantId,
        filters: {},
        position: [positionPart.guid],
      };
      const page = readPage(request.query, list);
      requireWithin(within, await deps.readStatus(tenantId, teamId));
      const found = await deps.listNotices(
        { tenantId, teamId },
        { limit: page.limit + 1, afterNoticeId: page.after?.[0] },
      );
      return pageOf(
        found,
        page,
        list,
        deps.urlOf(tenantId),
        ({ noticeId }) => [noticeId],
        noticeResponse,
      );
    },
  );
}
