// Prometheus metrics of the provisioning in this process.
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Clock } from '../ground/clock.ts';
import { type Creation, type CreationStatus, isFinal } from './creation.ts';
import type { StepAttempt } from './execute.ts';

/** The buckets reach from a sandbox without delays to a creation that waits for an approval. */
const creationBuckets = [0.05, 0.25, 1, 5, 15, 60, 300, 1_800, 7_200, 86_400, 604_800];
const stepBuckets = [0.005, 0.025, 0.1, 0.5, 2, 10, 30];

export function createProvisioningMetrics(deps: {
  registry: Registry;
  clock: Clock;
  lanesHeld: () => number;
  /** Age of the oldest creation of all tenants that has not begun, in milliseconds; undefined while it cannot be read. */
  oldestWaitingMs: () => Promise<number | undefined>;
}) {
  const finished = new Counter({
    name: 'groupwright_creations_finished_total',
    help: 'Creations that this process completed, by status; declined: people did not approve them.',
    labelNames: ['status'],
    registers: [deps.registry],
  });
  for (const status of ['succeeded', 'failed', 'declined']) finished.inc({ status }, 0);
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
  const durations = new Histogram({
    name: 'groupwright_creation_duration_seconds',
    help: 'Time from the acceptance of a creation to its end, by status.',
    labelNames: ['status'],
    buckets: creationBuckets,
    registers: [deps.registry],
  });
  const attempts = new Histogram({
    name: 'groupwright_step_attempt_duration_seconds',
    help: 'Duration of an attempt of a step, by kind of work, step and outcome.',
    labelNames: ['work', 'step', 'outcome'],
    buckets: stepBuckets,
    registers: [deps.registry],
  });
  return {
    countFinished(status: CreationStatus): void {
      if (isFinal(status)) finished.inc({ status });
    },
    countDeclined: () => finished.inc({ status: 'declined' }),
    measureCreation({ status, createdAt }: Pick<Creation, 'status' | 'createdAt'>): void {
      durations.observe({ status }, Math.max(0, deps.clock.now() - createdAt.getTime()) / 1_000);
    },
    countAttempt(work: 'creation' | 'operation', { step, outcome, durationMs }: StepAttempt): void {
      attempts.observe({ work, step, outcome }, Math.max(0, durationMs) / 1_000);
    },
  };
}
