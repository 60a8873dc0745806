// Counts and logs the reconciliations of this process.
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Clock } from '../ground/clock.ts';
import type { BackgroundLog } from '../ground/fold-repeats.ts';
import { earlierKinds, hasEarlierName } from './earlier-names.ts';
import { driftKinds, type DriftKind, type ReconciliationReport } from './report.ts';

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
      metrics.countRun('finished');
      metrics.setLast(clock.now() / 1000);
      for (const kind of driftKinds) {
        metrics.countDrift(kind, 'true', resolved[kind]);
        metrics.countDrift(kind, 'false', found[kind] - resolved[kind]);
      }
      if (hasAny(resolved)) onResolved(tenantId);
      if (hasAny(found))
        log.warn({ tenantId, durationMs, found, resolved }, 'a reconciliation found drift');
      else log.debug({ tenantId, durationMs }, 'a reconciliation found no drift');
    },
    onFailed(tenantId, error) {
      metrics.countRun('failed');
      log.warn({ tenantId, err: error }, 'a reconciliation failed');
    },
  };
}

/** Each metric also has its name of earlier releases. */
function createMetrics(registry: Registry) {
  const registers = [registry];
  const runs = ['groupwright_reconciliations_total', 'groupwright_sweeps_total'].map(
    (name) =>
      new Counter({
        name,
        help: 'Reconciliations of a tenant by this process, by outcome.',
        labelNames: ['outcome'],
        registers,
      }),
  );
  const last = [
    'groupwright_reconciliation_last_timestamp_seconds',
    'groupwright_sweep_last_timestamp_seconds',
  ].map(
    (name) =>
      new Gauge({
        name,
        help: 'When this process last completed a reconciliation, in seconds since the Unix epoch.',
        aggregator: 'max',
        registers,
      }),
  );
  const drift = new Counter({
    name: 'groupwright_drift_total',
    help: 'Drift that this process found, by kind, and whether it was resolved.',
    labelNames: ['kind', 'resolved'],
    registers,
  });
  const findings = new Counter({
    name: 'groupwright_sweep_findings_total',
    help: 'Deprecated: groupwright_drift_total with the kinds gone, returned and unclear.',
    labelNames: ['kind', 'settled'],
    registers,
  });
  return {
    countRun(outcome: 'finished' | 'failed') {
      for (const counter of runs) counter.inc({ outcome });
    },
    setLast(seconds: number) {
      for (const gauge of last) gauge.set(seconds);
    },
    countDrift(kind: DriftKind, resolved: 'true' | 'false', count: number) {
      drift.inc({ kind, resolved }, count);
      if (hasEarlierName(kind))
        findings.inc({ kind: earlierKinds[kind], settled: resolved }, count);
    },
  };
}

function hasAny(counts: ReconciliationReport['found']): boolean {
  return driftKinds.some((kind) => counts[kind] > 0);
}
