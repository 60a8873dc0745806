// The page of an API key: its owner and purpose, the last use of its secrets, and its calls by day.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { AdminClient } from '../../testing/admin-client.ts';
import { startAdminService, type AdminService } from '../../testing/admin-service.ts';
import { eventually } from '../../testing/eventually.ts';

let service: AdminService;
let admin: AdminClient;
before(async () => {
  service = await startAdminService();
  admin = await AdminClient.signedIn(service);
});
after(() => service.close());

const match = (etag: string) => ({ 'if-match': `"${etag}"` });

async function useSecret(keyId: string, secret: string): Promise<void> {
  const response = await fetch(`${service.baseUrl}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'ERP/7' },
    body: JSON.stringify({ tenantId: service.tenantId, keyId, secret }),
  });
  const { accessToken } = (await response.json()) as { accessToken: string };
  const headers = { authorization: `Bearer ${accessToken}` };
  await (await fetch(`${service.baseUrl}/organisations`, { headers })).text();
  await (await fetch(`${service.baseUrl}/teams/${randomUUID()}`, { headers })).text();
}

test('name, owner and purpose of a key can change, unless someone else was first', async () => {
  const { body } = await admin.call('POST', 'api-keys', { name: 'ERP', owner: ' Jane ' });
  const { keyId, etag } = body.key;
  assert.equal(body.baseUrl, service.baseUrl);
  assert.equal(body.key.owner, 'Jane');
  assert.equal(body.key.purpose, null);
  const details = { name: 'SAP', owner: '', purpose: 'Orders groups for projects' };
  const path = `api-keys/${keyId}/details`;
  const changed = await admin.call('PUT', path, details, match(etag));
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  const read = await admin.get(`api-keys/${keyId}`);
  assert.deepEqual(
    [read.body.name, read.body.owner, read.body.purpose],
    ['SAP', null, 'Orders groups for projects'],
  );
  assert.equal((await admin.call('PUT', path, details, match(etag))).status, 412);
  const reader = await AdminClient.signedIn(service, 'rea@nordlicht.example', 'reader');
  assert.equal((await reader.call('PUT', path, details, match(read.body.etag))).status, 403);
  assert.equal((await admin.get(`api-keys/${randomUUID()}`)).status, 404);
});

test('each secret has its last use with its place, and the key its calls by day', async () => {
  const made = await admin.call('POST', 'api-keys', { name: 'Two secrets' });
  const { keyId, etag } = made.body.key;
  const added = await admin.call('POST', `api-keys/${keyId}/secrets`, undefined, match(etag));
  await useSecret(keyId, added.body.secret);
  const [, newer] = added.body.key.secrets;
  let use = await admin.get(`api-keys/${keyId}/use`);
  // The calls before and after midnight are of two days.
  const sumOf = (count: 'calls' | 'refused') =>
    use.body.days.reduce((sum: number, day: Record<typeof count, number>) => sum + day[count], 0);
  await eventually(async () => {
    use = await admin.get(`api-keys/${keyId}/use`);
    return use.body.secrets.length > 0 && sumOf('calls') === 3;
  }, 'the use of the secret and the calls are written');
  const [{ secretId, address, userAgent }] = use.body.secrets;
  assert.deepEqual([secretId, address, userAgent], [newer.secretId, '127.0.0.1', 'ERP/7']);
  assert.equal(use.body.secrets.length, 1);
  assert.equal(use.body.days.length, 30);
  assert.equal(sumOf('refused'), 1);
  assert.equal((await admin.get(`api-keys/${randomUUID()}/use`)).status, 404);
});

test('a key has the source that it is bound to, and a source of another form is refused', async () => {
  const made = await admin.call('POST', 'api-keys', { name: 'ERP', source: 'Erp' });
  assert.equal(made.body.key.source, 'erp');
  const refused = await admin.call('POST', 'api-keys', { name: 'ERP', source: 'my erp' });
  assert.equal(refused.status, 422);
  assert.equal(refused.body.errors[0].pointer, '/source');
  assert.equal(refused.body.errors[0].code, 'pattern_mismatch');
});
