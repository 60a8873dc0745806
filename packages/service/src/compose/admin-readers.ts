// The reads of the admin center. They read much at once, so they have few connections.
import { createActivityReader } from '../activity/browse-activity.postgres.ts';
import { createChainReader } from '../activity/chain-reader.postgres.ts';
import { createVerifyChain } from '../activity/verify-chain.ts';
import { createSecretUses } from '../api-keys/last-uses.postgres.ts';
import { createResponsibilityBrowser } from '../continuity/browse-responsibility.postgres.ts';
import { createSandboxBrowser } from '../directory/sandbox/browse-sandbox.postgres.ts';
import { withConcurrencyLimit } from '../postgres/limit-concurrency.ts';
import { readGroupRecord } from '../operations/group-record.postgres.ts';
import { createTemplateVersionReader } from '../organisations/template-versions.postgres.ts';
import { createRequestBrowser } from '../request-log/browse-requests.postgres.ts';
import { createReportReader } from '../teams/report.postgres.ts';
import { createTeamBrowser } from '../teams/browse-teams.postgres.ts';
import { createTeamsWithin } from '../teams/teams-within.postgres.ts';
import { createFindingBrowser } from '../teams/findings.postgres.ts';
import { createOverviewStore } from '../teams/overview.postgres.ts';
import { createOverview } from '../teams/overview.ts';
import { createLifecycleBrowser } from '../lifecycle/browse-lifecycles.postgres.ts';
import { previewApproval } from '../approvals/preview-approval.postgres.ts';
import { previewLifecycle } from '../lifecycle/preview-lifecycle.postgres.ts';
import { listNoticesOfGroup } from '../notices/notices.postgres.ts';
import { createMessageBrowser } from '../notices/browse-messages.postgres.ts';
import { failuresBeforeCooldown } from '../webhooks/retry-schedule.ts';
import type { Base } from './base.ts';
import { noticeSettingsIn } from './notices.ts';
import type { AdminDeps } from '../admin/admin.routes.ts';
import type { AdminParts } from './admin-parts.ts';

/** Of the pool's ten. */
const connectionsOfReaders = 3;

export function composeAdminReaders({ database, clock }: Base, { configuration }: AdminParts) {
  const readers = withConcurrencyLimit(database, connectionsOfReaders);
  return {
    noticesOfGroup: (group, page) => listNoticesOfGroup(readers, group, page),
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
    overview: createOverview({
      store: createOverviewStore(readers, failuresBeforeCooldown),
      clock,
    }),
    sandboxBrowser: createSandboxBrowser(readers),
    activity: createActivityReader(readers),
    verifyChain: createVerifyChain({ reader: createChainReader({ database: readers }) }),
  } satisfies Partial<AdminDeps>;
}
