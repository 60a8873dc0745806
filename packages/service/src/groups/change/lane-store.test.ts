import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createVirtualClock } from '@groupwright/graph-simulator/clock.ts';
import { createMemoryLane } from '../../../testing/in-memory-lane-store.ts';
import { createMemoryOperations } from '../../../testing/in-memory-operations.ts';
import { succeed } from '../../engine/ledger.ts';
import { createLaneStore, type LaneEntry, type OperationLedger } from './lane-store.ts';

const tenantId = 'tenant';
const people = { responsible: 'mara@x.example', deputy: null, owners: [], members: [] };

/** A lane with one group; `ledger` replaces parts of the ledger of operations. */
async function openLane(ledger: Partial<OperationLedger> = {}) {
  const clock = createVirtualClock(Date.UTC(2026, 0, 1));
  const memory = createMemoryLane({ tenantId, clock });
  const operations = createMemoryOperations({ tenantId, clock, creations: memory.creations });
  const store = createLaneStore(memory.store, { ...operations.ledger, ...ledger });
  const lane = memory.takeOver();
  operations.takeOver(lane);
  const create = (teamId: string) => memory.add({ teamId, mailNickname: teamId, people });
  async function createAndFinish(teamId: string): Promise<void> {
    create(teamId);
    for (const entry of await store.claimDue(lane, 1))
      await store.write(lane, { entry: succeed(entry) });
  }
  await createAndFinish('group');
  const claim = async (atMost: number) =>
    (await store.claimDue(lane, atMost)).map((entry: LaneEntry) =>
      'operationId' in entry ? entry.operationId : entry.teamId,
    );
  return { operations, create, createAndFinish, claim };
}

test('a claim takes operations of callers, then creations, then operations of a policy', async () => {
  const { operations, create, claim } = await openLane();
  for (const teamId of ['one', 'two']) create(teamId);
  operations.add({ operationId: 'of a policy', teamId: 'group', kind: 'archive', priority: 2 });
  assert.deepEqual(await claim(10), ['one', 'two', 'of a policy']);
  const other = await openLane();
  for (const teamId of ['one', 'two', 'three']) other.create(teamId);
  other.operations.add({ operationId: 'of a caller', teamId: 'group', kind: 'archive' });
  assert.deepEqual(await other.claim(3), ['of a caller', 'one', 'three']);
});

test('a lasting backlog of callers leaves an eighth of each claim to policies', async () => {
  const { operations, create, createAndFinish, claim } = await openLane();
  for (let n = 0; n < 20; n += 1) {
    const teamId = `existing ${n}`;
    await createAndFinish(teamId);
  }
  for (let n = 0; n < 20; n += 1) {
    const teamId = `existing ${n}`;
    operations.add({ operationId: `of a policy ${n}`, teamId, kind: 'archive', priority: 2 });
  }
  for (let n = 0; n < 200; n += 1) create(`new ${n}`);
  const ofPolicies = (await claim(64)).filter((id) => id.startsWith('of a policy'));
  assert.equal(ofPolicies.length, 8);
});

test('a claim of a lane without due operations takes creations only, and no turn for operations', async () => {
  let claims = 0;
  const { create, claim } = await openLane({
    claimDue() {
      claims += 1;
      return Promise.resolve([]);
    },
  });
  for (const teamId of ['one', 'two']) create(teamId);
  assert.deepEqual(await claim(10), ['one', 'two']);
  assert.equal(claims, 0);
});
