import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { decodeProtectedHeader } from 'jose';
import { createTestDatabase } from '../../testing/database.ts';
import { runOperator } from '../../testing/operator.ts';
import { startTestService } from '../../testing/service.ts';
import { createEncryption } from '../ground/encryption/encryption.ts';
import { replaceKeyProbe } from '../postgres/key-probe.postgres.ts';

test('a signing key that is withdrawn ends its tokens in every process within a second, and another signs', async () => {
  const at = await createTestDatabase();
  const encryptionKey = randomBytes(32);
  const deps = { encryption: createEncryption([encryptionKey], randomBytes) };
  await replaceKeyProbe(at.database, deps.encryption);
  const one = await startTestService({ ROLES: 'api' }, { at, deps });
  const other = await startTestService({ ROLES: 'api' }, { at, deps });
  const operator = (key: Buffer, ...args: string[]) =>
    runOperator(['signing-key', ...args], {
      DATABASE_URL: at.url,
      GROUPWRIGHT_ENCRYPTION_KEY: key.toString('base64'),
    });
  try {
    const tenant = await one.addTenant();
    const status = async (service: typeof one, of = tenant) =>
      (await service.call(of, '/organisations/aare')).status;
    await other.service.refresh();
    assert.deepEqual([await status(one), await status(other)], [200, 200]);
    const kid = decodeProtectedHeader(tenant.token).kid ?? '';

    const wrongKey = await operator(randomBytes(32), 'withdraw', kid);
    assert.equal(wrongKey.code, 2, wrongKey.err);
    assert.match(wrongKey.err, /does not contain the key/);
    assert.equal(await status(one), 200);

    const withdrawn = await operator(encryptionKey, 'withdraw', kid);
    assert.equal(withdrawn.code, 0, withdrawn.err);
    const withdrawnAt = performance.now();
    const accepting = new Set([one, other]);
    while (accepting.size > 0) {
      for (const service of accepting) {
        const askedAt = performance.now();
        if ((await status(service)) === 401) accepting.delete(service);
        else assert.ok(askedAt - withdrawnAt < 1_000, 'it is still accepted after a second');
      }
    }
    const response = await fetch(`${other.address}/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        tenantId: tenant.tenantId,
        keyId: tenant.keyId,
        secret: tenant.secret,
      }),
    });
    const { accessToken: token } = (await response.json()) as { accessToken: string };
    assert.notEqual(decodeProtectedHeader(token).kid, kid);
    assert.deepEqual(
      [await status(one, { ...tenant, token }), await status(other, { ...tenant, token })],
      [200, 200],
    );
    const keySet = await (await fetch(`${one.address}/.well-known/jwks.json`)).text();
    assert.ok(!keySet.includes(kid));

    const listed = await operator(encryptionKey, 'list', '--json');
    const states = (JSON.parse(listed.out) as { state: string }[]).map(({ state }) => state);
    assert.deepEqual(states, ['withdrawn', 'signing']);
    const [entry] = await at.database.query(
      `select actor_kind, subject_id from activity where tenant_id = $1 and action = 'signing_key.withdrawn'`,
      [tenant.tenantId],
    );
    assert.deepEqual(entry, { actorKind: 'operator', subjectId: kid });
    const again = await operator(encryptionKey, 'withdraw', kid);
    assert.equal(again.code, 3);
  } finally {
    await other.close();
    await one.close();
    await at.close();
  }
});
