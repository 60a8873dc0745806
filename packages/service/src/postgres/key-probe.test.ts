import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';

import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { runOperator } from '../../testing/operator.ts';
import { StartError } from '../ground/start-error.ts';
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

/** A start does the same. */
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
