import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createEncryption } from '../ground/encryption/encryption.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createMarkingKeys } from './marking-keys.ts';
import { createMarkingKeyStore } from './marking-keys.postgres.ts';

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
let at: TestDatabase;

before(async () => {
  at = await createTestDatabase();
});
after(() => at.close());

async function addTenant(): Promise<string> {
  const tenantId = randomUUID();
  await at.database.query(
    `insert into tenants (tenant_id, name, directory) values ($1, 'T', '{"kind": "sandbox"}')`,
    [tenantId],
  );
  return tenantId;
}

/** A process with these encryption keys. */
function read(tenantId: string, ...keys: Buffer[]) {
  const markingKeys = createMarkingKeys({
    store: createMarkingKeyStore(at.database),
    encryption: createEncryption(keys, randomBytes),
    newId: randomUUID,
  });
  return markingKeys(tenantId);
}

test('all processes sign with one key, also those that need the first one at the same time', async () => {
  const tenantId = await addTenant();
  const all = await Promise.all(Array.from({ length: 8 }, () => read(tenantId, oldKey)));
  assert.deepEqual(new Set(all.map(([first]) => first.toString('hex'))).size, 1);
  assert.equal(all[0]?.[0].length, 32);
});

test('the key survives a rotation of the encryption key', async () => {
  const tenantId = await addTenant();
  const [key] = await read(tenantId, oldKey);
  assert.deepEqual((await read(tenantId, newKey, oldKey))[0], key);
});

test('a database restored from before the key was stored gets the same key again', async () => {
  const tenantId = await addTenant();
  const [key] = await read(tenantId, oldKey);
  await at.database.query('delete from marking_keys where tenant_id = $1', [tenantId]);
  assert.deepEqual((await read(tenantId, oldKey))[0], key);
});

test('two tenants and two installations have different keys', async () => {
  const [one, two] = [await addTenant(), await addTenant()];
  assert.notDeepEqual((await read(one, oldKey))[0], (await read(two, oldKey))[0]);
  const [key] = await read(one, oldKey);
  await at.database.query('delete from marking_keys where tenant_id = $1', [one]);
  assert.notDeepEqual((await read(one, newKey))[0], key);
});

test('without the encryption key another one is made; with it back the first one signs again', async () => {
  const tenantId = await addTenant();
  const [first] = await read(tenantId, oldKey);
  const [second] = await read(tenantId, newKey);
  assert.notDeepEqual(second, first);
  assert.deepEqual(await read(tenantId, newKey, oldKey), [first, second]);
});
