import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';

import type { Database } from '../../postgres/database.ts';
import { createTestDatabase, openAsOwner, type TestDatabase } from '../../../testing/database.ts';
import { createDeliveryLog } from './delivery-log.postgres.ts';
import { rowsPerPart } from './requeue.postgres.ts';

/** Two whole parts, and one of a single row. */
const waiting = 2 * rowsPerPart + 1;

let at: TestDatabase;
let owner: Database;
before(async () => {
  at = await createTestDatabase();
  owner = openAsOwner(at.settings, { maxConnections: 1 });
  // Counts the rows of each statement.
  await owner.query('create table changed_rows (count integer not null)');
  await owner.query(`
    create function note_changed_rows() returns trigger language plpgsql as $$ begin
      insert into changed_rows select count(*) from changed;
      return null;
    end $$`);
  await owner.query(`
    create trigger changed_rows after update on webhook_deliveries
    referencing new table as changed for each statement execute function note_changed_rows()`);
});
beforeEach(() => owner.query('truncate changed_rows'));
after(async () => {
  await owner.close();
  await at.close();
});

/** @param state SQL for the state, the due time and the end of delivery n */
async function addEndpoint(state: string): Promise<[tenantId: string, endpointId: string]> {
  const [tenantId, endpointId] = [randomUUID(), randomUUID()];
  await owner.query(
    `insert into tenants (tenant_id, name, directory) values ($1, 'T', '{"kind": "sandbox"}')`,
    [tenantId],
  );
  await owner.query(
    `insert into webhook_endpoints
      (tenant_id, endpoint_id, url, description, signing_keys, created_at, created_by, position, failures_in_row, held_until)
    values ($1, $2, 'https://receiver.example', '', '[]', now(), 'test', 0, 9, now() + interval '10 minutes')`,
    [tenantId, endpointId],
  );
  await owner.query(
    `insert into webhook_deliveries
      (tenant_id, endpoint_id, position, event_type, ordering_key, queued_at, state, due_at, finished_at)
    select $1, $2, n, 'group.accepted', n::text, now() - interval '2 days', ${state}
    from generate_series(1, ${waiting}) n`,
    [tenantId, endpointId],
  );
  return [tenantId, endpointId];
}

const count = async (condition: string, of: readonly string[]): Promise<number> => {
  const [row] = await owner.query<{ count: number }>(
    `select count(*)::integer as count from webhook_deliveries
    where tenant_id = $1 and endpoint_id = $2 and ${condition}`,
    of,
  );
  return row?.count ?? 0;
};

async function assertInParts(): Promise<void> {
  const parts = await owner.query<{ count: number }>('select count from changed_rows');
  assert.ok(
    parts.every(({ count: rows }) => rows <= rowsPerPart),
    JSON.stringify(parts),
  );
}

test('everything that waits is due at once, in statements of a bounded number of rows', async () => {
  const of = await addEndpoint(`'pending', now() + interval '12 hours', null`);
  const other = await addEndpoint(`'pending', now() + interval '12 hours', null`);
  const due = await owner.transaction((transaction) =>
    createDeliveryLog(transaction).deliverNow(...of),
  );
  assert.equal(due, waiting);
  assert.equal(await count('due_at <= now()', of), waiting);
  assert.equal(await count('due_at <= now()', other), 0);
  await assertInParts();
  const [endpoint] = await owner.query(
    'select failures_in_row, held_until < now() as is_over from webhook_endpoints where endpoint_id = $1',
    of.slice(1),
  );
  assert.deepEqual(endpoint, { failuresInRow: 0, isOver: true });
  // Nothing is early any more, so nothing is written.
  await owner.query('truncate changed_rows');
  assert.equal(await createDeliveryLog(owner).deliverNow(...of), waiting);
  const [written] = await owner.query('select sum(count)::integer as rows from changed_rows');
  assert.deepEqual(written, { rows: 0 });
});

test('a test that succeeds makes due what waits, and only after failures', async () => {
  const of = await addEndpoint(`'pending', now() + interval '12 hours', null`);
  const resume = () =>
    owner.transaction((transaction) => createDeliveryLog(transaction).resume(...of));
  await resume();
  assert.equal(await count('due_at <= now()', of), waiting);
  await assertInParts();
  await owner.query(
    `update webhook_deliveries set due_at = now() + interval '1 hour' where endpoint_id = $1 and position = 1`,
    of.slice(1),
  );
  await resume();
  assert.equal(await count('due_at <= now()', of), waiting - 1);
});

test('a replay takes what was chosen, in statements of a bounded number of rows', async () => {
  const failed = `case when n % 2 = 0 then 'failed' else 'delivered' end, now(), now()`;
  const replay = (
    of: readonly [string, string],
    selection: Parameters<ReturnType<typeof createDeliveryLog>['replay']>[2],
  ) => owner.transaction((transaction) => createDeliveryLog(transaction).replay(...of, selection));
  const of = await addEndpoint(failed);
  assert.equal(await replay(of, {}), (waiting - 1) / 2);
  assert.equal(await count(`state = 'pending' and due_at <= now()`, of), (waiting - 1) / 2);
  assert.equal(await count(`state = 'pending' and position % 2 = 1`, of), 0);
  await assertInParts();
  assert.equal(await replay(of, {}), 0);
  // Those that wait already are not queued again, and neither is an absent one.
  assert.equal(await replay(of, { positions: [1, 2, waiting, waiting + 1] }), 2);
  const day = 86_400_000;
  const [from, until] = [new Date(Date.now() - 3 * day), new Date(Date.now() - day)];
  assert.equal(await replay(of, { until: from }), 0);
  assert.equal(await replay(of, { from, until }), (waiting + 1) / 2 - 2);
  assert.equal(await count(`state <> 'pending'`, of), 0);
  await assertInParts();
});
