// The rosters of a group: what each source names, its plan, and the end of a roster.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { requireSource } from '../../ground/caller.ts';
import { DomainError, notFound } from '../../ground/errors.ts';
import { requireWithin } from '../../ground/group-limit.ts';
import { sourceFaults, sourceOf } from '../../ground/schema/external-key.schema.ts';
import { TeamParams } from '../../ground/schema/parts.schema.ts';
import type { Rest } from '../../ground/turns.ts';
import { sendVersion } from '../../http/entity-tags.ts';
import { requestKeyOf } from '../../http/idempotency-key.ts';
import type { Subscribers } from '../../http/open-responses.ts';
import { readCountedList } from '../../http/paging.ts';
import { problemObject } from '../../http/problem.ts';
import { refTo, shareSchemas } from '../../http/schema-ref.ts';
import { type MountUrl, senderOf } from '../../http/sender.ts';
import type { Server } from '../../http/server.ts';
import { shapeOf } from '../../http/validation.ts';
import { answerOperation, requestHeaders, versionOf } from '../change/operations.routes.ts';
import { OperationAcceptance } from '../change/operations.schema.ts';
import { reasonIn } from '../change/receive-change.ts';
import { weightOf } from '../create/receive-request.ts';
import type { TeamStore } from '../read/team.ts';
import type { PlanRoster, RosterPlan } from './plan-roster.ts';
import type { AcceptedRoster, PutRoster } from './put-roster.ts';
import { type ReadRosters, listedRoster } from './read-rosters.ts';
import { receiveRoster } from './receive-roster.ts';
import {
  maxBytesOfRoster,
  mostValuesOfRoster,
  RosterBody,
  RosterList,
  RosterParams,
  RosterPlanResponse,
  RosterQuery,
  RosterResponse,
  rosterSchemas,
} from './rosters.schema.ts';

type AnswerDeps = Parameters<typeof answerOperation>[0];

interface Deps extends AnswerDeps {
  readonly putRoster: PutRoster;
  readonly planRoster: PlanRoster;
  readonly rosters: ReadRosters;
  readonly readStatus: TeamStore['readStatus'];
  readonly holders: Subscribers;
  readonly rest: Rest;
  /** The addresses of pages of problems begin with it. */
  readonly baseUrl: string;
  readonly urlOf: MountUrl;
}

const answerHeaders = {
  ETag: 'The version of the roster, for If-Match.',
  Location: 'Same address as statusUrl.',
  'Retry-After': 'Seconds to wait before you poll statusUrl. Absent once the status is final.',
  'Preference-Applied':
    'wait=N: the longest wait that the service applied, in seconds. Present if Prefer requested a wait.',
};
const versionHeader = {
  'if-match': Type.Optional(
    Type.String({
      description:
        'ETag of the roster, several of them, or *. If the roster has changed since, the answer is 412.',
    }),
  ),
};
const headers = Type.Object({ ...requestHeaders, ...versionHeader });
const problems = ['not_found', 'source_not_allowed', 'invalid_query'] as const;
const changing = {
  scope: 'groups:roster',
  admin: 'groups:manage',
  idempotentBy: 'use case',
  mostValues: mostValuesOfRoster,
  answer: 'The accepted roster, with its operationId and statusUrl.',
  problems: [...problems, 'group_not_active', 'version_conflict'],
  answerHeaders,
} as const;

export function registerRosterRoutes(server: Server, deps: Deps): void {
  shareSchemas(server, rosterSchemas);
  registerChangeRoutes(server, deps);
  registerPlanRoute(server, deps);
  registerReadRoutes(server, deps);
}

function registerChangeRoutes(server: Server, deps: Deps): void {
  const { putRoster, rest } = deps;
  server.put(
    '/teams/:teamId/rosters/:source',
    {
      attachValidation: true,
      bodyLimit: maxBytesOfRoster,
      config: changing,
      schema: {
        operationId: 'putRoster',
        tags: ['Rosters'],
        summary: 'Set the people of a group whom a source names.',
        description:
          'The body has everyone whom the source names; the service derives who is added and who leaves. A person leaves only if rosters brought the person, no other source names the person, and the person neither answers for the group nor was made an owner by a hand. An equal roster changes nothing. More than 20 % and more than 10 removals are held until removals.allow, or until someone confirms them. Operations of a group run one at a time; a later roster of the source takes the place of an earlier one that has not begun.',
        headers,
        params: RosterParams,
        body: refTo(RosterBody),
        response: { 200: refTo(OperationAcceptance) },
      },
    },
    async (request, reply) => {
      const shape = shapeOf(request);
      const { body } = request;
      server.weighRequest(request, reply, weightOf(1, countMembers(body)));
      const received = await receiveRoster(body, shape, rest);
      const { allowsRemovals } = received;
      return answer(deps, request, reply, (asked) =>
        putRoster({ ...asked, received, allowsRemovals, reason: reasonIn(body, shape) }),
      );
    },
  );

  server.delete(
    '/teams/:teamId/rosters/:source',
    {
      config: changing,
      schema: {
        operationId: 'deleteRoster',
        tags: ['Rosters'],
        summary: 'End the roster of a source.',
        description:
          'Its people leave by the rules of PUT, and a large removal is held. The roster is gone once they have left. A repetition has no effect.',
        headers,
        params: RosterParams,
        querystring: Type.Object(
          {
            removals: Type.Optional(
              Type.Enum(['allow'], {
                description: 'allow: however many people leave, nobody has to confirm it.',
              }),
            ),
          },
          { additionalProperties: false },
        ),
        response: { 200: refTo(OperationAcceptance) },
      },
    },
    async (request, reply) => {
      const allowsRemovals = request.query.removals === 'allow';
      return answer(deps, request, reply, (asked) =>
        putRoster({ ...asked, received: undefined, allowsRemovals, reason: null }),
      );
    },
  );
}

async function answer(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  put: (
    asked: Omit<Parameters<PutRoster>[0], 'received' | 'allowsRemovals' | 'reason'>,
  ) => Promise<AcceptedRoster>,
) {
  const asked = askedBy(request);
  const { version, ...operation } = await put({ ...asked, key: requestKeyOf(request, reply) });
  sendVersion(reply, version);
  return answerOperation(deps, request, reply, { ...operation, teamId: asked.teamId });
}

function registerPlanRoute(server: Server, { planRoster, holders, rest, baseUrl }: Deps): void {
  server.post(
    '/teams/:teamId/rosters/:source/plan',
    {
      attachValidation: true,
      bodyLimit: maxBytesOfRoster,
      config: {
        scope: 'groups:roster',
        admin: 'groups:manage',
        mostValues: mostValuesOfRoster,
        answer: 'The expected result for each person, with every fault.',
        problems: [...problems, 'directory_unavailable', 'directory_permission_missing'],
      },
      schema: {
        operationId: 'planRoster',
        tags: ['Rosters'],
        summary: 'Try a roster without changing the group.',
        description:
          'Takes the body of PUT, finds its people in the directory, and answers who would be added and who would leave. A body that does not conform also gets a 200 answer, which lists every fault at once. With If-Match, the plan also says whether the version would be refused.',
        headers: Type.Object(versionHeader),
        params: RosterParams,
        body: refTo(RosterBody),
        response: { 200: refTo(RosterPlanResponse) },
      },
    },
    async (request, reply) => {
      const { body } = request;
      server.weighRequest(request, reply, weightOf(1, countMembers(body)));
      const received = await receiveRoster(body, shapeOf(request), rest);
      const { allowsRemovals } = received;
      const plan = await holders.whileAdmitted(request, (signal) =>
        planRoster({ ...askedBy(request), received, allowsRemovals, signal }),
      );
      reply.header('cache-control', 'no-store');
      return plannedRoster(plan, baseUrl);
    },
  );
}

export function plannedRoster(
  { error, isChanged, counts, held, faults, people }: RosterPlan,
  baseUrl: string,
) {
  return {
    conforms: error === undefined,
    changed: isChanged,
    error: error === undefined ? null : problemObject(error, baseUrl),
    faults: [...faults],
    ...counts,
    held,
    people: [...people],
  };
}

function registerReadRoutes(server: Server, { rosters, readStatus, urlOf }: Deps): void {
  server.get(
    '/teams/:teamId/rosters',
    {
      config: {
        scope: 'groups:read',
        answer: 'The rosters of the team.',
        problems: ['not_found', 'invalid_query'],
      },
      schema: {
        operationId: 'listRosters',
        tags: ['Rosters'],
        summary: 'List the rosters of a team.',
        params: TeamParams,
        response: { 200: refTo(RosterList) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      const { tenantId, within } = senderOf(request);
      const teamId = request.params.teamId.toLowerCase();
      requireWithin(within, await readStatus(tenantId, teamId));
      return { items: (await rosters.list(tenantId, teamId)).map(listedRoster) };
    },
  );

  server.get(
    '/teams/:teamId/rosters/:source',
    {
      config: {
        scope: 'groups:read',
        answer: 'The roster, with a page of its people.',
        problems,
        requestHeaders: { 'If-None-Match': 'ETag of the answer that you have.' },
        answerHeaders: {
          ETag: 'The version of the roster and a hash of the answer. If-Match of a PUT compares the version alone.',
        },
      },
      schema: {
        operationId: 'getRoster',
        tags: ['Rosters'],
        summary: 'Read the roster of a source.',
        params: RosterParams,
        querystring: RosterQuery,
        response: {
          200: refTo(RosterResponse),
          304: Type.Null({ description: 'Not modified.' }),
        },
      },
    },
    async (request, reply) => {
      const { tenantId, teamId, source, within } = askedBy(request);
      const list = readCountedList(request.query, {
        path: `/teams/${teamId}/rosters/${source}`,
        tenantId,
        mountUrl: urlOf(tenantId),
      });
      requireWithin(within, await readStatus(tenantId, teamId));
      const [roster] = await rosters.list(tenantId, teamId, source);
      if (roster === undefined) throw notFound();
      const { result } = request.query;
      const { offset, limit } = list;
      const items = await rosters.members(tenantId, teamId, source, { offset, limit, result });
      reply.header('cache-control', 'no-store');
      sendVersion(reply, roster.version);
      return {
        ...listedRoster(roster),
        etag: String(roster.version),
        ...list.answer({
          items: items.map((item) => ({
            person: item.person,
            personId: item.personId,
            role: item.role,
            until: item.until,
            result: item.result,
            code: item.code,
            detail: item.detail,
            guest:
              item.guest === null ? null : { displayName: item.guest, invitedAt: item.invitedAt },
            waitingSince: item.waitingSince,
          })),
          total: result === undefined ? roster.count : roster[result],
        }),
      };
    },
  );
}

/** The sender and the roster of a request. @throws DomainError `validation_failed`, `source_not_allowed` */
function askedBy(request: FastifyRequest) {
  const sender = senderOf(request);
  const { teamId, source: text } = request.params as { teamId: string; source: string };
  const faults = sourceFaults(text, { parameter: 'source' });
  if (faults.length > 0) {
    throw new DomainError('invalid_query', faults[0]?.detail ?? '', { faults });
  }
  const source = sourceOf(text);
  requireSource(sender, source);
  const { tenantId, actor, within } = sender;
  const ifVersion = versionOf(request.headers['if-match']);
  return { tenantId, teamId: teamId.toLowerCase(), source, actor, within, ifVersion };
}

function countMembers(body: unknown): number {
  const { members } = (body ?? {}) as { members?: unknown };
  return Array.isArray(members) ? members.length : 0;
}
