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

  test('gets every refusal of a form in the words of OAuth', async () => {
    const { tenantId, keyId, secret } = tenant;
    const good = {
      grant_type: 'client_credentials',
      tenant_id: tenantId,
      client_id: keyId,
      client_secret: secret,
    };
    const send = async (body: string, headers: Readonly<Record<string, string>> = {}) => {
      const response = await fetch(`${running.address}/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body,
      });
      const answer = (await response.json()) as Record<string, unknown>;
      const { headers: answered, status } = response;
      return { status, answer, answered };
    };
    const text = new URLSearchParams(good).toString();
    assert.equal((await send(text)).status, 200);
    for (const [body, status, error, headers] of [
      [`${text}&scope=a&scope=b`, 400, 'invalid_request'],
      [`${text}&client_id=${keyId}`, 400, 'invalid_request'],
      [`${text}&x=%zz`, 400, 'invalid_request'],
      [`${text}&x=%ff`, 400, 'invalid_request'],
      [`${text}&x=${'y'.repeat(17_000)}`, 413, 'invalid_request'],
      ['', 400, 'invalid_request'],
      [text.replace('client_credentials', 'password'), 400, 'unsupported_grant_type'],
      [text.replace(secret, `${secret}x`), 401, 'invalid_client'],
      [text, 415, 'invalid_request', { 'content-encoding': 'gzip' }],
      [text, 406, 'invalid_request', { accept: 'text/html' }],
    ] as const) {
      const { status: answeredStatus, answer, answered } = await send(body, headers);
      assert.deepEqual([answeredStatus, answer['error']], [status, error], body.slice(0, 300));
      assert.deepEqual(Object.keys(answer), ['error', 'error_description']);
      assert.match(String(answer['error_description']), /^[\u0020-\u007e]+$/);
      assert.match(answered.get('content-type') ?? '', /^application\/json/);
      assert.equal(answered.get('cache-control'), 'no-store');
    }
    const wrong = text.replace(secret, `${secret}x`);
    const throttled = await Promise.all(Array.from({ length: 20 }, () => send(wrong)));
    const last = throttled.find(({ status }) => status === 429);
    assert.equal(last?.answer['error'], 'temporarily_unavailable');
    assert.ok(Number(last?.answered.get('retry-after')) >= 1);
    assert.equal((await send(text)).status, 200);
  });
});
