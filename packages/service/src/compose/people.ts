// The groups of people, and the handover of all groups of a person who leaves.
import type { Configuration } from '../configuration/configuration.ts';
import type { FindPeople } from '../directory/find-people.ts';
import type { TokenSubscribers } from '../http/open-responses.ts';
import type { Server } from '../http/server.ts';
import type { AcceptOperation } from '../operations/accept-operation.ts';
import { createPlanDeparture } from '../operations/departure-plan.ts';
import { createHandOver } from '../operations/hand-over.ts';
import { createHandoverStore } from '../operations/handovers.postgres.ts';
import { registerPeopleRoutes } from '../operations/people.routes.ts';
import { createPersonGroupStore } from '../operations/person-groups.postgres.ts';
import type { Base } from './base.ts';

export function registerPeople(
  server: Server,
  { database, lists, clock, rest, onError, config }: Base,
  parts: {
    readonly configuration: Configuration;
    readonly people: FindPeople;
    readonly acceptOperation: AcceptOperation;
    readonly subscribers: TokenSubscribers;
  },
): void {
  const { configuration, people, acceptOperation, subscribers } = parts;
  const groups = createPersonGroupStore(lists);
  const planDeparture = createPlanDeparture({
    people,
    groups,
    organisationOf: (tenantId, organisationId) =>
      configuration.organisation(tenantId, organisationId),
    clock,
    rest,
  });
  registerPeopleRoutes(server, {
    people,
    groups,
    planDeparture,
    handOver: createHandOver({
      planDeparture,
      acceptOperation,
      handovers: createHandoverStore(database),
      clock,
      rest,
      onError,
    }),
    subscribers,
    baseUrl: config.baseUrl,
  });
}
