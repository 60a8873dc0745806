// The sweeps that a worker runs by itself.
import type { Registry } from 'prom-client';
import type { Clock, Timers } from '../foundation/clock.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { BackgroundLog } from '../foundation/fold-repeats.ts';
import type { Database } from '../postgres/database.ts';
import type { LaneTask } from '../provisioning/lane.ts';
import { createSweepObserver } from '../reconciliation/observe-sweeps.ts';
import {
  createReconciliation,
  reconciliationActor,
  type Reconciliation,
} from '../reconciliation/reconciliation.ts';
import { createReconciliationStore } from '../reconciliation/reconciliation.postgres.ts';
import { createSweep } from '../reconciliation/sweep.ts';
import { createSweepStore } from '../reconciliation/sweep.postgres.ts';

export function composeReconciliation(deps: {
  database: Database;
  configuration: Configuration;
  runExclusive: (tenantId: string, task: LaneTask) => Promise<boolean>;
  yieldToOthers: () => Promise<unknown>;
  everyMs: number;
  clock: Clock & Timers;
  random: () => number;
  registry: Registry;
  backgroundLog: BackgroundLog;
  onError: (error: unknown) => void;
  /** The tenant's creations or lists of groups may have changed. */
  onSettled: (tenantId: string) => void;
}): Reconciliation {
  const { database, configuration, yieldToOthers, clock } = deps;
  const store = createSweepStore(database, reconciliationActor);
  return createReconciliation({
    ...deps,
    ...createSweepObserver({ ...deps, log: deps.backgroundLog }),
    store: createReconciliationStore(database),
    sweep: (tenantId, directory, call) =>
      createSweep({
        tenantId,
        directory,
        store,
        organisations: configuration.organisations(tenantId),
        fallback: undefined,
        clock,
        yieldToOthers,
      }).run(call),
  });
}
