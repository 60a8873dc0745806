// The overview has a sentence about the connection of a tenant, from its last comparison with the directory.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { readAttention } from './attention.postgres.ts';

let at: TestDatabase;
before(async () => {
  at = await createTestDatabase();
});
after(() => at.close());

const failuresInRow = 5;

async function addTenant(kind: 'sandbox' | 'microsoft365'): Promise<string> {
  const tenantId = randomUUID();
  await at.database.query(
    `insert into tenants (tenant_id, name, directory, version, created_at)
     values ($1, 'Nordlicht', jsonb_build_object('kind', $2::text), 1, now())`,
    [tenantId, kind],
  );
  return tenantId;
}

/** @param error null: the comparison was completed */
async function compare(tenantId: string, error: string | null): Promise<void> {
  await at.database.query(
    `insert into reconciliations (tenant_id, attempted_at, due_at, error, finished_at)
     values ($1, '2027-01-05T08:00:00Z', now(), $2, case when $2::text is null then now() end)
     on conflict (tenant_id) do update set error = excluded.error, finished_at = excluded.finished_at`,
    [tenantId, error],
  );
}

async function connectionOf(tenantId: string, organisationIds: readonly string[] | null = null) {
  const { connection } = await readAttention(at.database, tenantId, {
    failuresInRow,
    organisationIds,
  });
  return connection;
}

test('a connection is untested until a comparison used it, and fails until one completes', async () => {
  const tenantId = await addTenant('microsoft365');
  assert.deepEqual(await connectionOf(tenantId), { state: 'untested', attemptedAt: null });
  await compare(tenantId, 'The client secret is wrong.');
  assert.deepEqual(await connectionOf(tenantId), {
    state: 'failing',
    attemptedAt: new Date('2027-01-05T08:00:00Z'),
  });
  assert.equal(await connectionOf(tenantId, [randomUUID()]), null, 'it concerns the whole tenant');
  await compare(tenantId, null);
  assert.equal(await connectionOf(tenantId), null);
});

test('a sandbox is connected without a test', async () => {
  const tenantId = await addTenant('sandbox');
  assert.equal(await connectionOf(tenantId), null);
  await compare(tenantId, 'An internal error occurred; see the service log.');
  assert.equal(await connectionOf(tenantId), null);
});
