// The groups of people, and the handover of all groups of a person who leaves.
import type { Configuration } from '../../settings/configuration/configuration.ts';
import type { FindPeople } from '../../directory/find-people.ts';
import type { Subscribers } from '../../http/open-responses.ts';
import type { RegisterShared } from '../../admin/admin.routes.ts';
import type { AcceptOperation } from '../../groups/change/accept-operation.ts';
import { createPlanDeparture, type PlanDeparture } from '../../groups/change/departure-plan.ts';
import { createHandOver } from '../../groups/change/hand-over.ts';
import { registerPeopleRoutes } from '../../groups/change/people.routes.ts';
import type { PersonGroupStore } from '../../groups/change/person-groups.ts';
import { createPersonGroupStore } from '../../groups/change/person-groups.postgres.ts';
import type { Base } from './base.ts';

export interface PeopleParts {
  readonly groups: PersonGroupStore;
  readonly planDeparture: PlanDeparture;
}

export function composePeople(
  { lists, clock, rest }: Base,
  parts: { readonly configuration: Configuration; readonly people: FindPeople },
): PeopleParts {
  const { configuration, people } = parts;
  const groups = createPersonGroupStore(lists);
  const planDeparture = createPlanDeparture({
    people,
    groups,
    organisationOf: (tenantId, organisationId) =>
      configuration.organisation(tenantId, organisationId),
    clock,
    rest,
  });
  return { groups, planDeparture };
}

export function composePeopleRoutes(
  { keptAnswers, rest, onError, config }: Base,
  parts: {
    readonly departures: PeopleParts;
    readonly people: FindPeople;
    readonly acceptOperation: AcceptOperation;
    readonly subscribers: Subscribers;
  },
): RegisterShared {
  const { people, departures, acceptOperation, subscribers } = parts;
  const { groups, planDeparture } = departures;
  const handOver = createHandOver({
    planDeparture,
    acceptOperation,
    keptAnswers,
    rest,
    onError,
  });
  const { baseUrl } = config;
  const deps = { people, groups, planDeparture, handOver, subscribers, baseUrl };
  return (server, urlOf) => registerPeopleRoutes(server, { ...deps, urlOf });
}
