// The calendar of the lifecycles of all groups.
import { exact, moment } from '../ground/schema/parts.schema.ts';
import { Type } from 'typebox';
import type { LifecycleBrowser } from '../governance/lifecycle/browse-lifecycles.postgres.ts';
import type { Server } from '../http/server.ts';
import { declareOperations } from './declare-operations.ts';
import { resourceOf } from './request.ts';

export interface LifecycleListDeps {
  readonly lifecycles: LifecycleBrowser;
  /** It belongs to the tenant, in the names of IANA. */
  readonly timeZoneOf: (tenantId: string) => string;
}

const LifecycleOverviewResponse = Type.Object(
  {
    now: moment('The governance clock of the tenant.'),
    days: Type.Array(
      Type.Object(
        {
          date: Type.String({ format: 'date', description: 'Day of the tenant.' }),
          expiring: Type.Integer({ description: 'Groups that expire unless they are renewed.' }),
          archiving: Type.Integer({ description: 'Those of them that are archived then.' }),
          deleting: Type.Integer({ description: 'Archived groups that are deleted.' }),
        },
        exact,
      ),
      {
        description:
          'The next 90 days, today first. Groups on hold do not count. Dates that have passed count today.',
      },
    ),
    expiring: Type.Integer({
      description: 'Groups that expire some day, those on hold included.',
    }),
    deleting: Type.Integer({
      description: 'Archived groups that will be deleted, those on hold included.',
    }),
    archived: Type.Integer({ description: 'Archived groups.' }),
    onHold: Type.Integer({ description: 'Groups on hold.' }),
  },
  { ...exact, $id: 'LifecycleOverview' },
);

const declared = declareOperations('Lifecycle', {
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
