// The comparisons of records and directory that a worker runs, and that of one group on request.
import type { Directories } from '../settings/configuration/directories.ts';
import type { ApiPriority } from '../engine/api-priority.ts';
import type { Worker } from '../engine/worker.ts';
import type { Base } from '../postgres/base.ts';
import type { Settings } from '../settings/wire.ts';
import { type CompareNow, createCompareNow } from './compare-now.ts';
import { createReconciliationObserver } from './metrics.ts';
import {
  askForComparisons,
  createDriftStore,
  createReconciliationStore,
} from './reconciliation.postgres.ts';
import { createReconciler } from './resolve.ts';
import { createReconciliationSchedule, reconciliationActor } from './schedule.ts';

export function wireReconciliation(
  base: Base,
  parts: {
    readonly settings: Settings;
    readonly runExclusive: Worker['runExclusive'];
    readonly apiPriority: ApiPriority;
    /** The tenant's creations or lists of groups may have changed. */
    readonly onResolved: (tenantId: string) => void;
  },
) {
  const { database, clock } = base;
  const { settings, apiPriority } = parts;
  const store = createDriftStore(database, reconciliationActor);
  const schedule = createReconciliationSchedule({
    ...base,
    ...parts,
    ...createReconciliationObserver({ ...base, ...parts, log: base.backgroundLog }),
    everyMs: base.config.reconciliationIntervalMs,
    store: createReconciliationStore(database),
    reconcile: (tenantId, directory, call, { observesAll }) =>
      createReconciler({
        tenantId,
        directory,
        store,
        organisations: settings.configuration.organisations(tenantId),
        fallback: undefined,
        clock,
        yieldToCallers: apiPriority.betweenPages(),
        observesAll,
      }).run(call),
  });
  return { ...schedule, questions: [askForComparisons(schedule.wake)] };
}

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
