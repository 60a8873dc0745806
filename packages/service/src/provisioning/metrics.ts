// Prometheus metrics of the provisioning in this process.
import { Counter, Gauge, type Registry } from 'prom-client';
import { isFinal, type CreationStatus } from './creation.ts';

export function createProvisioningMetrics(deps: { registry: Registry; lanesHeld: () => number }) {
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
  return {
    count(status: CreationStatus): void {
      if (isFinal(status)) finished.inc({ status });
    },
  };
}
