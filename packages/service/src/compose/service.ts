// The parts of the service, each with what it depends on. Nothing here decides; it only connects.
import type { MetricsOfProcess } from '../http/metrics.ts';
import { problemObject } from '../http/problem.ts';
import { createRenewHandler } from '../lifecycle/renew-handler.postgres.ts';
import type { Server } from '../http/server.ts';
import { createTeamStore } from '../teams/teams.postgres.ts';
import { createCreationWatch } from '../teams/watch-status.ts';
import { composeApi } from './api.ts';
import { composeApprovals } from './approvals.ts';
import { composeBase, type Deps } from './base.ts';
import { composeConfiguration } from './configuration.ts';
import { composeDirectories } from './directories.ts';
import { createResponsibilityDecisions } from '../continuity/decide-responsibility.postgres.ts';
import { composeAcceptWithin } from './accept-within.ts';
import { composeContinuity } from './continuity.ts';
import { composeEvents } from './events.ts';
import { composeGovernance } from './governance.ts';
import { composeLifecycle, composeRenewals, composeSuiteExpirations } from './lifecycle.ts';
import { composeHealthServer } from './health.ts';
import { composeMonitoring } from './monitoring.ts';
import { composeNotices } from './notices.ts';
import { composeOperations } from './operations.ts';
import { composePeers } from './peers.ts';
import { composeProvisioning } from './provisioning.ts';
import { composeRequestLog } from './request-log.ts';
import {
  composeAttestHandler,
  composeDirectoryWork,
  composeReviews,
  composeReviewWork,
} from './reviews.ts';
import { composeTasks } from './tasks.ts';

export interface Service {
  /** The API and the admin center where this process has the role api; health and metrics in any process. */
  readonly server: Server;
  /** Reads the configuration and starts the background work; the service may be called after it. */
  start(): Promise<void>;
  /** Finishes work in progress and releases everything but the database. */
  stop(): Promise<void>;
  /** Changes of configuration committed before the call are seen after it. */
  refresh(): Promise<void>;
  /** Of this process. */
  metrics(): Promise<MetricsOfProcess>;
  /** Does what is due by the governance clock now, instead of within half a minute. */
  runDue(): Promise<void>;
}

export function compose(deps: Deps): Service {
  const base = composeBase(deps);
  const { database, lists, clock, config, onError } = base;
  const state = composeConfiguration(base);
  const teams = createTeamStore(database, lists);
  const { configuration } = state;
  const directories = composeDirectories(base, configuration);
  const own = {
    statuses: createCreationWatch({ store: teams, timers: clock, onError }),
    operations: composeOperations(base, { configuration, directories }),
    lists: state.organisationCache,
  };
  const peers = composePeers(base, {
    ...own,
    heads: () => events.watch,
    due: () => governance.wake(),
  });
  const { watch, operations } = peers;
  const events = composeEvents({
    ...base,
    createId: base.newId,
    retention: config.retention,
    onAppended: peers.announceHeads,
    events: {
      baseUrl: config.baseUrl,
      toProblem: (error) => problemObject(error, config.baseUrl),
    },
  });
  const provisioning = composeProvisioning(base, {
    configuration,
    directories,
    onLedgerChange(changes) {
      // An approval is asked for at once.
      if (changes.some(({ status }) => status === 'accepted')) governance.wake();
      for (const change of changes) {
        watch.notify(change);
        if (change.status === 'succeeded') peers.lists.invalidate(change.tenantId);
      }
      events.notify();
    },
    onOperationChange(changes) {
      if (changes.some(({ status }) => status === 'awaiting_approval')) governance.wake();
      for (const change of changes) {
        operations.watch.notify(change);
        if (change.list === 'entered') peers.lists.invalidate(change.tenantId);
        if (change.list === 'left') peers.lists.noticeRemoval(change.tenantId);
      }
      events.notify();
    },
    onActivity: () => events.notify(),
  });
  const approvals = composeApprovals(base, {
    configuration,
    directories,
    onChange(change) {
      const { tenantId, operationId } = change;
      if (operationId === undefined) watch.notify(change);
      else operations.watch.notify({ tenantId, operationId });
      provisioning.laneNotifier.notify(change.tenantId);
      events.notify();
    },
    decide: (request) => tasks.decideTask.decide(request),
    wake: () => governance.wake(),
  });
  const renewals = composeRenewals(base, configuration);
  const tasks = composeTasks(base, {
    handlers: [
      createRenewHandler(renewals),
      ...approvals.handlers,
      composeAttestHandler(base, configuration),
      ...createResponsibilityDecisions({
        acceptOperationsIn: composeAcceptWithin(base, configuration),
      }),
    ],
    onDecided(tenantId) {
      provisioning.laneNotifier.notify(tenantId);
      events.notify();
      peers.wakeGovernance();
    },
  });
  const notices = composeNotices(base, {
    configuration,
    directories,
    decisionLinks: tasks.decisionLinks,
  });
  const onActivity = () => events.notify();
  const continuity = composeContinuity(base, { configuration, provisioning, onActivity });
  const directoryWork = composeDirectoryWork(base, { configuration, provisioning, onActivity });
  const reviewWork = composeReviewWork(base, { configuration, directoryWork });
  const suiteExpirations = composeSuiteExpirations(base, directoryWork);
  const governance = composeGovernance(base, {
    configuration,
    continuity,
    reviews: reviewWork,
    suiteExpirations,
    digests: notices.notices.work,
    approvals: approvals.work,
    onAccepted: (tenantId) => provisioning.laneNotifier.notify(tenantId),
    onActivity,
  });
  const onChanged = (tenantId: string) => {
    provisioning.laneNotifier.notify(tenantId);
    peers.wakeGovernance();
    events.notify();
  };
  const lifecycle = composeLifecycle(base, { renewals, onChanged });
  const reviews = composeReviews(base, { decideTask: tasks.decideTask, onChanged });
  composeMonitoring(base);
  const requestLog = base.hasRole('api') ? composeRequestLog(base) : undefined;
  const server =
    requestLog !== undefined
      ? composeApi(base, {
          state,
          requestLog,
          directories,
          events,
          provisioning,
          teams,
          watch,
          operations,
          notices,
          tasks,
          lifecycle,
          reviews,
        })
      : composeHealthServer(base);

  return {
    server,
    refresh: () => configuration.refresh(),
    metrics: () => base.registry.getMetricsAsJSON(),
    runDue: () => governance.runDue(),
    async start() {
      await state.start();
      await peers.start();
      requestLog?.start();
      if (base.hasRole('worker')) {
        await provisioning.start();
        events.start();
        governance.start();
        notices.notices.start();
      }
    },
    async stop() {
      // Both at once, so that neither a slow client nor a slow directory takes the other's time.
      await Promise.all([
        server.close(),
        provisioning.stop(),
        governance.stop(),
        continuity.people.stop(),
        reviewWork.openings.stop(),
        suiteExpirations.stop(),
        notices.notices.stop(),
      ]);
      await requestLog?.stop();
      await peers.stop();
      await state.stop();
      await events.stop();
      await directories.close();
      await base.closeTracing();
      base.backgroundLog.close();
    },
  };
}
