// The state of responsibility in the tenant, and the release of a mass departure.
import { notFound } from '../changes/change.ts';
import type { ResponsibilityOverviews } from '../continuity/responsibility-overview.postgres.ts';
import type { Server } from '../http/server.ts';
import { operations } from './operations.ts';
import { resourceOf } from './request.ts';
import { ResponsibilityOverview } from './responsibility.schema.ts';

export interface ResponsibilityDeps {
  readonly responsibility: ResponsibilityOverviews;
}

const declared = operations('Responsibility', {
  getResponsibility: {
    summary:
      'Read how many groups have nobody who answers for them, and whether a mass departure waits.',
    answer: 'The state of responsibility in the tenant.',
    response: { 200: ResponsibilityOverview },
  },
  releaseMassDeparture: {
    summary: 'Release a mass departure: the groups of these people are handed over.',
    answer: 'The state afterwards.',
    response: { 200: ResponsibilityOverview },
  },
});

export function registerResponsibilityRoutes(
  server: Server,
  { responsibility }: ResponsibilityDeps,
): void {
  server.get('/:tenantId/responsibility', declared.getResponsibility, (request) =>
    responsibility.read(resourceOf(request).tenantId),
  );

  server.post(
    '/:tenantId/responsibility/mass-departure/release',
    declared.releaseMassDeparture,
    async (request) => {
      const { tenantId, actor } = resourceOf(request);
      if (!(await responsibility.release(tenantId, actor))) throw notFound('mass departure');
      return responsibility.read(tenantId);
    },
  );
}
