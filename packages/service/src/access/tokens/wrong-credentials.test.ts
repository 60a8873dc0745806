// Wrong credentials are limited; right ones always get a token.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { generateSecret } from '../../settings/api-keys/secret.ts';
import { startTestService, type TestService, type TestTenant } from '../../../testing/service.ts';

suite('token requests from one address', () => {
  let service: TestService;
  let tenant: TestTenant;
  const ask = async (others: Readonly<Record<string, string>> = {}) => {
    const { tenantId, keyId, secret } = tenant;
    const response = await fetch(`${service.address}/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tenantId, keyId, secret, ...others }),
    });
    await response.text();
    return response.status;
  };

  before(async () => {
    service = await startTestService();
    tenant = await service.addTenant();
  });
  after(() => service.close());

  test('with the right credentials get a token when the limits of address and key are spent', async () => {
    const strangers = Array.from({ length: 110 }, () =>
      ask({ keyId: randomUUID(), secret: generateSecret(randomBytes) }),
    );
    assert.ok((await Promise.all(strangers)).includes(429));
    assert.equal(await ask(), 200);
    const wrong = Array.from({ length: 12 }, () => ask({ secret: generateSecret(randomBytes) }));
    assert.ok((await Promise.all(wrong)).includes(429));
    assert.equal(await ask(), 200);
  });
});
