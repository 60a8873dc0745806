// Changing groups after their creation, and following that.
import type { Configuration } from '../../settings/configuration/configuration.ts';
import type { Directories } from '../../settings/configuration/directories.ts';
import { readGroupRecord } from '../../groups/change/group-record.postgres.ts';
import type { OperationState } from '../../groups/change/operation.ts';
import type { OperationStore } from '../../groups/change/operation-store.ts';
import { createOperationStore } from '../../groups/change/operations.postgres.ts';
import { type OperationKey } from '../../groups/change/operations.routes.ts';
import { createPlanOperation, type PlanOperation } from '../../groups/change/plan-operation.ts';
import { createStatusWatch, type StatusWatch } from '../../groups/read/watch-status.ts';
import { composePlanApproval } from './approvals.ts';
import type { Base } from './base.ts';

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
