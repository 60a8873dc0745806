// The guarantees of every store of a lane. The lane may only rely on what this suite shows.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { postpone, fail, succeed } from './ledger.ts';
import type { Creation } from './creation.ts';
import type { LaneStore, Lease } from './lane.ts';

/** A lane without a creation, on a clock that passes only when a test says so. */
export interface LaneRig {
  readonly store: LaneStore<Creation>;
  readonly tenantId: string;
  now(): number;
  /** Lets so much time pass. */
  pass(durationMs: number): void;
  /** @param aheadMs how far the clock of the accepting process is ahead */
  accept(mailNickname: string, aheadMs?: number): Promise<void>;
  /** Takes the lane as its next holder. */
  takeOver(): Promise<Lease>;
}

export interface LaneStoreRig {
  openLane(): Promise<LaneRig>;
  close(): Promise<void>;
}

export function describeLaneStore(name: string, openRig: () => Promise<LaneStoreRig>): void {
  describe(name, () => {
    let stores: LaneStoreRig;
    let rig: LaneRig;
    let lane: Lease;

    before(async () => {
      stores = await openRig();
    });
    beforeEach(async () => {
      rig = await stores.openLane();
      lane = await rig.takeOver();
    });
    after(() => stores.close());

    /** One after the other, so that each is due later than the one before. */
    async function accept(...mailNicknames: readonly string[]): Promise<void> {
      for (const mailNickname of mailNicknames) {
        await rig.accept(mailNickname);
        rig.pass(1);
      }
    }

    async function claim(atMost = 10, lease = lane): Promise<string[]> {
      return (await rig.store.claimDue(lease, atMost)).map(({ mailNickname }) => mailNickname);
    }

    /** Accepts a creation and claims it. */
    async function begin(mailNickname: string): Promise<Creation> {
      await accept(mailNickname);
      const [creation, ...others] = await rig.store.claimDue(lane, 10);
      assert.ok(creation);
      assert.deepEqual([creation.mailNickname, others], [mailNickname, []]);
      return creation;
    }

    const postponed = (creation: Creation, dueInMs: number): Creation =>
      postpone(creation, 'resolve_people', 'Not now.', rig.now(), dueInMs);

    test('creations are claimed by the time they were accepted, up to the requested number, each once', async () => {
      await accept('first', 'second', 'third', 'fourth');
      assert.deepEqual(await claim(3), ['first', 'second', 'third']);
      assert.deepEqual(await claim(3), ['fourth']);
      assert.deepEqual(await claim(3), []);
    });

    test('of two claims at once none gets what the other has', async () => {
      const aliases = Array.from({ length: 8 }, (_, index) => `contested-${index}`);
      await accept(...aliases);
      const claims = await Promise.all([claim(8), claim(8)]);
      assert.deepEqual(claims.flat().toSorted(), aliases);
    });

    test('a creation that is claimed and not written is there for the next holder as it was', async () => {
      await begin('unwritten');
      assert.deepEqual(await claim(), []);
      assert.equal(await rig.store.nextDueInMs(lane), undefined);
      lane = await rig.takeOver();
      const [again] = await rig.store.claimDue(lane, 10);
      assert.deepEqual([again?.mailNickname, again?.status], ['unwritten', 'running']);
    });

    test('a claimed creation is running, with the ledger of its policy', async () => {
      const creation = await begin('fresh');
      assert.equal(creation.status, 'running');
      assert.equal(creation.tenantId, rig.tenantId);
      assert.deepEqual(
        creation.steps.map(({ name, status, attempts }) => `${name} ${status} ${attempts}`),
        [
          'resolve_people pending 0',
          'create_group pending 0',
          'create_team pending 0',
          'add_owners pending 0',
          'add_members pending 0',
          'create_channels skipped 0',
          'confirm pending 0',
        ],
      );
    });

    test('a creation that has begun is claimed before those that have not', async () => {
      const begun = await begin('begun');
      await accept('fresh-1', 'fresh-2');
      rig.pass(1_000);
      // Due later than the accepted ones.
      await rig.store.write(lane, { entry: postponed(begun, 0), dueInMs: 0 });
      assert.deepEqual((await claim(2)).toSorted(), ['begun', 'fresh-1']);
      assert.deepEqual(await claim(2), ['fresh-2']);
    });

    test('an accepted creation is due at once, also when the clock that accepted it is ahead', async () => {
      await rig.accept('ahead', 3_600_000);
      assert.deepEqual(await claim(), ['ahead']);
    });

    test('a creation that waits is claimed when it is due, and not before', async () => {
      const creation = await begin('waiting');
      assert.equal(await rig.store.nextDueInMs(lane), undefined);
      const record = { entry: postponed(creation, 5_000), dueInMs: 5_000 };
      assert.equal(await rig.store.write(lane, record), 'written');
      assert.equal(await rig.store.nextDueInMs(lane), 5_000);
      rig.pass(4_999);
      assert.deepEqual(await claim(), []);
      assert.equal(await rig.store.nextDueInMs(lane), 1);
      rig.pass(1);
      assert.deepEqual(await claim(), ['waiting']);
      assert.equal(await rig.store.nextDueInMs(lane), undefined);
    });

    test('creations that wait are claimed by their due times', async () => {
      const later = await begin('later');
      const sooner = await begin('sooner');
      await rig.store.write(lane, { entry: postponed(later, 2_000), dueInMs: 2_000 });
      await rig.store.write(lane, { entry: postponed(sooner, 1_000), dueInMs: 1_000 });
      assert.equal(await rig.store.nextDueInMs(lane), 1_000);
      rig.pass(2_000);
      assert.deepEqual(await claim(), ['sooner', 'later']);
    });

    test('a creation is claimed again as it was written, and its people never change', async () => {
      const creation = await begin('recorded');
      const resolvedPeople = {
        ownerIds: ['00000000-0000-4000-8000-000000000001'],
        memberIds: ['00000000-0000-4000-8000-000000000002'],
      };
      const written: Creation = {
        ...postponed(creation, 0),
        resolvedPeople,
        facts: { groupId: '00000000-0000-4000-8000-000000000003', membersAdded: 1 },
        warnings: [{ code: 'member_refused', detail: 'The directory refuses one.' }],
      };
      await rig.store.write(lane, { entry: written, dueInMs: 0 });
      const [again] = await rig.store.claimDue(lane, 1);
      assert.deepEqual(again, written);

      const others = { ...written, resolvedPeople: { ownerIds: [], memberIds: [] } };
      await rig.store.write(lane, { entry: others, dueInMs: 0 });
      const [unchanged] = await rig.store.claimDue(lane, 1);
      assert.deepEqual(unchanged?.resolvedPeople, resolvedPeople);
    });

    test('a record without a due time keeps the creation claimed', async () => {
      const creation = await begin('kept');
      await rig.store.write(lane, { entry: postponed(creation, 0) });
      rig.pass(1_000);
      assert.deepEqual(await claim(), []);
      assert.equal(await rig.store.nextDueInMs(lane), undefined);
    });

    test('a final creation is neither claimed nor written again', async () => {
      const succeeded = await begin('succeeded');
      const failed = await begin('failed');
      assert.equal(await rig.store.write(lane, { entry: succeed(succeeded) }), 'written');
      assert.equal(await rig.store.write(lane, { entry: fail(failed) }), 'written');
      for (const creation of [succeeded, failed]) {
        const record = { entry: postponed(creation, 0), dueInMs: 0 };
        assert.equal(await rig.store.write(lane, record), 'ended');
      }
      lane = await rig.takeOver();
      assert.deepEqual(await claim(), []);
      assert.equal(await rig.store.nextDueInMs(lane), undefined);
    });

    test('a holder that lost the lane claims and writes nothing', async () => {
      const creation = await begin('fenced');
      await accept('unclaimed');
      const lost = lane;
      lane = await rig.takeOver();
      assert.notEqual(lane.epoch, lost.epoch);
      assert.deepEqual(await claim(10, lost), []);
      assert.equal(await rig.store.write(lost, { entry: succeed(creation) }), 'lost');
      const [first, second] = await rig.store.claimDue(lane, 10);
      assert.deepEqual(first, creation);
      assert.equal(second?.mailNickname, 'unclaimed');
    });

    test('the next holder gets at once what the last one had claimed, and waits for what waits', async () => {
      const claimed = await begin('claimed');
      const waiting = await begin('not-yet');
      await rig.store.write(lane, { entry: postponed(waiting, 5_000), dueInMs: 5_000 });
      lane = await rig.takeOver();
      assert.deepEqual(await claim(), [claimed.mailNickname]);
      assert.equal(await rig.store.nextDueInMs(lane), 5_000);
      rig.pass(5_000);
      assert.deepEqual(await claim(), [waiting.mailNickname]);
    });
  });
}
