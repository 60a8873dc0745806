// The reconciliations that a worker runs, and the comparison of one group on request.
import type { Registry } from 'prom-client';
import type { Clock, Timers } from '../../ground/clock.ts';
import type { Directories } from '../../settings/configuration/directories.ts';
import type { Configuration } from '../../settings/configuration/configuration.ts';
import type { BackgroundLog } from '../../ground/fold-repeats.ts';
import type { Database } from '../../postgres/database.ts';
import type { LaneTask } from '../../engine/lane.ts';
import { type CompareNow, createCompareNow } from '../../reconciliation/compare-now.ts';
import { createReconciliationObserver } from '../../reconciliation/metrics.ts';
import {
  createDriftStore,
  createReconciliationStore,
} from '../../reconciliation/reconciliation.postgres.ts';
import { createReconciler } from '../../reconciliation/resolve.ts';
import {
  createReconciliationSchedule,
  reconciliationActor,
  type ReconciliationSchedule,
} from '../../reconciliation/schedule.ts';
import type { Base } from './base.ts';

export function composeReconciliation(deps: {
  database: Database;
  configuration: Configuration;
  runExclusive: (tenantId: string, task: LaneTask) => Promise<boolean>;
  betweenPages: () => () => Promise<void>;
  everyMs: number | undefined;
  clock: Clock & Timers;
  random: () => number;
  registry: Registry;
  backgroundLog: BackgroundLog;
  onError: (error: unknown) => void;
  /** The tenant's creations or lists of groups may have changed. */
  onResolved: (tenantId: string) => void;
}): ReconciliationSchedule {
  const { database, configuration, betweenPages, clock } = deps;
  const store = createDriftStore(database, reconciliationActor);
  return createReconciliationSchedule({
    ...deps,
    ...createReconciliationObserver({ ...deps, log: deps.backgroundLog }),
    store: createReconciliationStore(database),
    reconcile: (tenantId, directory, call, { observesAll }) =>
      createReconciler({
        tenantId,
        directory,
        store,
        organisations: configuration.organisations(tenantId),
        fallback: undefined,
        clock,
        yieldToCallers: betweenPages(),
        observesAll,
      }).run(call),
  });
}

/** Time limit for the directory's answers. */
const compareWithinMs = 20_000;

export function composeCompareNow(
  { database, clock }: Pick<Base, 'database' | 'clock'>,
  directories: Directories,
): CompareNow {
  return createCompareNow({
    directoryOf: (tenantId) => directories.of(tenantId),
    storeOf: (actor) => createDriftStore(database, actor, actor.requestId),
    clock,
    deadline: () => AbortSignal.timeout(compareWithinMs),
  });
}
