// Adopts groups of others in the Graph simulator on a virtual clock, some of them without a responsible person, and judges what
// came of it.
import assert from 'node:assert/strict';
import type { Profile } from '@groupwright/graph-simulator/profile.ts';
import { createSeededRandom } from '@groupwright/graph-simulator/seeded-random.ts';
import type { SimulatedGroup } from '@groupwright/graph-simulator/tenant.ts';
import {
  type CallName,
  costsOf,
  type LimitName,
  publishedLimits,
} from '../src/microsoft-graph/graph-calls.ts';
import { createMemoryLane } from './in-memory-lane-store.ts';
import { finish, startLane, uniqueNameOf } from './provisioning-run.ts';
import { openSimulatedGraph } from './simulated-graph.ts';

export interface AdoptionMetrics {
  readonly virtualSeconds: number;
  /** The time that the published limits ask for at their even pace, of the time that it took. */
  readonly shareOfCeiling: number;
  readonly shareThrottled: number;
}

export const testLabel = { id: '1f0e7d2c-3b4a-4c5d-8e6f-000000000001', name: 'General' };
/** The second application, which sets labels. */
export const labelApplication = {
  clientId: 'b7c1d3f5-0b6e-4a84-9d27-5e8f1a2b3c4d',
  permissions: ['Sites.FullControl.All'],
  graphPermissions: ['Sites.Read.All'],
};
const labelled = {
  settings: { sensitivityLabel: testLabel.id, guests: 'deny' },
  protection: { required: true },
} as const;

/** Every tenth group has a marker of another installation: these are beside those that are adopted. */
const isForeign = (index: number) => index % 10 === 9;
/** Every fifth group enters without a responsible person. */
const isVacant = (index: number) => index % 5 === 3;

/** @param count groups that are adopted, at least */
export async function runAdoptions(
  seed: string,
  profile: Profile,
  count: number,
  { kills = 0, isLabelled = false }: { kills?: number; isLabelled?: boolean } = {},
): Promise<AdoptionMetrics> {
  const graph = await openSimulatedGraph({
    seed,
    profile,
    tenants: [{ people: 60, labels: [testLabel], sharePoint: labelApplication }],
    inProcess: true,
  });
  const { clock, simulator } = graph;
  const [tenant] = simulator.tenants;
  assert.ok(tenant);
  const random = createSeededRandom(seed);
  const [responsible, owner, member] = tenant.users;
  assert.ok(responsible && owner && member);
  const memory = createMemoryLane({ tenantId: tenant.tenantId, clock });
  const groups = Array.from(
    { length: Math.ceil((count * 10) / 9) },
    (_, index): [SimulatedGroup, string] => {
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
        people: {
          responsible: isVacant(index) ? null : (responsible.mail ?? ''),
          deputy: null,
          owners: [],
          members: [],
        },
        policy: { kind: 'group', ...(isLabelled && labelled) },
        adoption: { groupId: group.id, graceUntil: new Date(clock.now()).toISOString() },
      });
      return [group, teamId];
    },
  );
  const startedAt = clock.now();
  const directory = graph.connect();
  let { lane } = startLane({ graph, memory, directory, seed });
  for (let kill = 1; kill <= kills; kill += 1) {
    await clock.run(clock.wait(200 + 5_000 * random.fraction(`kill ${kill}`)));
    // The lane of the killed worker is lost: it writes no record any longer.
    ({ lane } = startLane({ graph, memory, directory, seed: `${seed} ${kill}` }));
  }
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
    const added: readonly string[] = isVacant(index) ? [] : [responsible.id];
    assert.deepEqual(new Set(group.owners), new Set([owner.id, ...added]));
    assert.deepEqual(new Set(group.members), new Set([owner.id, member.id, ...added]));
    assert.equal(group.deletedAt, undefined);
    if (!isLabelled) continue;
    const changes = simulator.journal.changes.filter(({ groupId }) => groupId === group.id);
    const kinds = changes.map(({ kind }) => kind);
    const settled = Math.max(kinds.lastIndexOf('labelled'), kinds.lastIndexOf('settings_changed'));
    const firstPerson = kinds.findIndex((kind) => /^(?:owners|members)_added$/.test(kind));
    assert.ok(kinds.includes('labelled') && kinds.includes('settings_changed'), kinds.join(', '));
    assert.ok(firstPerson < 0 || firstPerson > settled, kinds.join(', '));
    assert.equal(group.label?.id, testLabel.id);
    assert.equal(group.guestSetting?.values[0]?.value, 'false');
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

/** Calls that the simulator names otherwise. */
const ofSimulator: Readonly<Record<string, CallName>> = {
  'groups.settings.list': 'groups.settings.read',
  'groups.settings.add': 'groups.settings.write',
  'groups.settings.change': 'groups.settings.write',
};

/** The time in which the published limits take these calls at their even pace, as a backlog of any length has it. */
export function ceilingSeconds(
  calls: ReadonlyMap<string, number>,
  limits: readonly LimitName[] = ['directoryWrites', 'resourceUnits'],
): number {
  const seconds = limits.map((name) => {
    const limit = publishedLimits[name];
    const cost = [...calls].reduce((total, [call, count]) => {
      const known = ofSimulator[call] ?? (call as CallName);
      const costs = new Map(costsOf(known));
      return total + count * (costs.get(name) ?? 0);
    }, 0);
    return (cost / limit.calls) * (limit.perMs / 1000);
  });
  return Math.max(...seconds);
}
