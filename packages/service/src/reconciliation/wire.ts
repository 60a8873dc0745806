// The comparisons of records and directory that a worker runs, and that of one group on request.
import type { Directories } from '../settings/configuration/directories.ts';
import type { ApiPriority } from '../engine/api-priority.ts';
import type { Worker } from '../engine/worker.ts';
import type { Base } from '../postgres/base.ts';
import type { RecurringTask } from '../postgres/jobs/schedules.ts';
import type { Settings } from '../settings/wire.ts';
import type { NewGroupsDeps } from './adopt-new-groups.ts';
import type { CompareNow } from '../engine/observed-state.ts';
import { createCompareNow } from './compare-now.ts';
import type { Directory } from '../directory/directory.ts';
import { changesEveryMs } from './directory-groups.ts';
import type { RegisterShared } from '../http/sender.ts';
import { createDirectoryGroupBrowser } from './browse-directory-groups.postgres.ts';
import { registerDirectoryGroupRoutes } from './directory-groups.routes.ts';
import { createDueChanges } from './directory-groups.postgres.ts';
import { createFollowChanges } from './follow-changes.ts';
import {
  askForComparisons,
  createDriftStore,
  createReconciliationStore,
} from './reconciliation.postgres.ts';
import { createNightlyProbes } from './probes/nightly-probes.ts';
import { probeForOperator } from './probes/probe-connection.ts';
import { createProbeMetrics } from './probes/probe-metrics.ts';
import { askForProbes, createProbeStore } from './probes/probes.postgres.ts';
import { registerProbeRoutes } from './probes/probes.routes.ts';
import { createReconciler } from './resolve.ts';
import { createReconciliationSchedule, reconciliationActor } from './schedule.ts';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Clock } from '../ground/clock.ts';
import type { BackgroundLog } from '../ground/fold-repeats.ts';
import { driftKinds, type ReconciliationReport } from './report.ts';

export function wireReconciliation(
  base: Base,
  parts: {
    readonly settings: Settings;
    readonly runExclusive: Worker['runExclusive'];
    readonly apiPriority: ApiPriority;
    readonly adoptByRule: NewGroupsDeps['adopt'];
    /** The tenant's creations or lists of groups may have changed. */
    readonly onResolved: (tenantId: string) => void;
  },
) {
  const { database, clock } = base;
  const { settings, apiPriority } = parts;
  const store = createDriftStore(database, reconciliationActor);
  const reconcilerOf = (tenantId: string, directory: Directory, observesAll: boolean) =>
    createReconciler({
      tenantId,
      directory,
      store,
      organisations: settings.configuration.organisations(tenantId),
      fallback: undefined,
      clock,
      yieldToCallers: apiPriority.betweenPages(),
      observesAll,
      newGroups: {
        rule: settings.configuration.tenant(tenantId)?.newGroups ?? 'report',
        adopt: parts.adoptByRule,
      },
    });
  const schedule = createReconciliationSchedule({
    ...base,
    ...parts,
    ...createReconciliationObserver({ ...base, ...parts, log: base.backgroundLog }),
    everyMs: base.config.reconciliationIntervalMs,
    store: createReconciliationStore(database),
    reconcile: (tenantId, directory, call, { observesAll }) =>
      reconcilerOf(tenantId, directory, observesAll).run(call),
  });
  const due = createDueChanges(database);
  const changes = createFollowChanges({
    ...base,
    ...parts,
    timers: clock,
    due: (limit) => due(new Date(clock.now()), limit),
    follow: (tenantId, directory, call) => reconcilerOf(tenantId, directory, false).follow(call),
    postpone: (tenantId) => store.postpone(tenantId, new Date(clock.now() + changesEveryMs)),
  });
  return {
    questions: [askForComparisons(schedule.wake)],
    start() {
      schedule.start();
      if (base.config.reconciliationIntervalMs !== undefined) changes.start();
    },
    async stop() {
      await Promise.all([schedule.stop(), changes.stop()]);
    },
  };
}

/** Probes of the connections, which a process with the role worker does. */
export function wireProbes(
  base: Base,
  parts: {
    readonly settings: Settings;
    readonly directories: Directories;
    readonly onActivity: () => void;
  },
) {
  const { clock, backgroundLog } = base;
  const { settings, directories, onActivity } = parts;
  const tenants = () => settings.configuration.tenants();
  const directoryOf = (tenantId: string) => directories.of(tenantId);
  const store = createProbeStore(base);
  createProbeMetrics({ ...base, store, tenants, clock: base.steady });
  const { look, wake, stop } = createNightlyProbes({
    ...base,
    store,
    tenants,
    directoryOf,
    timers: clock,
    onProbed: onActivity,
    onFailed: (tenantId, error) =>
      backgroundLog.warn({ tenantId, err: error }, 'a probe of the connection failed'),
  });
  const register: RegisterShared = (server) =>
    registerProbeRoutes(server, { store, directoryOf, clock });
  const task: RecurringTask = { name: 'connection_probes', everyMs: lookForProbesMs, run: look };
  return { tasks: [task], questions: [askForProbes(wake)], stop, register };
}

const lookForProbesMs = 60_000;

/** A probe that the operator begins, beside those of the service. */
export function probeConnection(
  { database, createId, clock }: ProbeBase,
  ...of: Parameters<typeof probeForOperator> extends [unknown, ...infer Others] ? Others : never
) {
  const store = createProbeStore({ database, newId: createId });
  return probeForOperator({ store, clock }, ...of);
}

interface ProbeBase extends Pick<Base, 'database'> {
  readonly createId: Base['newId'];
  readonly clock: Clock;
}

export type { EndedProbe } from './probes/probe-store.ts';
export { createProbeStore } from './probes/probes.postgres.ts';

/** The list of all groups of the directory, for each mount. */
export function wireDirectoryGroupRoutes(
  base: Base,
  parts: { readonly settings: Settings; readonly directories: Directories },
): RegisterShared {
  const { database, clock } = base;
  const { settings, directories } = parts;
  const store = createDriftStore(database, reconciliationActor);
  const browser = createDirectoryGroupBrowser(base.lists);
  return (server, urlOf) =>
    registerDirectoryGroupRoutes(server, {
      browser,
      configuration: settings.configuration,
      clock,
      urlOf,
      /** Reads of the sandbox cost nothing, and people who try it out do not wait. */
      async refresh(tenantId) {
        const directory = directories.of(tenantId);
        if (directory.kind !== 'sandbox') return;
        await createReconciler({
          tenantId,
          directory,
          store,
          organisations: [],
          fallback: undefined,
          clock,
        }).refresh({ signal: AbortSignal.timeout(refreshWithinMs), teamId: 'reconciliation' });
      },
    });
}

const refreshWithinMs = 20_000;

/** Time limit for the directory's answers. */
const compareWithinMs = 20_000;

export function wireCompareNow({ database, clock }: Base, directories: Directories): CompareNow {
  return createCompareNow({
    directoryOf: (tenantId) => directories.of(tenantId),
    storeOf: (actor) => createDriftStore(database, actor, actor.requestId),
    clock,
    deadline: () => AbortSignal.timeout(compareWithinMs),
  });
}

// Counts and logs the reconciliations of this process.
interface ReconciliationObserver {
  onReconciled(this: void, tenantId: string, report: ReconciliationReport): void;
  onFailed(this: void, tenantId: string, error: unknown): void;
}

function createReconciliationObserver(deps: {
  registry: Registry;
  clock: Clock;
  log: BackgroundLog;
  /** The tenant's creations or lists of groups may have changed. */
  onResolved: (tenantId: string) => void;
}): ReconciliationObserver {
  const { clock, log, onResolved } = deps;
  const metrics = createMetrics(deps.registry);

  return {
    onReconciled(tenantId, { found, resolved, durationMs }) {
      metrics.runs.inc({ outcome: 'finished' });
      metrics.last.set(clock.now() / 1000);
      for (const kind of driftKinds) {
        metrics.drift.inc({ kind, resolved: 'true' }, resolved[kind]);
        metrics.drift.inc({ kind, resolved: 'false' }, found[kind] - resolved[kind]);
      }
      if (hasAny(resolved)) onResolved(tenantId);
      if (hasAny(found))
        log.warn({ tenantId, durationMs, found, resolved }, 'a reconciliation found drift');
      else log.debug({ tenantId, durationMs }, 'a reconciliation found no drift');
    },
    onFailed(tenantId, error) {
      metrics.runs.inc({ outcome: 'failed' });
      log.warn({ tenantId, err: error }, 'a reconciliation failed');
    },
  };
}

function createMetrics(registry: Registry) {
  const registers = [registry];
  const runs = new Counter({
    name: 'groupwright_reconciliations_total',
    help: 'Reconciliations of a tenant by this process, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const last = new Gauge({
    name: 'groupwright_reconciliation_last_timestamp_seconds',
    help: 'When this process last completed a reconciliation, in seconds since the Unix epoch.',
    aggregator: 'max',
    registers,
  });
  const drift = new Counter({
    name: 'groupwright_drift_total',
    help: 'Drift that this process found, by kind, and whether it was resolved.',
    labelNames: ['kind', 'resolved'],
    registers,
  });
  return { runs, last, drift };
}

function hasAny(counts: ReconciliationReport['found']): boolean {
  return driftKinds.some((kind) => counts[kind] > 0);
}
