// One operation on several groups: its dry run, and its request.
import { createConcurrencyLimit } from '../ground/concurrency-limit.ts';
import { DomainError, noShapeErrors } from '../ground/errors.ts';
import type { Server } from '../http/server.ts';
import type { OperationKind } from '../groups/change/operation.ts';
import type { GroupChangeBody } from '../groups/change/operations.schema.ts';
import type { OperationPlan, PlanOperation } from '../groups/change/plan-operation.ts';
import { receiveChange } from '../groups/change/receive-change.ts';
import { type GroupOperationDeps, planWithinMs } from './group-operations.routes.ts';
import { BulkInput, BulkPlan, BulkPlanInput, BulkResult } from './group-operations.schema.ts';
import { refusalOf } from './group-refusals.ts';
import { operations as declare } from './operations.ts';
import { resourceOf } from './request.ts';

/** Of the groups of one bulk plan. */
const plansAtOnce = 8;

const declared = declare('Group operations', {
  planGroupOperations: {
    reach: 'organisations',
    summary: 'Try one operation on several groups without changing them.',
    admin: 'groups:manage',
    answer: 'Each group, and why its operation is not possible.',
    problems: ['validation_failed'],
    body: BulkPlanInput,
    response: { 200: BulkPlan },
  },
  acceptGroupOperations: {
    reach: 'organisations',
    summary: 'Request one operation on several groups.',
    admin: 'groups:manage',
    description: 'A refused operation does not affect the operations of the other groups.',
    answer: 'Each group with its operation, or with the reason for the refusal.',
    creates: true,
    problems: ['validation_failed'],
    body: BulkInput,
    response: { 200: BulkResult },
  },
});

export function registerGroupBulkRoutes(
  server: Server,
  { acceptOperations, planOperation }: GroupOperationDeps,
): void {
  const path = '/:tenantId/group-operations';
  server.post(`${path}/plan`, declared.planGroupOperations, async (request) => {
    const { tenantId, actor, limit: within } = resourceOf(request);
    const { kind, teamIds, ...rest } = request.body;
    const signal = AbortSignal.timeout(planWithinMs);
    const limit = createConcurrencyLimit(plansAtOnce);
    const items = await Promise.all(
      teamIds.map((id) =>
        limit.run(async () => {
          const teamId = id.toLowerCase();
          const plan = await planned(planOperation, {
            tenantId,
            teamId,
            kind,
            change: changeOf(kind, rest),
            shape: noShapeErrors,
            actor,
            within,
            signal,
          });
          return { teamId, ...plan };
        }),
      ),
    );
    return { items };
  });

  server.post(path, declared.acceptGroupOperations, async (request) => {
    const { tenantId, actor, limit: within } = resourceOf(request);
    const { kind, groups, reason = null, ...rest } = request.body;
    const change = changeOf(kind, rest);
    const results = await acceptOperations(
      tenantId,
      groups.map(({ teamId, etag, ...named }) => ({
        teamId: teamId.toLowerCase(),
        kind,
        change: { ...change, ...changeOf(kind, named) },
        reason,
        actor,
        within,
        ifVersion: Number(etag),
      })),
    );
    return {
      items: results.map((result, at) => ({
        teamId: groups[at]?.teamId ?? '',
        operationId: result instanceof DomainError ? null : result.operationId,
        error: result instanceof DomainError ? refusalOf(result) : null,
      })),
    };
  });
}

/** Only a handover names people; for the other kinds they are ignored. */
function changeOf(kind: OperationKind, { responsible, deputy, former }: GroupChangeBody) {
  if (kind !== 'handover') return {};
  return receiveChange({ responsible, deputy, former }, noShapeErrors);
}

async function planned(plan: PlanOperation, request: Parameters<PlanOperation>[0]) {
  try {
    const { group, error }: OperationPlan = await plan(request);
    const { displayName, version } = group;
    return { displayName, etag: String(version), error: refusalOf(error) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { displayName: request.teamId, etag: '0', error: refusalOf(error) };
  }
}
