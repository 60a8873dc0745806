// The dry run of one operation on several groups. A batch requests it: ../batches/batches.routes.ts.
import { createConcurrencyLimit } from '../../ground/concurrency-limit.ts';
import { DomainError, noShapeErrors, validationFailed } from '../../ground/errors.ts';
import type { Subscribers } from '../../http/open-responses.ts';
import { mayAlsoChange } from '../../settings/organisations/settings-policy.ts';
import { problemObject } from '../../http/problem.ts';
import { refTo, shareSchemas } from '../../http/schema-ref.ts';
import { senderOf } from '../../http/sender.ts';
import type { Server } from '../../http/server.ts';
import { weightOf } from '../create/receive-request.ts';
import {
  BulkOperationPlan,
  BulkOperationPlanBody,
  bulkOperationSchemas,
} from './bulk-operations.schema.ts';
import type { PlanOperation } from './plan-operation.ts';
import { foreignMembers, receiveNamed } from './receive-change.ts';

interface Deps {
  readonly planOperation: PlanOperation;
  readonly subscribers: Subscribers;
  /** The addresses of pages of problems begin with it. */
  readonly baseUrl: string;
}

/** It belongs to the groups of one bulk plan. */
const plansAtOnce = 8;

export function registerBulkOperationRoutes(server: Server, deps: Deps): void {
  const { planOperation, subscribers, baseUrl } = deps;
  shareSchemas(server, bulkOperationSchemas);

  async function planned(request: Parameters<PlanOperation>[0]) {
    const { teamId } = request;
    try {
      const { group, changed, error, steps } = await planOperation(request);
      const { displayName, version } = group;
      return {
        teamId,
        displayName,
        etag: String(version),
        changed,
        error: error === undefined ? null : problemObject(error, baseUrl),
        ...mayAlsoChange(steps),
      };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const problem = problemObject(error, baseUrl);
      return { teamId, displayName: teamId, etag: '0', changed: false, error: problem };
    }
  }

  server.post(
    '/teams/operations/plan',
    {
      config: {
        scope: 'groups:read',
        admin: 'groups:manage',
        answer: 'Each group, and why its operation is not possible.',
        problems: ['validation_failed'],
      },
      schema: {
        operationId: 'planOperations',
        tags: ['Group operations'],
        summary: 'Try one operation on several groups without changing them.',
        body: BulkOperationPlanBody,
        response: { 200: refTo(BulkOperationPlan) },
      },
    },
    async (request, reply) => {
      const { tenantId, actor, within } = senderOf(request);
      const { kind, teamIds, ...rest } = request.body;
      const faults = foreignMembers(kind, rest, { others: ['kind', 'teamIds', 'reason'] });
      if (faults.length > 0) throw validationFailed(faults);
      server.weighRequest(request, reply, weightOf(teamIds.length, 0));
      const limit = createConcurrencyLimit(plansAtOnce);
      const items = await subscribers.whileAdmitted(request, (signal) =>
        Promise.all(
          teamIds.map((id) =>
            limit.run(() =>
              planned({
                tenantId,
                teamId: id.toLowerCase(),
                kind,
                change: receiveNamed(kind, rest),
                shape: noShapeErrors,
                actor,
                within,
                signal,
              }),
            ),
          ),
        ),
      );
      return { items };
    },
  );
}
