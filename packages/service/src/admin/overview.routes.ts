// The first page: the recent creations and their results, and the number that wait.
import type { Clock } from '../ground/clock.ts';
import type { CredentialExpiry } from '../settings/tenants/credential-expiry.ts';
import type { Configuration } from '../settings/configuration/configuration.ts';
import { type GroupLimit, isLimited, isOrganisationWithin } from '../ground/group-limit.ts';
import type { Server } from '../http/server.ts';
import type { Overview } from '../groups/read/overview.ts';
import { finishClassesMs } from '../groups/read/report.ts';
import { declareOperations } from './declare-operations.ts';
import { OverviewResponse } from './overview.schema.ts';
import { resourceOf } from './request.ts';

export interface OverviewDeps {
  readonly configuration: Configuration;
  readonly credentialExpiry: CredentialExpiry;
  readonly clock: Clock;
  readonly overview: (tenantId: string, within: GroupLimit) => Promise<Overview>;
}

const soonMs = 30 * 86_400_000;

const declared = declareOperations('Overview', {
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
    const { finish, ...overview } = await deps.overview(tenantId, limit);
    const tenant = deps.configuration.tenant(tenantId);
    const endSoon = (which: 'first' | 'sharePoint') => {
      const end = tenant === undefined ? null : deps.credentialExpiry(tenant, which);
      const isSoon = isUnlimited && end !== null && end.getTime() < deps.clock.now() + soonMs;
      return isSoon ? end : null;
    };
    const organisations = deps.configuration
      .organisations(tenantId)
      .filter(({ organisationId }) => isOrganisationWithin(limit, organisationId));
    const classes = finish.classes.map((count, at) => ({ upToMs: finishClassesMs[at], count }));
    return {
      ...overview,
      attention: {
        ...overview.attention,
        credentialExpiresAt: endSoon('first'),
        sharePointCredentialExpiresAt: endSoon('sharePoint'),
      },
      finish: { ...finish, classes },
      organisations: organisations.length,
      templates: organisations.flatMap(({ templates }) => templates).length,
    };
  });
}
