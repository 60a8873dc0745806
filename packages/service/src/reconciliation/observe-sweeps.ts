// Counts and logs the sweeps of this process.
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Clock } from '../foundation/clock.ts';
import type { BackgroundLog } from '../foundation/fold-repeats.ts';
import type { SweepReport } from './sweep-report.ts';
import { findingKinds } from './sweep-search.ts';

export interface SweepObserver {
  onSwept(this: void, tenantId: string, report: SweepReport): void;
  onFailed(this: void, tenantId: string, error: unknown): void;
}

export function createSweepObserver(deps: {
  registry: Registry;
  clock: Clock;
  log: BackgroundLog;
  /** The tenant's creations or lists of groups may have changed. */
  onSettled: (tenantId: string) => void;
}): SweepObserver {
  const { registry, clock, log, onSettled } = deps;
  const registers = [registry];
  const sweeps = new Counter({
    name: 'groupwright_sweeps_total',
    help: 'Sweeps of a tenant by this process, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const lastSweep = new Gauge({
    name: 'groupwright_sweep_last_timestamp_seconds',
    help: 'When this process last completed a sweep, in seconds since the Unix epoch.',
    registers,
  });
  const findings = new Counter({
    name: 'groupwright_sweep_findings_total',
    help: 'Findings of the sweeps of this process, by kind, and whether they were settled.',
    labelNames: ['kind', 'settled'],
    registers,
  });

  return {
    onSwept(tenantId, { found, settled, durationMs }) {
      sweeps.inc({ outcome: 'finished' });
      lastSweep.set(clock.now() / 1000);
      for (const kind of findingKinds) {
        findings.inc({ kind, settled: 'true' }, settled[kind]);
        findings.inc({ kind, settled: 'false' }, found[kind] - settled[kind]);
      }
      if (hasAny(settled)) onSettled(tenantId);
      if (hasAny(found))
        log.warn({ tenantId, durationMs, found, settled }, 'a sweep found differences');
      else log.debug({ tenantId, durationMs }, 'a sweep found no difference');
    },
    onFailed(tenantId, error) {
      sweeps.inc({ outcome: 'failed' });
      log.warn({ tenantId, err: error }, 'a sweep failed');
    },
  };
}

function hasAny(counts: SweepReport['found']): boolean {
  return findingKinds.some((kind) => counts[kind] > 0);
}
