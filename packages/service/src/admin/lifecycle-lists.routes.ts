// The calendar of the lifecycles of all groups.
import type { LifecycleBrowser } from '../governance/lifecycle/browse-lifecycles.postgres.ts';
import type { Server } from '../http/server.ts';
import { LifecycleOverviewResponse } from './lifecycle.schema.ts';
import { operations } from './operations.ts';
import { resourceOf } from './request.ts';

export interface LifecycleListDeps {
  readonly lifecycles: LifecycleBrowser;
  /** It belongs to the tenant, in the names of IANA. */
  readonly timeZoneOf: (tenantId: string) => string;
}

const declared = operations('Lifecycle', {
  getLifecycle: {
    reach: 'organisations',
    summary: 'Read how many groups expire, are archived and are deleted in the next 90 days.',
    answer: 'The calendar and the totals.',
    response: { 200: LifecycleOverviewResponse },
  },
});

export function registerLifecycleListRoutes(server: Server, deps: LifecycleListDeps): void {
  const { lifecycles, timeZoneOf } = deps;

  server.get('/:tenantId/lifecycle', declared.getLifecycle, async (request) => {
    const { tenantId, limit } = resourceOf(request);
    return lifecycles.overview(tenantId, timeZoneOf(tenantId), limit);
  });
}
