// Runs provisioning against the Graph simulator on a virtual clock, and judges what came of it.
import assert from 'node:assert/strict';
import type { SeededRandom } from '@groupwright/graph-simulator/seeded-random.ts';
import { createSeededRandom } from '@groupwright/graph-simulator/seeded-random.ts';
import type { Tenant } from '@groupwright/graph-simulator/tenant.ts';
import type { Directory } from '../src/directory/directory.ts';
import { createMarking } from '../src/microsoft-graph/marker.ts';
import { createExecuteOperation } from '../src/groups/change/execute-operation.ts';
import { createExecuteEntry, createLaneStore } from '../src/groups/change/lane-store.ts';
import type { Creation } from '../src/engine/creation.ts';
import { createExecuteCreation } from '../src/engine/execute-creation.ts';
import type { ReadMarkedRecords } from '../src/engine/marked-records.ts';
import { runLane, type Lane, type Lease } from '../src/engine/lane.ts';
import type { MemoryLane, NewCreation } from './in-memory-lane-store.ts';
import type { MemoryOperations } from './in-memory-operations.ts';
import { servedTenantId, testMarkingKeys, type SimulatedGraph } from './simulated-graph.ts';

const marking = createMarking(servedTenantId, testMarkingKeys);
export const { uniqueNameOf } = marking;

/** SeededRandom the creations of a run; the seed decides all of it. */
export function chooseCreations(
  random: SeededRandom,
  tenant: Pick<Tenant, 'tenantId' | 'users'>,
  count: number,
  change: (index: number) => Partial<NewCreation> = () => ({}),
): NewCreation[] {
  const usable = tenant.users.slice(0, 40);
  const emails = usable.map(({ mail }) => mail ?? '');
  return Array.from({ length: count }, (_, index) => {
    const pick = (what: string): string =>
      emails[Math.floor(random.fraction(`${what} ${tenant.tenantId} ${index}`) * emails.length)] ??
      '';
    return {
      teamId: random.guid(`creation ${tenant.tenantId} ${index}`),
      mailNickname: `g${index}`,
      people: {
        responsible: pick('responsible'),
        deputy: null,
        owners: [pick('owner')],
        members: [pick('member 1'), pick('member 2'), pick('member 3')],
      },
      ...change(index),
    };
  });
}

export interface RunningLane {
  readonly lane: Lane;
  readonly directory: Directory;
}

/** Takes the lane over and works on it until it is stopped or lost. */
export function startLane(deps: {
  graph: Pick<SimulatedGraph, 'clock'>;
  memory: MemoryLane;
  /** They are about the groups of the creations. */
  operations?: MemoryOperations;
  directory: Directory;
  seed: string;
  onDefect?: (error: unknown) => void;
  /** By default, no group is known by its marker but those of the lane itself. */
  readMarkedRecords?: ReadMarkedRecords;
}): RunningLane & { lease: Lease } {
  const { graph, memory, operations, directory, seed } = deps;
  const random = createSeededRandom(`engine ${seed}`);
  let chosen = 0;
  const onDefect =
    deps.onDefect ??
    ((error: unknown): void => {
      process.nextTick(() => {
        throw error;
      });
    });
  const executeDeps = {
    clock: graph.clock,
    random() {
      chosen += 1;
      return random.fraction(`jitter ${chosen}`);
    },
    rest: () => undefined,
    onDefect,
    readMarkedRecords: deps.readMarkedRecords ?? (async () => new Map()),
  };
  const executeCreation = createExecuteCreation(executeDeps);
  const lease = memory.takeOver();
  operations?.takeOver(lease);
  const shared = {
    lease,
    directory: () => directory,
    clock: graph.clock,
    onError: onDefect,
    isHeld: async () => true,
    countPeople: () => 10,
    yieldToCallers: async () => undefined,
  };
  const lane =
    operations === undefined
      ? runLane({ ...shared, store: memory.store, execute: executeCreation })
      : runLane({
          ...shared,
          store: createLaneStore(memory.store, operations.ledger),
          execute: createExecuteEntry(executeCreation, createExecuteOperation(executeDeps)),
        });
  return { lane, directory, lease };
}

/** Runs until every creation of the ledgers is final. */
export async function finish(
  graph: SimulatedGraph,
  lanes: readonly { lane: Lane; memory: Pick<MemoryLane, 'open'> }[],
): Promise<void> {
  const done = async (): Promise<void> => {
    while (lanes.some(({ memory }) => memory.open() > 0)) await graph.clock.wait(1000);
    await Promise.all(lanes.map(({ lane }) => lane.stop()));
  };
  await graph.clock.run(done());
}

/** Each succeeded creation has exactly its group with exactly its people; no other group of ours is there. */
export function assertExactlyOneGroupEach(
  tenant: Tenant,
  creations: ReadonlyMap<string, Creation>,
): void {
  const ours = [...tenant.groups.values()].filter(
    (group) => marking.read(group)?.isProven && group.deletedAt === undefined,
  );
  const byMarker = new Map(ours.map((group) => [group.uniqueName, group]));
  assert.equal(byMarker.size, ours.length, 'a marker is on two groups');
  let succeeded = 0;
  for (const creation of creations.values()) {
    const group = byMarker.get(uniqueNameOf(creation.teamId));
    if (creation.status !== 'succeeded') {
      assert.equal(creation.status, 'failed');
      assert.equal(group, undefined, `${creation.teamId} failed and left its group`);
      continue;
    }
    succeeded += 1;
    assert.ok(group, `${creation.teamId} succeeded without a group`);
    assert.equal(group.id, creation.facts.groupId);
    const { ownerIds, memberIds } = creation.resolvedPeople ?? { ownerIds: [], memberIds: [] };
    const refused = new Set(
      creation.warnings
        .filter(({ code }) => code === 'member_refused')
        .map(({ detail }) => /[0-9a-f-]{36}/.exec(detail)?.[0]),
    );
    const options = creation.policy.welcomeMail ? [] : ['WelcomeEmailDisabled'];
    assert.deepEqual(group.resourceBehaviorOptions, options);
    assert.deepEqual([...group.owners].sort(), [...ownerIds].sort());
    assert.deepEqual(
      [...group.members].sort(),
      [...ownerIds, ...memberIds].filter((id) => !refused.has(id)).sort(),
    );
    if (creation.policy.kind === 'team') {
      assert.ok(group.team && !group.team.fails, `${creation.teamId} succeeded without a team`);
      const channels = group.team.channels.map(({ displayName }) => displayName);
      assert.deepEqual(channels, [
        'General',
        ...creation.policy.channels.map(({ displayName }) => displayName),
      ]);
    }
  }
  assert.equal(ours.length, succeeded);
}
