// The groups of a person, and the departure of a person who answers for groups: its plan, and the handover of all of them.
import { personPattern } from '../../ground/schema/parts.schema.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type FindPeople, unlessUnavailable } from '../../directory/find-people.ts';
import type { Person } from '../../directory/people-life.ts';
import { isGuid, personKey } from '../../directory/person-reference.ts';
import { requestKeyOf } from '../../http/idempotency-key.ts';
import type { Subscribers } from '../../http/open-responses.ts';
import {
  type ListIdentity,
  nextLinkOf,
  type PageRequest,
  pageOf,
  pageQuery,
  positionPart,
  readPage,
} from '../../http/paging.ts';
import { problemObject } from '../../http/problem.ts';
import { refTo, shareSchemas } from '../../http/schema-ref.ts';
import { type MountUrl, requireScopeOf, senderOf } from '../../http/sender.ts';
import type { Server } from '../../http/server.ts';
import { shapeOf } from '../../http/validation.ts';
import { weightOf } from '../create/receive-request.ts';
import { teamResponse } from '../read/team-responses.ts';
import {
  type DepartureRequest,
  type PlanDeparture,
  type PlannedDeparture,
  unknownPerson,
} from './departure-plan.ts';
import type { HandedOver, HandOver } from './hand-over.ts';
import { operationUrlOf } from './operations.routes.ts';
import {
  DepartureBody,
  DeparturePlanResponse,
  FoundPeopleResponse,
  groupsOfPersonQuery,
  HandoverBody,
  maxSuggestions,
  PeopleByReference,
  PeopleLookup,
  peopleQuery,
  peopleSchemas,
  PersonGroupPage,
  PersonHandoverResponse,
} from './people.schema.ts';
import type { PersonGroupStore } from './person-groups.ts';
import { templateRolesOf } from './template-roles.ts';
import type { Organisation } from '../../settings/organisations/organisation.ts';

/** Groups in one request. */
const maxGroups = 1_000;

interface Deps {
  readonly people: FindPeople;
  readonly groups: Pick<PersonGroupStore, 'listGroups'>;
  readonly organisationsOf: (tenantId: string) => readonly Organisation[];
  readonly planDeparture: PlanDeparture;
  readonly handOver: HandOver;
  readonly subscribers: Subscribers;
  /** The addresses of pages of problems begin with it. */
  readonly baseUrl: string;
  readonly urlOf: MountUrl;
}

const PersonParams = Type.Object({
  idOrEmail: Type.String({
    maxLength: 320,
    pattern: personPattern,
    description: 'User ID or e-mail address of the person.',
  }),
});

const handoverQuery = Type.Object(
  {
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxGroups,
        default: maxGroups,
        description: 'Maximum number of groups in one request.',
      }),
    ),
    cursor: pageQuery.cursor,
  },
  { additionalProperties: false },
);

const directoryProblems = [
  'not_found',
  'invalid_query',
  'directory_permission_missing',
  'directory_unavailable',
] as const;

export function registerPeopleRoutes(server: Server, deps: Deps): void {
  shareSchemas(server, peopleSchemas);
  registerSearchRoutes(server, deps);
  registerGroupsRoute(server, deps);
  registerPlanRoute(server, deps);
  registerHandoverRoute(server, deps);
}

function registerSearchRoutes(server: Server, { people, subscribers }: Deps): void {
  server.get(
    '/people',
    {
      config: {
        scope: 'people:search',
        reach: 'everyone',
        answer: 'Some people whose name or e-mail address matches the text.',
        problems: ['invalid_query', 'directory_permission_missing', 'directory_unavailable'],
      },
      schema: {
        operationId: 'searchPeople',
        tags: ['People'],
        summary: 'Search people of the directory.',
        description:
          'For a person who has to be named, for example as responsible. Someone who was created a moment ago may be missing.',
        querystring: peopleQuery,
        response: { 200: refTo(FoundPeopleResponse) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      const { search, limit = maxSuggestions } = request.query;
      const found = await subscribers.whileAdmitted(request, (signal) =>
        people.suggest(senderOf(request).tenantId, search.trim(), limit, signal),
      );
      return { items: found.map(foundPerson) };
    },
  );

  server.post(
    '/people/lookup',
    {
      config: {
        scope: 'people:search',
        // It changes nothing. A body, because there may be many references.
        admin: 'view',
        reach: 'everyone',
        answer: 'Each reference with its person, if the directory has one.',
        problems: ['validation_failed', 'directory_permission_missing', 'directory_unavailable'],
      },
      schema: {
        operationId: 'lookUpPeople',
        tags: ['People'],
        summary: 'Look people up in the directory by their ids or e-mail addresses.',
        body: PeopleLookup,
        response: { 200: refTo(PeopleByReference) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { references } = request.body;
      server.weighRequest(request, reply, weightOf(1, references.length));
      const found = await subscribers.whileAdmitted(request, (signal) =>
        people.find(senderOf(request).tenantId, references, signal),
      );
      const items = references.map((reference) => {
        const person = found.get(personKey(reference));
        return { reference, person: person === undefined ? null : foundPerson(person) };
      });
      return { items };
    },
  );
}

function foundPerson({ id, email, displayName, kind, enabled }: Person) {
  return { id, email: email === '' ? null : email, displayName, kind, enabled };
}

function registerGroupsRoute(server: Server, deps: Deps): void {
  const { people, groups, subscribers, urlOf } = deps;
  server.get(
    '/people/:idOrEmail/groups',
    {
      config: {
        scope: 'groups:read',
        answer: "A page of the person's groups.",
        problems: [...directoryProblems],
      },
      schema: {
        operationId: 'listGroupsOfPerson',
        tags: ['People'],
        summary: 'List the groups of a person with their roles, newest first.',
        description:
          'Groups in every state, as the service knows their people; a group in creation has those of its request. templateRoles has the roles of the person in organisations and templates. The service looks up an e-mail address in the directory; a person who was removed there is found by user ID.',
        params: PersonParams,
        querystring: groupsOfPersonQuery,
        response: { 200: refTo(PersonGroupPage) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      const { tenantId, within } = senderOf(request);
      const { idOrEmail } = request.params;
      const { role } = request.query;
      const list = listOf(request, idOrEmail, 'groups', { role });
      const page = readPage(request.query, list);
      const person = await subscribers.whileAdmitted(request, (signal) =>
        findPerson(people, tenantId, idOrEmail, signal),
      );
      const { id: personId, keys } = person;
      const found = await groups.listGroups(tenantId, personId, {
        afterTeamId: page.after?.[0],
        limit: page.limit + 1,
        within,
        role,
        names: [...keys],
      });
      const answer = pageOf(
        found,
        page,
        list,
        urlOf(tenantId),
        ({ teamId }) => [teamId],
        (group) => teamResponse(group, urlOf(tenantId)),
      );
      const roles = templateRolesOf(deps.organisationsOf(tenantId), keys, within);
      return { ...answer, templateRoles: [...roles] };
    },
  );
}

/** The person with the keys of id and addresses. A person who was removed in the directory is found by id. */
async function findPerson(
  people: FindPeople,
  tenantId: string,
  reference: string,
  signal: AbortSignal,
): Promise<{ readonly id: string; readonly keys: ReadonlySet<string> }> {
  const key = personKey(reference);
  if (isGuid(key)) {
    // Its groups are known without the directory.
    const found = await people.find(tenantId, [reference], signal).catch(unlessUnavailable);
    const email = found?.get(key)?.email ?? '';
    return { id: key, keys: new Set([key, ...(email === '' ? [] : [personKey(email)])]) };
  }
  const person = (await people.find(tenantId, [reference], signal)).get(key);
  if (person === undefined) throw unknownPerson();
  const id = person.id.toLowerCase();
  return {
    id,
    keys: new Set([key, id, ...(person.email === '' ? [] : [personKey(person.email)])]),
  };
}

function registerPlanRoute(server: Server, deps: Deps): void {
  const { planDeparture, subscribers, baseUrl, urlOf } = deps;
  server.post(
    '/people/:idOrEmail/handover/plan',
    {
      attachValidation: true,
      config: {
        scope: 'groups:read',
        // It changes nothing, so a reader may look, too.
        admin: 'view',
        answer: 'Every group that the person answers for, with its successor.',
        problems: [...directoryProblems],
      },
      schema: {
        operationId: 'planPersonHandover',
        tags: ['People'],
        summary: 'Plan the departure of a person without changing anything.',
        description: `The service checks each group as its handover would, and its successor is looked up in the directory. Operations that are accepted count as done. One request takes up to ${maxGroups} groups; nextLink leads to the others.`,
        params: PersonParams,
        querystring: handoverQuery,
        body: refTo(DepartureBody),
        response: { 200: refTo(DeparturePlanResponse) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { idOrEmail } = request.params;
      const { tenantId } = senderOf(request);
      const list = listOf(request, idOrEmail, 'handover/plan');
      const page = readPage(request.query, list);
      const { person, groups, next } = await subscribers.whileAdmitted(request, (signal) =>
        planDeparture(departureRequest(server, request, reply, page, signal)),
      );
      return {
        person,
        items: groups.map((group) => plannedOf(group, baseUrl)),
        ...linkTo(next, page, list, urlOf(tenantId)),
      };
    },
  );
}

function registerHandoverRoute(server: Server, deps: Deps): void {
  const { handOver, subscribers, baseUrl, urlOf } = deps;
  server.post(
    '/people/:idOrEmail/handover',
    {
      attachValidation: true,
      config: {
        scope: 'responsibility:change',
        admin: 'groups:manage',
        answer: 'The result of each group.',
        idempotentBy: 'use case',
        problems: [...directoryProblems],
      },
      schema: {
        operationId: 'handOverPerson',
        tags: ['People'],
        summary: 'Hand over every group that a person answers for.',
        description: `For the departure of a person: in every group where the person is responsible or deputy, or has one of the named roles, an operation gives the place to the successor. A creation that awaits an approval has the successor in its request at once; of every other group, waitsFor says why its handover has not happened yet. A place that a roster gives is not handed over, and is no refusal: rosters has the sources that keep the person in the group, and leftToRosters counts the groups in which nothing else is left. Without a successor, the deputy becomes responsible. The answer lists each group with its operation or the reason of its refusal. One request takes up to ${maxGroups} groups and counts as one request for each; nextLink leads to the others. An Idempotency-Key covers the whole request: if you send it again, it returns the same operations, and it is refused as a whole while an outage lasts. Without a key, a repeated request only lists groups that the person still answers for.`,
        params: PersonParams,
        querystring: handoverQuery,
        body: refTo(HandoverBody),
        response: { 200: refTo(PersonHandoverResponse) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { idOrEmail } = request.params;
      const { tenantId } = senderOf(request);
      const list = listOf(request, idOrEmail, 'handover');
      const page = readPage(request.query, list);
      const { roles = [] } = request.body ?? {};
      if ([roles].flat().some((role) => role === 'owner' || role === 'member')) {
        requireScopeOf(request, 'groups:change');
      }
      const key = requestKeyOf(request, reply);
      const { person, groups, next } = await subscribers.whileAdmitted(request, (signal) =>
        handOver({
          ...departureRequest(server, request, reply, page, signal),
          key,
        }),
      );
      return {
        person,
        accepted: groups.filter((group) => 'accepted' in group).length,
        refused: groups.filter((group) => 'refused' in group).length,
        leftToRosters: groups.filter((group) => 'isLeftToRosters' in group).length,
        items: groups.map((group) => resultOf(group, baseUrl, urlOf(tenantId))),
        ...linkTo(next, page, list, urlOf(tenantId)),
      };
    },
  );
}

function departureRequest(
  server: Server,
  request: FastifyRequest,
  reply: FastifyReply,
  page: PageRequest,
  signal: AbortSignal,
): DepartureRequest & { readonly reason: string | null } {
  const { tenantId, actor, within } = senderOf(request);
  const { idOrEmail } = request.params as { idOrEmail: string };
  const shape = shapeOf(request);
  const body = shape.hasWrongType ? {} : (request.body as HandoverBody);
  const valid = Object.fromEntries(
    Object.entries(body).filter(([member]) => !shape.members.has(member)),
  ) as HandoverBody;
  const { reason = null, ...handover } = valid;
  return {
    tenantId,
    person: idOrEmail,
    handover,
    reason,
    body: request.body,
    shape,
    actor,
    within,
    afterTeamId: page.after?.[0],
    limit: page.limit,
    onCount: (groups) => server.weighRequest(request, reply, weightOf(groups, 0)),
    signal,
  };
}

function plannedOf({ error, version, ...group }: PlannedDeparture, baseUrl: string) {
  const conforms = error === undefined;
  return {
    ...group,
    etag: String(version),
    changed: conforms && group.change !== undefined,
    conforms,
    error: conforms ? null : problemObject(error, baseUrl),
  };
}

function resultOf(group: HandedOver, baseUrl: string, mountUrl: string) {
  if ('refused' in group) {
    const { refused, ...planned } = group;
    return { ...planned, error: problemObject(refused, baseUrl) };
  }
  if ('isLeftToRosters' in group) return group;
  const { accepted, ...planned } = group;
  const { status, operationId } = accepted;
  if (operationId === null) return { ...planned, status };
  const statusUrl = operationUrlOf(mountUrl, group.teamId, operationId);
  return { ...planned, status, operationId, statusUrl };
}

function listOf(
  request: FastifyRequest,
  idOrEmail: string,
  name: string,
  filters: ListIdentity['filters'] = {},
): ListIdentity {
  return {
    path: `/people/${encodeURIComponent(idOrEmail)}/${name}`,
    tenantId: senderOf(request).tenantId,
    filters,
    position: [positionPart.guid],
  };
}

function linkTo(next: string | undefined, page: PageRequest, list: ListIdentity, url: string) {
  return next === undefined ? {} : { nextLink: nextLinkOf([next], page, list, url) };
}
