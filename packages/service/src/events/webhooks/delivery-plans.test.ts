import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';

import type { CloudEvent, EventType } from '../event.ts';
import { createFeedStore } from '../feed.postgres.ts';
import { systemClock } from '../../ground/clock.ts';
import type { Database } from '../../postgres/database.ts';
import { createTestDatabase, openAsOwner, type TestDatabase } from '../../../testing/database.ts';
import { nodesOf, type PlanNode, type PlanRow } from '../../../testing/query-plan.ts';
import type { DeliveryRecord } from './delivery-store.ts';
import { createDispatchStore } from './dispatch.postgres.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { leaseMs } from './endpoint-worker.ts';
import { createAttemptRecorder } from './record-attempts.postgres.ts';

const entries = 4_000;
const claimsAtOnce = 128;
const [tenantId, endpointId] = [randomUUID(), randomUUID()];
const endpoint = { tenantId, endpointId } as WebhookEndpoint;

let at: TestDatabase;
let owner: Database;

/** A sealed log, and an endpoint that has seen nothing of it; no table has statistics, as while a service is new. */
before(async () => {
  at = await createTestDatabase();
  owner = openAsOwner(at.settings, { maxConnections: 1 });
  await owner.query('alter table activity set (autovacuum_enabled = false)');
  await owner.query('alter table webhook_deliveries set (autovacuum_enabled = false)');
  await owner.query(
    `insert into tenants (tenant_id, name, directory) values ($1, 'T', '{"kind": "sandbox"}')`,
    [tenantId],
  );
  await owner.query(
    `with added as (
      insert into activity (tenant_id, occurred_at, actor_kind, actor_id, action, subject_kind, subject_id, data)
      select $1, now(), 'service', 'test', $3, 'template', gen_random_uuid(), '{}' from generate_series(1, $2::int)
      returning activity_id
    )
    insert into activity_seals (tenant_id, first_position, entry_ids, entry_hashes, previous_hash, hash, sealed_at)
    select $1, 1, array_agg(activity_id order by activity_id), decode(repeat(md5('') || md5('1'), $2), 'hex'), '', '', now()
    from added`,
    [tenantId, entries, 'template.created' satisfies EventType],
  );
  await owner.query(
    `insert into webhook_endpoints
      (tenant_id, endpoint_id, url, description, signing_keys, created_at, created_by, position)
    values ($1, $2, 'https://receiver.example', '', '[]', now(), 'test', 0)`,
    [tenantId, endpointId],
  );
});
after(async () => {
  await owner.close();
  await at.close();
});

/** Runs the statements, and keeps the plan of the one whose text contains `text`. */
async function planOf(
  text: string,
  work: (explained: Database) => Promise<unknown>,
): Promise<PlanNode> {
  const plans: PlanNode[] = [];
  await work({
    ...at.database,
    async query(query, values) {
      const statement = typeof query === 'string' ? query : query.text;
      if (!statement.includes(text)) return await at.database.query(query, values);
      const [row] = await at.database.query<PlanRow>(
        `explain (analyze, buffers, timing off, format json) ${statement}`,
        values,
      );
      if (row !== undefined) plans.push(row['QUERY PLAN'][0].Plan);
      return [];
    },
  });
  const [plan] = plans;
  assert.ok(plan);
  return plan;
}

const pagesOf = (plan: PlanNode) =>
  (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);

const mostRowsOf = (plan: PlanNode) =>
  Math.max(
    ...nodesOf(plan).map(
      (node) =>
        ((node['Actual Rows'] ?? 0) +
          (node['Rows Removed by Filter'] ?? 0) +
          (node['Rows Removed by Join Filter'] ?? 0)) *
        (node['Actual Loops'] ?? 0),
    ),
  );

const storeOf = (database: Database) =>
  createDispatchStore({
    database,
    clock: systemClock,
    eventsAt: async (_, positions) =>
      positions.map((position) => ({ id: `${position}` }) as CloudEvent),
  });

test('events are queued without comparing each with all others', async () => {
  const plan = await planOf('insert into webhook_deliveries', (explained) =>
    storeOf(explained).queueEvents(),
  );
  // The step stops at 1,000 entries, and unpacks the whole seal.
  assert.ok(mostRowsOf(plan) <= entries, String(mostRowsOf(plan)));
  while (await storeOf(at.database).queueEvents());
  const [queued] = await owner.query('select count(*)::int as count from webhook_deliveries');
  assert.deepEqual(queued, { count: entries });
});

test('a claim leaves each row on its page, so that no index changes', async () => {
  const pages = () =>
    owner.query<{ position: number; page: number; claims: number }>(
      `select position, (ctid::text::point)[0] as page, claims from webhook_deliveries
      where tenant_id = $1 and position <= $2 order by position`,
      [tenantId, claimsAtOnce],
    );
  const before = await pages();
  await storeOf(at.database).claim(endpoint, claimsAtOnce, leaseMs);
  assert.deepEqual(
    await pages(),
    before.map(({ position, page }) => ({ position, page, claims: 1 })),
  );
});

test('a renewal finds its deliveries by their keys, however many wait', async () => {
  const positions = Array.from({ length: claimsAtOnce }, (_, n) => n + 1);
  const held = positions.map((position) => ({ position, claims: 1 }));
  const plan = await planOf('clock_timestamp() + $5', (explained) =>
    storeOf(explained).renew(endpoint, held, leaseMs),
  );
  assert.ok(mostRowsOf(plan) <= claimsAtOnce, `${mostRowsOf(plan)} rows`);
  assert.ok(pagesOf(plan) <= 20 * claimsAtOnce, `${pagesOf(plan)} pages`);
  assert.deepEqual(
    new Set(await storeOf(at.database).renew(endpoint, held, leaseMs)),
    new Set(positions),
  );
});

test('a seal is unpacked once for all of its entries that are read', async () => {
  const positions = Array.from({ length: 100 }, (_, n) => 40 * n + 1);
  const plan = await planOf('as wanted (position', (explained) =>
    createFeedStore({ database: explained }).readAt(tenantId, positions),
  );
  const placed = nodesOf(plan).find((node) => node['Subplan Name'] === 'CTE placed');
  assert.ok(placed);
  // The key of its seal for each one, and the seal.
  assert.ok(pagesOf(placed) <= 4 * positions.length, `${pagesOf(placed)} pages`);
  const read = await createFeedStore(at).readAt(tenantId, positions);
  assert.deepEqual(
    read.map(({ position }) => position),
    positions,
  );
});

test('an entry whose hash is known is not read, and another one is', async () => {
  const feed = createFeedStore(at);
  const [first, second] = await feed.readAt(tenantId, [1, 2]);
  assert.ok(first && second);
  const other = Buffer.from(second.hash.map((byte) => 255 - byte));
  const read = await feed.readAt(tenantId, [1, 2, 3], [first.hash, other, null]);
  assert.deepEqual(
    read.map(({ position }) => position),
    [2, 3],
  );
});

test('the records of attempts find their deliveries by their keys, however many wait', async () => {
  await owner.query('delete from webhook_deliveries');
  await owner.query(
    `insert into webhook_deliveries
      (tenant_id, endpoint_id, position, event_type, ordering_key, state, due_at, queued_at, claimed_until, claims)
    select $1, $2, n, 'group.accepted', gen_random_uuid(), 'pending', now(), now(), now() + interval '1 minute', 1
    from generate_series(1, $3::int) n`,
    [tenantId, endpointId, entries],
  );
  const positions = Array.from({ length: 100 }, (_, n) => n + 1);
  const plan = await planOf('insert into webhook_attempts', (explained) => {
    const record = createAttemptRecorder({ database: explained, clock: systemClock });
    return Promise.all(positions.map((position) => record(recordOf(position))));
  });
  assert.ok(pagesOf(plan) <= 60 * positions.length, `${pagesOf(plan)} pages`);
  assert.ok(mostRowsOf(plan) <= positions.length, `${mostRowsOf(plan)} rows`);
  const delivered = await owner.query<{ position: number }>(
    `select position from webhook_deliveries where state = 'delivered' order by position`,
  );
  assert.deepEqual(
    delivered.map(({ position }) => position),
    positions,
  );
});

test('a claim behind thousands of deliveries that wait for retries looks none of them up, and finds what is due', async () => {
  const subjects = entries / 5;
  await owner.query('delete from webhook_deliveries');
  await owner.query(
    `insert into webhook_deliveries
      (tenant_id, endpoint_id, position, event_type, ordering_key, state, due_at, queued_at)
    select $1::uuid, $2::uuid, n, 'group.accepted', 'subject ' || n % $4::int, 'pending',
      case when n < $4 then now() + interval '1 hour' else now() end, now()
    from generate_series(0, $3::int - 1) n
    union all
    select $1, $2, $3::int + n, 'group.accepted', 'other ' || n / 2, 'pending', now(), now() from generate_series(0, 3) n`,
    [tenantId, endpointId, entries, subjects],
  );
  const claim = (database: Database) => storeOf(database).claim(endpoint, claimsAtOnce, leaseMs);
  const claimed = await claim(at.database);
  assert.deepEqual(
    claimed.map(({ position }) => position),
    [entries, entries + 2],
  );
  await owner.query('update webhook_deliveries set claimed_until = null');
  const near = await planOf('limit 1000', claim);
  const far = await planOf('select * from claimed', claim);
  const rows = [near, far].map(mostRowsOf);
  assert.ok(Math.max(...rows) <= entries + 4, `${rows.join()} rows`);
  assert.deepEqual(await claim(at.database), []);
});

function recordOf(position: number): DeliveryRecord {
  return {
    endpoint,
    delivery: {
      position,
      claims: 1,
      failures: 0,
      ageMs: 0,
      event: { id: `event-${position}`, type: 'group.accepted' },
    } as DeliveryRecord['delivery'],
    attempt: {
      outcome: 'delivered',
      statusCode: 200,
      detail: null,
      answerExcerpt: null,
      retryAfterMs: undefined,
      attemptedAt: new Date(),
      durationMs: 1,
    },
    retryInMs: undefined,
    failuresInRow: 0,
    failuresHaveChanged: false,
    cooldownMs: 0,
    hasRecovered: false,
  };
}
