import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDraws } from '@groupwright/graph-simulator/draws.ts';
import { hostile } from '@groupwright/graph-simulator/profile.ts';
import { createMemoryLane } from '../../testing/memory-lane.ts';
import {
  assertExactlyOneGroupEach,
  drawCreations,
  finish,
  startLane,
} from '../../testing/provisioning-run.ts';
import { openSimulatedGraph } from '../../testing/simulated-graph.ts';
import { testSeed } from '../../testing/seed.ts';

test('on a hostile day every creation ends with exactly one group, or rightly failed with none', async (context) => {
  const seed = `hostile ${testSeed}`;
  const graph = await openSimulatedGraph({
    seed,
    profile: hostile,
    tenants: [{ people: 200 }],
    inProcess: true,
  });
  const [tenant] = graph.simulator.tenants;
  assert.ok(tenant);
  const memory = createMemoryLane({ tenantId: tenant.tenantId, clock: graph.clock });
  const draws = createDraws(seed);
  for (const creation of drawCreations(draws, tenant, 300, (index) => ({ inMs: index * 2000 }))) {
    memory.add(creation);
  }
  const startedAt = graph.clock.now();
  const { lane } = startLane({ graph, memory, directory: graph.connect(), seed });
  await finish(graph, [{ lane, memory }]);
  await graph.close();

  assertExactlyOneGroupEach(tenant, memory.creations);
  assert.deepEqual(graph.simulator.journal.violations, []);
  for (const { status, facts } of memory.creations.values()) {
    assert.equal(status, 'succeeded', JSON.stringify(facts));
  }
  context.diagnostic(
    `${memory.creations.size} creations, ${graph.simulator.journal.httpRequests.count} requests, ` +
      `${memory.incidents.length} incidents, ${((graph.clock.now() - startedAt) / 60_000).toFixed(0)} virtual minutes`,
  );
});
