// Many tenants of Microsoft 365 at once, each with its own creations, in one process on a virtual clock.
import assert from 'node:assert/strict';
import { calm } from '@groupwright/graph-simulator/profile.ts';
import { createSeededRandom } from '@groupwright/graph-simulator/seeded-random.ts';
import { createMemoryLane } from './in-memory-lane-store.ts';
import {
  assertExactlyOneGroupEach,
  chooseCreations,
  finish,
  startLane,
} from './provisioning-run.ts';
import { openSimulatedGraph } from './simulated-graph.ts';

export interface CrowdMetrics {
  readonly tenants: number;
  readonly creations: number;
  /** The time counts from the first acceptance until the last creation had ended. */
  readonly virtualSeconds: number;
  /** Processor time of everything, the simulator included. */
  readonly processorSeconds: number;
  readonly calls: number;
  readonly shareThrottled: number;
}

/** Each creation ends with exactly one group, and strict Graph was given no cause. */
export async function runCrowd(
  seed: string,
  { tenants, creationsEach }: { readonly tenants: number; readonly creationsEach: number },
): Promise<CrowdMetrics> {
  const graph = await openSimulatedGraph({
    seed,
    profile: { ...calm, teamMakingMs: [1000, 8000] },
    tenants: Array.from({ length: tenants }, () => ({ people: 45 })),
    inProcess: true,
  });
  const { clock, simulator } = graph;
  const random = createSeededRandom(seed);
  const startedAt = clock.now();
  const usedBefore = process.cpuUsage();
  const lanes = simulator.tenants.map((tenant, number) => {
    const memory = createMemoryLane({ tenantId: tenant.tenantId, clock });
    for (const creation of chooseCreations(random, tenant, creationsEach)) memory.add(creation);
    const directory = graph.connect(number);
    return { tenant, memory, lane: startLane({ graph, memory, directory, seed }).lane };
  });
  await finish(graph, lanes);
  const virtualSeconds = (clock.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(usedBefore);
  await graph.close();

  for (const { tenant, memory } of lanes) {
    for (const creation of memory.creations.values()) assert.equal(creation.status, 'succeeded');
    assertExactlyOneGroupEach(tenant, memory.creations);
  }
  assert.deepEqual(simulator.journal.violations, []);
  const sum = (map: ReadonlyMap<string, number>): number =>
    [...map.values()].reduce((total, n) => total + n, 0);
  const calls = sum(simulator.journal.calls);
  return {
    tenants,
    creations: tenants * creationsEach,
    virtualSeconds,
    processorSeconds: (user + system) / 1_000_000,
    calls,
    shareThrottled: sum(simulator.journal.throttled) / calls,
  };
}
