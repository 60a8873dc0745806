// Reading teams, and following a creation.
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';

import type { Configuration } from '../configuration/configuration.ts';
import { isWithin, type OrganisationLimit } from '../api-keys/scopes.ts';
import { DomainError } from '../foundation/errors.ts';
import { callerOf } from '../http/authenticate.ts';
import { createEventStreams, lastEventId } from '../http/event-streams.ts';
import type { TokenSubscribers } from '../http/open-responses.ts';
import { negotiate } from '../http/negotiation.ts';
import { type ListIdentity, pageOf, pageQuery, positionPart, readPage } from '../http/paging.ts';
import { problemObject } from '../http/problem.ts';
import { refTo } from '../http/schema-ref.ts';
import type { Server } from '../http/server.ts';
import { guidPattern } from '../schema/guid.schema.ts';
import type { Organisation } from '../organisations/organisation.ts';
import { isFinal } from '../provisioning/creation.ts';
import { retryAfterSeconds, statusResponse, teamResponse } from './team-responses.ts';
import type { TeamFilter, TeamStatus, TeamStore } from './team.ts';
import {
  TeamResponse,
  TeamPage,
  TeamStatusResponse,
  teamFilterQuery,
  teamSchemas,
} from './teams.schema.ts';
import type { StatusWatch } from './watch-status.ts';

const teamIdParams = Type.Object({
  teamId: Type.String({ pattern: guidPattern, description: 'Identifier of the team.' }),
});
const eventStream = 'text/event-stream';
const statusResponseSchema = refTo(TeamStatusResponse);

interface Deps {
  readonly teams: TeamStore;
  readonly watch: StatusWatch;
  readonly configuration: Configuration;
  readonly subscribers: TokenSubscribers;
  readonly baseUrl: string;
}

export function registerTeamRoutes(server: Server, deps: Deps): void {
  for (const schema of teamSchemas) server.addSchema(schema);
  registerStatusRoute(server, deps);
  registerReadRoute(server, deps);
  registerListRoute(server, deps);
}

function registerStatusRoute(server: Server, { teams, watch, subscribers, baseUrl }: Deps): void {
  const toResponse = (status: TeamStatus) => statusResponse(status, baseUrl, problemObject);
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
        params: teamIdParams,
        response: {
          200: statusResponseSchema,
          204: Type.Null({ description: 'The event stream has nothing left to push.' }),
        },
      },
    },
    async (request, reply) => {
      const { tenantId, organisationIds } = callerOf(request);
      const teamId = teamIdOf(request.params);
      const status = await teams.readStatus(tenantId, teamId);
      if (status === undefined || !isWithin(organisationIds, status.organisationId)) {
        throw notFound();
      }
      if (prefersStream(request)) {
        // Nothing is left to push: 204 tells an event source not to come back.
        if (isFinal(status.status) && status.version === lastEventId(request))
          return reply.code(204).send(null);
        return streams.open(
          request,
          reply,
          { tenantId, teamId },
          status,
          subscribers.subscriberOf(request),
        );
      }
      reply.header('cache-control', 'no-store');
      if (!isFinal(status.status)) reply.header('retry-after', retryAfterSeconds);
      return toResponse(status);
    },
  );
}

function registerReadRoute(server: Server, { teams, baseUrl }: Deps): void {
  server.get(
    '/teams/:teamId',
    {
      config: {
        scope: 'groups:read',
        answer: 'The record of the team.',
        problems: ['not_found'],
        answerHeaders: { ETag: 'The version of the record, for If-Match of an operation.' },
      },
      schema: {
        operationId: 'getTeam',
        tags: ['Teams'],
        summary: 'Read the record of a team.',
        description:
          'The group as it was requested and as its operations have changed it since, with the status of its creation. Changes that people make in the directory do not appear here. Only the removal of the group does, as directory.goneSince.',
        params: teamIdParams,
        response: { 200: refTo(TeamResponse) },
      },
    },
    async (request, reply) => {
      const { tenantId, organisationIds } = callerOf(request);
      const team = await teams.readTeam(tenantId, teamIdOf(request.params));
      if (team === undefined || !isWithin(organisationIds, team.organisationId)) throw notFound();
      reply.header('cache-control', 'no-store').header('etag', `"${team.version}"`);
      return teamResponse(team, baseUrl);
    },
  );
}

function registerListRoute(server: Server, { teams, configuration, baseUrl }: Deps): void {
  server.get(
    '/teams',
    {
      config: { scope: 'groups:read', answer: 'A page of teams.', problems: ['invalid_query'] },
      schema: {
        operationId: 'listTeams',
        tags: ['Teams'],
        summary: 'List the teams of the tenant, newest first.',
        querystring: Type.Object(
          { ...teamFilterQuery, ...pageQuery },
          { additionalProperties: false },
        ),
        response: { 200: refTo(TeamPage) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      const { tenantId, organisationIds } = callerOf(request);
      const { organisation, template, status, mailNickName } = request.query;
      const list: ListIdentity = {
        path: '/teams',
        tenantId,
        filters: { organisation, template, status, mailNickName },
        position: [positionPart.guid],
      };
      const page = readPage(request.query, list);
      const filter = teamFilter(configuration, tenantId, request.query, organisationIds);
      const found =
        filter === undefined
          ? []
          : await teams.listTeams(tenantId, filter, {
              afterTeamId: page.after?.[0],
              limit: page.limit + 1,
            });
      return pageOf(
        found,
        page,
        list,
        baseUrl,
        ({ teamId }) => [teamId],
        (team) => teamResponse(team, baseUrl),
      );
    },
  );
}

/** Undefined when the filter names what does not exist: then no team matches. */
function teamFilter(
  configuration: Configuration,
  tenantId: string,
  query: {
    organisation?: string;
    template?: string;
    status?: TeamFilter['status'];
    mailNickName?: string;
  },
  limit: OrganisationLimit,
): TeamFilter | undefined {
  const named =
    query.organisation === undefined
      ? configuration.organisations(tenantId)
      : [configuration.organisation(tenantId, query.organisation)];
  const organisations = named.filter(
    (found) => found !== undefined && isWithin(limit, found.organisationId),
  ) as Organisation[];
  if (organisations.length === 0) return undefined;
  const key = query.template?.toLowerCase();
  const templateIds =
    key === undefined
      ? undefined
      : organisations
          .flatMap(({ templates }) => templates)
          .filter(({ templateId, identifier }) => templateId === key || identifier === key)
          .map(({ templateId }) => templateId);
  if (templateIds?.length === 0) return undefined;
  const isLimited = query.organisation !== undefined || limit !== null;
  return {
    ...(isLimited && {
      organisationIds: organisations.map(({ organisationId }) => organisationId),
    }),
    ...(templateIds !== undefined && { templateIds }),
    ...(query.status !== undefined && { status: query.status }),
    ...(query.mailNickName !== undefined && { mailNickname: query.mailNickName }),
  };
}

function teamIdOf({ teamId }: { teamId: string }): string {
  return teamId.toLowerCase();
}

function notFound(): DomainError {
  return new DomainError('not_found', 'There is nothing here.');
}

function prefersStream(request: FastifyRequest): boolean {
  const { accept = '' } = request.headers;
  // A wildcard alone asks for no stream.
  const isNamed = accept.toLowerCase().includes(eventStream);
  return isNamed && negotiate(accept, [eventStream, 'application/json']) === eventStream;
}
