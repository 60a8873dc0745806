// Changing groups after their creation, and following that.
import type { Configuration } from '../../settings/configuration/configuration.ts';
import type { Directories } from '../../settings/configuration/directories.ts';
import type { FindPeople } from '../../directory/find-people.ts';
import type { Subscribers } from '../../http/open-responses.ts';
import type { Server } from '../../http/server.ts';
import { createAcceptOperation } from '../../groups/change/accept-operation.ts';
import { createOperationAcceptance } from '../../groups/change/accept-operation.postgres.ts';
import { createCancelOperation } from '../../groups/change/cancel-operation.ts';
import { readGroupRecord } from '../../groups/change/group-record.postgres.ts';
import type { OperationState } from '../../groups/change/operation.ts';
import type { OperationStore } from '../../groups/change/operation-store.ts';
import { createOperationStore } from '../../groups/change/operations.postgres.ts';
import {
  type OperationKey,
  registerOperationRoutes,
} from '../../groups/change/operations.routes.ts';
import { createPlanOperation, type PlanOperation } from '../../groups/change/plan-operation.ts';
import type { TeamStore } from '../../groups/read/team.ts';
import { createStatusWatch, type StatusWatch } from '../../groups/read/watch-status.ts';
import { composePlanApproval } from './approvals.ts';
import type { Base } from './base.ts';
import type { EventParts } from './events.ts';
import { type PeopleParts, registerPeople } from './people.ts';
import type { Provisioning } from './provisioning.ts';

/** Time limit for the directory's answers during a dry run. */
const planWithinMs = 20_000;

export interface OperationParts {
  readonly store: OperationStore;
  readonly watch: StatusWatch<OperationKey, OperationState>;
  readonly plan: PlanOperation;
}

export function composeOperations(
  base: Base,
  parts: { readonly configuration: Configuration; readonly directories: Directories },
): OperationParts {
  const { database, lists, clock, rest, onError } = base;
  const { configuration, directories } = parts;
  const store = createOperationStore(database, lists);
  const watch = createStatusWatch({
    read: ({ tenantId, operationId }: OperationKey) => store.read(tenantId, operationId),
    readVersions: store.readVersions,
    textOf: ({ tenantId, operationId }) => `${tenantId}/${operationId}`,
    timers: clock,
    onError,
  });
  const plan = createPlanOperation({
    readRecord: (tenantId, teamId) => readGroupRecord(database, { tenantId, teamId }),
    organisationOf: (tenantId, organisationId) =>
      configuration.organisation(tenantId, organisationId),
    blockedWordsOf: (tenantId) => configuration.tenant(tenantId)?.blockedWords ?? [],
    directoryOf: (tenantId) => directories.of(tenantId),
    clock,
    rest,
    deadline: () => AbortSignal.timeout(planWithinMs),
    planApproval: composePlanApproval(base, directories),
  });
  return { store, watch, plan };
}

export function registerOperations(
  server: Server,
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
): void {
  const { database, clock, newId } = base;
  const { configuration, events, provisioning, operations } = parts;
  const { people, departures, subscribers, teams } = parts;
  const organisationOf = (tenantId: string, organisationId: string) =>
    configuration.organisation(tenantId, organisationId);
  const acceptOperation = createAcceptOperation({
    accept: createOperationAcceptance(database),
    organisationOf,
    blockedWordsOf: (tenantId) => configuration.tenant(tenantId)?.blockedWords ?? [],
    clock,
    newId,
    onAccepted(tenantId) {
      provisioning.laneNotifier.notify(tenantId);
      events.notify();
    },
  });
  registerPeople(server, base, { departures, people, acceptOperation, subscribers });
  registerOperationRoutes(server, {
    acceptOperation,
    planOperation: operations.plan,
    operations: operations.store,
    readStatus: (tenantId, teamId) => teams.readStatus(tenantId, teamId),
    watch: operations.watch,
    holders: subscribers,
    cancelOperation: createCancelOperation({
      operations: operations.store,
      clock,
      onCancelled({ tenantId, operationId }) {
        operations.watch.notify({ tenantId, operationId });
        provisioning.laneNotifier.notify(tenantId);
        events.notify();
      },
    }),
    baseUrl: base.config.baseUrl,
  });
}
