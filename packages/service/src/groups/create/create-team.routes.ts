// POST /teams (section 4.2 of the specification).
import { Type } from 'typebox';

import { maxFaults } from '../../ground/errors.ts';
import type { Subscribers } from '../../http/open-responses.ts';
import { requestKeyOf } from '../../http/idempotency-key.ts';
import { readWait } from '../../http/prefer.ts';
import { refTo } from '../../http/schema-ref.ts';
import { type MountUrl, senderOf } from '../../http/sender.ts';
import type { Server } from '../../http/server.ts';
import { shapeOf } from '../../http/validation.ts';
import { isFinal } from '../../engine/creation.ts';
import { countPeople, receiveRequest, weightOf } from './receive-request.ts';
import type { CreateTeam } from './create-team.ts';
import { retryAfterOf, statusUrlOf } from '../read/team-responses.ts';
import { TeamAcceptance, TeamRequestBody } from '../read/teams.schema.ts';
import type { StatusWatch } from '../read/watch-status.ts';

export function registerCreateRoute(
  server: Server,
  deps: {
    createTeam: CreateTeam;
    watch: StatusWatch;
    subscribers: Subscribers;
    urlOf: MountUrl;
  },
): void {
  const { createTeam, watch, subscribers, urlOf } = deps;

  server.post(
    '/teams',
    {
      attachValidation: true,
      config: {
        scope: 'groups:create',
        admin: 'groups:manage',
        answer: 'The accepted request, with its teamId and statusUrl.',
        idempotentBy: 'use case',
        problems: ['mail_nickname_taken'],
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
          prefer: Type.Optional(
            Type.String({ description: 'wait=N, up to 30 seconds (RFC 7240).' }),
          ),
        }),
        body: refTo(TeamRequestBody),
        response: { 200: refTo(TeamAcceptance) },
      },
    },
    async (request, reply) => {
      const sender = senderOf(request);
      const wait = readWait(request.headers['prefer']);
      server.weighRequest(request, reply, weightOf(1, countPeople(request.body)));
      const accepted = await createTeam({
        sender,
        received: receiveRequest(request.body, shapeOf(request)),
        maxFaults,
        key: requestKeyOf(request, reply),
      });
      const { teamId } = accepted;
      let { status } = accepted;
      if (wait !== undefined) {
        const key = { tenantId: sender.tenantId, teamId };
        const latest = await subscribers.whileAdmitted(request, (signal) =>
          watch.waitUntilFinal(key, wait.waitMs, signal),
        );
        status = latest?.status ?? status;
        reply.header('preference-applied', wait.applied);
      }
      const statusUrl = statusUrlOf(urlOf(sender.tenantId), teamId);
      reply.header('location', statusUrl);
      if (!isFinal(status)) reply.header('retry-after', retryAfterOf(status));
      return { status, teamId, statusUrl };
    },
  );
}
