// The parts of the admin center, with their dependencies.
import { createKeptResponseStore } from '../admin-responses/kept-responses.postgres.ts';
import { createRespondOnce } from '../admin-responses/kept-responses.ts';
import { buildPage } from '../admin/built-page.ts';
import { createActivityReader } from '../activity/browse-activity.postgres.ts';
import { createChainReader } from '../activity/chain-reader.postgres.ts';
import { createVerifyChain } from '../activity/verify-chain.ts';
import type { AdminDeps } from '../admin/admin.routes.ts';
import { createLastUses, createSecretUses } from '../api-keys/last-uses.postgres.ts';
import { createChanges } from '../configuration/changes.postgres.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { createResponsibilityBrowser } from '../continuity/browse-responsibility.postgres.ts';
import { createResponsibilityOverviews } from '../continuity/responsibility-overview.postgres.ts';
import type { Directories } from '../configuration/directories.ts';
import type { FindPeople } from '../directory/find-people.ts';
import { createSandboxBrowser } from '../directory/sandbox/browse-sandbox.postgres.ts';
import { advanceSandboxClock, readSandboxClock } from '../governance/time-machine.postgres.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import { withConcurrencyLimit } from '../postgres/limit-concurrency.ts';
import { createAcceptOperations } from '../operations/accept-operation.ts';
import { acceptTogether } from '../operations/accept-operation.postgres.ts';
import { createCancelOperation } from '../operations/cancel-operation.ts';
import { readGroupRecord } from '../operations/group-record.postgres.ts';
import { createReconciliationStore } from '../reconciliation/reconciliation.postgres.ts';
import { createRequestBrowser } from '../request-log/browse-requests.postgres.ts';
import { createReportReader } from '../teams/report.postgres.ts';
import { createTeamBrowser } from '../teams/browse-teams.postgres.ts';
import { createFindingBrowser } from '../teams/findings.postgres.ts';
import { createInterventionStore } from '../teams/intervene.postgres.ts';
import { createAcceptanceStore } from '../teams/create-team.postgres.ts';
import { createRenderAlias, createTeamCreation } from '../teams/create-team.ts';
import { createBulkCreation } from '../teams/create-teams.ts';
import { createInterventions } from '../teams/intervene.ts';
import { createOverviewStore } from '../teams/overview.postgres.ts';
import { createOverview } from '../teams/overview.ts';
import type { TeamStore } from '../teams/team.ts';
import type { StatusWatch } from '../teams/watch-status.ts';
import type { ChangeLifecycle } from '../lifecycle/change-lifecycle.postgres.ts';
import { createLifecycleBrowser } from '../lifecycle/browse-lifecycles.postgres.ts';
import { previewApproval } from '../approvals/preview-approval.postgres.ts';
import { previewLifecycle } from '../lifecycle/preview-lifecycle.postgres.ts';
import { listNoticesOfGroup } from '../notices/notices.postgres.ts';
import { createSendInvitation } from '../notices/send-invitation.ts';
import { createMessageBrowser } from '../notices/browse-messages.postgres.ts';
import { createConfigureNotices } from '../tenants/configure-notices.ts';
import { createConnectTenant } from '../tenants/connect-tenant.ts';
import { failuresBeforeCooldown } from '../webhooks/retry-schedule.ts';
import type { Webhooks } from '../webhooks/webhooks.jobs.ts';
import type { Base } from './base.ts';
import { createLifecycleOf } from './lifecycle.ts';
import type { OperationParts } from './operations.ts';
import type { PeopleParts } from './people.ts';
import type { ReviewParts } from './reviews.ts';
import type { TaskParts } from './tasks.ts';
import type { TeamParts } from './teams.ts';
import { type NoticeParts, noticeSettingsIn } from './notices.ts';
import { composeSignIn } from './sign-in.ts';

export interface AdminParts {
  readonly configuration: Configuration;
  readonly directories: Directories;
  readonly people: FindPeople;
  readonly departures: PeopleParts;
  readonly teams: TeamStore;
  readonly creation: TeamParts;
  readonly watch: StatusWatch;
  readonly operations: OperationParts;
  readonly tasks: TaskParts;
  readonly version: string;
  readonly tokenSubscriberOf: AdminDeps['tokenSubscriberOf'];
  readonly webhooks: Webhooks;
  readonly notices: NoticeParts;
  readonly lifecycle: ChangeLifecycle;
  readonly reviews: ReviewParts;
  /** Wakes the tenant's lane. */
  readonly onAccepted: (tenantId: string) => void;
  /** Activity was added. */
  readonly onActivity: () => void;
}

/** Of the pool's ten. */
const connectionsOfReaders = 3;

export function composeAdmin(base: Base, parts: AdminParts): AdminDeps {
  const { config, log, database, encryption, clock, steady, newId, randomBytes, rest, targets } =
    base;
  const { configuration, directories, teams, watch, operations, version, webhooks } = parts;
  const { onAccepted, onActivity } = parts;
  const { together, whenCommitted } = base.transactions;
  const reconciliations = createReconciliationStore(database);
  /** For what reads much at once. */
  const readers = withConcurrencyLimit(database, connectionsOfReaders);
  return {
    ...composeSignIn(base),
    config,
    version,
    tokenSubscriberOf: parts.tokenSubscriberOf,
    respondOnce: createRespondOnce({
      store: createKeptResponseStore(database),
      together,
      encryption,
      randomBytes,
      clock,
    }),
    log,
    clock,
    rest,
    configuration,
    directories,
    people: parts.people,
    personGroups: parts.departures.groups,
    planDeparture: parts.departures.planDeparture,
    connectTenant: createConnectTenant({ encryption, targets }),
    configureNotices: createConfigureNotices({ encryption, targets }),
    changeLifecycle: parts.lifecycle,
    lifecycleOf: createLifecycleOf(database),
    async peopleRecordOf(tenantId, teamId) {
      const record = await readGroupRecord(readers, { tenantId, teamId });
      if (record === undefined) return undefined;
      const { ownerIds = [], memberIds = [] } = record.resolvedPeople ?? {};
      const hasDeputy = record.people.deputy !== null;
      return { state: record.state, groupId: record.groupId, ownerIds, memberIds, hasDeputy };
    },
    noticesOfGroup: (group, page) => listNoticesOfGroup(readers, group, page),
    lifecycles: createLifecycleBrowser(readers),
    timeZoneOf: (tenantId) => noticeSettingsIn(configuration)(tenantId)?.timeZone ?? 'UTC',
    answering: createResponsibilityBrowser(readers),
    ...parts.reviews,
    previewLifecycle(tenantId, templateId, policy) {
      const days = noticeSettingsIn(configuration)(tenantId) ?? { timeZone: 'UTC', hour: 8 };
      return previewLifecycle(readers, { tenantId, templateId, policy, days });
    },
    previewApproval: (tenantId, templateId, policy) =>
      previewApproval(readers, { tenantId, templateId, policy }),
    ...parts.notices,
    sendInvitation: createSendInvitation({
      tenantOf: (tenantId) => configuration.tenant(tenantId),
      senderOf: (tenant) => parts.notices.senders.of(tenant),
      adminUrl: config.adminUrl,
    }),
    messages: createMessageBrowser(readers),
    encryption,
    teams,
    watch,
    webhooks,
    page: { log, randomBytes, buildPage },
    adminRateLimit:
      config.adminRateLimitPerMinute === undefined
        ? undefined
        : createRateLimit({
            perMinute: config.adminRateLimitPerMinute,
            clock: steady,
            subject: 'This administrator',
            shared: base.sharedLimits?.takes('administrators'),
          }),
    findTenant: (tenantId) => configuration.tenant(tenantId),
    findOrganisation: (tenantId, organisationId) =>
      configuration.organisation(tenantId, organisationId),
    read: (work) =>
      database.transaction((transaction) =>
        work(createChanges(transaction, { clock, createId: newId, randomBytes }).stores),
      ),
    async change(work) {
      const result = await database.transaction((transaction) =>
        work(createChanges(transaction, { clock, createId: newId, randomBytes })),
      );
      await whenCommitted(async () => {
        await configuration.refresh();
        onActivity();
      });
      return result;
    },
    lastUses: createLastUses(database),
    secretUses: createSecretUses(readers),
    browser: createTeamBrowser(readers),
    requests: createRequestBrowser(readers),
    reports: createReportReader(readers),
    findings: createFindingBrowser(readers),
    planTeam: parts.creation.planTeam,
    createTeams: createBulkCreation({
      // Each answer is committed with its groups, in the transaction of its request.
      createTeam: createTeamCreation({
        configuration,
        store: createAcceptanceStore(database, { isBatched: false }),
        clock,
        newId,
        checkAdmission: parts.creation.checkAdmission,
        onAccepted: (tenantId) => void whenCommitted(() => onAccepted(tenantId)),
      }),
      renderAlias: createRenderAlias({ configuration, clock }),
      rest,
      onError: base.onError,
    }),
    interventions: createInterventions({
      store: createInterventionStore(database),
      teams,
      configuration,
      clock,
      newId,
      onAccepted: (tenantId) => void whenCommitted(() => onAccepted(tenantId)),
      onCancelled(tenantId, teamId) {
        watch.notify({ tenantId, teamId });
        onActivity();
      },
    }),
    tasks: parts.tasks.tasks,
    decideTask: parts.tasks.decideTask,
    operations: operations.store,
    operationWatch: operations.watch,
    planOperation: operations.plan,
    acceptOperations: createAcceptOperations({
      accept: acceptTogether(database),
      organisationOf: (tenantId, organisationId) =>
        configuration.organisation(tenantId, organisationId),
      blockedWordsOf: (tenantId) => configuration.tenant(tenantId)?.blockedWords ?? [],
      clock,
      newId,
      onAccepted: (tenantId) => void whenCommitted(() => onAccepted(tenantId)),
    }),
    cancelOperation: createCancelOperation({
      operations: operations.store,
      clock,
      onCancelled({ tenantId, operationId }) {
        operations.watch.notify({ tenantId, operationId });
        onAccepted(tenantId);
      },
    }),
    overview: createOverview({
      store: createOverviewStore(readers, failuresBeforeCooldown),
      clock,
    }),
    sandboxBrowser: createSandboxBrowser(readers),
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
    reconciliationState: (tenantId) => reconciliations.read(tenantId),
    activity: createActivityReader(readers),
    verifyChain: createVerifyChain({ reader: createChainReader({ database: readers }) }),
  };
}
