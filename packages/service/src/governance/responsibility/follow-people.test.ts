// Following people of Microsoft 365, on a virtual clock.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { calm, hostile, type Profile } from '@groupwright/graph-simulator/profile.ts';
import { testSeed } from '../../../testing/seed.ts';
import { openSimulatedGraph } from '../../../testing/simulated-graph.ts';
import { DirectoryError } from '../../directory/directory.ts';
import type { DirectoryChanges } from '../../directory/people-life.ts';
import { createRetry } from '../../engine/retry.ts';
import { createFollowPeople, type Followed } from './follow-people.ts';
import { unavailabilityOf } from './watched-person.ts';

const day = 86_400_000;

async function open(profile: Profile) {
  const graph = await openSimulatedGraph({
    seed: `follow ${testSeed}`,
    profile,
    tenants: [{ people: 60 }],
    inProcess: true,
  });
  const { simulator, clock } = graph;
  const [suite] = simulator.tenants;
  assert.ok(suite);
  after(async () => {
    await graph.close();
    assert.deepEqual(simulator.journal.violations, []);
  });
  const watched = new Set(suite.users.slice(0, 30).map(({ id }) => id));
  let token: string | null = null;
  let isCheckOfAll = true;
  const unavailable = new Set<string>();
  let last: Followed | undefined;
  const followPeople = createFollowPeople({
    tenantId: suite.tenantId,
    directory: graph.connect(),
    store: {
      position: async () => ({ token, isCheckOfAll, announcement: null }),
      watchedIds: async () => ({ all: watched, unknown: [] }),
      async record(_, followed) {
        ({ token } = followed);
        isCheckOfAll = false;
        last = followed;
        for (const state of followed.states) {
          if (unavailabilityOf(state) === null) unavailable.delete(state.id);
          else unavailable.add(state.id);
        }
      },
    },
    stewards: [suite.users[31]?.mail ?? ''],
    retry: createRetry(clock),
    yieldToCallers: async () => undefined,
  });
  const call = { signal: new AbortController().signal, teamId: 'people' };
  return {
    simulator,
    suite,
    unavailable,
    id: (index: number) => suite.users[index]?.id ?? '',
    follow: () => clock.run(followPeople(call)),
    wait: (durationMs: number) => clock.run(clock.wait(durationMs)),
    last: () => last,
  };
}

for (const profile of [calm, hostile]) {
  test(`people who leave and come back are found by their changes, on a ${profile.name} day`, async () => {
    const { simulator, suite, unavailable, id, follow, last } = await open(profile);
    await follow();
    assert.equal(last()?.states.length, 30);
    simulator.changeUser(suite.tenantId, id(1), { accountEnabled: false });
    simulator.deleteUser(suite.tenantId, id(2));
    // Nobody watches this one.
    simulator.deleteUser(suite.tenantId, id(40));
    await follow();
    assert.deepEqual(unavailable, new Set([id(1), id(2)]));
    simulator.restoreUser(suite.tenantId, id(2));
    await follow();
    assert.deepEqual(unavailable, new Set([id(1)]));
  });

  test(`a position that the directory has forgotten loses nobody, on a ${profile.name} day`, async () => {
    const { simulator, suite, unavailable, id, follow, wait, last } = await open(profile);
    await follow();
    for (let index = 0; index < 25; index += 1) {
      simulator.changeUser(suite.tenantId, id(index), { accountEnabled: false });
    }
    await wait(8 * day);
    await follow();
    assert.equal(last()?.hasCheckedAll, true);
    assert.equal(unavailable.size, 25);
    simulator.changeUser(suite.tenantId, id(26), { accountEnabled: false });
    await follow();
    assert.equal(last()?.hasCheckedAll, false);
    assert.equal(unavailable.size, 26);
  });
}

test('the manager of a person and the steward of an organisation are found', async () => {
  const { simulator, suite, id, follow, last } = await open(calm);
  simulator.changeUser(suite.tenantId, id(1), { managerId: id(50) });
  await follow();
  assert.deepEqual(last()?.stewards, { [suite.users[31]?.mail ?? '']: id(31) });
  const states = new Map(last()?.states.map((state) => [state.id, state]));
  const state = states.get(id(1));
  assert.equal(state?.state === 'present' ? state.manager?.id : undefined, id(50));
  assert.ok(states.has(id(50)));
});

const endless: readonly [string, DirectoryChanges][] = [
  [
    'changes without an end',
    { state: 'read', changedIds: ['nobody'], token: 'next', isLast: false },
  ],
  ['positions that are always forgotten', { state: 'expired' }],
];
for (const [what, page] of endless) {
  test(`${what} are given up`, async () => {
    let reads = 0;
    const unused = () => assert.fail('not reached');
    const followPeople = createFollowPeople({
      tenantId: 'tenant',
      directory: {
        async readPeopleChanges() {
          reads += 1;
          return page;
        },
        readPeopleStates: unused,
        resolvePeople: unused,
      },
      store: {
        position: async () => ({ token: 'last', isCheckOfAll: false, announcement: null }),
        watchedIds: async () => ({ all: new Set(), unknown: [] }),
        record: unused,
      },
      stewards: [],
      retry: async (_call, work) => work(),
      yieldToCallers: async () => undefined,
    });
    await assert.rejects(
      followPeople({ signal: new AbortController().signal, teamId: 'people' }),
      (error) => error instanceof DirectoryError && error.code === 'unavailable',
    );
    assert.equal(reads, 5_000);
  });
}
