// Operations of administrators on groups: change, handover, archive, deletion and restore, of one group or of several,
// their dry run, and how far they are.
import { plannedApproval } from '../messages/tasks/plan-approval.ts';
import { notFound } from '../audit/changes/change.ts';
import type { Configuration } from '../settings/configuration/configuration.ts';
import { DomainError } from '../ground/errors.ts';
import { createEventStreams } from '../http/event-streams.ts';
import { createOpenResponses } from '../http/open-responses.ts';
import { refTo } from '../http/schema-ref.ts';
import type { Server } from '../http/server.ts';
import { shapeOf } from '../http/validation.ts';
import type { AcceptOperations, OperationRequest } from '../groups/change/accept-operation.ts';
import type { CancelOperation } from '../groups/change/cancel-operation.ts';
import type { OperationState } from '../groups/change/operation.ts';
import type { OperationStore } from '../groups/change/operation-store.ts';
import type { OperationKey } from '../groups/change/operations.routes.ts';
import { GroupChangeBody, ReasonBody } from '../groups/change/operations.schema.ts';
import type { PlanOperation } from '../groups/change/plan-operation.ts';
import { reasonIn, receiveChange } from '../groups/change/receive-change.ts';
import { isFinal } from '../engine/creation.ts';
import type { TeamStore } from '../groups/read/team.ts';
import type { StatusWatch } from '../groups/read/watch-status.ts';
import {
  AcceptedGroupOperation,
  GroupChangePlan,
  GroupOperation,
  GroupOperationPage,
  groupOperationQuery,
  OperationParams,
} from './group-operations.schema.ts';
import { forAdministrators, refusalOf } from './group-refusals.ts';
import { groupOperationResponse } from './group-responses.ts';
import { GroupParams, StatusEvents } from './groups.schema.ts';
import { operations as declare } from './operations.ts';
import { resourceOf, subscriberOf } from './request.ts';

export interface GroupOperationDeps {
  readonly configuration: Configuration;
  readonly teams: TeamStore;
  readonly operations: OperationStore;
  readonly operationWatch: StatusWatch<OperationKey, OperationState>;
  readonly planOperation: PlanOperation;
  readonly acceptOperations: AcceptOperations;
  readonly cancelOperation: CancelOperation;
}

/** Time limit for the directory's answers to one dry run. */
export const planWithinMs = 20_000;
const accepted = {
  reach: 'organisations',
  admin: 'groups:manage',
  answer: 'The accepted operation.',
  creates: true,
  changes: true,
  params: GroupParams,
  response: { 200: AcceptedGroupOperation },
} as const;

const declared = declare('Group operations', {
  changeGroup: {
    ...accepted,
    summary: 'Change a group: names, visibility, responsible, deputy, owners and members.',
    problems: ['group_not_active', 'validation_failed'],
    body: refTo(GroupChangeBody),
  },
  archiveGroup: {
    ...accepted,
    summary: 'Archive a team: its content becomes read-only.',
    problems: ['group_not_active', 'validation_failed'],
    body: refTo(ReasonBody),
  },
  unarchiveGroup: {
    ...accepted,
    summary: 'Make an archived team writable again.',
    problems: ['group_not_active', 'validation_failed'],
    body: refTo(ReasonBody),
  },
  deleteGroup: {
    ...accepted,
    summary: 'Delete a group. It can be restored for 30 days.',
    problems: ['group_not_active', 'validation_failed'],
    body: refTo(ReasonBody),
  },
  restoreGroup: {
    ...accepted,
    summary: 'Restore a deleted group.',
    problems: [
      'group_not_active',
      'mail_nickname_taken',
      'restore_window_over',
      'validation_failed',
    ],
    body: refTo(ReasonBody),
  },
  planGroupChange: {
    reach: 'organisations',
    summary: 'Try a change without changing the group.',
    admin: 'groups:manage',
    answer: 'The expected result, with every fault.',
    problems: ['not_found', 'directory_unavailable', 'directory_permission_missing'],
    params: GroupParams,
    body: refTo(GroupChangeBody),
    response: { 200: GroupChangePlan },
  },
  listGroupOperations: {
    reach: 'organisations',
    summary: 'List the operations of a group, newest first.',
    answer: 'A page of operations.',
    params: GroupParams,
    querystring: groupOperationQuery,
    response: { 200: GroupOperationPage },
  },
  followGroupOperation: {
    reach: 'organisations',
    summary: 'Stream an operation at every change, until it is final.',
    answer: 'A stream of status events.',
    produces: ['text/event-stream'],
    params: OperationParams,
    response: { 200: StatusEvents },
  },
  cancelGroupOperation: {
    reach: 'organisations',
    summary: 'Cancel an operation that has not begun.',
    admin: 'groups:intervene',
    answer: 'The cancelled operation.',
    problems: ['in_use'],
    params: OperationParams,
    response: { 200: GroupOperation },
  },
});

const onePath = '/:tenantId/groups/:teamId';
const operationPath = `${onePath}/operations/:operationId`;

export function registerGroupOperationRoutes(server: Server, deps: GroupOperationDeps): void {
  registerChangeRoutes(server, deps);
  registerReadRoutes(server, deps);
}

function registerChangeRoutes(
  server: Server,
  { acceptOperations, planOperation }: GroupOperationDeps,
): void {
  async function accept(tenantId: string, request: Omit<OperationRequest, 'tenantId'>) {
    const [result] = await acceptOperations(tenantId, [request]);
    if (result === undefined) throw notFound('group');
    if (result instanceof DomainError) throw forAdministrators(result);
    return result;
  }

  const change = { attachValidation: true, ...declared.changeGroup };
  server.patch(onePath, change, (request) => {
    const { tenantId, teamId, actor, expectedVersion, limit: within } = resourceOf(request);
    const { body } = request;
    const shape = shapeOf(request);
    return accept(tenantId, {
      teamId,
      kind: 'change',
      change: receiveChange(body, shape),
      body,
      shape,
      reason: reasonIn(body, shape),
      actor,
      within,
      ifVersion: expectedVersion,
    });
  });

  const actions = [
    ['POST', `${onePath}/archive`, 'archive', declared.archiveGroup],
    ['POST', `${onePath}/unarchive`, 'unarchive', declared.unarchiveGroup],
    ['POST', `${onePath}/restore`, 'restore', declared.restoreGroup],
    ['DELETE', onePath, 'delete', declared.deleteGroup],
  ] as const;
  for (const [method, url, kind, { config, schema }] of actions) {
    server.route({
      method,
      url,
      config,
      schema,
      handler(request) {
        const { tenantId, teamId, actor, expectedVersion, limit: within } = resourceOf(request);
        const { reason = null } = request.body;
        return accept(tenantId, {
          teamId,
          kind,
          change: {},
          reason,
          actor,
          within,
          ifVersion: expectedVersion,
        });
      },
    });
  }

  const plan = { attachValidation: true, ...declared.planGroupChange };
  server.post(`${onePath}/plan`, plan, async (request) => {
    const { tenantId, teamId, actor, limit: within } = resourceOf(request);
    const { body } = request;
    const shape = shapeOf(request);
    const signal = AbortSignal.timeout(planWithinMs);
    const { error, people, approval, ...planned } = await planOperation({
      tenantId,
      teamId,
      kind: 'change',
      change: receiveChange(body, shape),
      body,
      shape,
      actor,
      within,
      signal,
    });
    return {
      ...planned,
      conforms: planned.outcome === 'succeeded',
      error: refusalOf(error),
      approval: plannedApproval(approval),
      people: people.map(({ reference, pointer, role, person }) => ({
        reference,
        pointer,
        role,
        found: person !== undefined,
        person: person ?? null,
      })),
    };
  });
}

function registerReadRoutes(server: Server, deps: GroupOperationDeps): void {
  const { configuration, teams, operations, operationWatch, cancelOperation } = deps;
  const streams = createEventStreams({
    watch: operationWatch,
    isLast: ({ status }: OperationState) => isFinal(status),
    toResponse: (operation, { tenantId }: OperationKey) =>
      groupOperationResponse(operation, tenantId, configuration),
    schema: GroupOperation,
    openResponses: createOpenResponses(),
  });
  server.addHook('preClose', async () => streams.endAll());

  async function requireOperation(tenantId: string, teamId: string, operationId: string) {
    const operation = await operations.read(tenantId, operationId);
    if (operation?.teamId !== teamId) throw notFound('operation');
    return operation;
  }

  server.get(`${onePath}/operations`, declared.listGroupOperations, async (request) => {
    const { tenantId, teamId } = resourceOf(request);
    const { after, limit = 50 } = request.query;
    const [team, found] = await Promise.all([
      teams.readTeam(tenantId, teamId),
      operations.list(tenantId, teamId, {
        afterOperationId: after?.toLowerCase(),
        limit: limit + 1,
      }),
    ]);
    if (team === undefined) throw notFound('group');
    return {
      items: found
        .slice(0, limit)
        .map((operation) => groupOperationResponse(operation, tenantId, configuration)),
      hasMore: found.length > limit,
    };
  });

  server.get(`${operationPath}/events`, declared.followGroupOperation, async (request, reply) => {
    const { tenantId, teamId, operationId } = resourceOf(request);
    const operation = await requireOperation(tenantId, teamId, operationId);
    const key = { tenantId, operationId };
    return streams.open(request, reply, key, operation, subscriberOf(request));
  });

  server.post(`${operationPath}/cancel`, declared.cancelGroupOperation, async (request) => {
    const { tenantId, teamId, operationId, actor } = resourceOf(request);
    await requireOperation(tenantId, teamId, operationId);
    const cancelled = await cancelOperation(tenantId, operationId, actor);
    return groupOperationResponse(cancelled, tenantId, configuration);
  });
}
