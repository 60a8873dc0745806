// The parts of the admin center, with their dependencies.
import { wireAdminSignIn } from '../access/wire.ts';
import { createActivityReader } from '../audit/browse-activity.postgres.ts';
import { createChainReader } from '../audit/chain-reader.postgres.ts';
import { createRequestBrowser } from '../audit/request-log/browse-requests.postgres.ts';
import { createVerifyChain } from '../audit/verify-chain.ts';
import type { FindPeople } from '../directory/find-people.ts';
import { failuresBeforeCooldown } from '../events/webhooks/retry-schedule.ts';
import type { Webhooks } from '../events/webhooks/webhooks.jobs.ts';
import { previewApproval } from '../governance/approvals/preview-approval.postgres.ts';
import { createLifecycleBrowser } from '../governance/lifecycle/browse-lifecycles.postgres.ts';
import {
  previewGuests,
  previewSettings,
} from '../governance/enforcement/preview-settings.postgres.ts';
import {
  previewLifecycle,
  readSteward,
} from '../governance/lifecycle/preview-lifecycle.postgres.ts';
import { createResponsibilityBrowser } from '../governance/responsibility/browse-responsibility.postgres.ts';
import { createEnforcementBrake } from '../governance/enforcement/brake.postgres.ts';
import { createResponsibilityOverviews } from '../governance/responsibility/responsibility-overview.postgres.ts';
import { advanceSandboxClock, readSandboxClock } from '../governance/time-machine.postgres.ts';
import { type Decisions, wireCountApprovers } from '../governance/wire.ts';
import { createAnsweringPeople } from '../groups/search/search-text.postgres.ts';
import { createTeamBrowser } from '../groups/read/browse-teams.postgres.ts';
import { createOverviewStore } from '../groups/read/overview.postgres.ts';
import { createOverview } from '../groups/read/overview.ts';
import { createReportReader } from '../groups/read/report.postgres.ts';
import { createTeamsWithin } from '../groups/read/teams-within.postgres.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import { createMessageBrowser } from '../messages/notices/browse-messages.postgres.ts';
import { createSendInvitation } from '../messages/notices/send-invitation.ts';
import type { NoticeParts } from '../messages/wire.ts';
import { withConcurrencyLimit } from '../postgres/limit-concurrency.ts';
import { createReconciliationStore } from '../reconciliation/reconciliation.postgres.ts';
import { createChangesInSuite } from '../sandbox/change-in-suite.postgres.ts';
import { createSandboxBrowser } from '../sandbox/browse-sandbox.postgres.ts';
import { createLastUses, createSecretUses } from '../settings/api-keys/last-uses.postgres.ts';
import { createChanges } from '../settings/configuration/changes.postgres.ts';
import type { Directories } from '../settings/configuration/directories.ts';
import { createTemplateVersionReader } from '../settings/organisations/template-versions.postgres.ts';
import { requireOpen } from '../settings/tenants/closed-tenant.ts';
import { createConfigureNotices } from '../settings/tenants/configure-notices.ts';
import { createConnectTenant } from '../settings/tenants/connect-tenant.ts';
import { createCredentialExpiry } from '../settings/tenants/credential-expiry.ts';
import type { OutboundBase, Settings } from '../settings/wire.ts';
import { adminAddressOf } from './admin-address.ts';
import type { AdminDeps } from './admin.routes.ts';
import { buildPage } from './built-page.ts';
import { createOrganisationOf } from './organisation-of.postgres.ts';

/** It is a part of the pool's ten. */
const connectionsOfReaders = 3;

export interface AdminBase extends OutboundBase {
  /** The page of this installation when left out. */
  readonly buildPage?: AdminDeps['page']['buildPage'];
}

export interface AdminParts extends Pick<AdminDeps, 'planTeam' | 'tokenSubscriberOf'> {
  readonly settings: Settings;
  readonly directories: Directories;
  readonly people: FindPeople;
  readonly webhooks: Webhooks;
  readonly notices: NoticeParts;
  readonly decisions: Decisions;
  /** Activity was added. */
  readonly onActivity: () => void;
}

export function wireAdmin(base: AdminBase, parts: AdminParts): AdminDeps {
  const { config, log, randomBytes } = base;
  const { decisions, settings } = parts;
  return {
    ...base,
    ...wireAdminSignIn(base, adminAddressOf(config).url),
    ...wireReaders(base, parts),
    ...wireSettingsChanges(base, parts),
    ...parts,
    ...decisions,
    ...parts.notices,
    configuration: settings.configuration,
    timeZoneOf: (tenantId) => settings.noticeSettingsOf(tenantId)?.timeZone ?? 'UTC',
    page: { log, randomBytes, buildPage: base.buildPage ?? buildPage },
  };
}

/** They read much at once, so they have few connections. */
function wireReaders(
  { database, clock, rest }: OutboundBase,
  { settings, directories }: AdminParts,
) {
  const readers = withConcurrencyLimit(database, connectionsOfReaders);
  return {
    lifecycles: createLifecycleBrowser(readers),
    answering: createResponsibilityBrowser(readers),
    previewChange: (tried, months) =>
      previewLifecycle(
        readers,
        { ...tried, settings: settings.noticeSettingsOf(tried.tenantId) },
        rest,
        months,
      ),
    readSteward: (tenantId, reference) => readSteward(readers, tenantId, reference),
    previewApproval: (tenantId, templateId, policy) =>
      previewApproval(readers, { tenantId, templateId, policy }),
    countApprovers: wireCountApprovers(directories),
    previewSettings: (tenantId, templateId, policies) =>
      previewSettings(readers, { tenantId, templateId, ...policies }),
    previewGuests: (tenantId, templateId, policies) =>
      previewGuests(readers, { tenantId, templateId, ...policies }),
    templateVersions: createTemplateVersionReader(readers),
    messages: createMessageBrowser(readers),
    secretUses: createSecretUses(readers),
    browser: createTeamBrowser(readers),
    answeringPeople: createAnsweringPeople(readers),
    teamsWithin: createTeamsWithin(readers),
    requests: createRequestBrowser(readers),
    reports: createReportReader(readers),
    overview: createOverview({
      store: createOverviewStore(readers, failuresBeforeCooldown),
      clock,
    }),
    sandboxBrowser: createSandboxBrowser(readers),
    changesInSuite: createChangesInSuite(database, clock),
    activity: createActivityReader(readers),
    verifyChain: createVerifyChain({ reader: createChainReader({ database: readers }), rest }),
  } satisfies Partial<AdminDeps>;
}

/** The configuration, and what guards its changes. */
function wireSettingsChanges(base: OutboundBase, parts: AdminParts) {
  const { config, database, clock, newId: createId, randomBytes } = base;
  const { settings, onActivity } = parts;
  const { configuration, tenantOf, organisationOf: findOrganisation } = settings;
  const { whenCommitted } = base.transactions;
  const reconciliations = createReconciliationStore(database);
  const changesIn = (transaction: Parameters<typeof createChanges>[0]) =>
    createChanges(transaction, { clock, createId, randomBytes });
  return {
    sendInvitation: createSendInvitation({
      tenantOf,
      senderOf: (tenant) => parts.notices.senders.of(tenant),
      adminUrl: config.adminUrl,
    }),
    connectTenant: createConnectTenant(base),
    credentialExpiry: createCredentialExpiry(base),
    configureNotices: createConfigureNotices(base),
    adminRateLimit:
      config.adminRateLimitPerMinute === undefined
        ? undefined
        : createRateLimit({
            perMinute: config.adminRateLimitPerMinute,
            clock: base.steady,
            subject: 'This administrator',
            shared: base.sharedLimits?.takes('administrators'),
          }),
    organisationOf: createOrganisationOf(database, configuration),
    findTenant: tenantOf,
    requireOpen: (tenantId) => requireOpen(configuration, tenantId),
    async isTenant(tenantId) {
      if (tenantOf(tenantId) === undefined) await configuration.catchUp();
      return tenantOf(tenantId) !== undefined;
    },
    findOrganisation,
    read: (work) => database.transaction((transaction) => work(changesIn(transaction).stores)),
    async change(work) {
      const result = await database.transaction((transaction) => work(changesIn(transaction)));
      await whenCommitted(async () => {
        await configuration.refresh();
        onActivity();
      });
      return result;
    },
    lastUses: createLastUses(database),
    sandboxClock: {
      read: (tenantId) => readSandboxClock(database, tenantId),
      async advance(request) {
        const advancing = await database.transaction((transaction) =>
          advanceSandboxClock(transaction, { ...request, at: clock.now() }),
        );
        await whenCommitted(onActivity);
        return advancing;
      },
    },
    responsibility: createResponsibilityOverviews(database, { clock, onReleased: onActivity }),
    enforcement: createEnforcementBrake(database, { clock, onReleased: onActivity }),
    askForReconciliation: (tenantId) => reconciliations.ask(tenantId),
    reconciliationState: (tenantId) => reconciliations.read(tenantId),
  } satisfies Partial<AdminDeps>;
}
