// The worker: it executes creations and operations of the lanes that it holds, and compares groups meanwhile.
import { hostname } from 'node:os';
import type { LedgerEntry } from '../../engine/creation.ts';
import { createExecuteCreation } from '../../engine/execute-creation.ts';
import {
  createLaneNotifications,
  askForCandidates,
  createLeaseStore,
} from '../../engine/lanes.postgres.ts';
import { createLaneNotifier } from '../../engine/lane-notifier.ts';
import { createReadMarkedRecords } from '../../engine/marked-records.postgres.ts';
import { createProvisioningMetrics } from '../../engine/metrics.ts';
import { createProvisioningStore } from '../../engine/provisioning.postgres.ts';
import { createWorker, type Worker } from '../../engine/worker.ts';
import type { LedgerChange } from '../../engine/write-creations.postgres.ts';
import { createExecuteOperation } from '../../groups/change/execute-operation.ts';
import {
  countPeopleOf,
  createExecuteEntry,
  createLaneStore,
} from '../../groups/change/lane-store.ts';
import { createOperationLedger } from '../../groups/change/operation-ledger.postgres.ts';
import type { OperationChange } from '../../groups/change/write-operations.postgres.ts';
import { readOldestWaitingOfAll } from '../../groups/create/waiting-creations.postgres.ts';
import { wireAdoptByRule, wireAdoptionBrake } from '../../groups/wire.ts';
import { wireReconciliation } from '../../reconciliation/wire.ts';
import type { Directories } from '../../settings/configuration/directories.ts';
import type { Settings } from '../../settings/wire.ts';
import type { ProcessBase } from './base.ts';

export type Provisioning = ReturnType<typeof composeProvisioning>;

interface ProvisioningParts {
  readonly settings: Settings;
  readonly directories: Directories;
  /** Creations have new records. */
  readonly onLedgerChange: (changes: readonly LedgerChange[]) => void;
  readonly onOperationChange: (changes: readonly OperationChange[]) => void;
  /** Activity was added. */
  readonly onActivity: () => void;
}

export function composeProvisioning(base: ProcessBase, parts: ProvisioningParts) {
  const { database, clock, onError } = base;
  const { settings, onActivity } = parts;
  const { apiPriority } = base;
  const metrics = createProvisioningMetrics({
    registry: base.registry,
    clock,
    lanesHeld: () => worker.lanesHeld(),
    oldestWaitingMs: () =>
      readOldestWaitingOfAll(database).catch((error: unknown) => {
        onError(error);
        return undefined;
      }),
  });
  const worker = composeWorker(base, {
    ...parts,
    metrics,
    yieldToCallers: (work) => apiPriority.yieldToCallers(work),
  });
  const runExclusive: Worker['runExclusive'] = (tenantId, task) =>
    worker.runExclusive(tenantId, task);
  const reconciliation = wireReconciliation(base, {
    settings,
    runExclusive,
    apiPriority,
    adoptByRule: wireAdoptByRule(base, {
      ...parts,
      onAccepted: (tenantId) => worker.wake(tenantId),
    }),
    onResolved(tenantId) {
      worker.wake(tenantId);
      onActivity();
    },
  });
  const notifications = createLaneNotifications(database);
  const laneNotifier = createLaneNotifier({
    timers: clock,
    wakeHere: (tenantId) => base.hasRole('worker') && worker.wake(tenantId),
    notifyOthers: (tenantIds) => notifications.notifyOthers(tenantIds),
    onError,
  });
  let listening: { close(): Promise<void> } | undefined;
  return {
    metrics,
    runExclusive,
    wakeLane: (tenantId: string) => laneNotifier.notify(tenantId),
    questions: [askForCandidates(() => worker.look()), ...reconciliation.questions],
    /** Only a process with the role worker calls it. */
    async start() {
      listening = await notifications.listen((tenantId) => {
        worker.wake(tenantId);
        // The work that another process accepted is activity, too.
        onActivity();
      });
      worker.look();
      reconciliation.start();
    },
    async stop() {
      await listening?.close();
      await reconciliation.stop();
      await worker.stop();
    },
  };
}

function composeWorker(
  base: ProcessBase,
  parts: ProvisioningParts & {
    readonly metrics: ReturnType<typeof createProvisioningMetrics>;
    readonly yieldToCallers: Parameters<typeof createWorker>[0]['yieldToCallers'];
  },
): Worker {
  const { database, clock, newId } = base;
  const { directories, metrics, onLedgerChange, onOperationChange } = parts;
  const adoptionBrake = wireAdoptionBrake(base);
  const executeDeps = {
    ...base,
    isAdoptionStopped: adoptionBrake.isOn,
    readMarkedRecords: createReadMarkedRecords(database),
    onDefect: (error: unknown, { teamId, tenantId }: LedgerEntry) =>
      base.backgroundLog.error(
        { err: error, teamId, tenantId },
        'a step failed with an internal error',
      ),
  };
  return createWorker({
    ...base,
    leases: createLeaseStore(database, {
      host: hostname(),
      ...(base.processName !== undefined && { process: base.processName }),
      processId: process.pid,
    }),
    store: createLaneStore(
      createProvisioningStore({
        database,
        clock,
        onChange(changes) {
          for (const { status } of changes) metrics.countFinished(status);
          onLedgerChange(changes);
        },
        afterFailedAdoptions: adoptionBrake.afterFailures,
      }),
      createOperationLedger({ database, clock, onChange: onOperationChange }),
    ),
    directoryOf: (tenantId) => directories.of(tenantId),
    execute: createExecuteEntry(
      createExecuteCreation({
        ...executeDeps,
        onAttempt: (attempt) => metrics.countAttempt('creation', attempt),
        onFinished: (creation) => metrics.measureCreation(creation),
      }),
      createExecuteOperation({
        ...executeDeps,
        onAttempt: (attempt) => metrics.countAttempt('operation', attempt),
      }),
    ),
    timers: clock,
    holder: newId(),
    countPeople: countPeopleOf,
    yieldToCallers: parts.yieldToCallers,
  });
}
