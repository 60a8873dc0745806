// The plans of statements that a lane waits for.
import { noLimit } from '../../ground/group-limit.ts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { testAcceptance } from '../../../testing/acceptance.ts';
import { createTestDatabase, openAsOwner } from '../../../testing/database.ts';
import { idleService } from '../../../testing/idle-service.ts';
import { type PlanNode, type PlanRow, readsIn } from '../../../testing/query-plan.ts';
import type { Database, Query } from '../../postgres/database.ts';
import { succeed } from '../../engine/ledger.ts';
import { createLeaseStore } from '../../engine/lanes.postgres.ts';
import { createAcceptanceStore } from '../create/create-team.postgres.ts';
import { createOperationAcceptance } from './accept-operation.postgres.ts';
import { claimDue, createOperationLedger } from './operation-ledger.postgres.ts';

const systemClock = { now: () => Date.now() };

/** The reads of a table in the plan of a statement. */
async function readsOf(database: Database, query: Query, table: string): Promise<PlanNode[]> {
  const [row] = await database.query<PlanRow>({
    ...query,
    text: `explain (format json) ${query.text}`,
  });
  assert.ok(row);
  return readsIn(row['QUERY PLAN'][0].Plan, table);
}

test('a lane finds by keys that no operation of it is due, however many wait', async () => {
  const at = await createTestDatabase({ maxConnections: 1 });
  const { database } = at;
  const ledger = createOperationLedger({ database, clock: systemClock, onChange: () => undefined });
  assert.equal(await ledger.isDue(randomUUID()), false);
  const reads = await readsOf(
    database,
    { text: `execute operations_due_lanes('{}', null)`, kind: 'hot' },
    'operations',
  );
  assert.equal(reads.length, 2);
  for (const read of reads) assert.match(read['Index Cond'] ?? '', /tenant_id/);
  await at.close();
});

test('a claim of a young installation without statistics reads the operations that it claims', async () => {
  const at = await createTestDatabase();
  const owner = openAsOwner(at.settings, { maxConnections: 1 });
  const tenantId = randomUUID();
  const claimed = 16;
  for (const table of ['teams', 'provisionings', 'operations']) {
    await owner.query(`alter table ${table} set (autovacuum_enabled = false)`);
  }
  await owner.query(
    `insert into tenants (tenant_id, name, directory) values ($1, 'T', '{"kind": "sandbox"}')`,
    [tenantId],
  );
  for (const text of idleService(400, randomUUID()).slice(0, 3))
    await owner.query(text, [tenantId]);
  await owner.query(
    `insert into operations
     select (jsonb_populate_record(o, jsonb_build_object('operation_id', uuidv7(), 'number', 3, 'status', 'accepted',
       'waiting', true, 'completed_at', null))).*
     from operations o where number = 1`,
  );
  const lane = await createLeaseStore(at.database).take(tenantId, randomUUID(), 10_000);
  const [row] = await at.database.query<PlanRow>(
    `explain (analyze, timing off, format json) ${claimDue.text}`,
    [tenantId, lane?.epoch, claimed, null, 2, 0],
  );
  assert.ok(row);
  const { Plan: plan } = row['QUERY PLAN'][0];
  assert.equal(plan['Actual Rows'], claimed);
  for (const read of [...readsIn(plan, 'operations'), ...readsIn(plan, 'provisionings')]) {
    const { 'Actual Rows': rows = 0, 'Actual Loops': loops = 0 } = read;
    const all = (rows + (read['Rows Removed by Filter'] ?? 0)) * loops;
    assert.ok(all <= 2 * claimed, JSON.stringify(read, undefined, 2));
  }
  await owner.close();
  await at.close();
});

test('a deletion finds its group in a list of thousands by a key', async () => {
  // One connection of each kind, so that its prepared statements can be explained.
  const at = await createTestDatabase({ maxConnections: 1 });
  const { database } = at;
  const owner = openAsOwner(at.settings);
  const acceptance = testAcceptance('deleted');
  const { tenantId, teamId, organisationId } = acceptance;
  await database.query(
    `insert into tenants (tenant_id, name, directory) values ($1, 'T', '{"kind": "sandbox"}')`,
    [tenantId],
  );
  await createAcceptanceStore(database).accept(acceptance);
  await database.query(
    `update provisionings set status = 'succeeded', waiting = false, directory_group_id = team_id`,
  );
  const accepted = await createOperationAcceptance(database)(
    {
      tenantId,
      teamId,
      kind: 'delete',
      change: {},
      reason: null,
      actor: { kind: 'api_key', id: 'key' },
      within: noLimit,
    },
    (request) => ({
      request,
      operationId: randomUUID(),
      kind: 'delete',
      change: {},
      createdAt: new Date(),
      requestHash: undefined,
    }),
  );
  assert.ok(!(accepted instanceof Error));
  const lane = await createLeaseStore(database).take(tenantId, randomUUID(), 10_000);
  assert.ok(lane);
  await owner.query(
    `insert into organisation_groups (tenant_id, organisation_id, number, team_id)
     select $1, $2, n, gen_random_uuid() from generate_series(1, 20000) n`,
    [tenantId, organisationId],
  );
  await owner.query('insert into organisation_groups values ($1, $2, 20001, $3)', [
    tenantId,
    organisationId,
    teamId,
  ]);
  await owner.query('analyze organisation_groups');
  const ledger = createOperationLedger({ database, clock: systemClock, onChange: () => undefined });
  const [operation] = await ledger.claimDue(lane, 1, 2);
  assert.ok(operation);
  assert.equal(await ledger.write(lane, { entry: succeed(operation) }), 'written');
  const [left] = await owner.query<{ count: number }>(
    'select count(*)::integer as count from organisation_groups',
  );
  assert.equal(left?.count, 20_000);

  const reads = await readsOf(
    database,
    { text: `execute operations_write_records('[]', now(), null)` },
    'organisation_groups',
  );
  assert.equal(reads.length, 1);
  assert.match(reads[0]?.['Index Cond'] ?? '', /team_id/);

  // The operation, too, whatever is in progress beside it: by statistics of an idle service, nothing is.
  await owner.query(
    `insert into operations
     select (jsonb_populate_record(o, jsonb_build_object('operation_id', uuidv7(), 'team_id', uuidv7()))).*
     from operations o cross join generate_series(1, 2000)`,
  );
  await owner.query('analyze operations');
  assert.equal(await ledger.write(lane, { entry: operation }), 'ended');
  const [found] = await readsOf(
    database,
    { text: `execute operations_write_records('[]', now(), null)` },
    'operations',
  );
  assert.equal(found?.['Index Name'], 'operations_pkey');
  assert.match(found['Index Cond'] ?? '', /tenant_id = .*operation_id = /);
  await owner.close();
  await at.close();
});
