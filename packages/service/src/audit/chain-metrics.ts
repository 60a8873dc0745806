// Counts the activity that this process has sealed.
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Clock } from '../ground/clock.ts';

export function createChainMetrics({ registry, clock }: { registry: Registry; clock: Clock }) {
  const appended = new Counter({
    name: 'groupwright_activity_sealed_total',
    help: 'Entries of activity that this process has sealed.',
    registers: [registry],
  });
  const lastAppended = new Gauge({
    name: 'groupwright_activity_last_seal_timestamp_seconds',
    help: 'When this process sealed last, in seconds since the Unix epoch.',
    aggregator: 'max',
    registers: [registry],
  });
  return {
    countAppended(entries: number): void {
      appended.inc(entries);
      lastAppended.set(clock.now() / 1000);
    },
  };
}
