// Entries of groups with hundreds of people weigh a thousand times as much as others: what reads many of them reads few at
// a time.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { leastMaxTurnMs } from '../../testing/longest-turn.ts';
import { createFeedStore } from '../events/feed.postgres.ts';
import { systemClock } from '../ground/clock.ts';
import { createRest } from '../ground/turns.ts';
import { createActivityReader } from './browse-activity.postgres.ts';
import { jsonLine, readAllActivity, type ActivityFilter } from './browse-activity.ts';
import { createChainReader } from './chain-reader.postgres.ts';
import { createChainStore } from './chain-appender.postgres.ts';
import { createVerifyChain } from './verify-chain.ts';

const entries = 600;
const peopleOfGroup = 300;
/** A batch of 1,000 such entries took hundreds of milliseconds. */
const mostTurnMs = 30;
const tenantId = randomUUID();
const everything: ActivityFilter = {
  actorKind: undefined,
  actor: undefined,
  action: undefined,
  subjectId: undefined,
  from: undefined,
  until: undefined,
};
const rest = createRest({
  monotonicNow: () => performance.now(),
  inNextTurn: (run) => void setImmediate(run),
  afterPromises: (run) => void setImmediate(run),
});

let at: TestDatabase;
before(async () => {
  at = await createTestDatabase();
  await at.database.query(
    `insert into tenants (tenant_id, name, directory, revision) values ($1, 'T', '{"kind":"sandbox"}', 0)`,
    [tenantId],
  );
  await addEntries(entries);
  await seal();
});
after(() => at.close());

async function addEntries(count: number, people = peopleOfGroup): Promise<void> {
  await at.database.query(
    `insert into activity (tenant_id, occurred_at, actor_kind, actor_id, action, subject_kind, subject_id, data)
     select $1, now(), 'operator', 'test', 'group.changed', 'group', gen_random_uuid()::text, jsonb_build_object(
       'before', jsonb_build_object('members', array(select gen_random_uuid() from generate_series(1, $3::int) where n > 0)),
       'after', jsonb_build_object('members', array(select gen_random_uuid() from generate_series(1, $3::int) where n > 0)))
     from generate_series(1, $2::int) as n`,
    [tenantId, count, people],
  );
}

/** @returns the entries of each batch */
async function seal(): Promise<number[]> {
  const chain = createChainStore({ database: at.database, clock: systemClock });
  const batches: number[] = [];
  for (let more = true; more;) {
    const batch = await chain.appendBatch();
    ({ more } = batch);
    batches.push(batch.entries);
  }
  return batches;
}

test('a page of heavy entries is short and says that there are more', async () => {
  const reader = createActivityReader(at.database);
  const page = { beforeId: undefined, limit: 500 };
  const { entries: shown, hasMore } = await reader.read(tenantId, everything, page);
  assert.ok(shown.length > 0 && shown.length < 50, `${shown.length} entries`);
  assert.ok(hasMore);
  const light = await reader.read(tenantId, { ...everything, action: 'none' }, page);
  assert.deepEqual(light, { entries: [], hasMore: false });
});

test('an export of heavy entries is whole, without a long turn of the event loop', async () => {
  const reader = createActivityReader(at.database);
  const turn = await leastMaxTurnMs(
    async () => {
      const ids: number[] = [];
      for await (const batch of readAllActivity(reader, tenantId, everything)) {
        batch.map(jsonLine).join('');
        ids.push(...batch.map(({ activityId }) => activityId));
      }
      assert.equal(ids.length, entries);
      assert.deepEqual(
        ids,
        ids.toSorted((one, other) => other - one),
      );
    },
    { runs: 5, enoughMs: mostTurnMs },
  );
  assert.ok(turn < mostTurnMs, `${turn} ms`);
});

test('a proof of heavy entries is whole, without a long turn of the event loop', async () => {
  const reader = createChainReader({ database: at.database });
  const verifyChain = createVerifyChain({ reader, rest });
  const turn = await leastMaxTurnMs(
    async () => {
      const { head, broken } = await verifyChain(tenantId);
      assert.equal(broken, undefined);
      assert.equal(head.position, entries);
    },
    { runs: 5, enoughMs: mostTurnMs },
  );
  assert.ok(turn < mostTurnMs, `${turn} ms`);
});

test('a proof names the entry that is missing among heavy ones', async () => {
  const reader = createChainReader({ database: at.database });
  const [sealed] = await reader.seals(tenantId, 1);
  assert.ok(sealed);
  const asked = sealed.entryIds.with(5, -1);
  const found = await reader.entries(tenantId, [...asked, -2]);
  assert.deepEqual(
    found.map(({ activityId }) => activityId),
    asked.filter((id) => id > 0),
  );
});

test('a read of heavy events is short, and the next one continues behind it', async () => {
  const feed = createFeedStore({ database: at.database });
  const seen: number[] = [];
  for (let reads = 0; seen.length < entries; reads += 1) {
    const read = await feed.read(tenantId, seen.length + 1, entries);
    assert.ok(read.length > 0 && read.length < 50, `${read.length} entries`);
    seen.push(...read.map(({ position }) => position));
  }
  assert.deepEqual(
    seen,
    Array.from({ length: entries }, (_, n) => n + 1),
  );
});

test('heavy events at many positions are all read, without a long turn of the event loop', async () => {
  const feed = createFeedStore({ database: at.database });
  const positions = Array.from({ length: 128 }, (_, n) => 1 + 3 * n);
  const [known] = await feed.readAt(tenantId, [4]);
  const hashes = positions.map((position) => (position === 4 ? (known?.hash ?? null) : null));
  const turn = await leastMaxTurnMs(
    async () => {
      const read = await feed.readAt(tenantId, positions, hashes);
      assert.deepEqual(
        read.map(({ position }) => position),
        positions.filter((position) => position !== 4),
      );
    },
    { runs: 5, enoughMs: mostTurnMs },
  );
  assert.ok(turn < mostTurnMs, `${turn} ms`);
});

test('heavy entries are sealed few at a time, without a long turn of the event loop', async () => {
  const count = 200;
  const turn = await leastMaxTurnMs(
    async () => {
      await addEntries(count);
      const batches = await seal();
      assert.equal(
        batches.reduce((sum, one) => sum + one),
        count,
      );
      assert.ok(Math.max(...batches) < 50, batches.join(' '));
    },
    { runs: 5, enoughMs: mostTurnMs },
  );
  assert.ok(turn < mostTurnMs, `${turn} ms`);
});

test('entries with ten people are sealed a thousand at a time', async () => {
  await addEntries(1_000, 5);
  assert.equal(Math.max(...(await seal())), 1_000);
});
