// Adopts groups of others in the Graph simulator on a virtual clock, and judges what came of it.
import assert from 'node:assert/strict';
import type { Profile } from '@groupwright/graph-simulator/profile.ts';
import { createSeededRandom } from '@groupwright/graph-simulator/seeded-random.ts';
import type { SimulatedGroup } from '@groupwright/graph-simulator/tenant.ts';
import { costsOf, publishedLimits } from '../src/microsoft-graph/operations.ts';
import { createMemoryLane } from './in-memory-lane-store.ts';
import { finish, startLane, uniqueNameOf } from './provisioning-run.ts';
import { openSimulatedGraph } from './simulated-graph.ts';

export interface AdoptionMetrics {
  readonly virtualSeconds: number;
  /** The time that the published limits ask for, of the time that it took. */
  readonly shareOfCeiling: number;
  readonly shareThrottled: number;
}

/** Every tenth group has a marker of another installation. */
const isForeign = (index: number) => index % 10 === 9;

export async function runAdoptions(
  seed: string,
  profile: Profile,
  count: number,
): Promise<AdoptionMetrics> {
  const graph = await openSimulatedGraph({
    seed,
    profile,
    tenants: [{ people: 60 }],
    inProcess: true,
  });
  const { clock, simulator } = graph;
  const [tenant] = simulator.tenants;
  assert.ok(tenant);
  const random = createSeededRandom(seed);
  const [responsible, owner, member] = tenant.users;
  assert.ok(responsible && owner && member);
  const memory = createMemoryLane({ tenantId: tenant.tenantId, clock });
  const groups = Array.from({ length: count }, (_, index): [SimulatedGroup, string] => {
    const kind = isForeign(index) ? 'foreign_marker' : 'ordinary';
    const mailNickname = `wild-${index}`;
    const ownerIds = [owner.id];
    const memberIds = [owner.id, member.id];
    const group = simulator.addWildGroup(tenant.tenantId, {
      mailNickname,
      kind,
      ownerIds,
      memberIds,
      createdAt: clock.now() - 86_400_000,
    });
    const teamId = random.guid(`adoption ${index}`);
    memory.add({
      teamId,
      mailNickname,
      people: { responsible: responsible.mail ?? '', deputy: null, owners: [], members: [] },
      policy: { kind: 'group' },
      adoption: { groupId: group.id, graceUntil: new Date(clock.now()).toISOString() },
    });
    return [group, teamId];
  });
  const startedAt = clock.now();
  const { lane } = startLane({ graph, memory, directory: graph.connect(), seed });
  await finish(graph, [{ lane, memory }]);
  const virtualSeconds = (clock.now() - startedAt) / 1000;
  await graph.close();

  assert.deepEqual(simulator.journal.violations, []);
  const written = new Set(simulator.journal.changes.map(({ groupId }) => groupId));
  for (const [index, [group, teamId]] of groups.entries()) {
    const adoption = memory.creations.get(teamId);
    assert.ok(adoption);
    if (isForeign(index)) {
      assert.equal(adoption.status, 'failed');
      assert.ok(!written.has(group.id), `${group.id} has a foreign marker`);
      assert.deepEqual([...group.owners], [owner.id]);
      continue;
    }
    assert.equal(adoption.status, 'succeeded', JSON.stringify(adoption.facts.failure));
    assert.equal(group.uniqueName, uniqueNameOf(teamId));
    assert.deepEqual(new Set(group.owners), new Set([owner.id, responsible.id]));
    assert.deepEqual(new Set(group.members), new Set([owner.id, member.id, responsible.id]));
    assert.equal(group.deletedAt, undefined);
  }
  const { calls, throttled } = simulator.journal;
  const sum = (map: ReadonlyMap<string, number>): number =>
    [...map.values()].reduce((total, n) => total + n, 0);
  return {
    virtualSeconds,
    shareOfCeiling: ceilingSeconds(calls) / virtualSeconds,
    shareThrottled: sum(throttled) / sum(calls),
  };
}

/** The time in which the published limits take these calls at their even pace, as a backlog of any length has it. */
export function ceilingSeconds(calls: ReadonlyMap<string, number>): number {
  const seconds = (['directoryWrites', 'resourceUnits'] as const).map((name) => {
    const limit = publishedLimits[name];
    const cost = [...calls].reduce((total, [call, count]) => {
      const costs = new Map(costsOf(call as Parameters<typeof costsOf>[0]));
      return total + count * (costs.get(name) ?? 0);
    }, 0);
    return (cost / limit.calls) * (limit.perMs / 1000);
  });
  return Math.max(...seconds);
}
