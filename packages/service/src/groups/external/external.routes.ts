// Groups by the id that the caller's own system has for them.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { requestHashOf } from '../../ground/idempotency-key.ts';
import { requestKeyOf } from '../../http/idempotency-key.ts';
import { refTo, shareSchemas } from '../../http/schema-ref.ts';
import { type MountUrl, senderOf } from '../../http/sender.ts';
import type { Server } from '../../http/server.ts';
import { shapeOf } from '../../http/validation.ts';
import type { Subscribers } from '../../http/open-responses.ts';
import type { KeptAnswers } from '../../postgres/kept-answers.postgres.ts';
import { isFinal } from '../../engine/creation.ts';
import { acceptanceHeaders, createAnswerAcceptance } from '../create/acceptance-answer.routes.ts';
import { countPeople, weightOf } from '../create/receive-request.ts';
import type { OperationState } from '../change/operation.ts';
import {
  answerOperation,
  type OperationKey,
  operationUrlOf,
  requestHeaders,
  versionHeader,
  versionOf,
} from '../change/operations.routes.ts';
import { plannedPerson } from '../create/plan.routes.ts';
import { problemObject } from '../../http/problem.ts';
import { plannedApproval } from '../../messages/tasks/plan-approval.ts';
import type { StatusWatch } from '../read/watch-status.ts';
import {
  DesiredGroupAnswer,
  DesiredGroupBody,
  DesiredGroupPlan,
  ExternalParams,
  externalSchemas,
} from './external.schema.ts';
import {
  type PlanGroup,
  type PutGroup,
  type PutResult,
  type ReleaseId,
  readExternalKey,
} from './desired-groups.ts';

import { plannedRoster } from '../rosters/rosters.routes.ts';
import { maxBytesOfRoster, mostValuesOfRoster } from '../rosters/rosters.schema.ts';
import { answerKept, desiredScopes, rightsOf } from './put-request.routes.ts';
import { mayAlsoChange } from '../../settings/organisations/settings-policy.ts';

interface Deps {
  readonly putGroup: PutGroup;
  readonly planGroup: PlanGroup;
  readonly releaseId: ReleaseId;
  readonly watch: StatusWatch;
  readonly operationWatch: StatusWatch<OperationKey, OperationState>;
  readonly subscribers: Subscribers;
  readonly keptAnswers: Pick<KeptAnswers, 'find' | 'keep'>;
  /** The addresses of pages of problems begin with it. */
  readonly baseUrl: string;
  readonly urlOf: MountUrl;
}

export function registerExternalRoutes(server: Server, deps: Deps): void {
  shareSchemas(server, externalSchemas);
  const { putGroup, planGroup, releaseId, subscribers, keptAnswers } = deps;
  const answerCreation = createAnswerAcceptance(deps);

  server.put(
    '/teams/external/:source/:externalId',
    {
      attachValidation: true,
      bodyLimit: maxBytesOfRoster,
      config: {
        mostValues: mostValuesOfRoster,
        scope: desiredScopes,
        admin: 'groups:manage',
        answer: 'The group as it is or will be, and whether the request changes it.',
        idempotentBy: 'use case',
        problems: [
          'not_found',
          'source_not_allowed',
          'mail_nickname_taken',
          'group_not_active',
          'version_conflict',
          'on_hold',
        ],
        answerHeaders: acceptanceHeaders,
      },
      schema: {
        operationId: 'putTeam',
        tags: ['Desired state'],
        summary: 'Make the group of an external id what it should be.',
        description:
          'Creates the group if there is none with this id, or if its creation failed. Otherwise the service compares the body with the record, as the operations that are accepted already will leave it, and changes all that differs by one operation. If nothing differs, it writes nothing and answers changed: false. The request can be repeated at any time. A deleted group is refused as group_not_active: restore it, or delete the external id first. To create a group, the key needs groups:create; to change one, the scopes of the change.',
        headers: Type.Object(requestHeaders),
        params: ExternalParams,
        body: refTo(DesiredGroupBody),
        response: { 200: refTo(DesiredGroupAnswer) },
      },
    },
    async (request, reply) => {
      const { body } = request;
      server.weighRequest(request, reply, weightOf(1, countPeople(body)));
      const sender = senderOf(request);
      const key = readExternalKey(request.params, sender);
      const requestKey = requestKeyOf(request, reply);
      const put = (signal: AbortSignal) =>
        putGroup({
          sender,
          key,
          body,
          shape: shapeOf(request),
          ...guardOf(request),
          ...rightsOf(request),
          signal,
        });
      const result = await answerKept(
        keptAnswers,
        requestKey,
        () => requestHashOf('desired', key, body),
        () => subscribers.whileAdmitted(request, put),
      );
      return answer(request, reply, result);
    },
  );

  server.delete(
    '/teams/external/:source/:externalId',
    {
      config: {
        scope: 'groups:change',
        admin: 'groups:manage',
        answer: 'The id is free.',
        problems: ['source_not_allowed', 'validation_failed'],
      },
      schema: {
        operationId: 'releaseExternalId',
        tags: ['Desired state'],
        summary: 'Release an external id.',
        description:
          'The group stays as it is, and another one may get the id: the next PUT creates it, or names it as teamId. A repetition has no effect.',
        params: ExternalParams,
        response: { 204: Type.Null({ description: 'The id is free.' }) },
      },
    },
    async (request, reply) => {
      const sender = senderOf(request);
      await releaseId(sender, readExternalKey(request.params, sender));
      return reply.code(204).send(null);
    },
  );

  server.post(
    '/teams/external/:source/:externalId/plan',
    {
      attachValidation: true,
      bodyLimit: maxBytesOfRoster,
      config: {
        mostValues: mostValuesOfRoster,
        scope: 'groups:read',
        admin: 'groups:manage',
        answer: 'The expected result of the request, with every fault.',
        problems: ['not_found', 'source_not_allowed', 'directory_unavailable'],
      },
      schema: {
        operationId: 'planPutTeam',
        tags: ['Desired state'],
        summary: 'Show what PUT of an external id would create or change.',
        description:
          'Takes the body of PUT and changes nothing. A body that does not conform also gets a 200 answer, which lists every fault at once.',
        headers: Type.Object(versionHeader),
        params: ExternalParams,
        body: refTo(DesiredGroupBody),
        response: { 200: refTo(DesiredGroupPlan) },
      },
    },
    async (request, reply) => {
      const { body } = request;
      server.weighRequest(request, reply, weightOf(1, countPeople(body)));
      const sender = senderOf(request);
      const key = readExternalKey(request.params, sender);
      const { error, people, approval, rosters, ...plan } = await subscribers.whileAdmitted(
        request,
        (signal) =>
          planGroup({
            sender,
            key,
            body,
            shape: shapeOf(request),
            ...guardOf(request),
            signal,
          }),
      );
      reply.header('cache-control', 'no-store');
      return {
        ...plan,
        conforms: plan.outcome === 'succeeded',
        error: error && problemObject(error, deps.baseUrl),
        approval: plannedApproval(approval),
        ...mayAlsoChange(plan.steps),
        people: people.map(plannedPerson),
        rosters: rosters.map(({ source, ...roster }) =>
          Object.assign({ source }, plannedRoster(roster, deps.baseUrl)),
        ),
      };
    },
  );

  async function answer(request: FastifyRequest, reply: FastifyReply, result: PutResult) {
    reply.header('cache-control', 'no-store');
    const { teamId } = result;
    const rosters = rostersOf(request, result);
    const ofCreation = { changed: result.created, created: result.created, operationId: null };
    if (result.created) {
      return { ...(await answerCreation(request, reply, result)), ...ofCreation, ...rosters };
    }
    const { operation, creation } = result;
    // Until the group exists, its creation brings what is wanted.
    if (operation.operationId === null && !isFinal(creation)) {
      const status = creation;
      const answered = await answerCreation(request, reply, { teamId, status });
      return { ...answered, ...ofCreation, ...rosters };
    }
    const parts = { watch: deps.operationWatch, holders: subscribers, urlOf: deps.urlOf };
    const answered = await answerOperation(parts, request, reply, { teamId, ...operation });
    return { ...answered, created: false, ...rosters };
  }

  function rostersOf(request: FastifyRequest, { teamId, rosters }: PutResult) {
    if (rosters.length === 0) return {};
    const url = deps.urlOf(senderOf(request).tenantId);
    return {
      rosters: rosters.map(({ source, changed, operationId }) => ({
        source,
        changed,
        operationId,
        statusUrl: operationId && operationUrlOf(url, teamId, operationId),
      })),
    };
  }
}

const guardOf = ({ headers: { 'if-match': tags } }: FastifyRequest) => ({
  ifVersion: versionOf(tags),
  mustExist: tags !== undefined,
});
