// The state of responsibility in the tenant, and the release of a mass departure.
import { notFound } from '../audit/changes/change.ts';
import type { ResponsibilityOverviews } from '../governance/responsibility/responsibility-overview.postgres.ts';
import type { Server } from '../http/server.ts';
import type { ResponsibilityBrowser } from '../governance/responsibility/browse-responsibility.postgres.ts';
import type { AdminApiDeps } from './admin-api-deps.ts';
import { declareOperations } from './declare-operations.ts';
import { resourceOf } from './request.ts';
import {
  AnsweringPeople,
  answeringPeopleQuery,
  ResponsibilityOverview,
} from './responsibility.schema.ts';

export interface ResponsibilityDeps extends AdminApiDeps {
  readonly answering: ResponsibilityBrowser;
  readonly responsibility: ResponsibilityOverviews;
}

const declared = declareOperations('Responsibility', {
  getResponsibilityOverview: {
    reach: 'organisations',
    summary:
      'Read how many groups have nobody who answers for them, and whether a mass departure waits.',
    answer: 'The state of responsibility in the tenant.',
    response: { 200: ResponsibilityOverview },
  },
  listAnsweringPeople: {
    reach: 'organisations',
    summary: 'List the people who are responsible for most groups.',
    answer: 'The people, each with the number of groups.',
    querystring: answeringPeopleQuery,
    response: { 200: AnsweringPeople },
  },
  releaseMassDeparture: {
    summary: 'Release a mass departure: the groups of these people are handed over.',
    admin: 'groups:manage',
    answer: 'The state afterwards.',
    response: { 200: ResponsibilityOverview },
  },
});

export function registerResponsibilityRoutes(
  server: Server,
  { answering, responsibility }: ResponsibilityDeps,
): void {
  server.get('/:tenantId/responsibility', declared.getResponsibilityOverview, (request) => {
    const { tenantId, limit } = resourceOf(request);
    return responsibility.read(tenantId, limit);
  });

  server.get('/:tenantId/responsibility/people', declared.listAnsweringPeople, async (request) => {
    const { tenantId, limit: within } = resourceOf(request);
    const { limit = 25 } = request.query;
    return { items: await answering.mostAnswering(tenantId, within, limit) };
  });

  server.post(
    '/:tenantId/responsibility/mass-departure/release',
    declared.releaseMassDeparture,
    async (request) => {
      const { tenantId, actor, limit } = resourceOf(request);
      if (!(await responsibility.release(tenantId, actor))) throw notFound('mass departure');
      return responsibility.read(tenantId, limit);
    },
  );
}
