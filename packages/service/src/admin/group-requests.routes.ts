// Requests for groups by administrators: plan one, request one or many, and retry a failed one with changes. The rules are
// those of POST /teams.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../audit/changes/change.ts';
import { maxFaults, noShapeErrors, type ShapeError } from '../ground/errors.ts';
import { refTo } from '../http/schema-ref.ts';
import type { Server } from '../http/server.ts';
import { createValidatorCompiler, shapeOf } from '../http/validation.ts';
import { type CreateTeams, maxFaultsOfEntry } from '../groups/create/create-teams.ts';
import { type Interventions, requestOf } from '../groups/create/intervene.ts';
import type { PlanTeam } from '../groups/create/plan-creation.ts';
import { plannedPerson, planResponse } from '../groups/create/plan.routes.ts';
import { TeamPlanResponse } from '../groups/create/plan.schema.ts';
import {
  countPeople,
  type ReceivedRequest,
  receiveRequest,
  weightOf,
} from '../groups/create/receive-request.ts';
import type { TeamStore } from '../groups/read/team.ts';
import { TeamRequestBody } from '../groups/read/teams.schema.ts';
import { AcceptedGroup, AcceptedGroups, GroupRequests } from './group-requests.schema.ts';
import { GroupParams, Retry } from './groups.schema.ts';
import { operations } from './operations.ts';
import { senderOf } from '../http/sender.ts';
import { callerOf, resourceOf } from './request.ts';
import type { AdminApiDeps } from './admin-api-deps.ts';

export interface GroupRequestDeps extends AdminApiDeps {
  readonly planTeam: PlanTeam;
  readonly createTeams: CreateTeams;
  readonly interventions: Interventions;
  readonly teams: TeamStore;
}

const planWithinMs = 20_000;

const declared = operations('Groups', {
  planGroup: {
    reach: 'organisations',
    scope: 'groups:create',
    // It changes nothing, so a reader may look, too.
    admin: 'view',
    summary: 'Check a request for a group without creating it.',
    answer: 'The expected result, with every fault.',
    problems: ['directory_unavailable'],
    body: refTo(TeamRequestBody),
    response: { 200: refTo(TeamPlanResponse) },
  },
  requestGroup: {
    reach: 'organisations',
    scope: 'groups:create',
    summary: 'Request a group as an administrator.',
    admin: 'groups:manage',
    answer: 'The id of the group.',
    creates: true,
    problems: ['validation_failed', 'mail_nickname_taken'],
    body: refTo(TeamRequestBody),
    response: { 201: AcceptedGroup },
  },
  requestGroups: {
    reach: 'organisations',
    scope: 'groups:create',
    summary: 'Request many groups as an administrator.',
    admin: 'groups:manage',
    description: 'A refused group does not affect the others.',
    answer: 'Each group, or the reason for its refusal.',
    creates: true,
    problems: ['validation_failed'],
    body: GroupRequests,
    response: { 200: AcceptedGroups },
  },
  getGroupRequest: {
    reach: 'organisations',
    summary: 'Read the request that a group was made from.',
    answer: 'A body for requestGroup or retryEditedGroup.',
    params: GroupParams,
    response: { 200: refTo(TeamRequestBody) },
  },
  retryEditedGroup: {
    reach: 'organisations',
    scope: 'groups:intervene',
    summary: 'Retry a failed creation with a changed request.',
    admin: 'groups:manage',
    description: 'The new creation has its own id and a link to the failed one.',
    answer: 'The teamId of the new creation.',
    creates: true,
    problems: ['in_use', 'mail_nickname_taken', 'validation_failed'],
    params: GroupParams,
    body: refTo(TeamRequestBody),
    response: { 201: Retry },
  },
});

export function registerGroupRequestRoutes(server: Server, deps: GroupRequestDeps): void {
  const { planTeam, createTeams, interventions, teams, address } = deps;
  const attachValidation = true;
  const checkGroup = createValidatorCompiler(
    () => server.getSchemas(),
    maxFaultsOfEntry,
  )({ schema: refTo(TeamRequestBody) }) as (value: unknown) => { error: ShapeError } | true;

  /** Such a request weighs as much here as it does at the API without administrators. */
  function weigh(request: FastifyRequest, reply: FastifyReply, bodies: readonly unknown[]): void {
    const people = bodies.reduce<number>((sum, body) => sum + countPeople(body), 0);
    server.weighRequest(request, reply, weightOf(bodies.length, people));
  }

  async function create(request: FastifyRequest, received: readonly ReceivedRequest[]) {
    const { actor } = senderOf(request);
    return await createTeams({
      caller: callerOf(request),
      entries: received.map((one) => ({ received: one })),
      idempotencyKey: undefined,
      requestId: request.id,
      address: request.clientAddress,
      administrator: actor,
      // All groups of one request are committed together, so nothing ends it half-way.
      signal: new AbortController().signal,
    });
  }

  const plan = { attachValidation, ...declared.planGroup };
  server.post('/:tenantId/groups/plan', plan, async (request, reply) => {
    weigh(request, reply, [request.body]);
    const planned = await planTeam({
      caller: callerOf(request),
      received: receiveRequest(request.body, shapeOf(request)),
      maxFaults,
      signal: AbortSignal.timeout(planWithinMs),
    });
    return {
      ...planResponse(planned, address.serviceUrl),
      people: planned.people.map(plannedPerson),
    };
  });

  const one = { attachValidation, ...declared.requestGroup };
  server.post('/:tenantId/groups', one, async (request, reply) => {
    weigh(request, reply, [request.body]);
    const received = receiveRequest(request.body, shapeOf(request));
    const [result] = await create(request, [received]);
    if (result === undefined || 'refused' in result) throw result?.refused ?? notFound('group');
    return { teamId: result.accepted.teamId };
  });

  server.post('/:tenantId/groups/bulk', declared.requestGroups, async (request, reply) => {
    weigh(request, reply, request.body.groups);
    // Each group is checked by itself, so that its faults do not affect the others.
    const received = request.body.groups.map((group) => {
      const checked = checkGroup(group);
      return receiveRequest(group, checked === true ? noShapeErrors : checked.error.shape);
    });
    const results = await create(request, received);
    return {
      items: results.map((result) => {
        if ('accepted' in result) return { teamId: result.accepted.teamId, error: null };
        const { code, message: detail, faults } = result.refused;
        return { teamId: null, error: { code, detail, errors: [...faults] } };
      }),
    };
  });

  server.get('/:tenantId/groups/:teamId/request', declared.getGroupRequest, async (request) => {
    const { tenantId, teamId } = resourceOf(request);
    const team = await teams.readTeam(tenantId, teamId);
    if (team === undefined) throw notFound('group');
    return requestOf(team) as TeamRequestBody;
  });

  const edited = { attachValidation, ...declared.retryEditedGroup };
  server.post('/:tenantId/groups/:teamId/retry/edited', edited, async (request, reply) => {
    weigh(request, reply, [request.body]);
    const { tenantId, teamId, actor, limit } = resourceOf(request);
    const failed = { tenantId, teamId, within: limit };
    const received = receiveRequest(request.body, shapeOf(request));
    return { teamId: await interventions.retry(failed, actor, received) };
  });
}
