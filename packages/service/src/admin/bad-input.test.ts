// Bad input to the admin API: each case gets a problem that says so, and none is taken for our own fault.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AdminClient } from '../../testing/admin-client.ts';
import { type AdminService, startAdminService } from '../../testing/admin-service.ts';

let service: AdminService;
let admin: AdminClient;

before(async () => {
  service = await startAdminService();
  admin = await AdminClient.signedIn(service);
});

after(async () => {
  const errors = service.log.filter((line) => /"level":(?:50|60)/.test(line));
  await service.close();
  assert.deepEqual(errors, [], 'Bad input was taken for a fault of ours.');
});

test('an address whose tenant is no GUID is nowhere, whatever cookie comes with it', async () => {
  for (const tenant of ['abc', 'zzzzzzzz-0000-0000-0000-000000000000', '%00', "'"]) {
    const name = decodeURIComponent(tenant).replaceAll(/[-\0]/g, '');
    const response = await fetch(`${service.adminUrl}/api/${tenant}/session`, {
      headers: { cookie: `groupwright-session-${name}=${'A'.repeat(43)}` },
    });
    assert.equal(response.status, 404, tenant);
  }
});

test('a day that is in no calendar, or a number beyond all, is a fault of the query or the body', async () => {
  const { body } = await admin.call('POST', 'webhooks', { url: 'https://hooks.example/in' });
  const endpoint = `webhooks/${body.webhook.endpointId}`;
  const queries = [
    'activity?from=2026-99-99',
    'activity?until=2026-00-00',
    `${endpoint}/deliveries?cursor=1e300`,
    `${endpoint}/attempts?limit=99999999999999999999`,
    `${endpoint}/attempts?position=1e19`,
  ];
  for (const path of queries) {
    const answer = await admin.get(path);
    assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_query'], path);
  }
  const replay = await admin.call('POST', `${endpoint}/replay`, { positions: [1e300] });
  assert.equal(replay.status, 422);
});

test('what anybody may send is taken up to 16 KiB', async () => {
  const secret = 'a'.repeat(17_000);
  const link = await admin.call('POST', 'sign-in/link', { token: secret });
  assert.equal(link.status, 413);
  const token = await fetch(`${service.baseUrl}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secret }),
  });
  assert.equal(token.status, 413);
});
