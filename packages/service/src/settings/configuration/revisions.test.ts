import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';

import type { Queryable } from '../../postgres/database.ts';
import { silentLog } from '../../postgres/log.ts';
import { openDatabase } from '../../postgres/pool.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { createConfigurationSource } from './configuration.postgres.ts';

let at: TestDatabase;
before(async () => {
  // One connection, which every transaction shares.
  at = await createTestDatabase({ maxConnections: 1 });
});
after(() => at.close());

async function addTenant(transaction: Queryable): Promise<string> {
  const tenantId = randomUUID();
  await transaction.query(
    `insert into tenants (tenant_id, name, directory) values ($1, 'T', '{"kind": "sandbox"}')`,
    [tenantId],
  );
  return tenantId;
}

const addCommitted = () => at.database.transaction(addTenant);

async function revisionOf(tenantId: string): Promise<number> {
  const [row] = await at.database.query<{ revision: number }>(
    'select revision from tenants where tenant_id = $1',
    [tenantId],
  );
  return row?.revision ?? 0;
}

const present = () => createConfigurationSource(at.database).readChanges(undefined);

/** The tenants that a reader with this position learns of. */
async function tenantsSince(position: Awaited<ReturnType<typeof present>>): Promise<string[]> {
  const changes = await createConfigurationSource(at.database).readChanges(position);
  return (changes?.tenants ?? []).map(({ tenantId }) => tenantId);
}

describe('the revision of the configuration', () => {
  test('increases once a transaction, and readers learn of all it changed', async () => {
    const position = await present();
    const [first, second] = await at.database.transaction(async (transaction) => [
      await addTenant(transaction),
      await addTenant(transaction),
    ]);
    assert.ok(first !== undefined && second !== undefined);
    assert.equal(await revisionOf(first), (position?.revision ?? 0) + 1);
    assert.deepEqual((await tenantsSince(position)).sort(), [first, second].sort());
    assert.equal((await present())?.revision, (position?.revision ?? 0) + 1);
  });

  test('increases with every transaction on a connection, also without an explicit one', async () => {
    const revisions: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      revisions.push(await revisionOf(await addCommitted()));
      revisions.push(await revisionOf(await addTenant(at.database)));
    }
    assert.equal(new Set(revisions).size, revisions.length);
    assert.deepEqual(
      revisions,
      revisions.toSorted((one, other) => one - other),
    );
  });

  test('increases for what follows a rollback, whole or to a savepoint', async () => {
    const position = await present();
    await at.database
      .transaction(async (transaction) => {
        await addTenant(transaction);
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    assert.equal(await tenantsSince(position).then(({ length }) => length), 0);
    const kept = await at.database.transaction(async (transaction) => {
      await transaction.query('savepoint here');
      await addTenant(transaction);
      await transaction.query('rollback to savepoint here');
      return await addTenant(transaction);
    });
    assert.deepEqual(await tenantsSince(position), [kept]);
    assert.ok((await revisionOf(kept)) > (position?.revision ?? 0));
  });

  test('makes a second transaction wait, so that revisions become visible in their order', async () => {
    const other = openDatabase(at.settings.application, { log: silentLog, maxConnections: 1 });
    const position = await present();
    let waits: Promise<string> | undefined;
    const first = await at.database.transaction(async (transaction) => {
      const tenantId = await addTenant(transaction);
      await addTenant(transaction);
      waits = other.transaction(addTenant);
      return tenantId;
    });
    const second = await waits;
    assert.ok(second !== undefined);
    assert.ok((await revisionOf(first)) < (await revisionOf(second)));
    assert.equal((await tenantsSince(position)).length, 3);
    await other.close();
  });
});
