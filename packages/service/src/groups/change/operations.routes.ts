// The life of a group: its changes, handover, archive, deletion and restore as operations that callers follow.
import { TeamParams, guidPattern } from '../../ground/schema/parts.schema.ts';
import type { ExpectedVersion } from '../../ground/record-store.ts';
import type { TeamStore } from '../read/team.ts';
import { requireWithin } from '../../ground/group-limit.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';

import { type FieldError, notFound, type ShapeFaults } from '../../ground/errors.ts';
import {
  createEventStreams,
  eventStream,
  lastEventId,
  prefersStream,
} from '../../http/event-streams.ts';
import type { Subscribers } from '../../http/open-responses.ts';
import { requestKeyOf } from '../../http/idempotency-key.ts';
import { type ListIdentity, pageOf, pageQuery, positionPart, readPage } from '../../http/paging.ts';
import { readWait } from '../../http/negotiation.ts';
import { problemObject } from '../../http/problem.ts';
import { readIfMatch } from '../../http/entity-tags.ts';
import { refTo, shareSchemas } from '../../http/schema-ref.ts';
import { type MountUrl, requireScopeOf, senderOf } from '../../http/sender.ts';
import type { Server } from '../../http/server.ts';
import { shapeOf } from '../../http/validation.ts';
import type { Configuration } from '../../settings/configuration/configuration.ts';
import { namedActor } from '../../settings/configuration/named-actor.ts';
import { isFinal, type RosterSummary } from '../../engine/creation.ts';
import { weightOf } from '../create/receive-request.ts';
import { failureAsError, retryAfterOf } from '../read/team-responses.ts';
import type { StatusWatch } from '../read/watch-status.ts';
import type { AcceptedOperation, AcceptOperation } from './accept-operation.ts';
import type { CancelOperation } from './cancel-operation.ts';
import type { GroupChange, OperationKind, OperationState } from './operation.ts';
import type { RosterChange } from '../rosters/roster.ts';
import type { OperationStore } from './operation-store.ts';
import {
  GroupChangeBody,
  OperationAcceptance,
  OperationResponse,
  OperationPage,
  OperationPlanResponse,
  OperationPlanBody,
  operationSchemas,
  ReasonBody,
  RepairBody,
  DriftAcceptanceBody,
} from './operations.schema.ts';
import { scopesOf, scopesOfChange } from './operation-scopes.ts';
import { plannedPerson } from '../create/plan.routes.ts';
import { plannedApproval } from '../../messages/tasks/plan-approval.ts';
import type { PlanOperation } from './plan-operation.ts';
import { mayAlsoChange } from '../../settings/organisations/settings-policy.ts';
import { noProperties } from './accept-drift.ts';
import {
  countChangedPeople,
  foreignMembers,
  namesProperties,
  reasonIn,
  receiveChange,
  receiveProperties,
} from './receive-change.ts';

export interface OperationKey {
  readonly tenantId: string;
  readonly operationId: string;
}

interface Deps {
  readonly acceptOperation: AcceptOperation;
  readonly planOperation: PlanOperation;
  readonly operations: OperationStore;
  readonly watch: StatusWatch<OperationKey, OperationState>;
  readonly holders: Subscribers;
  readonly cancelOperation: CancelOperation;
  /** It belongs to API keys and policies that requested operations. */
  readonly names: Pick<Configuration, 'apiKey' | 'templateName'>;
  /** The addresses of pages of problems begin with it. */
  readonly baseUrl: string;
  readonly urlOf: MountUrl;
  /** The organisation of a group; undefined if there is no such group. */
  readonly readStatus: TeamStore['readStatus'];
}

const OperationParams = Type.Object({
  ...TeamParams.properties,
  operationId: Type.String({ pattern: guidPattern, description: 'Identifier of the operation.' }),
});
const operationResponse = refTo(OperationResponse);

export const versionHeader = {
  'if-match': Type.Optional(
    Type.String({
      description:
        'ETag of GET /teams/{teamId}, several of them, or *. Only the version before the dot counts: if the group has changed since, the answer is 412. A weak tag counts, too, also one to which a proxy added its coding.',
    }),
  ),
};
export const requestHeaders = {
  prefer: Type.Optional(Type.String({ description: 'wait=N, up to 30 seconds (RFC 7240).' })),
  ...versionHeader,
};

const answerHeaders = {
  Location: 'Same address as statusUrl.',
  'Retry-After': 'Seconds to wait before you poll statusUrl. Absent once the status is final.',
  'Preference-Applied':
    'wait=N: the longest wait that the service applied, in seconds. Present if Prefer requested a wait.',
};

export function registerOperationRoutes(server: Server, deps: Deps): void {
  shareSchemas(server, operationSchemas);
  registerChangeRoute(server, deps);
  registerActionRoutes(server, deps);
  registerPlanRoute(server, deps);
  registerReadRoutes(server, deps);
  registerCancelRoute(server, deps);
}

function registerChangeRoute(server: Server, deps: Deps): void {
  server.patch(
    '/teams/:teamId',
    {
      attachValidation: true,
      config: {
        scope: ['groups:change', 'responsibility:change'],
        admin: 'groups:manage',
        answer: 'The accepted operation, with its operationId and statusUrl.',
        idempotentBy: 'use case',
        problems: ['not_found', 'group_not_active', 'version_conflict'],
        answerHeaders,
      },
      schema: {
        operationId: 'changeTeam',
        tags: ['Group operations'],
        summary: 'Change a group.',
        description:
          'The service answers as soon as the operation is committed. Operations of a group run one at a time, in the order of their acceptance. The template may require an approval: then the status becomes awaiting_approval, and other operations of the group continue. People are added before any is removed. The alias of a group never changes. The members responsible, deputy and former need the scope responsibility:change, the other members groups:change.',
        headers: Type.Object(requestHeaders),
        params: TeamParams,
        body: refTo(GroupChangeBody),
        response: { 200: refTo(OperationAcceptance) },
      },
    },
    async (request, reply) => {
      const shape = shapeOf(request);
      for (const scope of scopesOfChange(request.body)) requireScopeOf(request, scope);
      server.weighRequest(request, reply, weightOf(1, countChangedPeople(request.body)));
      const change = receiveChange(request.body, shape);
      return accept(deps, request, reply, {
        kind: 'change',
        change,
        body: request.body,
        shape,
        reason: reasonIn(request.body, shape),
      });
    },
  );
}

const actions = [
  {
    kind: 'archive',
    scope: 'groups:change',
    operationId: 'archiveTeam',
    summary: 'Archive a team: its content becomes read-only.',
    description: 'Only a team with an owner can be archived.',
    problems: [],
  },
  {
    kind: 'unarchive',
    scope: 'groups:change',
    operationId: 'unarchiveTeam',
    summary: 'Make an archived team writable again.',
    description: 'An active team stays as it is.',
    problems: [],
  },
  {
    kind: 'restore',
    scope: 'groups:delete',
    operationId: 'restoreTeam',
    summary: 'Restore a deleted group.',
    description:
      'A directory keeps a deleted group for 30 days. The team and its content may follow up to 24 hours after the group.',
    problems: ['mail_nickname_taken', 'restore_window_over'],
  },
] as const;

const actionConfig = {
  admin: 'groups:manage',
  answer: 'The accepted operation, with its operationId and statusUrl.',
  idempotentBy: 'use case',
  problems: ['not_found', 'group_not_active', 'version_conflict'],
  answerHeaders,
} as const;

function registerActionRoutes(server: Server, deps: Deps): void {
  for (const { kind, scope, operationId, summary, description, problems } of actions) {
    server.post(
      `/teams/:teamId/${kind}`,
      {
        attachValidation: true,
        config: {
          ...actionConfig,
          scope,
          optionalBody: true,
          problems: [...actionConfig.problems, ...problems],
        },
        schema: {
          operationId,
          tags: ['Group operations'],
          summary,
          description,
          headers: Type.Object(requestHeaders),
          params: TeamParams,
          body: refTo(ReasonBody),
          response: { 200: refTo(OperationAcceptance) },
        },
      },
      async (request, reply) => {
        const { body } = request;
        const shape = shapeOf(request);
        const reason = reasonIn(body, shape);
        return accept(deps, request, reply, { kind, change: {}, body, shape, reason });
      },
    );
  }
  server.delete(
    '/teams/:teamId',
    {
      config: {
        ...actionConfig,
        scope: 'groups:delete',
        problems: [...actionConfig.problems],
      },
      schema: {
        operationId: 'deleteTeam',
        tags: ['Group operations'],
        summary: 'Delete a group.',
        description:
          'The group can be restored for 30 days. Its alias is free at once. The template may require an approval: then the status becomes awaiting_approval.',
        headers: Type.Object(requestHeaders),
        params: TeamParams,
        querystring: Type.Object(ReasonBody.properties, { additionalProperties: false }),
        response: { 200: refTo(OperationAcceptance) },
      },
    },
    async (request, reply) => {
      const { reason = null } = request.query;
      return accept(deps, request, reply, { kind: 'delete', change: {}, reason });
    },
  );
  server.post(
    '/teams/:teamId/repair',
    {
      attachValidation: true,
      config: { ...actionConfig, scope: 'groups:change', optionalBody: true },
      schema: {
        operationId: 'repairTeam',
        tags: ['Group operations'],
        summary: 'Write what the record of a group says where the directory differs.',
        description:
          'The record stays as it is. A repair adds missing owners and removes nobody; for people who are gone or disabled it has a warning. It can be repeated: a value that the directory has already is written again. To keep what the directory has, accept the difference instead.',
        headers: Type.Object(requestHeaders),
        params: TeamParams,
        body: refTo(RepairBody),
        response: { 200: refTo(OperationAcceptance) },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const shape = shapeOf(request);
      const change = receiveProperties('repair', body, shape);
      const reason = reasonIn(body, shape);
      return accept(deps, request, reply, { kind: 'repair', change, body, shape, reason });
    },
  );
  server.post(
    '/teams/:teamId/drift/acceptance',
    {
      attachValidation: true,
      config: {
        ...actionConfig,
        scope: 'groups:change',
        problems: [...actionConfig.problems, 'in_use'],
      },
      schema: {
        operationId: 'acceptDrift',
        tags: ['Group operations'],
        summary: 'Write into the record what the directory has.',
        description:
          'The record gets the values that the last comparison saw, if the patterns, blocked words and changes of the template permit them; a group that became public needs the approval of the template, if there is one. Nothing is written to the directory. A missing owner cannot be accepted: hand the group over, or repair it.',
        headers: Type.Object(requestHeaders),
        params: TeamParams,
        body: refTo(DriftAcceptanceBody),
        response: { 200: refTo(OperationAcceptance) },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const shape = shapeOf(request);
      const change = receiveProperties('accept_drift', body, shape);
      const reason = reasonIn(body, shape);
      return accept(deps, request, reply, { kind: 'accept_drift', change, body, shape, reason });
    },
  );
}

async function accept(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Pick<Parameters<AcceptOperation>[0], 'kind' | 'change' | 'body' | 'shape' | 'reason'>,
) {
  const { tenantId, actor, within } = senderOf(request);
  const teamId = teamIdOf(request.params);
  const accepted = await deps.acceptOperation({
    ...asked,
    tenantId,
    teamId,
    within,
    actor,
    ifVersion: versionOf(request.headers['if-match']),
    key: requestKeyOf(request, reply),
  });
  return answerOperation(deps, request, reply, { teamId, ...accepted });
}

/** The answer to a request for an operation: at once, or held until the operation is final. */
export async function answerOperation(
  { watch, holders, urlOf }: Pick<Deps, 'watch' | 'holders' | 'urlOf'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { teamId, operationId, changed, ...accepted }: AcceptedOperation & { readonly teamId: string },
) {
  const { tenantId } = senderOf(request);
  const wait = readWait(request.headers['prefer']);
  if (operationId === null) {
    return { status: accepted.status, teamId, changed, operationId, statusUrl: null };
  }
  let { status } = accepted;
  if (wait !== undefined) {
    const latest = await holders.whileAdmitted(request, (signal) =>
      watch.waitUntilFinal({ tenantId, operationId }, wait.waitMs, signal),
    );
    status = latest?.status ?? status;
    reply.header('preference-applied', wait.applied);
  }
  const statusUrl = operationUrlOf(urlOf(tenantId), teamId, operationId);
  reply.header('location', statusUrl);
  if (!isFinal(status)) reply.header('retry-after', retryAfterOf(status));
  return { status, teamId, changed, operationId, statusUrl };
}

function registerPlanRoute(server: Server, { planOperation, holders, baseUrl }: Deps): void {
  async function answerPlan(request: FastifyRequest, reply: FastifyReply, kind?: OperationKind) {
    const { tenantId, actor, within } = senderOf(request);
    const { body } = request;
    const found = shapeOf(request);
    server.weighRequest(request, reply, weightOf(1, countChangedPeople(body)));
    const planned = kind ?? kindIn(body, found);
    const shape = withMembersOf(planned, body, found);
    const plan = await holders.whileAdmitted(request, (signal) =>
      planOperation({
        tenantId,
        within,
        teamId: teamIdOf(request.params),
        kind: planned,
        change: namesProperties(planned)
          ? receiveProperties(planned, body, shape)
          : receiveChange(body, shape),
        body,
        shape,
        actor,
        ifVersion: versionOf(request.headers['if-match']),
        signal,
      }),
    );
    reply.header('cache-control', 'no-store');
    const { outcome, error, people, approval, ...rest } = plan;
    return {
      ...rest,
      conforms: outcome === 'succeeded',
      outcome,
      error: error && problemObject(error, baseUrl),
      approval: plannedApproval(approval),
      ...mayAlsoChange(rest.steps),
      people: people.map(plannedPerson),
    };
  }

  server.post(
    '/teams/:teamId/plan',
    {
      attachValidation: true,
      config: {
        scope: 'groups:read',
        admin: 'groups:manage',
        answer: 'The expected result of the operation, with every fault.',
        problems: ['not_found', 'directory_unavailable'],
      },
      schema: {
        operationId: 'planOperation',
        tags: ['Group operations'],
        summary: 'Try an operation without changing the group.',
        description:
          'Runs the checks of the operation, finds its people in the directory, and answers what would change. A body that does not conform also gets a 200 answer, which lists every fault at once. With If-Match, the plan also says whether the version would be refused. It takes no Idempotency-Key: a repeated request is not checked again.',
        headers: Type.Object(versionHeader),
        params: TeamParams,
        body: refTo(OperationPlanBody),
        response: { 200: refTo(OperationPlanResponse) },
      },
    },
    (request, reply) => answerPlan(request, reply),
  );

  server.post(
    '/teams/:teamId/repair/plan',
    {
      attachValidation: true,
      config: {
        scope: 'groups:read',
        admin: 'groups:manage',
        optionalBody: true,
        answer: 'The expected result of the repair, with every fault.',
        problems: ['not_found', 'directory_unavailable'],
      },
      schema: {
        operationId: 'planRepair',
        tags: ['Group operations'],
        summary: 'Try a repair without changing the group.',
        description:
          'As POST /teams/{teamId}/plan with the kind repair: before has what the last comparison saw, after what the repair would write.',
        headers: Type.Object(versionHeader),
        params: TeamParams,
        body: refTo(RepairBody),
        response: { 200: refTo(OperationPlanResponse) },
      },
    },
    (request, reply) => answerPlan(request, reply, 'repair'),
  );
}

function kindIn(body: unknown, shape: ShapeFaults): OperationKind {
  if (shape.hasWrongType || shape.members.has('kind')) return 'change';
  return (body as { kind?: OperationKind }).kind ?? 'change';
}

/** A repair names properties, a change has their values, and an archiving has none of the members of a change. */
function withMembersOf(kind: OperationKind, body: unknown, shape: ShapeFaults): ShapeFaults {
  if (shape.hasWrongType) return shape;
  const sent = { ...(body as object) } as { readonly properties?: unknown };
  const isChange = kind === 'change' || kind === 'handover' || kind === 'roster';
  const found = isChange ? [] : foreignMembers(kind, sent, { others: ['kind', 'reason'] });
  const type = namesProperties(kind) ? 'array' : 'object';
  const isOther =
    sent.properties !== undefined && Array.isArray(sent.properties) !== (type === 'array');
  if (isOther && (isChange || namesProperties(kind))) {
    const detail = `properties must be an ${type} for the kind ${kind}.`;
    found.push({ pointer: '/properties', code: 'wrong_type', detail, values: { types: [type] } });
  }
  if (kind === 'accept_drift' && sent.properties === undefined) found.push(noProperties);
  const nameOf = ({ pointer = '' }: FieldError) => pointer.slice(1);
  const { listed, members } = shape;
  const further = found.filter((fault) => !members.has(nameOf(fault)));
  return {
    ...shape,
    listed: [...listed, ...further],
    members: new Set([...members, ...further.map(nameOf)]),
  };
}

function registerReadRoutes(server: Server, deps: Deps): void {
  const { operations, watch, holders, urlOf } = deps;
  const toResponse = (operation: OperationState, { tenantId }: Pick<OperationKey, 'tenantId'>) =>
    answerOf(deps, tenantId, operation);
  const streams = createEventStreams({
    watch,
    isLast: ({ status }: OperationState) => isFinal(status),
    toResponse,
    schema: operationResponse,
    openResponses: holders,
  });
  server.addHook('preClose', async () => {
    streams.endAll();
    watch.endWaits();
  });

  server.get(
    '/teams/:teamId/operations/:operationId',
    {
      config: {
        scope: 'groups:read',
        answer: 'The operation.',
        produces: ['application/json', eventStream],
        problems: ['not_found'],
        requestHeaders: { 'Last-Event-ID': 'Resume the event stream after this event.' },
        answerHeaders: { 'Retry-After': 'Seconds to wait before you poll again.' },
      },
      schema: {
        operationId: 'getOperation',
        tags: ['Group operations'],
        summary: 'Follow an operation.',
        description:
          'With Accept: text/event-stream, the service pushes the same object at every change. Last-Event-ID resumes the stream.',
        params: OperationParams,
        response: {
          200: operationResponse,
          204: Type.Null({ description: 'The event stream has nothing left to push.' }),
        },
      },
    },
    async (request, reply) => {
      const { tenantId } = senderOf(request);
      const operation = await readOperation(deps, request, request.params);
      if (prefersStream(request)) {
        // Nothing is left to push: 204 tells an event source not to come back.
        if (isFinal(operation.status) && operation.version === lastEventId(request))
          return reply.code(204).send(null);
        return streams.open(
          request,
          reply,
          { tenantId, operationId: operation.operationId },
          operation,
          holders.subscriberOf(request),
        );
      }
      reply.header('cache-control', 'no-store');
      if (!isFinal(operation.status)) reply.header('retry-after', retryAfterOf(operation.status));
      return toResponse(operation, { tenantId });
    },
  );

  server.get(
    '/teams/:teamId/operations',
    {
      config: {
        scope: 'groups:read',
        answer: 'A page of operations.',
        problems: ['not_found', 'invalid_query'],
      },
      schema: {
        operationId: 'listOperations',
        tags: ['Group operations'],
        summary: 'List the operations of a group, newest first.',
        params: TeamParams,
        querystring: Type.Object(pageQuery, { additionalProperties: false }),
        response: { 200: refTo(OperationPage) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      const { tenantId } = senderOf(request);
      const teamId = teamIdOf(request.params);
      const list: ListIdentity = {
        path: `/teams/${teamId}/operations`,
        tenantId,
        filters: {},
        position: [positionPart.guid],
      };
      const page = readPage(request.query, list);
      await requireGroup(deps, request, teamId);
      const found = await operations.list(tenantId, teamId, {
        afterOperationId: page.after?.[0],
        limit: page.limit + 1,
      });
      return pageOf(
        found,
        page,
        list,
        urlOf(tenantId),
        ({ operationId }) => [operationId],
        (operation) => toResponse(operation, { tenantId }),
      );
    },
  );
}

function registerCancelRoute(server: Server, deps: Deps): void {
  const { cancelOperation } = deps;
  server.post(
    '/teams/:teamId/operations/:operationId/cancel',
    {
      config: {
        scope: ['groups:change', 'groups:delete', 'responsibility:change'],
        admin: 'groups:intervene',
        answer: 'The cancelled operation.',
        problems: ['not_found', 'in_use'],
      },
      schema: {
        operationId: 'cancelOperation',
        tags: ['Group operations'],
        summary: 'Cancel an operation that has not begun, or that awaits an approval.',
        params: OperationParams,
        response: { 200: operationResponse },
      },
    },
    async (request) => {
      const { tenantId, actor } = senderOf(request);
      const { operationId, kind, change } = await readOperation(deps, request, request.params);
      for (const scope of scopesOf(kind, change)) requireScopeOf(request, scope);
      return answerOf(deps, tenantId, await cancelOperation(tenantId, operationId, actor));
    },
  );
}

/** @throws DomainError `not_found`, also for a group of an organisation that the caller may not use */
async function requireGroup(
  { readStatus }: Pick<Deps, 'readStatus'>,
  request: FastifyRequest,
  teamId: string,
): Promise<void> {
  const { tenantId, within } = senderOf(request);
  requireWithin(within, await readStatus(tenantId, teamId));
}

async function readOperation(
  { operations, readStatus }: Deps,
  request: FastifyRequest,
  { teamId, operationId }: { teamId: string; operationId: string },
): Promise<OperationState> {
  const { tenantId } = senderOf(request);
  await requireGroup({ readStatus }, request, teamId.toLowerCase());
  const operation = await operations.read(tenantId, operationId.toLowerCase());
  if (operation === undefined || operation.teamId !== teamId.toLowerCase()) throw notFound();
  return operation;
}

function answerOf(
  { baseUrl, names, urlOf }: Deps,
  tenantId: string,
  { approval, change, roster: summary, ...others }: OperationState,
) {
  const { error, requestedBy, teamId, operationId } = others;
  return {
    ...others,
    ...(approval !== null && { approval }),
    ...(summary !== null &&
      change.roster !== undefined && { roster: rosterOf(change.roster, summary) }),
    requestedBy: namedActor(requestedBy, tenantId, names),
    change: publicChange(change),
    statusUrl: operationUrlOf(urlOf(tenantId), teamId, operationId),
    error: error && problemObject(failureAsError(error), baseUrl),
  };
}

function rosterOf({ source }: RosterChange, { counts, held, isSuperseded }: RosterSummary) {
  return { source, ...counts, held, superseded: isSuperseded === true };
}

/** The result has the change as the request named it. */
function publicChange({
  repair,
  accepted,
  roster,
  ...change
}: GroupChange): Record<string, unknown> {
  const properties = repair?.properties ?? accepted;
  return {
    ...change,
    ...(properties !== undefined && { properties }),
    ...(roster !== undefined && { roster: { source: roster.source } }),
  };
}

export function operationUrlOf(baseUrl: string, teamId: string, operationId: string): string {
  return `${baseUrl}/teams/${teamId}/operations/${operationId}`;
}

function teamIdOf(params: unknown): string {
  return (params as { teamId: string }).teamId.toLowerCase();
}

export function versionOf(header: string | undefined): ExpectedVersion {
  return header === undefined ? undefined : readIfMatch(header).version;
}
