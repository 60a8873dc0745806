// Reading teams, and following a creation.
import { TeamParams } from '../../ground/schema/parts.schema.ts';
import { requireWithin } from '../../ground/group-limit.ts';
import { Type } from 'typebox';

import {
  createEventStreams,
  eventStream,
  lastEventId,
  prefersStream,
} from '../../http/event-streams.ts';
import { type Problem, problemObject } from '../../http/problem.ts';
import { sendVersion } from '../../http/entity-tags.ts';
import { refTo, shareSchemas } from '../../http/schema-ref.ts';
import { senderOf } from '../../http/sender.ts';
import type { Server } from '../../http/server.ts';
import { isFinal } from '../../engine/creation.ts';
import { type ListDeps, registerListRoutes } from './list-teams.routes.ts';
import type { ReadTeam } from './read-team.ts';
import { retryAfterOf, statusResponse } from './team-responses.ts';
import type { TeamStatus, TeamStore } from './team.ts';
import {
  expandQuery,
  mostExpanded,
  TeamResponse,
  TeamStatusResponse,
  teamSchemas,
} from './teams.schema.ts';
import { expandPeople, weightOfExpansion } from './expanded-people.ts';
import type { StatusWatch, TeamKey } from './watch-status.ts';

const statusResponseSchema = refTo(TeamStatusResponse);

interface Deps extends ListDeps {
  readonly teams: TeamStore;
  /** The addresses of pages of problems begin with it. */
  readonly baseUrl: string;
  readonly watch: StatusWatch;
  readonly readTeam: ReadTeam<Problem>;
}

export function registerTeamRoutes(server: Server, deps: Deps): void {
  shareSchemas(server, teamSchemas);
  registerStatusRoute(server, deps);
  registerReadRoute(server, deps);
  registerListRoutes(server, deps);
}

function registerStatusRoute(
  server: Server,
  { teams, watch, subscribers, baseUrl, urlOf }: Deps,
): void {
  const toResponse = (status: TeamStatus, { tenantId }: Pick<TeamKey, 'tenantId'>) =>
    statusResponse(status, urlOf(tenantId), (error) => problemObject(error, baseUrl));
  const streams = createEventStreams({
    watch,
    isLast: ({ status }) => isFinal(status),
    toResponse,
    schema: statusResponseSchema,
    openResponses: subscribers,
  });
  server.addHook('preClose', async () => {
    streams.endAll();
    watch.endWaits();
  });

  server.get(
    '/teams/:teamId/status',
    {
      config: {
        scope: 'groups:read',
        answer: 'The status of the creation.',
        produces: ['application/json', eventStream],
        problems: ['not_found'],
        requestHeaders: { 'Last-Event-ID': 'Resume the event stream after this event.' },
        answerHeaders: { 'Retry-After': 'Seconds to wait before you poll again.' },
      },
      schema: {
        operationId: 'getTeamStatus',
        tags: ['Teams'],
        summary: 'Follow a creation.',
        description:
          'With Accept: text/event-stream, the service pushes the same object at every change. Last-Event-ID resumes the stream.',
        params: TeamParams,
        response: {
          200: statusResponseSchema,
          204: Type.Null({ description: 'The event stream has nothing left to push.' }),
        },
      },
    },
    async (request, reply) => {
      const { tenantId, within } = senderOf(request);
      const key = { tenantId, teamId: teamIdOf(request.params) };
      const status = requireWithin(within, await teams.readStatus(tenantId, key.teamId));
      const isOver = isFinal(status.status);
      if (prefersStream(request)) {
        // Nothing is left to push: 204 tells an event source not to come back.
        if (isOver && status.version === lastEventId(request)) return reply.code(204).send(null);
        return streams.open(request, reply, key, status, subscribers.subscriberOf(request));
      }
      reply.header('cache-control', 'no-store');
      if (!isOver) reply.header('retry-after', retryAfterOf(status.status));
      return reply.send(toResponse(status, key));
    },
  );
}

function registerReadRoute(server: Server, { readTeam, people, subscribers, urlOf }: Deps): void {
  server.get(
    '/teams/:teamId',
    {
      config: {
        scope: 'groups:read',
        answer: 'The record of the team.',
        problems: ['not_found', 'invalid_query'],
        requestHeaders: { 'If-None-Match': 'ETag of the answer that you have.' },
        answerHeaders: {
          ETag: 'The version of the record and a hash of the answer, with a dot in between. If-Match of an operation compares the version alone; If-None-Match compares all of it, as other members of the answer change, too.',
        },
      },
      schema: {
        operationId: 'getTeam',
        tags: ['Teams'],
        summary: 'Read the record of a team.',
        description:
          'The group as it was requested and as its operations have changed it since, with the status of its creation. Beside it, observed shows the group as the directory last showed it, and drift the differences. If someone removed the group in the directory, directory.goneSince says since when.',
        params: TeamParams,
        querystring: Type.Object(
          {
            people: Type.Optional(
              Type.Enum(['lists', 'counts'], {
                default: 'lists',
                description:
                  'counts: without the lists of owners and members, which GET /teams/{teamId}/people pages.',
              }),
            ),
            ...expandQuery,
          },
          { additionalProperties: false },
        ),
        response: {
          200: refTo(TeamResponse),
          304: Type.Null({ description: 'Not modified.' }),
        },
      },
    },
    async (request, reply) => {
      const sender = senderOf(request);
      const { owners, members, ...team } = await readTeam(
        sender,
        teamIdOf(request.params),
        urlOf(sender.tenantId),
      );
      reply.header('cache-control', 'no-store');
      sendVersion(reply, team.etag);
      const answer = request.query.people === 'counts' ? team : { ...team, owners, members };
      if (request.query.expand === undefined) return answer;
      server.weighRequest(request, reply, weightOfExpansion);
      const [expanded = []] = await subscribers.whileAdmitted(request, (signal) =>
        expandPeople(people, sender.tenantId, [{ ...team, owners, members }], {
          mostOfEach: mostExpanded.read,
          signal,
        }),
      );
      return { ...answer, people: [...expanded] };
    },
  );
}

function teamIdOf({ teamId }: { teamId: string }): string {
  return teamId.toLowerCase();
}
