// The lifecycles of all groups: the calendar, and renewals and holds of several groups at once.
import { createConcurrencyLimit } from '../ground/concurrency-limit.ts';
import { DomainError, validationFailed } from '../ground/errors.ts';
import { momentOf } from '../ground/moment.ts';
import { problemObject } from '../http/problem.ts';
import type { Server } from '../http/server.ts';
import type { LifecycleBrowser } from '../governance/lifecycle/browse-lifecycles.postgres.ts';
import type {
  ChangeLifecycle,
  LifecycleRequest,
} from '../governance/lifecycle/change-lifecycle.postgres.ts';
import type { AdminApiDeps } from './admin-api-deps.ts';
import {
  BulkLifecycle,
  BulkLifecycleResult,
  LifecycleOverviewResponse,
} from './lifecycle.schema.ts';
import { operations } from './operations.ts';
import { resourceOf } from './request.ts';

export interface LifecycleListDeps extends AdminApiDeps {
  readonly changeLifecycle: ChangeLifecycle;
  readonly lifecycles: LifecycleBrowser;
  /** It belongs to the tenant, in the names of IANA. */
  readonly timeZoneOf: (tenantId: string) => string;
}

/** It belongs to one request for several groups. */
const changesAtOnce = 4;

const declared = operations('Lifecycle', {
  getLifecycle: {
    reach: 'organisations',
    summary: 'Read how many groups expire, are archived and are deleted in the next 90 days.',
    answer: 'The calendar and the totals.',
    response: { 200: LifecycleOverviewResponse },
  },
  changeLifecycles: {
    reach: 'organisations',
    summary: 'Renew several groups, put them on hold, or release them.',
    admin: 'groups:manage',
    description: 'A group that is refused does not affect the others.',
    answer: 'Each group, and why it was refused.',
    problems: ['validation_failed'],
    body: BulkLifecycle,
    response: { 200: BulkLifecycleResult },
  },
});

export function registerLifecycleListRoutes(server: Server, deps: LifecycleListDeps): void {
  const { address, changeLifecycle, lifecycles, timeZoneOf } = deps;

  server.get('/:tenantId/lifecycle', declared.getLifecycle, async (request) => {
    const { tenantId, limit } = resourceOf(request);
    return lifecycles.overview(tenantId, timeZoneOf(tenantId), limit);
  });

  server.post('/:tenantId/lifecycle/groups', declared.changeLifecycles, async (request) => {
    const { tenantId, actor, limit: within } = resourceOf(request);
    const { action, teamIds, reason = null } = request.body;
    const until = momentOf(request.body.until);
    if (action === 'hold' && reason === null) throw withoutReason();
    const change = (group: LifecycleRequest): Promise<unknown> => {
      switch (action) {
        case 'renew':
          return changeLifecycle.renew({
            ...group,
            reason,
            until,
            isUnlimited: true,
          });
        case 'hold':
          return changeLifecycle.hold({ ...group, reason: reason ?? '' });
        case 'release':
          return changeLifecycle.release(group);
        default:
          throw new TypeError(`Unknown action: ${String(action satisfies never)}`);
      }
    };
    const limit = createConcurrencyLimit(changesAtOnce);
    const items = await Promise.all(
      teamIds.map((id) =>
        limit.run(async () => {
          const teamId = id.toLowerCase();
          const result = await change({ tenantId, teamId, actor, within }).catch(refused);
          return {
            teamId,
            expiresAt: result instanceof Date ? result.toISOString() : null,
            error: result instanceof DomainError ? problemObject(result, address.serviceUrl) : null,
          };
        }),
      ),
    );
    return { items };
  });
}

function refused(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  throw error;
}

function withoutReason(): DomainError {
  return validationFailed([
    { pointer: '/reason', code: 'required', detail: 'A hold requires a reason.' },
  ]);
}
