// The worker, with what it executes and how it records.
import { hostname } from 'node:os';
import type { Directories } from '../../settings/configuration/directories.ts';
import { createExecuteEntry, createLaneStore } from '../../groups/change/lane-store.ts';
import { createExecuteOperation } from '../../groups/change/execute-operation.ts';
import { createOperationLedger } from '../../groups/change/operation-ledger.postgres.ts';
import type { OperationChange } from '../../groups/change/write-operations.postgres.ts';
import type { ApiPriority } from '../../engine/api-priority.ts';
import { createExecuteCreation } from '../../engine/execute-creation.ts';
import type { LedgerEntry } from '../../engine/creation.ts';
import { createLeaseStore } from '../../engine/lanes.postgres.ts';
import { createReadMarkedRecords } from '../../engine/marked-records.postgres.ts';
import { createProvisioningStore } from '../../engine/provisioning.postgres.ts';
import type { createProvisioningMetrics } from '../../engine/metrics.ts';
import { createWorker, type Worker } from '../../engine/worker.ts';
import type { LedgerChange } from '../../engine/write-creations.postgres.ts';
import type { Base } from './base.ts';

/** Executes creations and operations of the lanes that it holds. */
export function composeWorker(
  base: Base,
  parts: {
    readonly directories: Directories;
    readonly apiPriority: ApiPriority;
    /** They count this worker's results, and read its lanes. */
    readonly metrics: () => ReturnType<typeof createProvisioningMetrics>;
    readonly onLedgerChange: (changes: readonly LedgerChange[]) => void;
    readonly onOperationChange: (changes: readonly OperationChange[]) => void;
  },
): Worker {
  const { database, clock, monotonicNow, random, newId, onError } = base;
  const { directories, apiPriority, metrics, onLedgerChange, onOperationChange } = parts;
  const executeDeps = {
    clock,
    random,
    rest: base.rest,
    tracer: base.tracer,
    readMarkedRecords: createReadMarkedRecords(database),
    onDefect: (error: unknown, { teamId, tenantId }: LedgerEntry) =>
      base.backgroundLog.error(
        { err: error, teamId, tenantId },
        'a step failed with an internal error',
      ),
  };
  return createWorker({
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
          for (const { status } of changes) metrics().countFinished(status);
          onLedgerChange(changes);
        },
      }),
      createOperationLedger({ database, clock, onChange: onOperationChange }),
    ),
    directoryOf: (tenantId) => directories.of(tenantId),
    execute: createExecuteEntry(
      createExecuteCreation({
        ...executeDeps,
        onAttempt: (attempt) => metrics().countAttempt('creation', attempt),
        onFinished: (creation) => metrics().measureCreation(creation),
      }),
      createExecuteOperation({
        ...executeDeps,
        onAttempt: (attempt) => metrics().countAttempt('operation', attempt),
      }),
    ),
    clock,
    timers: clock,
    monotonicNow,
    holder: newId(),
    onError,
    yieldToCallers: (work) => apiPriority.yieldToCallers(work),
  });
}
