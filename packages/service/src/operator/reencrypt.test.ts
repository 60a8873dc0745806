import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { keptAnswerPurpose } from '../postgres/kept-answers.postgres.ts';
import { signingKeyPurpose } from '../access/tokens/signing-keys.ts';
import { connectionSecretPurpose } from '../settings/tenants/connection-secret.ts';
import { createEncryption } from '../ground/encryption/encryption.ts';
import { readStoredSecrets } from './stored-secrets.postgres.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { runOperator } from '../../testing/operator.ts';

const [oldKey, newKey, lostKey] = [randomBytes(32), randomBytes(32), randomBytes(32)];
let at: TestDatabase;
let directory: string;
let tenantId: string;

before(async () => {
  at = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'groupwright-reencrypt-'));
  const { out } = await operator([oldKey], 'tenant', 'create', '--name', 'Aare', '--json');
  ({ tenantId } = JSON.parse(out) as { tenantId: string });
});
after(async () => {
  await at.close();
  await rm(directory, { recursive: true });
});

function operator(keys: readonly Buffer[], ...args: string[]) {
  return runOperator(args, {
    DATABASE_URL: at.url,
    GROUPWRIGHT_DATA_DIR: directory,
    GROUPWRIGHT_ENCRYPTION_KEY: keys.map((key) => key.toString('base64')).join(','),
  });
}

async function openAll(key: Buffer): Promise<string[]> {
  const encryption = createEncryption([key], randomBytes);
  const clear: string[] = [];
  for await (const { ciphertext, purpose } of readStoredSecrets(at.database)) {
    clear.push(encryption.decrypt(ciphertext, purpose));
  }
  return clear;
}

test('after reencrypt the new encryption key alone opens every stored secret, as it was', async () => {
  const file = join(directory, 'secret');
  await writeFile(file, 'client secret');
  const provider = ['--issuer', 'https://id.example', '--client-id', 'groupwright'];
  const made = [
    await operator([oldKey], 'admin', 'provider', ...provider, '--client-secret-file', file),
    await operator([oldKey], 'webhook', 'add', 'https://hooks.example/in', '--json'),
  ];
  const { endpointId } = JSON.parse(made[1]?.out ?? '') as { endpointId: string };
  made.push(await operator([oldKey], 'webhook', 'rotate', endpointId, '--signing', 'ed25519'));
  assert.deepEqual(
    made.map(({ code, err }) => [code, err]),
    [
      [0, ''],
      [0, ''],
      [0, ''],
    ],
  );
  const old = createEncryption([oldKey], randomBytes);
  await at.database.query('update tenants set directory_secret = $2 where tenant_id = $1', [
    tenantId,
    old.encrypt('directory secret', connectionSecretPurpose(tenantId)),
  ]);
  const keyId = randomUUID();
  await at.database.query(
    `insert into signing_keys (key_id, public_jwk, private_key_sealed, signs_from, signs_until)
    values ($1, '{}', $2, now(), now())`,
    [keyId, old.encrypt('private key', signingKeyPurpose(keyId))],
  );
  const holderId = randomUUID();
  const answerId = { tenantId, holderId, keyHash: 'hash' };
  await at.database.query(
    `insert into idempotency_keys
      (tenant_id, holder_id, key_hash, request_hash, answer_sealed, created_at)
    values ($1, $2, $3, '', $4, now())`,
    [tenantId, holderId, 'hash', old.encrypt('kept answer', keptAnswerPurpose(answerId))],
  );
  const before = await openAll(oldKey);
  assert.equal(before.length, 6);
  assert.ok(
    ['client secret', 'directory secret', 'private key', 'kept answer'].every((one) =>
      before.includes(one),
    ),
  );

  const first = await operator([newKey, oldKey], 'reencrypt');
  assert.deepEqual([first.code, first.err], [0, '']);
  assert.match(first.out, /^6 stored secrets are encrypted with the first key; 0 of them/);
  assert.deepEqual(await openAll(newKey), before);
  await assert.rejects(openAll(oldKey));
  assert.match((await operator([newKey], 'reseal')).out, /^6 stored secrets .*; 6 of them/);
});

test('reencrypt names what no key decrypts, leaves it as it is, and fails', async () => {
  const lost = createEncryption([lostKey], randomBytes);
  const ciphertext = lost.encrypt('directory secret', connectionSecretPurpose(tenantId));
  const set = 'update tenants set directory_secret = $2 where tenant_id = $1';
  await at.database.query(set, [tenantId, ciphertext]);
  const { code, err } = await operator([newKey, oldKey], 'reencrypt');
  assert.equal(code, 3);
  assert.match(
    err,
    new RegExp(`No key decrypts\\s+- the directory secret of the tenant ${tenantId}`),
  );
  const [row] = await at.database.query<{ directorySecret: string }>(
    'select directory_secret from tenants where tenant_id = $1',
    [tenantId],
  );
  assert.equal(row?.directorySecret, ciphertext);
});
