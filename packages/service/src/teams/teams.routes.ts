// POST /teams (section 4.2 of the specification), the address for following a creation, and reading teams.
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';

import type { Configuration } from '../configuration/configuration.ts';
import {
  DomainError,
  maxFaults,
  ShapeError,
  type ShapeFaults,
  soundShape,
} from '../foundation/errors.ts';
import { callerOf } from '../http/authenticate.ts';
import type { TokenHolders } from '../http/held-answers.ts';
import { readIdempotencyKey } from '../http/idempotency-key.ts';
import { negotiate } from '../http/negotiation.ts';
import { type ListIdentity, pageOf, pageQuery, positionPart, readPage } from '../http/paging.ts';
import { readWait } from '../http/prefer.ts';
import { problemObject } from '../http/problem.ts';
import { refTo } from '../http/schema-ref.ts';
import type { Server } from '../http/server.ts';
import { guidPattern } from '../schema/guid.schema.ts';
import { isFinal } from '../provisioning/creation.ts';
import type { AcceptTeam } from './accept-team.ts';
import { countPeople, weightOf } from './check-request.ts';
import { createStatusStreams, lastEventId } from './status-stream.routes.ts';
import { statusAnswer, statusUrlOf, summaryAnswer, teamAnswer } from './team-responses.ts';
import type { TeamFilter, TeamStore } from './team.ts';
import {
  TeamAcceptance,
  TeamAnswer,
  TeamPage,
  TeamRequestBody,
  TeamStatusAnswer,
  teamFilterQuery,
  teamSchemas,
} from './teams.schema.ts';
import type { StatusWatch } from './watch-status.ts';

const teamIdParams = Type.Object({
  teamId: Type.String({ pattern: guidPattern, description: 'Identifier of the team.' }),
});
/** While a creation is in progress, polling makes sense after this time. */
const retryAfterSeconds = '1';
const eventStream = 'text/event-stream';

export function registerTeamRoutes(
  server: Server,
  deps: {
    acceptTeam: AcceptTeam;
    teams: TeamStore;
    watch: StatusWatch;
    configuration: Configuration;
    holders: TokenHolders;
    baseUrl: string;
  },
): void {
  const { acceptTeam, teams, watch, configuration, holders, baseUrl } = deps;
  for (const schema of teamSchemas) server.addSchema(schema);
  const toProblem = (error: DomainError) => {
    const { errors, ...problem } = problemObject(error, baseUrl);
    return errors === undefined ? problem : { ...problem, errors: [...errors] };
  };
  const toStatusAnswer = (status: Parameters<typeof statusAnswer>[0]) =>
    statusAnswer(status, baseUrl, toProblem);
  const streams = createStatusStreams({
    watch,
    toAnswer: toStatusAnswer,
    heldAnswers: holders,
  });
  server.addHook('preClose', async () => {
    streams.endAll();
    watch.endWaits();
  });

  server.post(
    '/teams',
    {
      attachValidation: true,
      config: {
        answer: 'The accepted request, with its teamId and statusUrl.',
        problems: ['mail_nickname_taken', 'idempotency_key_reused'],
        answerHeaders: {
          Location: 'Same address as statusUrl.',
          'Retry-After':
            'Seconds to wait before you poll statusUrl. Absent once the status is final.',
          'Preference-Applied':
            'wait=N: the longest wait that the service applied, in seconds. Present if Prefer requested a wait.',
        },
      },
      schema: {
        operationId: 'createTeam',
        tags: ['Teams'],
        summary: 'Create a group from a template.',
        description:
          'The service answers as soon as the request is committed. With an Idempotency-Key, a repeated request creates no second group. With Prefer: wait=N, the service holds the answer until the creation is final, for at most N seconds.',
        headers: Type.Object({
          'idempotency-key': Type.Optional(
            Type.String({
              description: 'Any text of 1 to 255 characters. The service keeps it for 30 days.',
            }),
          ),
          prefer: Type.Optional(
            Type.String({ description: 'wait=N, up to 30 seconds (RFC 7240).' }),
          ),
        }),
        body: refTo(TeamRequestBody),
        response: { 200: refTo(TeamAcceptance) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const wait = readWait(request.headers['prefer']);
      server.weighRequest(request, reply, weightOf(1, countPeople(request.body)));
      const accepted = await acceptTeam({
        caller,
        request: request.body,
        shape: shapeOf(request),
        maxFaults,
        idempotencyKey: readIdempotencyKey(request.headers['idempotency-key']),
        requestId: request.id,
        address: request.ip,
      });
      const { teamId } = accepted;
      let { status } = accepted;
      if (wait !== undefined) {
        const key = { tenantId: caller.tenantId, teamId };
        const latest = await holders.whileAdmitted(request, (signal) =>
          watch.waitUntilFinal(key, wait.waitMs, signal),
        );
        status = latest?.status ?? status;
        reply.header('preference-applied', wait.applied);
      }
      const statusUrl = statusUrlOf(baseUrl, teamId);
      reply.header('location', statusUrl);
      if (!isFinal(status)) reply.header('retry-after', retryAfterSeconds);
      return { status, teamId, statusUrl };
    },
  );

  server.get(
    '/teams/:teamId/status',
    {
      config: {
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
          200: refTo(TeamStatusAnswer),
          204: Type.Null({ description: 'The event stream has nothing left to push.' }),
        },
      },
    },
    async (request, reply) => {
      const { tenantId } = callerOf(request);
      const teamId = teamIdOf(request.params);
      const status = await teams.readStatus(tenantId, teamId);
      if (status === undefined) throw notFound();
      if (prefersStream(request)) {
        // Nothing is left to push: 204 tells an event source not to come back.
        if (isFinal(status.status) && status.version === lastEventId(request))
          return reply.code(204).send(null);
        return streams.open(
          request,
          reply,
          { tenantId, teamId },
          status,
          holders.holderOf(request),
        );
      }
      reply.header('cache-control', 'no-store');
      if (!isFinal(status.status)) reply.header('retry-after', retryAfterSeconds);
      return toStatusAnswer(status);
    },
  );

  server.get(
    '/teams/:teamId',
    {
      config: { answer: 'The record of the team.', problems: ['not_found'] },
      schema: {
        operationId: 'getTeam',
        tags: ['Teams'],
        summary: 'Read the record of a team.',
        description:
          'The group as it was requested, with the status of its creation. Later changes in the directory, for example to its name or its people, do not appear here. Only its removal does, as directory.goneSince.',
        params: teamIdParams,
        response: { 200: refTo(TeamAnswer) },
      },
    },
    async (request, reply) => {
      const { tenantId } = callerOf(request);
      const team = await teams.readTeam(tenantId, teamIdOf(request.params));
      if (team === undefined) throw notFound();
      reply.header('cache-control', 'no-store');
      return teamAnswer(team, baseUrl);
    },
  );

  server.get(
    '/teams',
    {
      config: { answer: 'A page of teams.', problems: ['invalid_query'] },
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
      const { tenantId } = callerOf(request);
      const { organisation, template, status, mailNickName } = request.query;
      const list: ListIdentity = {
        path: '/teams',
        tenantId,
        filters: { organisation, template, status, mailNickName },
        position: [positionPart.guid],
      };
      const page = readPage(request.query, list);
      const filter = teamFilter(configuration, tenantId, request.query);
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
        (team) => summaryAnswer(team, baseUrl),
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
): TeamFilter | undefined {
  const organisations =
    query.organisation === undefined
      ? configuration.organisations(tenantId)
      : [configuration.organisation(tenantId, query.organisation)].filter(
          (found) => found !== undefined,
        );
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
  return {
    ...(query.organisation !== undefined && {
      organisationId: organisations[0]?.organisationId ?? '',
    }),
    ...(templateIds !== undefined && { templateIds }),
    ...(query.status !== undefined && { status: query.status }),
    ...(query.mailNickName !== undefined && { mailNickname: query.mailNickName }),
  };
}

/** The faults that the schema found, for a route with `attachValidation`. */
export function shapeOf(request: FastifyRequest): ShapeFaults {
  const error: unknown = request.validationError;
  if (error === undefined) return soundShape;
  if (error instanceof ShapeError) return error.shape;
  throw error;
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
