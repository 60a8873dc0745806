// The guarantees of every ledger of operations. The lane may only rely on what this suite shows.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Lease } from '../../engine/lane.ts';
import { fail, postpone, succeed } from '../../engine/ledger.ts';
import type { OperationLedger } from './lane-store.ts';
import type { Operation, OperationKind } from './operation.ts';

/** A lane without operations, on a clock that passes only when a test says so. */
export interface OperationLaneRig {
  readonly ledger: OperationLedger;
  readonly tenantId: string;
  now(): number;
  /** Lets so much time pass. */
  pass(durationMs: number): void;
  /** Adds a group whose creation runs, and answers its teamId. */
  beginCreation(): Promise<string>;
  endCreation(teamId: string, status: 'succeeded' | 'failed'): Promise<void>;
  /** Accepts an operation that writes this description. */
  accept(
    teamId: string,
    description: string,
    options?: { priority?: 0 | 1 | 2; kind?: OperationKind },
  ): Promise<void>;
  /** False if the operation has begun. */
  cancel(description: string): Promise<boolean>;
  /** Takes the lane as its next holder. */
  takeOver(): Promise<Lease>;
}

export interface OperationLanesRig {
  openLane(): Promise<OperationLaneRig>;
  close(): Promise<void>;
}

export function describeOperationLane(name: string, openRig: () => Promise<OperationLanesRig>) {
  describe(name, () => {
    let lanes: OperationLanesRig;
    let rig: OperationLaneRig;
    let lane: Lease;

    before(async () => {
      lanes = await openRig();
    });
    beforeEach(async () => {
      rig = await lanes.openLane();
      lane = await rig.takeOver();
    });
    after(() => lanes.close());

    async function addGroup(): Promise<string> {
      const teamId = await rig.beginCreation();
      await rig.endCreation(teamId, 'succeeded');
      return teamId;
    }

    /** Each on a separate group, and each due later than the one before. */
    async function accept(priority: 0 | 1 | 2, ...descriptions: readonly string[]): Promise<void> {
      for (const description of descriptions) {
        await rig.accept(await addGroup(), description, { priority });
        rig.pass(1);
      }
    }

    async function claim(atMost = 10, maxPriority = 2, lease = lane): Promise<string[]> {
      const operations = await rig.ledger.claimDue(lease, atMost, maxPriority);
      return operations.map(({ change }) => change.description ?? '');
    }

    async function begin(description: string, teamId?: string): Promise<Operation> {
      await rig.accept(teamId ?? (await addGroup()), description);
      rig.pass(1);
      const [operation, ...others] = await rig.ledger.claimDue(lane, 10, 2);
      assert.ok(operation);
      assert.deepEqual([operation.change.description, others], [description, []]);
      return operation;
    }

    const write = (entry: Operation, dueInMs?: number, lease = lane) =>
      rig.ledger.write(lease, dueInMs === undefined ? { entry } : { entry, dueInMs });
    const postponed = (operation: Operation, dueInMs: number) =>
      postpone(operation, 'update_group', 'Not now.', rig.now(), dueInMs);

    test('operations are claimed by the time they were accepted, up to the requested number, each once', async () => {
      await accept(0, 'first', 'second', 'third', 'fourth');
      assert.deepEqual(await claim(3), ['first', 'second', 'third']);
      assert.deepEqual(await claim(3), ['fourth']);
      assert.deepEqual(await claim(3), []);
    });

    test('a lane has an operation that is due when one can be claimed, and at no other time', async () => {
      const isDue = () => rig.ledger.isDue(rig.tenantId);
      assert.equal(await isDue(), false);
      await accept(2, 'policy');
      assert.equal(await isDue(), true);
      const [operation] = await rig.ledger.claimDue(lane, 10, 2);
      assert.ok(operation);
      assert.equal(await isDue(), false);
      await write(postponed(operation, 1_000), 1_000);
      assert.equal(await isDue(), false);
      rig.pass(1_000);
      assert.equal(await isDue(), true);
      await claim();
      assert.equal(await isDue(), false);
      await rig.accept(await rig.beginCreation(), 'of a group in creation');
      await claim();
      assert.equal(await isDue(), false);
    });

    test('of two claims at once none gets what the other has', async () => {
      const all = Array.from({ length: 8 }, (_, index) => `contested ${index}`);
      await accept(0, ...all);
      const claims = await Promise.all([claim(8), claim(8)]);
      assert.deepEqual(claims.flat().toSorted(), all);
    });

    test('callers come before decisions of people, and policy comes last', async () => {
      await accept(2, 'policy');
      await accept(1, 'decision');
      await accept(0, 'caller');
      assert.deepEqual(await claim(10, 0), ['caller']);
      assert.deepEqual(await claim(10, 2), ['decision', 'policy']);
    });

    test('an operation that has begun is claimed before those that have not', async () => {
      const begun = await begin('begun');
      await accept(0, 'fresh 1', 'fresh 2');
      rig.pass(1_000);
      // Due later than the accepted ones.
      await write(postponed(begun, 0), 0);
      assert.deepEqual((await claim(2)).toSorted(), ['begun', 'fresh 1']);
      assert.deepEqual(await claim(2), ['fresh 2']);
    });

    test('operations of a group run one at a time, in the order of their acceptance', async () => {
      const teamId = await addGroup();
      for (const description of ['one', 'two', 'three']) await rig.accept(teamId, description);
      for (const description of ['one', 'two', 'three']) {
        const [operation, ...others] = await rig.ledger.claimDue(lane, 10, 2);
        assert.equal(operation?.change.description, description);
        assert.deepEqual(others, []);
        await write(postponed(operation, 1_000), 1_000);
        assert.deepEqual(await claim(), []);
        rig.pass(1_000);
        const [again] = await rig.ledger.claimDue(lane, 10, 2);
        assert.ok(again);
        await write(description === 'two' ? fail(again) : succeed(again));
      }
      assert.deepEqual(await claim(), []);
    });

    test('an operation waits for the creation of its group, and is due when it ends', async () => {
      const [succeeds, fails] = [await rig.beginCreation(), await rig.beginCreation()];
      await rig.accept(succeeds, 'of one that succeeds');
      await rig.accept(fails, 'of one that fails');
      assert.deepEqual(await claim(), []);
      rig.pass(100);
      assert.deepEqual(await claim(), []);
      await rig.endCreation(succeeds, 'succeeded');
      assert.deepEqual(await claim(), ['of one that succeeds']);
      await rig.endCreation(fails, 'failed');
      const [operation] = await rig.ledger.claimDue(lane, 10, 2);
      assert.equal(operation?.group.state, 'failed');
    });

    test('many operations on groups in creation delay none that can run', async () => {
      for (let number = 0; number < 20; number += 1) {
        await rig.accept(await rig.beginCreation(), `early ${number}`);
      }
      await accept(0, 'ready');
      const claimed: string[] = [];
      for (let claims = 0; claims < 6; claims += 1) {
        claimed.push(...(await claim(5)));
        rig.pass(1_000);
      }
      assert.deepEqual(claimed, ['ready']);
    });

    test('the cancellation of a waiting operation lets the next one begin, and only one that has not begun can be cancelled', async () => {
      const teamId = await rig.beginCreation();
      for (const description of ['one', 'two', 'three']) await rig.accept(teamId, description);
      assert.equal(await rig.cancel('two'), true);
      assert.equal(await rig.cancel('one'), true);
      await rig.endCreation(teamId, 'succeeded');
      const [three] = await rig.ledger.claimDue(lane, 10, 2);
      assert.equal(three?.change.description, 'three');
      assert.equal(await rig.cancel('three'), false);
      await rig.accept(teamId, 'four');
      await rig.accept(teamId, 'five');
      assert.equal(await rig.cancel('four'), true);
      assert.deepEqual(await claim(), []);
      await write(succeed(three));
      assert.deepEqual(await claim(), ['five']);
    });

    test('an operation that waits is claimed when it is due, and not before', async () => {
      const operation = await begin('waiting');
      assert.equal(await rig.ledger.nextDueInMs(rig.tenantId), undefined);
      assert.equal(await write(postponed(operation, 5_000), 5_000), 'written');
      assert.equal(await rig.ledger.nextDueInMs(rig.tenantId), 5_000);
      rig.pass(4_999);
      assert.deepEqual(await claim(), []);
      assert.equal(await rig.ledger.nextDueInMs(rig.tenantId), 1);
      rig.pass(1);
      assert.deepEqual(await claim(), ['waiting']);
    });

    test('an operation is claimed again as it was written, and its people never change', async () => {
      const operation = await begin('recorded');
      const changedPeople = {
        addOwnerIds: ['00000000-0000-4000-8000-000000000001'],
        addMemberIds: [],
        removeOwnerIds: [],
        removeMemberIds: ['00000000-0000-4000-8000-000000000002'],
      };
      const written: Operation = {
        ...postponed(operation, 0),
        facts: { changedPeople, ownersAdded: 1 },
        warnings: [{ code: 'owner_stays', detail: 'One stays.' }],
      };
      await write(written, 0);
      const [again] = await rig.ledger.claimDue(lane, 1, 2);
      assert.deepEqual(again, written);
      assert.ok(again);
      await write({ ...again, facts: { ...again.facts, ownersAdded: 2 } }, 0);
      const [third] = await rig.ledger.claimDue(lane, 1, 2);
      assert.deepEqual(third?.facts, { changedPeople, ownersAdded: 2 });
    });

    test('the next operation of a group begins with the record that the one before has left', async () => {
      const teamId = await addGroup();
      const rename = await begin('renamed', teamId);
      await rig.accept(teamId, 'after it');
      const steps = rename.steps.map((step) =>
        step.name === 'update_group' ? { ...step, status: 'succeeded' as const } : step,
      );
      await write(succeed({ ...rename, steps }));
      const [next] = await rig.ledger.claimDue(lane, 1, 2);
      assert.equal(next?.group.description, 'renamed');
    });

    test('a final operation is neither claimed nor written again', async () => {
      const [succeeded, failed] = [await begin('succeeded'), await begin('failed')];
      assert.equal(await write(succeed(succeeded)), 'written');
      assert.equal(await write(fail(failed)), 'written');
      for (const operation of [succeeded, failed]) {
        assert.equal(await write(postponed(operation, 0), 0), 'ended');
      }
      lane = await rig.takeOver();
      assert.deepEqual(await claim(), []);
      assert.equal(await rig.ledger.nextDueInMs(rig.tenantId), undefined);
    });

    test('a holder that lost the lane claims and writes nothing', async () => {
      const operation = await begin('fenced');
      await accept(0, 'unclaimed');
      const lost = lane;
      lane = await rig.takeOver();
      assert.deepEqual(await claim(10, 2, lost), []);
      assert.equal(await write(succeed(operation), undefined, lost), 'lost');
      assert.equal(await write(postponed(operation, 0), 0, lost), 'lost');
      const [first, second] = await rig.ledger.claimDue(lane, 10, 2);
      assert.deepEqual(first, operation);
      assert.equal(second?.change.description, 'unclaimed');
    });

    test('the next holder gets at once what the last one had claimed, and waits for what waits', async () => {
      const waiting = await begin('not yet');
      await begin('claimed');
      await write(postponed(waiting, 5_000), 5_000);
      lane = await rig.takeOver();
      assert.deepEqual(await claim(), ['claimed']);
      assert.equal(await rig.ledger.nextDueInMs(rig.tenantId), 5_000);
      rig.pass(5_000);
      assert.deepEqual(await claim(), ['not yet']);
    });

    test('an accepted operation is due at once after the clock was set back', async () => {
      rig.pass(3_600_000);
      await accept(0, 'before it was set back');
      rig.pass(-3_600_000);
      assert.equal(await rig.ledger.nextDueInMs(rig.tenantId), 0);
      assert.deepEqual(await claim(), ['before it was set back']);
    });
  });
}
