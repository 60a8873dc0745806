// The list of concepts, each handed its adapters. Nothing here decides; it only connects.
import { adminAddressOf } from '../admin/admin-address.ts';
import { registerAdmin } from '../admin/admin.routes.ts';
import serviceManifest from '../../package.json' with { type: 'json' };
import { createAccessTokens } from '../access-tokens/access-token.ts';
import { createRequestToken } from '../access-tokens/request-token.ts';
import { createSigningKeys } from '../access-tokens/signing-keys.ts';
import { createSigningKeyStore } from '../access-tokens/signing-keys.postgres.ts';
import { registerTokenRoutes } from '../access-tokens/token.routes.ts';
import { createKeyUses } from '../api-keys/key-uses.ts';
import { createKeyUseWriter } from '../api-keys/key-uses.postgres.ts';
import { type Clock, type Timers, steadyClock } from '../foundation/clock.ts';
import type { Config } from '../config/config.ts';
import { composeAdmin } from './compose-admin.ts';
import { createConfiguration } from '../configuration/configuration.ts';
import { createConfigurationSource } from '../configuration/configuration.postgres.ts';
import { createDirectories } from '../configuration/directories.ts';
import { connectionSecretPurpose } from '../tenants/connection-secret.ts';
import { createApplicationLimits } from '../directory/microsoft-graph/application-limits.ts';
import { createMicrosoftGraphDirectory } from '../directory/microsoft-graph/microsoft-graph.ts';
import { createMarkingKeys } from '../directory/microsoft-graph/marking-keys.ts';
import { createMarkingKeyStore } from '../directory/microsoft-graph/marking-keys.postgres.ts';
import { createSandboxDirectory } from '../directory/sandbox/sandbox.ts';
import { createSandboxStore } from '../directory/sandbox/sandbox.postgres.ts';
import type { Encryption } from '../encryption/encryption.ts';
import { DomainError } from '../foundation/errors.ts';
import { createEventJobs } from './compose-events.ts';
import { registerEventRoutes } from '../events/events.routes.ts';
import type { VerifyAccessToken } from '../http/authenticate.ts';
import { registerDocs } from '../http/docs.ts';
import { createFailedAttempts } from '../access-tokens/failed-attempts.ts';
import { createHeldAnswers, createTokenHolders } from '../http/held-answers.ts';
import { registerHealthRoutes } from '../http/health.ts';
import { createMetrics } from '../http/metrics.ts';
import { problemObject } from '../http/problem.ts';
import { registerProblemPages } from '../http/problem-pages.ts';
import { createServer, type Server } from '../http/server.ts';
import { createIdGenerator } from '../foundation/identifiers.ts';
import { foldRepeats } from '../foundation/fold-repeats.ts';
import type { Log } from '../foundation/log.ts';
import { createPoller } from '../foundation/poller.ts';
import { createGroupListStore } from '../organisations/group-list.postgres.ts';
import { createOrganisationAnswers } from '../organisations/organisation-cache.ts';
import { registerOrganisationRoutes } from '../organisations/organisations.routes.ts';
import { createProxyFor } from '../outbound/proxies.ts';
import { createTargetAddresses } from '../outbound/target-addresses.ts';
import type { Database } from '../postgres/database.ts';
import { joinTransactions } from '../postgres/joined-transactions.ts';
import { withConcurrencyLimit } from '../postgres/limit-concurrency.ts';
import { createReadinessProbe } from '../postgres/readiness.ts';
import { createApiPriority } from '../provisioning/api-priority.ts';
import { createExecute } from '../provisioning/execute.ts';
import { createProvisioningMetrics } from '../provisioning/metrics.ts';
import { createLaneNotifier } from '../provisioning/lane-notifier.ts';
import { createLeaseStore } from '../provisioning/lanes.postgres.ts';
import { createReadMarkedRecords } from '../provisioning/marked-records.postgres.ts';
import { createProvisioningStore } from '../provisioning/provisioning.postgres.ts';
import { createReconciliationJobs } from './compose-reconciliation.ts';
import { createWorker } from '../provisioning/worker.ts';
import type { LedgerChange } from '../provisioning/write-records.postgres.ts';
import { createAcceptanceStore } from '../teams/accept-team.postgres.ts';
import { createAcceptTeam } from '../teams/accept-team.ts';
import { createAliasStore } from '../teams/aliases.postgres.ts';
import { createBulkCreation } from '../teams/bulk-creation.ts';
import { registerBulkRoute } from '../teams/bulk.routes.ts';
import { createIdempotencyStore } from '../teams/idempotency.postgres.ts';
import { createPlanCreation } from '../teams/plan-creation.ts';
import { registerPlanRoute } from '../teams/plan.routes.ts';
import { createTeamStore } from '../teams/teams.postgres.ts';
import { registerTeamRoutes } from '../teams/teams.routes.ts';
import { createStatusWatch } from '../teams/watch-status.ts';
import { createTurns } from '../foundation/turns.ts';

export interface Deps {
  readonly config: Config;
  readonly log: Log;
  readonly database: Database;
  readonly encryption: Encryption;
  readonly clock: Clock & Timers;
  /** Milliseconds that never go back. */
  readonly monotonicNow: () => number;
  /** Share of the time that the event loop was busy since the last call. */
  readonly eventLoopUtilization: () => number;
  /** A CSPRNG. */
  readonly randomBytes: (size: number) => Buffer;
  /** From 0 up to 1, for jitter. */
  readonly random: () => number;
  /** Whether the start is complete, so that `/readyz` may say yes; complete when left out. */
  readonly isStarted?: () => boolean;
}

export interface Service {
  /** The API and the admin center where this process has the role api; health and figures in any process. */
  readonly server: Server;
  /** Reads the configuration and starts what runs by itself; the service may be called after it. */
  start(): Promise<void>;
  /** Finishes what is under way and lets go of everything but the database. */
  stop(): Promise<void>;
  /** Changes of configuration committed before the call are seen after it. */
  refresh(): Promise<void>;
}

/** How long the directory is asked on behalf of a plan. */
const planWithinMs = 20_000;
/** Of the pool's ten, for the lists and the feed that callers read. */
const connectionsOfLists = 3;
const laneChannel = 'groupwright_lanes';
const writeKeyUsesEveryMs = 10_000;
const rotateEveryMs = 3_600_000;

export function compose(deps: Deps): Service {
  const {
    config,
    log,
    encryption,
    clock,
    monotonicNow,
    eventLoopUtilization,
    randomBytes,
    random,
  } = deps;
  const transactions = joinTransactions(deps.database);
  const { database } = transactions;
  const hasRole = (role: Config['roles'][number]) => config.roles.includes(role);
  const steady = steadyClock(monotonicNow, clock);
  const startTurns = createTurns({
    monotonicNow,
    yieldToOthers: () => new Promise((resolve) => setImmediate(resolve)),
  });
  const newId = createIdGenerator({ clock, randomBytes });
  const backgroundLog = foldRepeats(log, { timers: clock, monotonicNow });
  const onError = (error: unknown) =>
    backgroundLog.error({ err: error }, 'a task in the background failed');

  const configuration = createConfiguration({
    source: createConfigurationSource(database),
    timers: clock,
    monotonicNow,
    onError,
  });
  const signingKeys = createSigningKeys({
    configuration,
    store: createSigningKeyStore(database),
    encryption,
    clock,
    newId,
  });
  const keyUses = createKeyUses({ write: createKeyUseWriter(database), clock });
  const organisationAnswers = createOrganisationAnswers({
    store: createGroupListStore(database),
    timers: clock,
    onError,
  });
  const lists = withConcurrencyLimit(database, connectionsOfLists);
  const teams = createTeamStore(database, lists);
  const watch = createStatusWatch({ store: teams, timers: clock, onError });

  const sandbox = createSandboxStore(database);
  const targets = createTargetAddresses(config.webhookNetworks);
  const proxyFor = createProxyFor(config.proxies);
  const markingKeys = createMarkingKeys({
    store: createMarkingKeyStore(database),
    encryption,
    newId,
  });
  const applicationLimits = createApplicationLimits();
  const directories = createDirectories({
    configuration,
    factories: {
      sandbox: (tenantId, connection) =>
        createSandboxDirectory({ tenantId, connection, store: sandbox, clock, newId }),
      microsoft365: (tenantId, connection, secret) =>
        createMicrosoftGraphDirectory({
          tenantId,
          connection,
          secret,
          markingKeys,
          clock,
          applicationLimits,
          targets,
          proxyFor,
          onCall: (call) => log.debug({ tenantId, ...call }, 'called Microsoft Graph'),
        }),
    },
    openSecret: ({ tenantId, directorySecretSealed }) =>
      directorySecretSealed === undefined
        ? undefined
        : encryption.open(directorySecretSealed, connectionSecretPurpose(tenantId)),
    onError,
  });

  const metrics = createMetrics();
  const events = createEventJobs({
    database,
    lists,
    clock,
    monotonicNow,
    createId: newId,
    randomBytes,
    random,
    encryption,
    targets,
    proxyFor,
    events: {
      baseUrl: config.baseUrl,
      toProblem: (error) => problemObject(error, config.baseUrl),
    },
    registry: metrics.registry,
    log,
    onError,
  });

  function onLedgerChange(changes: readonly LedgerChange[]): void {
    for (const change of changes) {
      watch.notice(change);
      figures.note(change.status);
      if (change.status === 'succeeded') organisationAnswers.notice(change.tenantId);
    }
    events.notice();
  }
  const apiPriority = createApiPriority({ utilization: eventLoopUtilization, clock: steady });
  const worker = createWorker({
    leases: createLeaseStore(database),
    store: createProvisioningStore({ database, clock, onChange: onLedgerChange }),
    directoryOf: (tenantId) => directories.of(tenantId),
    execute: createExecute({
      clock,
      random,
      readMarkedRecords: createReadMarkedRecords(database),
      onDefect: (error, { teamId, tenantId }) =>
        backgroundLog.error(
          { err: error, teamId, tenantId },
          'a step of a creation failed by our own fault',
        ),
    }),
    clock,
    monotonicNow,
    holder: newId(),
    onError,
    yieldToOthers: () => apiPriority.claimBudget(),
  });
  const figures = createProvisioningMetrics({
    registry: metrics.registry,
    lanesHeld: () => worker.lanesHeld(),
  });
  const reconciliation =
    config.sweepIntervalMs === undefined
      ? undefined
      : createReconciliationJobs({
          database,
          configuration,
          runExclusive: (tenantId, task) => worker.runExclusive(tenantId, task),
          yieldToOthers: () => apiPriority.claimBudget(),
          everyMs: config.sweepIntervalMs,
          clock,
          random,
          registry: metrics.registry,
          log: backgroundLog,
          onError,
          onSettled(tenantId) {
            worker.wake(tenantId);
            events.notice();
          },
        });
  const laneNotifier = createLaneNotifier({
    timers: clock,
    wakeHere: (tenantId) => hasRole('worker') && worker.wake(tenantId),
    notifyOthers: async (tenantIds) => {
      await database.query('select pg_notify($1, tenant_id) from unnest($2::text[]) as tenant_id', [
        laneChannel,
        tenantIds,
      ]);
    },
    onError,
  });

  const health = {
    metrics,
    metricsToken: config.metricsToken,
    checks: {
      start: async () => deps.isStarted?.() ?? true,
      database: createReadinessProbe({
        database,
        processId: newId(),
        monotonicNow,
        onFailure: (error) => backgroundLog.warn({ err: error }, 'the database accepts no write'),
      }),
    },
  };

  function createApi(): Server {
    const accessTokens = createAccessTokens({
      configuration,
      signingKeys,
      clock,
      newId,
      issuer: config.baseUrl,
    });
    const verifyAccessToken: VerifyAccessToken = (token) => accessTokens.verify(token);
    const holders = createTokenHolders(createHeldAnswers(), verifyAccessToken);
    const server = createServer({
      config,
      log,
      clock,
      steadyClock: steady,
      metrics,
      randomBytes,
      verifyAccessToken,
    });
    registerTokenRoutes(server, {
      requestToken: createRequestToken({
        configuration,
        accessTokens,
        attempts: createFailedAttempts(steady),
        clock,
        noteUse: (tenantId, keyId) => keyUses.note(tenantId, keyId),
      }),
      signingKeys,
    });
    registerOrganisationRoutes(server, {
      configuration,
      answers: organisationAnswers,
      baseUrl: config.baseUrl,
    });
    const acceptTeam = createAcceptTeam({
      configuration,
      store: createAcceptanceStore(database),
      idempotencyKeys: createIdempotencyStore(database),
      clock,
      newId,
      onAccepted(tenantId) {
        apiPriority.recordAcceptance();
        laneNotifier.notify(tenantId);
        events.notice();
      },
    });
    registerTeamRoutes(server, {
      acceptTeam,
      teams,
      watch,
      configuration,
      holders,
      baseUrl: config.baseUrl,
    });
    registerAdmin(
      server,
      composeAdmin({
        ...deps,
        steady,
        database,
        transactions,
        newId,
        configuration,
        directories,
        targets,
        proxyFor,
        teams,
        watch,
        version: serviceManifest.version,
        webhooks: events.webhooks,
        onAccepted(tenantId) {
          laneNotifier.notify(tenantId);
          events.notice();
        },
        onChanged: () => events.notice(),
      }),
    );
    registerPlanRoute(server, {
      planCreation: createPlanCreation({
        configuration,
        aliases: createAliasStore(database),
        directoryOf: (tenantId) => directories.of(tenantId),
        clock,
        newId,
        deadline: () => AbortSignal.timeout(planWithinMs),
      }),
      holders,
      baseUrl: config.baseUrl,
    });
    registerBulkRoute(server, {
      createTeams: createBulkCreation({ acceptTeam, startTurns, onError }),
      startTurns,
      baseUrl: config.baseUrl,
    });
    registerEventRoutes(server, {
      readFeed: events.readFeed,
      watch: events.watch,
      holders,
      baseUrl: config.baseUrl,
    });
    registerProblemPages(server, { baseUrl: config.baseUrl });
    const adminApi = `${adminAddressOf(config).routePath}/api/`;
    registerDocs(server, {
      baseUrl: config.baseUrl,
      version: serviceManifest.version,
      includes: (url) => !url.startsWith(adminApi),
    });
    registerHealthRoutes(server, health);
    return server;
  }

  /** A process that only works answers those who run it, and nobody else. */
  function createHealthServer(): Server {
    const server = createServer({
      config,
      log,
      clock,
      metrics,
      randomBytes,
      verifyAccessToken: () =>
        Promise.reject(new DomainError('invalid_token', 'This process has not the role api.')),
    });
    registerHealthRoutes(server, health);
    return server;
  }

  const server = hasRole('api') ? createApi() : createHealthServer();
  const pollers = [
    createPoller({
      run: () => keyUses.flush(),
      everyMs: writeKeyUsesEveryMs,
      firstAfterMs: writeKeyUsesEveryMs,
      timers: clock,
      onError,
    }),
    createPoller({
      run: () => signingKeys.rotate(),
      everyMs: rotateEveryMs,
      firstAfterMs: rotateEveryMs,
      timers: clock,
      onError,
    }),
  ];
  let listening: { close(): Promise<void> } | undefined;

  async function stopProvisioning(): Promise<void> {
    await listening?.close();
    await reconciliation?.stop();
    await worker.stop();
  }

  return {
    server,
    refresh: () => configuration.refresh(),
    async start() {
      await configuration.refresh();
      await signingKeys.rotate();
      configuration.start();
      organisationAnswers.start();
      for (const poller of pollers) poller.start();
      if (hasRole('worker')) {
        listening = await database.listen(laneChannel, (tenantId) => {
          worker.wake(tenantId);
        });
        worker.start();
        events.start();
        reconciliation?.start();
      }
    },
    async stop() {
      // At once, so that neither who is slow to send nor a slow directory takes the other's time.
      await Promise.all([server.close(), stopProvisioning()]);
      await Promise.all(pollers.map((poller) => poller.stop()));
      await Promise.all([configuration.stop(), organisationAnswers.stop()]);
      await events.stop();
      await directories.close();
      await keyUses.flush().catch(onError);
      backgroundLog.close();
    },
  };
}
