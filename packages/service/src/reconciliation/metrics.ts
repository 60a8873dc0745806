// Counts and logs the reconciliations of this process.
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Clock } from '../ground/clock.ts';
import type { BackgroundLog } from '../ground/fold-repeats.ts';
import { driftKinds, type ReconciliationReport } from './report.ts';

export interface ReconciliationObserver {
  onReconciled(this: void, tenantId: string, report: ReconciliationReport): void;
  onFailed(this: void, tenantId: string, error: unknown): void;
}

export function createReconciliationObserver(deps: {
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
