// The first page: the recent creations and their results, and the number that wait.
import type { Configuration } from '../configuration/configuration.ts';
import type { ResponsibilityOverviews } from '../continuity/responsibility-overview.postgres.ts';
import type { Server } from '../http/server.ts';
import type { Overview } from '../teams/overview.ts';
import { finishClassesMs } from '../teams/report.ts';
import { operations } from './operations.ts';
import { OverviewResponse } from './overview.schema.ts';
import { resourceOf } from './request.ts';

export interface OverviewDeps {
  readonly configuration: Configuration;
  readonly overview: (tenantId: string) => Promise<Overview>;
  readonly responsibility: Pick<ResponsibilityOverviews, 'massDepartureOf'>;
}

const declared = operations('Overview', {
  getOverview: {
    summary: 'Read the results of creations in the last 30 days, and the pending work.',
    answer: 'The results of creations, and the pending work.',
    response: { 200: OverviewResponse },
  },
});

export function registerOverviewRoutes(server: Server, deps: OverviewDeps): void {
  server.get('/:tenantId/overview', declared.getOverview, async (request) => {
    const { tenantId } = resourceOf(request);
    const [{ finish, ...overview }, massDeparture] = await Promise.all([
      deps.overview(tenantId),
      deps.responsibility.massDepartureOf(tenantId),
    ]);
    const organisations = deps.configuration.organisations(tenantId);
    const classes = finish.classes.map((count, at) => ({ upToMs: finishClassesMs[at], count }));
    return {
      ...overview,
      finish: { ...finish, classes },
      massDeparture,
      organisations: organisations.length,
      templates: organisations.flatMap(({ templates }) => templates).length,
    };
  });
}
