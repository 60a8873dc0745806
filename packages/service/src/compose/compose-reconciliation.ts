// The sweeps that run by themselves, with their figures and their words in the log.
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Clock, Timers } from '../foundation/clock.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { BackgroundLog } from '../foundation/fold-repeats.ts';
import type { Database } from '../postgres/database.ts';
import type { LaneTask } from '../provisioning/lane.ts';
import {
  createReconciliation,
  reconciliationActor,
  type Reconciliation,
} from '../reconciliation/reconciliation.ts';
import { createReconciliationStore } from '../reconciliation/reconciliation.postgres.ts';
import { createSweep } from '../reconciliation/sweep.ts';
import { createSweepStore } from '../reconciliation/sweep.postgres.ts';
import type { SweepReport } from '../reconciliation/sweep-report.ts';
import { findingKinds } from '../reconciliation/sweep-search.ts';

export function createReconciliationJobs(deps: {
  database: Database;
  configuration: Configuration;
  runExclusive: (tenantId: string, task: LaneTask) => Promise<boolean>;
  yieldToOthers: () => Promise<unknown>;
  everyMs: number;
  clock: Clock & Timers;
  random: () => number;
  registry: Registry;
  log: BackgroundLog;
  onError: (error: unknown) => void;
  /** The tenant's creations or lists of groups may have changed. */
  onSettled: (tenantId: string) => void;
}): Reconciliation {
  const { database, configuration, yieldToOthers, clock, registry, log, onSettled } = deps;
  const sweeps = new Counter({
    name: 'groupwright_sweeps_total',
    help: 'Sweeps of a tenant by this process, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const lastSweep = new Gauge({
    name: 'groupwright_sweep_last_timestamp_seconds',
    help: 'When this process came to the end of a sweep last, in seconds since the Unix epoch.',
    registers: [registry],
  });
  const findings = new Counter({
    name: 'groupwright_sweep_findings_total',
    help: 'What the sweeps of this process found, by kind, and whether it was settled.',
    labelNames: ['kind', 'settled'],
    registers: [registry],
  });
  const store = createSweepStore(database, reconciliationActor);

  function onSwept(tenantId: string, report: SweepReport): void {
    sweeps.inc({ outcome: 'finished' });
    lastSweep.set(clock.now() / 1000);
    const { found, settled, durationMs } = report;
    for (const kind of findingKinds) {
      findings.inc({ kind, settled: 'true' }, settled[kind]);
      findings.inc({ kind, settled: 'false' }, found[kind] - settled[kind]);
    }
    const isAny = (counts: SweepReport['found']) => findingKinds.some((kind) => counts[kind] > 0);
    if (isAny(settled)) onSettled(tenantId);
    if (isAny(found))
      log.warn({ tenantId, durationMs, found, settled }, 'a sweep found differences');
    else log.debug({ tenantId, durationMs }, 'a sweep found no difference');
  }

  return createReconciliation({
    ...deps,
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
    onSwept,
    onFailed(tenantId, error) {
      sweeps.inc({ outcome: 'failed' });
      log.warn({ tenantId, err: error }, 'a sweep did not come to its end');
    },
  });
}
