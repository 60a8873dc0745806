// The routes that change groups after their creation, hand over those of a person, and follow that.
import type { Configuration } from '../../settings/configuration/configuration.ts';
import type { FindPeople } from '../../directory/find-people.ts';
import type { Subscribers } from '../../http/open-responses.ts';
import type { RegisterShared } from '../../admin/admin.routes.ts';
import {
  createAcceptOperation,
  createAcceptOperations,
} from '../../groups/change/accept-operation.ts';
import {
  acceptTogether,
  createOperationAcceptance,
} from '../../groups/change/accept-operation.postgres.ts';
import { registerBulkOperationRoutes } from '../../groups/change/bulk-operations.routes.ts';
import { createCancelOperation } from '../../groups/change/cancel-operation.ts';
import { registerOperationRoutes } from '../../groups/change/operations.routes.ts';
import type { TeamStore } from '../../groups/read/team.ts';
import type { Base } from './base.ts';
import type { EventParts } from './events.ts';
import { composePeopleRoutes, type PeopleParts } from './people.ts';
import type { Provisioning } from './provisioning.ts';
import type { OperationParts } from './operations.ts';

export function composeOperationRoutes(
  base: Base,
  parts: {
    readonly configuration: Configuration;
    readonly events: EventParts;
    readonly provisioning: Provisioning;
    readonly operations: OperationParts;
    readonly teams: TeamStore;
    readonly people: FindPeople;
    readonly departures: PeopleParts;
    readonly subscribers: Subscribers;
  },
): RegisterShared {
  const { database, clock, newId } = base;
  const { baseUrl } = base.config;
  const { configuration, events, provisioning, operations } = parts;
  const { people, departures, subscribers, teams } = parts;
  const rules = {
    organisationOf: (tenantId: string, organisationId: string) =>
      configuration.organisation(tenantId, organisationId),
    blockedWordsOf: (tenantId: string) => configuration.tenant(tenantId)?.blockedWords ?? [],
    clock,
    newId,
    onAccepted(tenantId: string) {
      provisioning.laneNotifier.notify(tenantId);
      events.notify();
    },
  };
  const acceptOperation = createAcceptOperation({
    ...rules,
    accept: createOperationAcceptance(database),
  });
  const acceptOperations = createAcceptOperations({ ...rules, accept: acceptTogether(database) });
  const cancelOperation = createCancelOperation({
    operations: operations.store,
    clock,
    onCancelled({ tenantId, operationId }) {
      operations.watch.notify({ tenantId, operationId });
      rules.onAccepted(tenantId);
    },
  });
  const registerPeople = composePeopleRoutes(base, {
    departures,
    people,
    acceptOperation,
    subscribers,
  });
  return (server, urlOf) => {
    registerPeople(server, urlOf);
    registerOperationRoutes(server, {
      acceptOperation,
      planOperation: operations.plan,
      operations: operations.store,
      readStatus: (tenantId, teamId) => teams.readStatus(tenantId, teamId),
      watch: operations.watch,
      holders: subscribers,
      cancelOperation,
      names: configuration,
      baseUrl,
      urlOf,
    });
    registerBulkOperationRoutes(server, {
      acceptOperations,
      planOperation: operations.plan,
      subscribers,
      baseUrl,
    });
  };
}
