// Groups that need the attention of an administrator: they differ from their record, or nobody can act for them.
import type { Configuration } from '../settings/configuration/configuration.ts';
import type { Server } from '../http/server.ts';
import type { ReadComparison } from '../groups/read/comparison.ts';
import type { FindingBrowser, FindingCounts } from '../groups/read/findings.ts';
import type { AdminApiDeps } from './admin-api-deps.ts';
import { FindingPage, findingQuery } from './findings.schema.ts';
import { groupSummaryResponse } from './group-responses.ts';
import { offsetOf, offsetPage } from './offset-page.ts';
import { operations } from './operations.ts';
import { resourceOf } from './request.ts';

export interface FindingDeps extends AdminApiDeps {
  readonly configuration: Configuration;
  readonly findings: FindingBrowser;
  readonly readComparison: ReadComparison;
}

const declared = operations('Groups', {
  listFindings: {
    reach: 'organisations',
    summary: 'List the groups with differences or findings, newest first, and count them.',
    description:
      'By the last comparison of each active or archived group with its record. Groups that were not compared are counted in comparison.',
    answer: 'A page of groups, and the number of groups of each kind.',
    querystring: findingQuery,
    response: { 200: FindingPage },
  },
});

const countOf = {
  differs: 'differs',
  ownerless: 'ownerless',
  too_few_owners: 'tooFewOwners',
  responsible_unavailable: 'responsibleUnavailable',
  deputy_unavailable: 'deputyUnavailable',
  responsible_unreachable: 'responsibleUnreachable',
  deputy_unreachable: 'deputyUnreachable',
} as const satisfies Record<string, keyof FindingCounts>;

export function registerFindingRoutes(
  server: Server,
  { address, configuration, findings, readComparison }: FindingDeps,
): void {
  server.get('/:tenantId/findings', declared.listFindings, async (request) => {
    const { tenantId, limit: within } = resourceOf(request);
    const { kind, ...page } = request.query;
    const [counts, found, comparison] = await Promise.all([
      findings.count(tenantId, within),
      findings.list(tenantId, { kind, within }, offsetOf(page)),
      readComparison(tenantId, within),
    ]);
    const answer = offsetPage(request, address, {
      items: found.map((team) => groupSummaryResponse(tenantId, team, configuration)),
      total: counts[kind === undefined ? 'all' : countOf[kind]],
    });
    return { ...answer, items: [...answer.items], counts, comparison };
  });
}
