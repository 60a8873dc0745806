// The reads of the admin center. They read much at once, so they have few connections.
import { createActivityReader } from '../../audit/browse-activity.postgres.ts';
import { createChainReader } from '../../audit/chain-reader.postgres.ts';
import { createVerifyChain } from '../../audit/verify-chain.ts';
import { createSecretUses } from '../../settings/api-keys/last-uses.postgres.ts';
import { createResponsibilityBrowser } from '../../governance/responsibility/browse-responsibility.postgres.ts';
import { createSandboxBrowser } from '../../sandbox/browse-sandbox.postgres.ts';
import { withConcurrencyLimit } from '../../postgres/limit-concurrency.ts';
import { readGroupRecord } from '../../groups/change/group-record.postgres.ts';
import { createTemplateVersionReader } from '../../settings/organisations/template-versions.postgres.ts';
import { createRequestBrowser } from '../../audit/request-log/browse-requests.postgres.ts';
import { createReportReader } from '../../groups/read/report.postgres.ts';
import { createTeamBrowser } from '../../groups/read/browse-teams.postgres.ts';
import { createTeamsWithin } from '../../groups/read/teams-within.postgres.ts';
import { createReadComparison } from '../../groups/read/comparison.postgres.ts';
import { createFindingBrowser } from '../../groups/read/findings.postgres.ts';
import { createOverviewStore } from '../../groups/read/overview.postgres.ts';
import { createOverview } from '../../groups/read/overview.ts';
import { createLifecycleBrowser } from '../../governance/lifecycle/browse-lifecycles.postgres.ts';
import { previewApproval } from '../../governance/approvals/preview-approval.postgres.ts';
import { previewLifecycle } from '../../governance/lifecycle/preview-lifecycle.postgres.ts';
import { createMessageBrowser } from '../../messages/notices/browse-messages.postgres.ts';
import { failuresBeforeCooldown } from '../../events/webhooks/retry-schedule.ts';
import type { Base } from './base.ts';
import { noticeSettingsIn } from './notices.ts';
import type { AdminDeps } from '../../admin/admin.routes.ts';
import type { AdminParts } from './admin-parts.ts';

/** Of the pool's ten. */
const connectionsOfReaders = 3;

export function composeAdminReaders(
  { database, clock, rest }: Base,
  { configuration }: AdminParts,
) {
  const readers = withConcurrencyLimit(database, connectionsOfReaders);
  return {
    lifecycles: createLifecycleBrowser(readers),
    answering: createResponsibilityBrowser(readers),
    previewLifecycle(tenantId, templateId, policy) {
      const days = noticeSettingsIn(configuration)(tenantId) ?? { timeZone: 'UTC', hour: 8 };
      return previewLifecycle(readers, { tenantId, templateId, policy, days });
    },
    previewApproval: (tenantId, templateId, policy) =>
      previewApproval(readers, { tenantId, templateId, policy }),
    templateVersions: createTemplateVersionReader(readers),
    messages: createMessageBrowser(readers),
    secretUses: createSecretUses(readers),
    browser: createTeamBrowser(readers),
    teamsWithin: createTeamsWithin(readers),
    async peopleRecordOf(tenantId, teamId) {
      const record = await readGroupRecord(readers, { tenantId, teamId });
      if (record === undefined) return undefined;
      const { ownerIds = [], memberIds = [] } = record.resolvedPeople ?? {};
      const hasDeputy = record.people.deputy !== null;
      return { state: record.state, groupId: record.groupId, ownerIds, memberIds, hasDeputy };
    },
    requests: createRequestBrowser(readers),
    reports: createReportReader(readers),
    findings: createFindingBrowser(readers),
    readComparison: createReadComparison(readers),
    overview: createOverview({
      store: createOverviewStore(readers, failuresBeforeCooldown),
      clock,
    }),
    sandboxBrowser: createSandboxBrowser(readers),
    activity: createActivityReader(readers),
    verifyChain: createVerifyChain({ reader: createChainReader({ database: readers }), rest }),
  } satisfies Partial<AdminDeps>;
}
