// One operation on several groups: its dry run, and its request.
import type { Static } from 'typebox';
import { createConcurrencyLimit } from '../../ground/concurrency-limit.ts';
import { DomainError, noShapeErrors } from '../../ground/errors.ts';
import { partOfKey } from '../../ground/idempotency-key.ts';
import type { Scope } from '../../ground/schema/scope.schema.ts';
import { requestKeyOf } from '../../http/idempotency-key.ts';
import type { Subscribers } from '../../http/open-responses.ts';
import { problemObject } from '../../http/problem.ts';
import { refTo, shareSchemas } from '../../http/schema-ref.ts';
import { requireScopeOf, senderOf } from '../../http/sender.ts';
import { numberIn } from '../../http/entity-tags.ts';
import type { Server } from '../../http/server.ts';
import { weightOf } from '../create/receive-request.ts';
import type { AcceptOperations } from './accept-operation.ts';
import {
  BulkOperationBody,
  BulkOperationPlan,
  BulkOperationPlanBody,
  BulkOperationResult,
  bulkOperationSchemas,
} from './bulk-operations.schema.ts';
import { scopesOf } from './operation-scopes.ts';
import type { OperationKind } from './operation.ts';
import type { GroupChangeBody, RepairBody } from './operations.schema.ts';
import type { PlanOperation } from './plan-operation.ts';
import { namesProperties, receiveChange, receiveProperties } from './receive-change.ts';

interface Deps {
  readonly acceptOperations: AcceptOperations;
  readonly planOperation: PlanOperation;
  readonly subscribers: Subscribers;
  /** For the pages of problems. */
  readonly baseUrl: string;
}

/** It belongs to the groups of one bulk plan. */
const plansAtOnce = 8;

export function registerBulkOperationRoutes(server: Server, deps: Deps): void {
  const { acceptOperations, planOperation, subscribers, baseUrl } = deps;
  shareSchemas(server, bulkOperationSchemas);

  async function planned(request: Parameters<PlanOperation>[0]) {
    const { teamId } = request;
    try {
      const { group, changed, error } = await planOperation(request);
      const { displayName, version } = group;
      return {
        teamId,
        displayName,
        etag: String(version),
        changed,
        error: error === undefined ? null : problemObject(error, baseUrl),
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
                change: changeOf(kind, rest),
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

  server.post(
    '/teams/operations',
    {
      config: {
        scope: ['groups:change', 'groups:delete', 'responsibility:change'],
        admin: 'groups:manage',
        answer: 'Each group with its operation, or with the reason for the refusal.',
        idempotentBy: 'use case',
        problems: ['validation_failed'],
      },
      schema: {
        operationId: 'requestOperations',
        tags: ['Group operations'],
        summary: 'Request one operation on several groups.',
        description:
          'A refused operation does not affect the operations of the other groups. A key needs the scope of the operation. With an Idempotency-Key, a repeated request returns the same operations, and the service tries the refused ones again.',
        body: BulkOperationBody,
        response: { 200: refTo(BulkOperationResult) },
      },
    },
    async (request, reply) => {
      const { tenantId, actor, within } = senderOf(request);
      const { kind, groups, reason = null, ...rest } = request.body;
      for (const scope of scopesOfAll(kind)) requireScopeOf(request, scope);
      server.weighRequest(request, reply, weightOf(groups.length, 0));
      const key = requestKeyOf(request, reply);
      const change = changeOf(kind, rest);
      const results = await acceptOperations(
        tenantId,
        groups.map(({ teamId: id, etag, ...named }) => {
          const teamId = id.toLowerCase();
          return {
            teamId,
            kind,
            change: { ...change, ...changeOf(kind, named) },
            reason,
            actor,
            within,
            ifVersion: numberIn(etag) ?? [],
            key: partOfKey(key, 'operation', teamId),
          };
        }),
      );
      return {
        items: results.map((result, at) => ({
          teamId: groups[at]?.teamId ?? '',
          operationId: result instanceof DomainError ? null : result.operationId,
          changed: !(result instanceof DomainError) && result.changed,
          error: result instanceof DomainError ? problemObject(result, baseUrl) : null,
        })),
      };
    },
  );
}

function scopesOfAll(kind: OperationKind): readonly Scope[] {
  return kind === 'handover' ? ['responsibility:change'] : scopesOf(kind, {});
}

/** Only a handover names people, and only a repair and an acceptance name properties; for the other kinds they are ignored. */
function changeOf(
  kind: OperationKind,
  {
    responsible,
    deputy,
    former,
    properties,
  }: Pick<GroupChangeBody, 'responsible' | 'deputy' | 'former'> & Static<typeof RepairBody>,
) {
  if (namesProperties(kind)) return receiveProperties(kind, { properties }, noShapeErrors);
  if (kind !== 'handover') return {};
  return receiveChange({ responsible, deputy, former }, noShapeErrors);
}
