// POST /teams (section 4.2 of the specification).
import { Type } from 'typebox';

import { maxFaults } from '../../ground/errors.ts';
import type { Subscribers } from '../../http/open-responses.ts';
import { requestKeyOf } from '../../http/idempotency-key.ts';
import { refTo } from '../../http/schema-ref.ts';
import { type MountUrl, senderOf } from '../../http/sender.ts';
import type { Server } from '../../http/server.ts';
import { shapeOf } from '../../http/validation.ts';
import { acceptanceHeaders, createAnswerAcceptance } from './acceptance-answer.routes.ts';
import { countPeople, receiveRequest, weightOf } from './receive-request.ts';
import type { CreateTeam } from './create-team.ts';
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
  const { createTeam } = deps;
  const answer = createAnswerAcceptance(deps);

  server.post(
    '/teams',
    {
      attachValidation: true,
      config: {
        scope: 'groups:create',
        admin: 'groups:manage',
        answer: 'The accepted request, with its teamId and statusUrl.',
        idempotentBy: 'use case',
        problems: ['mail_nickname_taken', 'source_not_allowed'],
        answerHeaders: acceptanceHeaders,
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
      server.weighRequest(request, reply, weightOf(1, countPeople(request.body)));
      const accepted = await createTeam({
        sender: senderOf(request),
        received: receiveRequest(request.body, shapeOf(request)),
        maxFaults,
        key: requestKeyOf(request, reply),
      });
      return answer(request, reply, accepted);
    },
  );
}
