// The parts of the service, each with what it depends on. Nothing here decides; it only connects.
import type { GovernanceTick } from '../../governance/tick.ts';
import type { MetricsOfProcess } from '../../http/metrics.ts';
import { problemObject } from '../../http/problem.ts';
import type { Server } from '../../http/server.ts';
import { createTeamStore } from '../../groups/read/teams.postgres.ts';
import { createCreationWatch } from '../../groups/read/watch-status.ts';
import { composeApi } from './api.ts';
import { composeBase, type Deps } from './base.ts';
import { composeConfiguration } from './configuration.ts';
import { composeDirectories } from './directories.ts';
import { composeDecisions } from './decisions.ts';
import { composeEvents } from './events.ts';
import { followChanges } from './follow-changes.ts';
import { composeLife } from './life.ts';
import { composeHealthServer } from './health.ts';
import { composeMonitoring } from './monitoring.ts';
import { composeNotices, composeWarnOfCredentials } from './notices.ts';
import { composeOperations } from './operations.ts';
import { composePeers } from './peers.ts';
import { composePolicies } from './policies.ts';
import { composeProvisioning } from './provisioning.ts';
import { composeRequestLog } from './request-log.ts';

export interface Service extends Pick<GovernanceTick, 'runDue' | 'nextDueAt'> {
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
}

export function compose(deps: Deps): Service {
  const base = composeBase(deps);
  const { database, lists, records, clock, config, onError } = base;
  const state = composeConfiguration(base);
  const teams = createTeamStore(database, lists, records);
  const { configuration } = state;
  const directories = composeDirectories(base, configuration);
  const own = {
    statuses: createCreationWatch({ store: teams, timers: clock, onError }),
    operations: composeOperations(base, { configuration, directories }),
  };
  const peers = composePeers(base, {
    ...own,
    heads: () => events.watch,
    due: () => governance.wake(),
  });
  const events = composeEvents({
    ...base,
    createId: base.newId,
    retention: config.retention,
    tasks: [composeWarnOfCredentials(base, configuration)],
    onAppended: peers.announceHeads,
    events: {
      baseUrl: config.baseUrl,
      toProblem: (error) => problemObject(error, config.baseUrl),
    },
  });
  const provisioning = composeProvisioning(base, {
    configuration,
    directories,
    ...followChanges({ ...peers, events, wake: () => governance.wake() }),
    onActivity: () => events.notify(),
  });
  const { tasks, approvals, lifecycle, reviews } = composeDecisions(base, {
    configuration,
    directories,
    planOperation: own.operations.plan,
    peers,
    events,
    provisioning,
    wake: () => governance.wake(),
  });
  const notices = composeNotices(base, {
    configuration,
    directories,
    decisionLinks: tasks.decisionLinks,
  });
  const policies = composePolicies(base, {
    configuration,
    provisioning,
    digests: notices.notices.work,
    approvals: approvals.work,
    onActivity: () => events.notify(),
  });
  const { governance } = policies;
  composeMonitoring(base);
  const requestLog = base.hasRole('api') ? composeRequestLog(base) : undefined;
  const running = { state, directories, events, provisioning, policies, peers };
  const server =
    requestLog === undefined
      ? composeHealthServer(base)
      : composeApi(base, {
          ...running,
          watch: peers.watch,
          operations: peers.operations,
          requestLog,
          teams,
          notices,
          tasks,
          lifecycle,
          reviews,
        });

  return {
    server,
    refresh: () => configuration.refresh(),
    metrics: () => base.registry.getMetricsAsJSON(),
    runDue: () => governance.runDue(),
    nextDueAt: (tenantId) => governance.nextDueAt(tenantId),
    ...composeLife(base, { ...running, server, requestLog, notices: notices.notices }),
  };
}
