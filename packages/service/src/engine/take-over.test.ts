// A repeated request whose first record was lost, as by a restore of the database, against the Graph simulator.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calm } from '@groupwright/graph-simulator/profile.ts';
import type { SimulatedGroup } from '@groupwright/graph-simulator/tenant.ts';
import { DirectoryError, type Directory } from '../directory/directory.ts';
import { createMemoryLane, type NewCreation } from '../../testing/in-memory-lane-store.ts';
import { finish, startLane } from '../../testing/provisioning-run.ts';
import { openSimulatedGraph } from '../../testing/simulated-graph.ts';
import type { Creation } from './creation.ts';
import type { MarkedRecord } from './marked-records.ts';

const lostId = '11111111-1111-4111-8111-111111111111';
const newId = '22222222-2222-4222-8222-222222222222';
const strangerId = '33333333-3333-4333-8333-333333333333';

const failed: MarkedRecord = {
  teamId: lostId,
  status: 'failed',
  beganGroup: true,
  isMissing: false,
  deletedAt: null,
  isChanging: false,
  isAdoption: false,
  isEnded: false,
  groupId: null,
};

async function openRig() {
  const graph = await openSimulatedGraph({
    seed: 'take over',
    profile: calm,
    tenants: [{ people: 60 }],
    inProcess: true,
  });
  const { clock, simulator } = graph;
  const [tenant] = simulator.tenants;
  assert.ok(tenant);
  const [ada = '', bo = '', cleo = '', dora = ''] = tenant.users.map(({ mail }) => mail ?? '');
  const request: NewCreation = {
    teamId: lostId,
    mailNickname: 'budget',
    people: { responsible: ada, deputy: null, owners: [bo], members: [cleo] },
  };

  async function create(
    creation: NewCreation,
    deps: { record?: () => MarkedRecord | undefined; directory?: Directory } = {},
  ): Promise<Creation> {
    const memory = createMemoryLane({ tenantId: tenant!.tenantId, clock });
    memory.add(creation);
    const { lane } = startLane({
      graph,
      memory,
      directory: deps.directory ?? graph.connect(),
      seed: creation.teamId,
      readMarkedRecords: async (_, [marker]) => {
        const record = deps.record?.();
        return new Map(record && marker === lostId ? [[marker, record]] : []);
      },
    });
    await finish(graph, [{ lane, memory }]);
    const [ended] = memory.creations.values();
    assert.ok(ended);
    return ended;
  }

  const existing = (): SimulatedGroup[] =>
    [...tenant.groups.values()].filter(({ deletedAt }) => deletedAt === undefined);

  return { graph, tenant, clock, request, create, existing, dora };
}

test('a repeated request gets the group that the first one made, and no second one is made', async () => {
  const { graph, request, create, existing } = await openRig();
  const first = await create(request);
  const second = await create({ ...request, teamId: newId });
  assert.equal(second.status, 'succeeded', JSON.stringify(second.facts));
  assert.equal(second.facts.groupId, first.facts.groupId);
  assert.equal(second.facts.adoptedMarker, lostId);
  assert.deepEqual(
    existing().map(({ id }) => id),
    [first.facts.groupId],
  );
  await graph.close();
});

test('a request that names anybody else, or another name, does not get the group', async () => {
  const { graph, request, create, existing, dora } = await openRig();
  await create(request);
  const [before] = existing();
  const strangers: Partial<NewCreation>[] = [
    { people: { ...request.people, responsible: dora } },
    { people: { ...request.people, owners: [dora] } },
    { people: { ...request.people, members: [dora] } },
    { mailNickname: 'Budget' },
  ];
  for (const change of strangers) {
    const { facts } = await create({ ...request, teamId: strangerId, ...change });
    assert.equal(facts.failure?.code, 'directory_alias_taken');
    assert.match(facts.failure?.detail ?? '', /whose record is lost/);
    const [group, ...others] = existing();
    assert.deepEqual(group, before);
    assert.deepEqual(others, []);
  }
  await graph.close();
});

test('a group that has its own record is not taken over', async () => {
  const { graph, request, create, existing } = await openRig();
  await create(request);
  for (const record of [
    { ...failed, status: 'succeeded', isMissing: true },
    { ...failed, beganGroup: false },
    { ...failed, groupId: 'another' },
  ] satisfies MarkedRecord[]) {
    const { facts } = await create({ ...request, teamId: newId }, { record: () => record });
    assert.equal(facts.failure?.code, 'directory_alias_taken');
    assert.match(facts.failure?.detail ?? '', new RegExp(`created as ${lostId}`));
    assert.equal(existing().length, 1);
  }
  await graph.close();
});

test('a request waits for the group of a failed creation to be removed, then gets a new one', async () => {
  const { graph, tenant, clock, request, create, existing } = await openRig();
  const { facts } = await create(request);
  const reconciledAt = clock.now() + 10 * 60_000;
  const record = () => {
    const group = tenant.groups.get(facts.groupId ?? '');
    if (group?.deletedAt === undefined && clock.now() >= reconciledAt && group) {
      group.deletedAt = clock.now();
      tenant.byNickname.delete(request.mailNickname);
    }
    return failed;
  };
  const second = await create({ ...request, teamId: newId }, { record });
  assert.equal(second.status, 'succeeded', JSON.stringify(second.facts));
  assert.notEqual(second.facts.groupId, facts.groupId);
  assert.equal(second.facts.adoptedMarker, undefined);
  assert.equal(existing().length, 1);
  await graph.close();
});

test('a creation that fails after it took a group over leaves the group as it was', async () => {
  const { graph, request, create, existing } = await openRig();
  await create(request);
  const [before] = structuredClone(existing());
  const directory = new Proxy(graph.connect(), {
    get(target, name: keyof Directory) {
      if (name !== 'createTeam') return target[name];
      return async () => {
        throw new DirectoryError('refused', 'No.');
      };
    },
  });
  const second = await create({ ...request, teamId: newId }, { directory });
  assert.equal(second.facts.failure?.code, 'directory_refused');
  assert.deepEqual(second.warnings, []);
  assert.deepEqual(existing(), [before]);
  await graph.close();
});
