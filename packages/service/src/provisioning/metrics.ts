// Prometheus metrics of the provisioning in this process.
import { Counter, Gauge, type Registry } from 'prom-client';
import { isFinal, type CreationStatus } from './creation.ts';

export function createProvisioningMetrics(deps: {
  registry: Registry;
  lanesHeld: () => number;
  /** Age of the oldest creation of all tenants that has not begun, in milliseconds; undefined while it cannot be read. */
  oldestWaitingMs: () => Promise<number | undefined>;
}) {
  const finished = new Counter({
    name: 'groupwright_creations_finished_total',
    help: 'Creations that this process completed, by status.',
    labelNames: ['status'],
    registers: [deps.registry],
  });
  for (const status of ['succeeded', 'failed']) finished.inc({ status }, 0);
  const lanes: Gauge = new Gauge({
    name: 'groupwright_lanes_held',
    help: 'Tenants whose provisioning this process runs.',
    registers: [deps.registry],
    collect: () => lanes.set(deps.lanesHeld()),
  });
  const oldest: Gauge = new Gauge({
    name: 'groupwright_oldest_waiting_creation_seconds',
    help: 'Age of the oldest accepted creation that no worker has begun; 0 if none waits.',
    aggregator: 'max',
    registers: [deps.registry],
    async collect() {
      const ageMs = await deps.oldestWaitingMs();
      if (ageMs === undefined) oldest.remove();
      else oldest.set(ageMs / 1_000);
    },
  });
  return {
    count(status: CreationStatus): void {
      if (isFinal(status)) finished.inc({ status });
    },
  };
}
