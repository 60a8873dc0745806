import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { AdminClient } from '../../../testing/admin-client.ts';
import { startAdminService, type AdminService } from '../../../testing/admin-service.ts';
import { idleForMs, maxMs } from './session.ts';
import { linkLifetimeMs } from './sign-in-link.ts';

let service: AdminService;
before(async () => {
  service = await startAdminService();
});
after(() => service.close());

test('a link signs in once, and its secret is nowhere in the database', async () => {
  const link = await service.signInLink('ada@nordlicht.example');
  assert.ok(link.startsWith(`${service.adminUrl}/${service.tenantId}/sign-in#`));
  const client = new AdminClient(service);
  const answer = await client.signInBy(link);
  assert.equal(answer.status, 200);
  assert.equal(answer.body.administrator.email, 'ada@nordlicht.example');
  assert.match(answer.headers.getSetCookie()[0] ?? '', /; HttpOnly; SameSite=Strict$/);
  assert.equal((await client.get('session')).status, 200);

  const again = await new AdminClient(service).signInBy(link);
  assert.equal(again.status, 403);
  assert.equal(again.body.code, 'sign_in_failed');

  const secrets = [new URL(link).hash.slice(1), client.cookie.split('=')[1] ?? ''];
  const kept = JSON.stringify([
    await service.database.query('select * from admin_sign_in_links'),
    await service.database.query('select * from admin_sessions'),
    await service.database.query('select * from activity'),
  ]);
  for (const secret of secrets) {
    assert.ok(secret.length >= 43 && !kept.includes(secret));
    assert.ok(!service.log.join('').includes(secret));
  }
});

test('a link stops working after 15 minutes', async () => {
  const link = await service.signInLink('ada@nordlicht.example');
  service.clock.offsetMs = linkLifetimeMs + 1000;
  const answer = await new AdminClient(service).signInBy(link);
  service.clock.offsetMs = 0;
  assert.equal(answer.status, 403);
});

test('neither a link nor a session outlives a clock that is set back', async () => {
  service.clock.offsetMs = 3_600_000;
  const link = await service.signInLink('ada@nordlicht.example');
  const signedIn = await AdminClient.signedIn(service);
  assert.equal((await signedIn.get('session')).status, 200);
  service.clock.offsetMs = 0;
  assert.equal((await new AdminClient(service).signInBy(link)).status, 403);
  assert.equal((await signedIn.get('session')).status, 401);
});

test('a sign-in by a process whose clock is ahead ends no session and no link of others', async () => {
  const signedIn = await AdminClient.signedIn(service);
  const link = await service.signInLink('bo@nordlicht.example');
  service.clock.offsetMs = 365 * 86_400_000;
  await AdminClient.signedIn(service, 'cleo@nordlicht.example');
  service.clock.offsetMs = 0;
  assert.equal((await signedIn.get('session')).status, 200);
  assert.equal((await new AdminClient(service).signInBy(link)).status, 200);
});

test('a session ends after an hour without use, and after twelve hours in any case', async () => {
  const idle = await AdminClient.signedIn(service);
  service.clock.offsetMs = idleForMs + 1000;
  assert.equal((await idle.get('session')).status, 401);
  service.clock.offsetMs = 0;

  const busy = await AdminClient.signedIn(service);
  for (let passed = 0; passed < maxMs; passed += idleForMs / 2) {
    service.clock.offsetMs = passed;
    assert.equal((await busy.get('session')).status, 200);
  }
  service.clock.offsetMs = maxMs + 1000;
  const late = await busy.get('session');
  service.clock.offsetMs = 0;
  assert.equal(late.status, 401);
  assert.equal(late.body.code, 'not_signed_in');
});

test('signing out ends this session, and everywhere all of the person', async () => {
  const [one, other, another] = [
    await AdminClient.signedIn(service, 'bo@nordlicht.example'),
    await AdminClient.signedIn(service, 'bo@nordlicht.example'),
    await AdminClient.signedIn(service, 'cy@nordlicht.example'),
  ];
  assert.equal((await one.call('POST', 'session/end', { everywhere: false })).status, 204);
  assert.equal((await one.get('session')).status, 401);
  assert.equal((await other.get('session')).status, 200);
  const third = await AdminClient.signedIn(service, 'bo@nordlicht.example');
  assert.equal((await other.call('POST', 'session/end', { everywhere: true })).status, 204);
  assert.equal((await third.get('session')).status, 401);
  assert.equal((await another.get('session')).status, 200);
});

test('removing an administrator ends every session of theirs', async () => {
  const client = await AdminClient.signedIn(service, 'dan@nordlicht.example');
  const { administratorId } = (await client.get('session')).body.administrator;
  await service.administrators.remove(service.tenantId, administratorId, {
    actor: { kind: 'operator', id: 'test' },
  });
  assert.equal((await client.get('session')).status, 401);
});

test('a claim that changes a role is in the activity, and the role in the list applies', async () => {
  const { store, tenantId } = service;
  const email = 'eve@nordlicht.example';
  const signIn = (role: 'administrator' | 'reader') =>
    store.putClaimAdministrator({
      tenantId,
      newAdministratorId: randomUUID(),
      email,
      name: 'Eve',
      role,
      at: new Date(),
      origin: { address: '192.0.2.1' },
    });
  for (const role of ['reader', 'reader', 'administrator'] as const) {
    assert.equal((await signIn(role)).role, role);
  }
  const activity = await service.database.query<{ action: string; role: string }>(
    `select action, data ->> 'role' as role from activity
     where tenant_id = $1 and data ->> 'email' = $2 order by activity_id`,
    [tenantId, email],
  );
  assert.deepEqual(activity, [
    { action: 'administrator.added', role: 'reader' },
    { action: 'administrator.changed', role: 'administrator' },
  ]);
  const actor = { kind: 'operator', id: 'test' } as const;
  await service.administrators.put(tenantId, { email, role: 'reader' }, actor);
  const listed = await signIn('administrator');
  assert.deepEqual([listed.role, listed.source], ['reader', 'list']);
});

test('a change from another origin, without a token, or without both is refused', async () => {
  const client = await AdminClient.signedIn(service);
  const body = { everywhere: false };
  for (const headers of [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'x-csrf-token': 'x'.repeat(43) },
    { 'x-csrf-token': '' },
  ]) {
    const answer = await client.call('POST', 'session/end', body, headers);
    assert.equal(answer.status, 403, JSON.stringify(headers));
    assert.equal(answer.body.code, 'forbidden');
  }
  assert.equal((await client.get('session')).status, 200);
});

test('a session of one tenant works neither in another nor on the public API', async () => {
  const client = await AdminClient.signedIn(service);
  const other = await service.change((changes) =>
    changes.tenants.create(
      { kind: 'operator', id: 'test' },
      { name: 'Other', directory: { kind: 'sandbox' } },
    ),
  );
  const elsewhere = await fetch(`${service.adminUrl}/api/${other.tenantId}/session`, {
    headers: {
      cookie: client.cookie.replace(/-\w{32}=/, `-${other.tenantId.replaceAll('-', '')}=`),
    },
  });
  assert.equal(elsewhere.status, 401);
  const value = client.cookie.split('=')[1] ?? '';
  const onApi = await fetch(`${service.baseUrl}/organisations`, {
    headers: { cookie: client.cookie, authorization: `Bearer ${value}` },
  });
  assert.equal(onApi.status, 401);
});

test('the page is one document with a strict policy, and its scripts are served compressed', async () => {
  let page = await fetch(`${service.adminUrl}/${service.tenantId}/api-keys`);
  while (page.status === 503) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    page = await fetch(`${service.adminUrl}/${service.tenantId}/api-keys`);
  }
  assert.equal(page.status, 200);
  const policy = page.headers.get('content-security-policy') ?? '';
  assert.match(policy, /script-src 'self';/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.doesNotMatch(policy, /unsafe/);
  const html = await page.text();
  const script = /src="([^"]+\.js)"/.exec(html)?.[1] ?? '';
  const asset = await fetch(new URL(script, service.adminUrl), {
    headers: { 'accept-encoding': 'br' },
  });
  assert.equal(asset.status, 200);
  assert.equal(asset.headers.get('content-encoding'), 'br');
  assert.match(asset.headers.get('cache-control') ?? '', /immutable/);
  assert.equal((await fetch(`${service.adminUrl}/assets/nothing.js`)).status, 404);
  assert.equal((await fetch(`${service.adminUrl}/not-a-tenant`)).status, 404);
});
