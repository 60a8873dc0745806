// People of the directory: suggested, and looked up; the groups of a person, and the plan that hands over all groups for which the person answers.
import { notFound } from '../audit/changes/change.ts';
import type { Configuration } from '../settings/configuration/configuration.ts';
import type { FindPeople } from '../directory/find-people.ts';
import type { Person } from '../directory/people-life.ts';
import { personKey } from '../directory/person-reference.ts';
import { refTo } from '../http/schema-ref.ts';
import type { Server } from '../http/server.ts';
import { shapeOf } from '../http/validation.ts';
import type { PlanDeparture } from '../groups/change/departure-plan.ts';
import { DepartureBody } from '../groups/change/people.schema.ts';
import type { PersonGroupStore } from '../groups/change/person-groups.ts';
import { refusalOf } from './group-refusals.ts';
import { groupSummaryResponse } from './group-responses.ts';
import { operations } from './operations.ts';
import {
  AdminDeparturePlan,
  GroupsOfPerson,
  groupsOfPersonQuery,
  PeopleByReference,
  PeopleLookup,
  PersonOfGroupsParams,
  shortestSearch,
  suggestionQuery,
  Suggestions,
} from './people.schema.ts';
import { resourceOf } from './request.ts';

export interface AdminPeopleDeps {
  readonly configuration: Configuration;
  readonly people: FindPeople;
  readonly personGroups: Pick<PersonGroupStore, 'listGroups'>;
  readonly planDeparture: PlanDeparture;
}

/** As many as one request hands over. */
const groupsOfPlan = 200;
const lookUpTimeoutMs = 20_000;

const suggestTimeoutMs = 5_000;

const declared = operations('Groups', {
  suggestPeople: {
    reach: 'everyone',
    summary: 'Suggest people of the directory for a text.',
    answer: 'Some people whose name or e-mail address matches the text.',
    problems: ['directory_unavailable', 'directory_permission_missing'],
    querystring: suggestionQuery,
    response: { 200: Suggestions },
  },
  lookUpPeople: {
    reach: 'everyone',
    summary: 'Look people up in the directory by their ids or e-mail addresses.',
    answer: 'Each reference with its person, if the directory has one.',
    // It changes nothing. A body, because there may be many references.
    admin: 'view',
    problems: ['validation_failed', 'directory_unavailable', 'directory_permission_missing'],
    body: PeopleLookup,
    response: { 200: PeopleByReference },
  },
  listGroupsOfPerson: {
    reach: 'organisations',
    summary: 'List the groups of a person with their roles, newest first.',
    answer: 'A page of groups.',
    problems: ['not_found', 'directory_unavailable', 'directory_permission_missing'],
    params: PersonOfGroupsParams,
    querystring: groupsOfPersonQuery,
    response: { 200: GroupsOfPerson },
  },
  planPersonHandover: {
    reach: 'organisations',
    summary: 'Plan the departure of a person without changing anything.',
    description:
      'Names the successor in each group. acceptGroupOperations hands over the groups of the plan.',
    answer: 'Each group for which the person answers, with its successor.',
    // It changes nothing, so a reader may look, too.
    admin: 'view',
    problems: [
      'not_found',
      'validation_failed',
      'directory_unavailable',
      'directory_permission_missing',
    ],
    params: PersonOfGroupsParams,
    body: refTo(DepartureBody),
    response: { 200: AdminDeparturePlan },
  },
});

export function registerAdminPeopleRoutes(
  server: Server,
  { configuration, people, personGroups, planDeparture }: AdminPeopleDeps,
): void {
  server.get('/:tenantId/people', declared.suggestPeople, async (request) => {
    const { tenantId } = resourceOf(request);
    const { limit = 6 } = request.query;
    const search = request.query.search.trim();
    if (search.length < shortestSearch) return { items: [] };
    const signal = AbortSignal.timeout(suggestTimeoutMs);
    const found = await people.suggest(tenantId, search, limit, signal);
    const items = found.map(({ id, email, displayName }) => ({
      reference: email === '' ? id : email,
      displayName,
    }));
    return { items };
  });

  server.post('/:tenantId/people/lookup', declared.lookUpPeople, async (request) => {
    const { tenantId } = resourceOf(request);
    const { references } = request.body;
    const signal = AbortSignal.timeout(lookUpTimeoutMs);
    const found = await people.find(tenantId, references, signal);
    const items = references.map((reference) => ({
      reference,
      person: foundPerson(found.get(personKey(reference))),
    }));
    return { items };
  });

  const path = '/:tenantId/people/:person';
  server.get(`${path}/groups`, declared.listGroupsOfPerson, async (request) => {
    const { tenantId, person, limit: within } = resourceOf(request);
    const { after, role, limit = 50 } = request.query;
    const signal = AbortSignal.timeout(lookUpTimeoutMs);
    const [personId] = await people.findIds(tenantId, [person], signal);
    if (personId === undefined) throw notFound('person');
    const found = await personGroups.listGroups(tenantId, personId, {
      afterTeamId: after?.toLowerCase(),
      limit: limit + 1,
      within,
      role,
    });
    return {
      items: found
        .slice(0, limit)
        .map((group) => groupSummaryResponse(tenantId, group, configuration)),
      hasMore: found.length > limit,
    };
  });

  const plan = { attachValidation: true, ...declared.planPersonHandover };
  server.post(`${path}/handover/plan`, plan, async (request) => {
    const { tenantId, person, actor, limit: within } = resourceOf(request);
    const shape = shapeOf(request);
    const { body } = request;
    const valid = shape.isWhole
      ? {}
      : Object.fromEntries(Object.entries(body).filter(([name]) => !shape.members.has(name)));
    const { groups, next } = await planDeparture({
      tenantId,
      person,
      handover: valid,
      body,
      shape,
      actor,
      within,
      afterTeamId: undefined,
      limit: groupsOfPlan,
      onCount: () => undefined,
      signal: AbortSignal.timeout(lookUpTimeoutMs),
    });
    return {
      items: groups.map(({ version, error, vacant, ...group }) =>
        Object.assign(group, {
          vacant: [...vacant],
          etag: String(version),
          error: refusalOf(error),
        }),
      ),
      hasMore: next !== undefined,
    };
  });
}

function foundPerson(person: Person | undefined) {
  if (person === undefined) return null;
  const { id, displayName, email, kind, enabled } = person;
  return {
    id,
    displayName,
    email: email === '' ? null : email,
    isGuest: kind === 'guest',
    isEnabled: enabled,
  };
}
