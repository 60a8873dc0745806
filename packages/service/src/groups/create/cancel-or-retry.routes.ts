// Cancels a creation that has not started, and retries one that failed, as it was or with changes.
import { TeamParams } from '../../ground/schema/parts.schema.ts';
import { requireWithin } from '../../ground/group-limit.ts';
import { notFound } from '../../ground/errors.ts';
import { problemObject } from '../../http/problem.ts';
import { refTo } from '../../http/schema-ref.ts';
import { type MountUrl, senderOf } from '../../http/sender.ts';
import type { Server } from '../../http/server.ts';
import { shapeOf } from '../../http/validation.ts';
import { statusResponse, statusUrlOf } from '../read/team-responses.ts';
import type { TeamStore } from '../read/team.ts';
import { TeamAcceptance, TeamRequestBody, TeamStatusResponse } from '../read/teams.schema.ts';
import { type CancelOrRetry, requestOf } from './cancel-or-retry.ts';
import { requireSources } from './create-team.ts';
import { countPeople, receiveRequest, validMembersOf, weightOf } from './receive-request.ts';

const retry = {
  config: {
    scope: 'groups:intervene',
    answer: 'The accepted request, with the teamId of the new creation.',
    idempotentBy: 'answer',
    problems: ['not_found', 'in_use', 'mail_nickname_taken', 'validation_failed'],
  },
  schema: {
    tags: ['Teams'],
    description: 'The new creation has its own id and a link to the failed one.',
    params: TeamParams,
    response: { 200: refTo(TeamAcceptance) },
  },
} as const;

export function registerCancelOrRetryRoutes(
  server: Server,
  deps: {
    readonly cancelOrRetry: CancelOrRetry;
    readonly teams: TeamStore;
    /** The addresses of pages of problems begin with it. */
    readonly baseUrl: string;
    readonly urlOf: MountUrl;
  },
): void {
  const { cancelOrRetry, teams, baseUrl, urlOf } = deps;
  const accepted = (tenantId: string, teamId: string) => ({
    status: 'accepted' as const,
    teamId,
    statusUrl: statusUrlOf(urlOf(tenantId), teamId),
  });

  server.post(
    '/teams/:teamId/cancel',
    {
      config: {
        scope: ['groups:create', 'groups:adopt', 'groups:intervene'],
        admin: 'groups:intervene',
        answer: 'The status of the cancelled creation.',
        problems: ['not_found', 'in_use'],
      },
      schema: {
        operationId: 'cancelTeam',
        tags: ['Teams'],
        summary: 'Cancel a creation that has not started.',
        description:
          'A creation that awaits an approval has not started; the question to the approvers is withdrawn. An API key cancels what it requested itself, and with the scope groups:intervene also the requests of others.',
        params: TeamParams,
        response: { 200: refTo(TeamStatusResponse) },
      },
    },
    async (request) => {
      const { tenantId, actor, within } = senderOf(request);
      const teamId = request.params.teamId.toLowerCase();
      const { caller } = request;
      const ofOthers = caller === null || caller.scopes.includes('groups:intervene');
      await cancelOrRetry.cancel({ tenantId, teamId, within }, actor, ofOthers);
      const status = await teams.readStatus(tenantId, teamId);
      if (status === undefined) throw notFound();
      return statusResponse(status, urlOf(tenantId), (error) => problemObject(error, baseUrl));
    },
  );

  server.post(
    '/teams/:teamId/retry',
    {
      config: { ...retry.config, admin: 'groups:intervene', problems: [...retry.config.problems] },
      schema: {
        ...retry.schema,
        operationId: 'retryTeam',
        summary: 'Retry a failed creation.',
      },
    },
    async (request) => {
      const { tenantId, actor, within } = senderOf(request);
      const failed = { tenantId, teamId: request.params.teamId.toLowerCase(), within };
      return accepted(tenantId, await cancelOrRetry.retry(failed, actor));
    },
  );

  server.post(
    '/teams/:teamId/retry/edited',
    {
      attachValidation: true,
      config: {
        ...retry.config,
        admin: 'groups:manage',
        problems: [...retry.config.problems, 'source_not_allowed'],
      },
      schema: {
        ...retry.schema,
        operationId: 'retryEditedTeam',
        summary: 'Retry a failed creation with a changed request.',
        body: refTo(TeamRequestBody),
      },
    },
    async (request, reply) => {
      server.weighRequest(request, reply, weightOf(1, countPeople(request.body)));
      const sender = senderOf(request);
      const { tenantId, actor, within } = sender;
      const failed = { tenantId, teamId: request.params.teamId.toLowerCase(), within };
      const received = receiveRequest(request.body, shapeOf(request));
      requireSources(sender, validMembersOf(received).externalIds);
      return accepted(tenantId, await cancelOrRetry.retry(failed, actor, received));
    },
  );

  server.get(
    '/teams/:teamId/request',
    {
      config: {
        scope: 'groups:read',
        answer: 'A body for POST /teams.',
        problems: ['not_found'],
      },
      schema: {
        operationId: 'getTeamRequest',
        tags: ['Teams'],
        summary: 'Read the request that a group was made from.',
        params: TeamParams,
        response: { 200: refTo(TeamRequestBody) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      const { tenantId, within } = senderOf(request);
      const team = requireWithin(
        within,
        await teams.readTeam(tenantId, request.params.teamId.toLowerCase()),
      );
      return requestOf(team) as TeamRequestBody;
    },
  );
}
