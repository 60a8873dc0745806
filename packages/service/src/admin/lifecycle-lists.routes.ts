// The lifecycles of all groups: the calendar, the lists, and renewals and holds of several groups at once.
import type { Configuration } from '../settings/configuration/configuration.ts';
import { createConcurrencyLimit } from '../ground/concurrency-limit.ts';
import { DomainError, validationFailed } from '../ground/errors.ts';
import { momentOf } from '../ground/moment.ts';
import { problemObject } from '../http/problem.ts';
import type { Server } from '../http/server.ts';
import type {
  LifecycleBrowser,
  LifecycleList,
} from '../governance/lifecycle/browse-lifecycles.postgres.ts';
import type {
  ChangeLifecycle,
  LifecycleRequest,
} from '../governance/lifecycle/change-lifecycle.postgres.ts';
import type { AdminApiDeps } from './admin-api-deps.ts';
import { groupSummaryResponse } from './group-responses.ts';
import {
  BulkLifecycle,
  BulkLifecycleResult,
  LifecycleGroupPage,
  lifecycleListQuery,
  LifecycleOverviewResponse,
} from './lifecycle.schema.ts';
import { offsetOf, offsetPage } from './offset-page.ts';
import { operations } from './operations.ts';
import { resourceOf } from './request.ts';

export interface LifecycleListDeps extends AdminApiDeps {
  readonly configuration: Configuration;
  readonly changeLifecycle: ChangeLifecycle;
  readonly lifecycles: LifecycleBrowser;
  /** Of the tenant, in the names of IANA. */
  readonly timeZoneOf: (tenantId: string) => string;
}

/** Of one request for several groups. */
const changesAtOnce = 4;

const declared = operations('Lifecycle', {
  getLifecycle: {
    reach: 'organisations',
    summary: 'Read how many groups expire, are archived and are deleted in the next 90 days.',
    answer: 'The calendar and the totals.',
    response: { 200: LifecycleOverviewResponse },
  },
  listLifecycleGroups: {
    reach: 'organisations',
    summary: 'List the groups that expire, are archived, are deleted soon, or are on hold.',
    answer: 'A page of groups with their dates.',
    problems: ['validation_failed'],
    querystring: lifecycleListQuery,
    response: { 200: LifecycleGroupPage },
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
  const { address, changeLifecycle, configuration, lifecycles, timeZoneOf } = deps;

  server.get('/:tenantId/lifecycle', declared.getLifecycle, async (request) => {
    const { tenantId, limit } = resourceOf(request);
    return lifecycles.overview(tenantId, timeZoneOf(tenantId), limit);
  });

  server.get('/:tenantId/lifecycle/groups', declared.listLifecycleGroups, async (request) => {
    const { tenantId, limit: within } = resourceOf(request);
    const { list, date, archives: isArchiving, ...rest } = request.query;
    const page = offsetOf(rest);
    const { items, total } =
      date === undefined
        ? await lifecycles.list(tenantId, { list, within }, page)
        : await lifecycles.listDay(
            tenantId,
            {
              list: listOfDays(list),
              day: { date, isArchiving },
              timeZone: timeZoneOf(tenantId),
              within,
            },
            page,
          );
    return offsetPage(request, address, {
      items: items.map((group) => groupSummaryResponse(tenantId, group, configuration)),
      total,
    });
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

function listOfDays(list: LifecycleList): 'expiring' | 'deleting' {
  if (list === 'expiring' || list === 'deleting') return list;
  throw validationFailed([
    {
      pointer: '/date',
      code: 'not_allowed',
      detail: 'Only the lists expiring and deleting have days.',
      values: { rule: 'lists_with_days' },
    },
  ]);
}

function withoutReason(): DomainError {
  return validationFailed([
    { pointer: '/reason', code: 'required', detail: 'A hold requires a reason.' },
  ]);
}
