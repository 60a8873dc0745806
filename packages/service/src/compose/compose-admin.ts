// The concepts of the admin center, each handed its adapters; part of `compose.ts`.
import { createKeptAnswerStore } from '../admin-answers/kept-answers.postgres.ts';
import { createAnswerOnce } from '../admin-answers/kept-answers.ts';
import { buildPage } from '../admin/built-page.ts';
import { createActivityReader } from '../activity/browse-activity.postgres.ts';
import { createChainReader } from '../activity/chain-reader.postgres.ts';
import { createVerifyChain } from '../activity/verify-chain.ts';
import { adminAddressOf } from '../admin/admin-address.ts';
import type { AdminDeps } from '../admin/admin.routes.ts';
import { createLinkAttempts } from '../admin-sessions/link-attempts.ts';
import { callbackUrlOf } from '../admin/sign-in.routes.ts';
import { createAdminSessionStore } from '../admin-sessions/admin-sessions.postgres.ts';
import { createAdministrators } from '../admin-sessions/administrators.ts';
import { createOpenIdSignIn } from '../admin-sessions/open-id-sign-in.ts';
import { createSessions } from '../admin-sessions/session.ts';
import { createRedeemSignInLink, createSignInLinks } from '../admin-sessions/sign-in-link.ts';
import { createLastUses } from '../api-keys/last-uses.postgres.ts';
import { createChanges } from '../configuration/changes.postgres.ts';
import type { Clock } from '../foundation/clock.ts';
import type { Config } from '../config/config.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { Directories } from '../configuration/directories.ts';
import { createSandboxBrowser } from '../directory/sandbox/browse-sandbox.postgres.ts';
import type { Encryption } from '../encryption/encryption.ts';
import type { CreateId } from '../foundation/identifiers.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import type { Log } from '../foundation/log.ts';
import { createFetch } from '../outbound/fetch.http.ts';
import type { ProxyFor } from '../outbound/proxies.ts';
import type { TargetAddresses } from '../outbound/target-addresses.ts';
import type { Database } from '../postgres/database.ts';
import type { JoinedTransactions } from '../postgres/joined-transactions.ts';
import { withConcurrencyLimit } from '../postgres/limit-concurrency.ts';
import { createReconciliationStore } from '../reconciliation/reconciliation.postgres.ts';
import { createTeamBrowser } from '../teams/browse-teams.postgres.ts';
import { createInterventionStore } from '../teams/intervene.postgres.ts';
import { createInterventions } from '../teams/intervene.ts';
import { createOverviewStore } from '../teams/overview.postgres.ts';
import { createOverview } from '../teams/overview.ts';
import type { TeamStore } from '../teams/team.ts';
import type { StatusWatch } from '../teams/watch-status.ts';
import { createConnectTenant } from '../tenants/connect-tenant.ts';
import type { Webhooks } from '../webhooks/webhooks.jobs.ts';

export interface ComposeAdminDeps {
  readonly config: Pick<Config, 'adminUrl' | 'baseUrl' | 'adminRateLimitPerMinute'>;
  readonly log: Log;
  readonly database: Database;
  readonly transactions: Pick<JoinedTransactions, 'together' | 'whenCommitted'>;
  readonly encryption: Encryption;
  readonly clock: Clock;
  /** Measures limits. */
  readonly steady: Clock;
  readonly newId: CreateId;
  readonly randomBytes: (size: number) => Buffer;
  readonly configuration: Configuration;
  readonly directories: Directories;
  /** Where addresses that an administrator gives may lead. */
  readonly targets: TargetAddresses;
  readonly proxyFor: ProxyFor;
  readonly teams: TeamStore;
  readonly watch: StatusWatch;
  readonly version: string;
  readonly webhooks: Webhooks;
  /** Wakes the tenant's lane. */
  readonly onAccepted: (tenantId: string) => void;
  /** Activity was added, and can be told to those who follow events. */
  readonly onChanged: () => void;
}

/** Of the pool's ten. */
const connectionsOfReaders = 3;

export function composeAdmin(deps: ComposeAdminDeps): AdminDeps {
  const { config, log, database, encryption, clock, steady, newId, randomBytes, configuration } =
    deps;
  const { directories, targets, teams, watch, version, webhooks, onAccepted, onChanged } = deps;
  const { together, whenCommitted } = deps.transactions;
  const store = createAdminSessionStore(database);
  const sessions = createSessions({ store, clock, randomBytes });
  const address = adminAddressOf(config);
  const reconciliations = createReconciliationStore(database);
  /** For what reads much at once. */
  const readers = withConcurrencyLimit(database, connectionsOfReaders);
  return {
    config,
    version,
    answerOnce: createAnswerOnce({
      store: createKeptAnswerStore(database),
      together,
      encryption,
      randomBytes,
      clock,
    }),
    log,
    clock,
    configuration,
    directories,
    connectTenant: createConnectTenant({ encryption, targets }),
    teams,
    watch,
    webhooks,
    page: { log, randomBytes, buildPage },
    sessions,
    linkAttempts: createLinkAttempts(steady),
    adminRateLimit:
      config.adminRateLimitPerMinute === undefined
        ? undefined
        : createRateLimit({
            perMinute: config.adminRateLimitPerMinute,
            clock: steady,
            whose: 'This administrator',
          }),
    redeemSignInLink: createRedeemSignInLink({ store, sessions, clock }),
    openIdSignIn: createOpenIdSignIn({
      store,
      sessions,
      encryption,
      clock,
      newId,
      fetch: createFetch(deps.proxyFor),
      callbackUrl: (tenantId) => callbackUrlOf(address, tenantId),
    }),
    findProvider: (tenantId) => store.findProvider(tenantId),
    tenantName: (tenantId) => configuration.tenant(tenantId)?.name,
    findOrganisation: (tenantId, organisationId) =>
      configuration.organisation(tenantId, organisationId),
    administrators: createAdministrators({ store, clock, newId }),
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
        onChanged();
      });
      return result;
    },
    lastUses: createLastUses(database),
    browser: createTeamBrowser(readers),
    interventions: createInterventions({
      store: createInterventionStore(database),
      teams,
      configuration,
      clock,
      newId,
      onAccepted: (tenantId) => void whenCommitted(() => onAccepted(tenantId)),
      onCancelled(tenantId, teamId) {
        watch.notice({ tenantId, teamId, status: 'cancelled' });
        onChanged();
      },
    }),
    overview: createOverview({ store: createOverviewStore(readers), clock }),
    sandboxBrowser: createSandboxBrowser(readers),
    sweepState: (tenantId) => reconciliations.read(tenantId),
    activity: createActivityReader(readers),
    verifyChain: createVerifyChain({ reader: createChainReader({ database: readers }) }),
  };
}

/** Makes one-time sign-in links, for the demo that prints one. */
export function composeSignInLinks(
  deps: Pick<ComposeAdminDeps, 'database' | 'clock' | 'newId' | 'randomBytes'> & {
    readonly config: Pick<Config, 'adminUrl'>;
  },
) {
  const { database, clock, newId, randomBytes, config } = deps;
  const store = createAdminSessionStore(database);
  const { adminUrl } = config;
  return createSignInLinks({ store, clock, randomBytes, newId, adminUrl, operator: 'demo' });
}
