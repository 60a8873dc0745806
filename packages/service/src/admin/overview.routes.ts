// The first page: the recent creations and their results, and the number that wait.
import type { Clock } from '../ground/clock.ts';
import type { CredentialExpiry } from '../settings/tenants/credential-expiry.ts';
import type { Configuration } from '../settings/configuration/configuration.ts';
import type { ResponsibilityOverviews } from '../governance/responsibility/responsibility-overview.postgres.ts';
import { type GroupLimit, isLimited, isOrganisationWithin } from '../ground/group-limit.ts';
import type { Server } from '../http/server.ts';
import type { Overview } from '../groups/read/overview.ts';
import { finishClassesMs } from '../groups/read/report.ts';
import { operations } from './operations.ts';
import { OverviewResponse } from './overview.schema.ts';
import { resourceOf } from './request.ts';

export interface OverviewDeps {
  readonly configuration: Configuration;
  readonly credentialExpiry: CredentialExpiry;
  readonly clock: Clock;
  readonly overview: (tenantId: string, within: GroupLimit) => Promise<Overview>;
  readonly responsibility: Pick<ResponsibilityOverviews, 'massDepartureOf'>;
}

const soonMs = 30 * 86_400_000;

const declared = operations('Overview', {
  getOverview: {
    reach: 'organisations',
    summary: 'Read the results of creations in the last 30 days, and the pending work.',
    answer: 'The results of creations, and the pending work.',
    response: { 200: OverviewResponse },
  },
});

export function registerOverviewRoutes(server: Server, deps: OverviewDeps): void {
  server.get('/:tenantId/overview', declared.getOverview, async (request) => {
    const { tenantId, limit } = resourceOf(request);
    const isUnlimited = !isLimited(limit);
    const [{ finish, ...overview }, massDeparture] = await Promise.all([
      deps.overview(tenantId, limit),
      isUnlimited ? deps.responsibility.massDepartureOf(tenantId) : null,
    ]);
    const tenant = deps.configuration.tenant(tenantId);
    const credentialEnd = tenant === undefined ? null : deps.credentialExpiry(tenant);
    const isSoon =
      isUnlimited && credentialEnd !== null && credentialEnd.getTime() < deps.clock.now() + soonMs;
    const organisations = deps.configuration
      .organisations(tenantId)
      .filter(({ organisationId }) => isOrganisationWithin(limit, organisationId));
    const classes = finish.classes.map((count, at) => ({ upToMs: finishClassesMs[at], count }));
    return {
      ...overview,
      attention: { ...overview.attention, credentialExpiresAt: isSoon ? credentialEnd : null },
      finish: { ...finish, classes },
      massDeparture,
      organisations: organisations.length,
      templates: organisations.flatMap(({ templates }) => templates).length,
    };
  });
}
