// POST /token as third-party OAuth 2.0 clients use it.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  allowInsecureRequests,
  clientCredentialsGrant,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
} from 'openid-client';
import { startTestService, type TestService, type TestTenant } from '../../../testing/service.ts';

describe('a stock OAuth client', () => {
  let running: TestService;
  let tenant: TestTenant;
  before(async () => {
    running = await startTestService();
    tenant = await running.addTenant();
  });
  after(() => running.close());

  function grant(authentication: typeof ClientSecretBasic, secret: string) {
    const { address } = running;
    const server = { issuer: address, token_endpoint: `${address}/token` };
    const client = new Configuration(server, tenant.keyId, undefined, authentication(secret));
    allowInsecureRequests(client);
    return clientCredentialsGrant(client, { tenant_id: tenant.tenantId });
  }

  for (const [name, authentication] of Object.entries({ ClientSecretBasic, ClientSecretPost })) {
    test(`gets a token that works by ${name}`, async () => {
      const {
        access_token: token,
        token_type: type,
        expires_in: seconds,
      } = await grant(authentication, tenant.secret);
      assert.deepEqual([type, seconds], ['bearer', 86_400]);
      const read = await running.call({ ...tenant, token }, '/organisations/aare');
      assert.equal(read.status, 200);
    });

    // With Basic, the client only reports the challenge that RFC 6749 section 5.2 requires.
    test(`understands the refusal of a wrong secret by ${name}`, async () => {
      await assert.rejects(grant(authentication, `${tenant.secret}x`), { status: 401 });
    });
  }
});
