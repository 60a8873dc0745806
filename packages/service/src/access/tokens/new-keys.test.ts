// An API key works from the moment on at which it was made, in every process.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../testing/service.ts';
import { testOperator } from '../../../testing/tenant.ts';

test('a key that was made elsewhere a moment ago gets a token, and the token is known everywhere', async () => {
  const one = await startTestService();
  try {
    const tenant = await one.addTenant();
    const other = await startTestService({}, { at: one.at });
    try {
      // Several, since a look at the database may come in between by chance.
      for (let n = 0; n < 5; n += 1) {
        await Promise.all([one.service.refresh(), other.service.refresh()]);
        const { key, secret } = await one.change((changes) =>
          changes.apiKeys.create(testOperator, tenant.tenantId, { name: `Key ${n}` }),
        );
        const { keyId } = key;
        const response = await fetch(`${one.address}/token`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ tenantId: tenant.tenantId, keyId, secret }),
        });
        assert.equal(response.status, 200);
        const { accessToken } = (await response.json()) as { accessToken: string };
        const read = await other.call({ ...tenant, token: accessToken }, '/organisations/aare');
        assert.equal(read.status, 200);
      }
    } finally {
      await other.close();
    }
  } finally {
    await one.close();
  }
});
