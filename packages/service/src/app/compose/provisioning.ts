// The worker that executes creations, and how it learns of them.
import type { Directories } from '../../settings/configuration/directories.ts';
import type { OperationChange } from '../../groups/change/write-operations.postgres.ts';
import { createApiPriority } from '../../engine/api-priority.ts';
import { createLaneNotifications } from '../../engine/lane-notifications.postgres.ts';
import type { LaneTask } from '../../engine/lane.ts';
import { createLaneNotifier } from '../../engine/lane-notifier.ts';
import { createProvisioningMetrics } from '../../engine/metrics.ts';
import type { LedgerChange } from '../../engine/write-creations.postgres.ts';
import { readOldestWaitingOfAll } from '../../groups/create/waiting-creations.postgres.ts';
import type { Base } from './base.ts';
import type { ConfigurationParts } from './configuration.ts';
import { composeReconciliation } from './reconciliation.ts';
import { composeWorker } from './worker.ts';

export type Provisioning = ReturnType<typeof composeProvisioning>;

export function composeProvisioning(
  base: Base,
  parts: {
    configuration: ConfigurationParts['configuration'];
    directories: Directories;
    /** Creations have new records. */
    onLedgerChange: (changes: readonly LedgerChange[]) => void;
    onOperationChange: (changes: readonly OperationChange[]) => void;
    /** Activity was added. */
    onActivity: () => void;
  },
) {
  const { database, clock, registry, config, onError } = base;
  const { configuration, directories, onLedgerChange, onOperationChange, onActivity } = parts;
  const apiPriority = createApiPriority({
    utilization: base.eventLoopUtilization,
    countRequests: () => base.metrics.countRequests(),
    clock: base.steady,
  });
  const worker = composeWorker(base, {
    directories,
    apiPriority,
    metrics: () => metrics,
    onLedgerChange,
    onOperationChange,
  });
  const metrics = createProvisioningMetrics({
    registry,
    clock,
    lanesHeld: () => worker.lanesHeld(),
    oldestWaitingMs: () =>
      readOldestWaitingOfAll(database).catch((error: unknown) => {
        onError(error);
        return undefined;
      }),
  });
  const reconciliation = composeReconciliation({
    ...base,
    configuration,
    runExclusive: (tenantId, task) => worker.runExclusive(tenantId, task),
    betweenPages: () => apiPriority.betweenPages(),
    everyMs: config.reconciliationIntervalMs,
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
    apiPriority,
    laneNotifier,
    metrics,
    /** `Worker.runExclusive`. */
    runExclusive: (tenantId: string, task: LaneTask) => worker.runExclusive(tenantId, task),
    /** A person may have asked for a comparison of all groups. */
    compare: reconciliation.wake,
    /** Some tenant may have work that this worker may do. */
    look: () => worker.look(),
    /** For a process with the role worker. */
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
