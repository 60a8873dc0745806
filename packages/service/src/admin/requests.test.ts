// The request log over HTTP: what is in it, what is not, and who may read it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { AdminClient } from '../../testing/admin-client.ts';
import { startAdminService, type AdminService } from '../../testing/admin-service.ts';
import { eventually } from '../../testing/eventually.ts';
import { addTestTenant, type AddedTenant, teamRequest } from '../../testing/tenant.ts';

let service: AdminService;
let admin: AdminClient;
let key: { keyId: string; secret: string };
let token: string;
before(async () => {
  service = await startAdminService();
  admin = await AdminClient.signedIn(service);
  const made = await admin.call('POST', 'api-keys', {
    name: 'ERP',
    scopes: ['groups:read', 'groups:create'],
  });
  key = { keyId: made.body.key.keyId, secret: made.body.secret };
  const answer = await requestToken({});
  token = ((await answer.json()) as { accessToken: string }).accessToken;
});
after(() => service.close());

async function requestToken(others: object): Promise<Response> {
  return fetch(`${service.baseUrl}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'ERP/7' },
    body: JSON.stringify({ tenantId: service.tenantId, ...key, ...others }),
  });
}

async function call(path: string, body?: unknown): Promise<Response> {
  return fetch(`${service.baseUrl}${path}`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
}

/** The entries that match, once there are as many. */
async function logged(query: string, count: number) {
  let items: Record<string, unknown>[] = [];
  await eventually(async () => {
    const answer = await admin.get(`requests?${query}`);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    items = answer.body.items;
    return items.length >= count;
  }, `the log has ${count} entries`);
  assert.equal(items.length, count);
  return items;
}

test('a refused request is logged with its faults and its body without secrets, and a page finds it by key, status and code', async () => {
  const secret = 'correct horse battery staple';
  const refused = await call('/teams', {
    ...teamRequest('x'),
    displayName: 7,
    clientSecret: secret,
  });
  assert.equal(refused.status, 422);
  const requestId = refused.headers.get('request-id');
  const [entry] = await logged(`requestId=${requestId}`, 1);
  assert.equal(entry?.['status'], 422);
  assert.equal(entry['route'], '/teams');
  assert.equal(entry['code'], 'validation_failed');
  assert.equal(entry['problem'], `${service.baseUrl}/problems/validation_failed`);
  assert.deepEqual(entry['key'], { keyId: key.keyId, name: 'ERP' });
  assert.ok(
    (entry['errors'] as { pointer: string }[]).some(({ pointer }) => pointer === '/displayName'),
  );
  const { rows } = {
    rows: JSON.stringify(await service.database.query('select * from request_log')),
  };
  assert.ok(!rows.includes(secret));
  assert.ok(!rows.includes(key.secret));
  assert.ok(!rows.includes(token));
  await logged(`keyId=${key.keyId}&status=422&code=validation_failed&outcome=refused`, 1);
  const none = await admin.get(`requests?keyId=${randomUUID()}`);
  assert.deepEqual(none.body.items, []);
});

test('wrong credentials are logged for a key that exists, and leave no trace for one that does not', async () => {
  await requestToken({ secret: `${key.secret}x` });
  await requestToken({ keyId: randomUUID() });
  const entries = await logged('status=401', 1);
  assert.equal(entries[0]?.['code'], 'invalid_credentials');
  assert.equal(entries[0]['userAgent'], 'ERP/7');
  assert.equal(entries[0]['body'], null);
});

test('a flood of wrong credentials fills a bounded part of the log', async () => {
  const before = await entryCount();
  await Promise.all(Array.from({ length: 60 }, () => requestToken({ secret: 'wrong' })));
  assert.equal((await call(`/teams/${randomUUID()}/archive`, {})).status, 403);
  await logged('code=scope_missing', 1);
  assert.ok((await entryCount()) - before <= 32);
  const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text();
  assert.match(metrics, /groupwright_request_log_dropped_total\{reason="rate"\} 0/);
});

async function entryCount(): Promise<number> {
  const [row] = await service.database.query<{ count: number }>(
    'select count(*) as count from request_log',
  );
  return row?.count ?? 0;
}

test('one tenant reads nothing of another', async () => {
  const other = await service.change<AddedTenant>((changes) => addTestTenant(changes));
  const { tenantId, keyId, secret } = other;
  const answer = await requestToken({ tenantId, keyId, secret });
  const { accessToken } = (await answer.json()) as { accessToken: string };
  await fetch(`${service.baseUrl}/teams`, { headers: { authorization: `Bearer ${accessToken}` } });
  await eventually(
    async () =>
      (
        await service.database.query('select 1 as one from request_log where tenant_id = $1', [
          other.tenantId,
        ])
      ).length > 0,
    'the request of the other tenant is logged',
  );
  const mine = await admin.get('requests?limit=200');
  const keys = mine.body.items.map((item: { key: { keyId: string } }) => item.key.keyId);
  assert.ok(keys.length > 0);
  assert.ok(!keys.includes(other.keyId));
});

test('the requests of a group are those about it and the one that created it', async () => {
  await service.change((changes) => addTemplate(changes));
  const created = await call('/teams', teamRequest('prj-logged'));
  const answer = (await created.json()) as { teamId: string };
  assert.equal(created.status, 200, JSON.stringify(answer));
  const { teamId } = answer;
  await (await call(`/teams/${teamId}`)).text();
  const entries = await logged(`groupId=${teamId}`, 2);
  assert.deepEqual(
    entries.map(({ method, route }) => [method, route]),
    [
      ['GET', '/teams/:teamId'],
      ['POST', '/teams'],
    ],
  );
});

async function addTemplate(changes: Parameters<Parameters<AdminService['change']>[0]>[0]) {
  const actor = { kind: 'operator', id: 'test' } as const;
  const { tenantId } = service;
  for (const email of ['mara', 'tomas', 'yuki', 'lena'].map((name) => `${name}@aare.example`)) {
    await changes.sandboxPeople.add(actor, tenantId, { email, name: email });
  }
  const { organisationId } = await changes.organisations.create(actor, tenantId, {
    name: 'Aare',
    identifier: 'aare',
  });
  await changes.templates.create(actor, tenantId, organisationId, {
    name: 'Any',
    identifier: 'any',
    mailNicknamePattern: '',
    displayNamePattern: '',
  });
}
