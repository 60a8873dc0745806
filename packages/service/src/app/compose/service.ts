// The rooms of the service in order, each with what it depends on, and the order in which they start and stop.
import { wireDecidingAdministrators, wireTokens } from '../../access/wire.ts';
import { wireRequestLog } from '../../audit/wire.ts';
import { createFindPeople } from '../../directory/find-people.ts';
import { wireEvents } from '../../events/wire.ts';
import type { GovernanceTick } from '../../governance/tick.ts';
import { wireDecisions, wireGovernance, wirePlanApproval } from '../../governance/wire.ts';
import { wireBatches, wireGroups } from '../../groups/wire.ts';
import type { MetricsOfProcess } from '../../http/metrics.ts';
import { problemObject } from '../../http/problem.ts';
import type { Server } from '../../http/server.ts';
import { updatePeopleFindings } from '../../engine/people-findings.postgres.ts';
import { wireNotices, wireWarnOfCredentials } from '../../messages/wire.ts';
import { wireScheduledBackups } from '../../operator/scheduled-backups.ts';
import { wireProbes } from '../../reconciliation/wire.ts';
import { createSharedPoll } from '../../postgres/jobs/shared-poll.postgres.ts';
import { wireSettings } from '../../settings/wire.ts';
import { wireMetrics } from '../monitoring/wire.ts';
import { composeApi, composeHealthServer } from './api.ts';
import { composeBase, type Deps } from './base.ts';
import { composePeers } from './peers.ts';
import { composeProvisioning } from './provisioning.ts';

export interface Service extends Pick<GovernanceTick, 'runDue' | 'nextDueAt'> {
  /** The API and the admin center where this process has the role api; health and metrics in any process. */
  readonly server: Server;
  /** Reads the configuration and starts the background work; the service may be called after it. */
  start(): Promise<void>;
  /** It lets balancers and callers leave before a stop, while everything continues. */
  drain(delayMs: number): Promise<void>;
  /** Finishes work in progress and releases everything but the database. */
  stop(): Promise<void>;
  /** Changes of configuration committed before the call are seen after it. */
  refresh(): Promise<void>;
  /** It belongs to this process. */
  metrics(): Promise<MetricsOfProcess>;
}

/** Time limit for the directory's answer about people. */
const findPeopleWithinMs = 20_000;

export function compose(deps: Deps): Service {
  const base = composeBase(deps);
  const { clock, config } = base;
  const { baseUrl, retention } = config;
  const settings = wireSettings(base);
  const tokens = wireTokens(base, settings);
  const directories = settings.openDirectories();
  const people = createFindPeople({
    directoryOf: (tenantId) => directories.of(tenantId),
    deadline: () => AbortSignal.timeout(findPeopleWithinMs),
  });
  const planApproval = wirePlanApproval(base, directories, people);
  const wake = () => governance.wake();
  const peers = composePeers(base, {
    groups: wireGroups(base, { settings, directories, planApproval }),
    heads: () => events.watch,
    wake,
  });
  const { groups } = peers;
  const backups = wireScheduledBackups(base);
  const probes = wireProbes(base, { settings, directories, onActivity: () => events.notify() });
  const events = wireEvents({
    ...base,
    createId: base.newId,
    retention,
    tasks: [wireWarnOfCredentials(base, settings), ...backups.tasks, ...probes.tasks],
    onAppended: peers.announceHeads,
    events: { baseUrl, toProblem: (error) => problemObject(error, baseUrl) },
  });
  const onActivity = () => events.notify();
  const provisioning = composeProvisioning(base, {
    settings,
    directories,
    onLedgerChange(changes) {
      peers.onLedgerChange(changes);
      onActivity();
    },
    onOperationChange(changes) {
      peers.onOperationChange(changes);
      onActivity();
    },
    onActivity,
  });
  const { wakeLane } = provisioning;
  const onChanged = (tenantId: string) => {
    wakeLane(tenantId);
    onActivity();
  };
  const known = { settings, directories, people, planApproval, groups, onActivity, onChanged };
  const decisions = wireDecisions(base, {
    ...known,
    countDeclined: () => provisioning.metrics.countDeclined(),
    findDecidingAdministrator: wireDecidingAdministrators(base),
    wake,
    wakeAll: peers.wakeAll,
  });
  const notices = wireNotices(base, {
    ...known,
    decisionLinks: decisions.tasks.decisionLinks,
    onReachability: updatePeopleFindings,
  });
  const governance = wireGovernance(base, {
    ...known,
    ...provisioning,
    apiPriority: base.apiPriority,
    digests: notices.notices.work,
    approvals: decisions.approvals.work,
    onAccepted: wakeLane,
  });
  const batches = wireBatches(base, {
    ...known,
    beginLifecycles: decisions.beginLifecycles,
    yieldToCallers: base.apiPriority.betweenPages(),
  });
  const onBatchStarted = () => base.hasRole('worker') && batches.wake();
  wireMetrics(base);
  const requestLog = base.hasRole('api') ? wireRequestLog(base) : undefined;
  const rooms = {
    ...known,
    tokens,
    events,
    provisioning,
    decisions,
    notices,
    governance,
    onBatchStarted,
    registerProbes: probes.register,
  };
  const server =
    requestLog === undefined
      ? composeHealthServer(base)
      : composeApi(base, { ...rooms, requestLog });
  const works = base.hasRole('worker')
    ? [provisioning, events, governance, notices.notices, batches]
    : [];
  const sharedPoll = createSharedPoll({
    ...base,
    timers: clock,
    questions: [
      ...settings.questions,
      ...(base.hasRole('worker')
        ? [
            ...provisioning.questions,
            ...events.questions,
            ...notices.questions,
            ...batches.questions,
            ...probes.questions,
          ]
        : []),
    ],
  });

  return {
    server,
    refresh: () => settings.configuration.refresh(),
    metrics: () => base.registry.getMetricsAsJSON(),
    runDue: () => governance.runDue(),
    nextDueAt: (tenantId) => governance.nextDueAt(tenantId),
    async start() {
      await settings.start();
      await tokens.start();
      await peers.start();
      requestLog?.start();
      for (const work of works) await work.start();
      sharedPoll.start();
    },
    drain: server.draining.begin,
    async stop() {
      backups.stop();
      // All at once, so that neither a slow client nor a slow directory takes the others' time.
      await Promise.all([
        server.close(),
        sharedPoll.stop(),
        provisioning.stop(),
        batches.stop(),
        probes.stop(),
        governance.stop(),
        notices.notices.stop(),
      ]);
      await requestLog?.stop();
      await peers.stop();
      await tokens.stop();
      await settings.stop();
      await events.stop();
      await directories.close();
      await base.closeTracing();
      base.backgroundLog.close();
    },
  };
}
