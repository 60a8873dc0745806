import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, suite, test } from 'node:test';

import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { runOperator } from '../../testing/operator.ts';
import { StartError } from '../ground/start-error.ts';
import { createEncryption } from '../ground/encryption/encryption.ts';
import {
  addKeyProbe,
  openEncryption,
  readKeyProbe,
  replaceKeyProbe,
  type KeySettings,
} from './key-probe.postgres.ts';

let at: TestDatabase;
let dataDir: string;
before(async () => {
  at = await createTestDatabase();
});
after(() => at.close());
beforeEach(async (t) => {
  await at.database.query('delete from encryption_probe');
  dataDir = await mkdtemp(join(tmpdir(), 'groupwright-probe-'));
  if ('after' in t) t.after(() => rm(dataDir, { recursive: true }));
});

/** As a start does it. */
async function start(encryptionKeys: readonly Buffer[] = []) {
  const settings: KeySettings = { encryptionKeys, dataDir };
  const probe = await readKeyProbe(at.database);
  const encryption = openEncryption(settings, probe, randomBytes);
  await addKeyProbe(at.database, probe, settings, encryption);
  return encryption;
}

const isRefusal = (error: unknown) =>
  error instanceof StartError && /reencrypt --new-key/.test(error.message);

test('a start with another key, or none, is refused, and makes no key file', async () => {
  const key = randomBytes(32);
  await start([key]);
  await start([key]);
  await start([randomBytes(32), key]);
  await assert.rejects(start([randomBytes(32)]), isRefusal);
  await assert.rejects(start(), isRefusal);
  assert.deepEqual(await readdir(dataDir), []);
});

test('a start without a key makes a key file for an empty database, and is refused with another file', async () => {
  await start();
  await start();
  await writeFile(join(dataDir, 'encryption.key'), randomBytes(32).toString('base64'));
  await assert.rejects(start(), isRefusal);
});

test('of two starts at once with different keys one is refused', async () => {
  const results = await Promise.allSettled([start([randomBytes(32)]), start([randomBytes(32)])]);
  const refused = results.filter(({ status }) => status === 'rejected');
  assert.equal(refused.length, 1);
});

test('after a rotation the new key alone starts, and the old one no more', async () => {
  const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
  await start([oldKey]);
  await replaceKeyProbe(at.database, await start([newKey, oldKey]));
  await start([newKey]);
  await assert.rejects(start([oldKey]), isRefusal);
});

suite('in a database of an earlier release, which keeps no text', () => {
  const key = randomBytes(32);
  const insertSecret = (by: Buffer) =>
    at.database.query(
      `insert into signing_keys (key_id, public_jwk, private_key_sealed, signs_from, signs_until, revision)
      values (gen_random_uuid(), '{}', $1, now(), now(), 0)`,
      [createEncryption([by], randomBytes).encrypt('secret', 'place')],
    );
  const isKept = async () => (await readKeyProbe(at.database)).ciphertext !== undefined;
  afterEach(() => at.database.query('delete from signing_keys'));

  test('a start whose keys encrypted none of the stored secrets is refused before the text is kept', async () => {
    await insertSecret(key);
    await assert.rejects(start([randomBytes(32)]), isRefusal);
    await writeFile(join(dataDir, 'encryption.key'), randomBytes(32).toString('base64'));
    await assert.rejects(start(), isRefusal);
    assert.equal(await isKept(), false);
    await start([key]);
    assert.equal(await isKept(), true);
  });

  test('a start within a rotation, or after a key was given up, is not refused', async () => {
    const oldKey = randomBytes(32);
    await insertSecret(oldKey);
    await start([key, oldKey]);
    assert.equal(await isKept(), false, 'only reencrypt finishes a rotation');
    await insertSecret(key);
    await start([key]);
    assert.equal(await isKept(), false);
  });

  test('the key of a webhook or of markers tells the key as well', async () => {
    const ciphertext = createEncryption([key], randomBytes).encrypt('secret', 'place');
    const tenantId = randomUUID();
    await at.database.query(
      `insert into tenants (tenant_id, name, directory, revision) values ($1, 'T', '{"kind":"sandbox"}', 0)`,
      [tenantId],
    );
    const secrets = [
      `insert into webhook_endpoints
        (tenant_id, endpoint_id, url, description, signing_keys, created_at, created_by, position)
      values ($1, gen_random_uuid(), '', '', jsonb_build_array(jsonb_build_object('secretSealed', $2::text)),
        now(), '', 0)`,
      `insert into marking_keys (tenant_id, key_id, key_sealed, created_at)
      values ($1, gen_random_uuid(), $2, now())`,
      'update tenants set directory_secret = $2 where tenant_id = $1',
    ];
    for (const secret of secrets) {
      await at.database.query('delete from webhook_endpoints');
      await at.database.query('delete from marking_keys');
      await at.database.query(secret, [tenantId, ciphertext]);
      await assert.rejects(start([randomBytes(32)]), isRefusal, secret);
    }
    await at.database.query('update tenants set directory_secret = null');
  });
});

test('the operator command is refused with another key, and goes over to it only with reencrypt --new-key', async () => {
  const key = randomBytes(32);
  await start([randomBytes(32)]);
  const operator = (...args: string[]) =>
    runOperator(args, {
      DATABASE_URL: at.url,
      GROUPWRIGHT_DATA_DIR: dataDir,
      GROUPWRIGHT_ENCRYPTION_KEY: key.toString('base64'),
    });
  const refused = await operator('reseal');
  assert.equal(refused.code, 2);
  assert.match(refused.err, /does not contain the key/);
  assert.equal((await operator('reencrypt', '--new-key')).code, 0);
  await start([key]);
});
