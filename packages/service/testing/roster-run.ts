// Brings a group in line with the roster of a source on the Graph simulator, and measures it on a virtual clock.
import assert from 'node:assert/strict';
import { calm } from '@groupwright/graph-simulator/profile.ts';
import { createSeededRandom } from '@groupwright/graph-simulator/seeded-random.ts';
import { personKey } from '../src/directory/person-reference.ts';
import type { GroupRosters, RosterEntry } from '../src/groups/rosters/roster.ts';
import { isAble } from './able-users.ts';
import { ceilingSeconds } from './adoption-run.ts';
import { createMemoryLane } from './in-memory-lane-store.ts';
import { createMemoryOperations } from './in-memory-operations.ts';
import { chooseCreations, finish, startLane } from './provisioning-run.ts';
import { openSimulatedGraph } from './simulated-graph.ts';

export interface RosterMetrics {
  readonly people: number;
  readonly virtualSeconds: number;
  /** The time that the published limits ask for, of the time that it took. */
  readonly shareOfCeiling: number;
  readonly shareThrottled: number;
}

/** A roster names `first` people, and then as many others instead of `moved` of them: each moves out or in. */
export async function runRosters(
  seed: string,
  { kind, first, moved }: { readonly kind: 'group' | 'team'; first: number; moved: number },
): Promise<readonly RosterMetrics[]> {
  const people = Math.ceil((first + moved) * 1.5) + 60;
  const graph = await openSimulatedGraph({
    seed,
    profile: calm,
    tenants: [{ people }],
    inProcess: true,
  });
  const { clock, simulator } = graph;
  const [tenant] = simulator.tenants;
  assert.ok(tenant);
  const { tenantId } = tenant;
  const memory = createMemoryLane({ tenantId, clock });
  const operations = createMemoryOperations({ tenantId, clock, creations: memory.creations });
  const [creation] = chooseCreations(createSeededRandom(seed), tenant, 1, () => ({
    policy: { kind },
  }));
  assert.ok(creation);
  memory.add(creation);
  const { teamId } = creation;
  await finish(graph, [
    { lane: startLane({ graph, memory, directory: graph.connect(), seed }).lane, memory },
  ]);
  const { groupId } = operations.group(teamId) ?? assert.fail();
  const group = tenant.groups.get(groupId ?? '') ?? assert.fail();
  const byHand = new Set(group.members);
  const users = tenant.users
    .filter((user) => isAble(user) && !byHand.has(user.id))
    .slice(0, first + moved);
  assert.equal(users.length, first + moved);
  type Past = Pick<RosterEntry, 'personId' | 'result' | 'leftVersion'>;
  const isNew: Past = { personId: null, result: null, leftVersion: null };
  const entry = ({ mail }: (typeof users)[number], past = isNew): RosterEntry => ({
    source: 'hr',
    key: personKey(mail ?? ''),
    person: mail ?? '',
    role: 'member',
    until: null,
    guest: null,
    code: null,
    detail: null,
    waitingSince: null,
    isHeld: false,
    invitedAt: null,
    ...past,
  });
  let brought: GroupRosters['brought'] = [];

  async function apply(version: number, entries: readonly RosterEntry[]): Promise<RosterMetrics> {
    // By then the directory shows earlier writes, and the window of the limits is empty.
    await clock.run(clock.wait(31 * 60_000));
    const { calls, throttled } = simulator.journal;
    const [callsBefore, throttledBefore] = [new Map(calls), sum(throttled)];
    const operationId = `roster ${version}`;
    const rosters: GroupRosters = {
      version,
      allowsRemovals: true,
      isEnded: false,
      held: 0,
      entries,
      brought,
      lately: [],
      now: new Date(clock.now()).toISOString(),
    };
    const change = { roster: { source: 'hr', version } };
    operations.add({ operationId, teamId, kind: 'roster', change, rosters });
    const startedAt = clock.now();
    const { lane } = startLane({ graph, memory, operations, directory: graph.connect(), seed });
    await finish(graph, [{ lane, memory: operations }]);
    const virtualSeconds = (clock.now() - startedAt) / 1000;
    const { status, facts } = operations.operations.get(operationId) ?? assert.fail();
    assert.equal(status, 'succeeded', JSON.stringify(facts.failure));
    brought = facts.changedPeople?.roster?.brought ?? [];
    const named = entries.filter(({ leftVersion }) => leftVersion === null);
    const ids = new Map(users.map(({ mail, id }) => [personKey(mail ?? ''), id]));
    assert.deepEqual(
      new Set(group.members),
      new Set([...byHand, ...named.map(({ key }) => ids.get(key))]),
    );
    const made = new Map([...calls].map(([call, n]) => [call, n - (callsBefore.get(call) ?? 0)]));
    return {
      people: (facts.roster?.counts.added ?? 0) + (facts.roster?.counts.removed ?? 0),
      virtualSeconds,
      shareOfCeiling: ceilingSeconds(made) / virtualSeconds,
      shareThrottled: (sum(throttled) - throttledBefore) / sum(made),
    };
  }

  const one = await apply(
    1,
    users.slice(0, first).map((user) => entry(user)),
  );
  const before = users.slice(0, first).map((user, index) => {
    const leftVersion = index < moved ? 2 : null;
    return entry(user, { personId: user.id, result: 'added', leftVersion });
  });
  const other = await apply(2, [...before, ...users.slice(first).map((user) => entry(user))]);
  await graph.close();
  assert.deepEqual(simulator.journal.violations, []);
  return [one, other];
}

function sum(map: ReadonlyMap<string, number>): number {
  return [...map.values()].reduce((total, n) => total + n, 0);
}
