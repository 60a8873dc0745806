// Invitations and sessions of administrators: a link works once, for a week, until it is replaced or revoked.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { invitationLifetimeMs } from '../access/sessions/invitation.ts';
import { AdminClient } from '../../testing/admin-client.ts';
import { startAdminService, type AdminService } from '../../testing/admin-service.ts';

let service: AdminService;
let admin: AdminClient;
before(async () => {
  service = await startAdminService();
  admin = await AdminClient.signedIn(service);
});
after(() => service.close());

async function added(email: string, role = 'reader'): Promise<string> {
  const { body } = await admin.call('POST', 'administrators', { email, role });
  return body.administratorId;
}
const invite = (administratorId: string, by: 'link' | 'mail' = 'link', client = admin) =>
  client.call('POST', `administrators/${administratorId}/invitation`, { by });
const signIn = (link: string) => new AdminClient(service).signInBy(link);

test('an invitation signs in once, and its secret is nowhere in the database or the log', async () => {
  const id = await added('bo@nordlicht.example', 'operator');
  const { status, body } = await invite(id);
  assert.equal(status, 200);
  assert.ok(body.url.startsWith(`${service.adminUrl}/${service.tenantId}/sign-in#`));
  assert.equal(body.administrator.invitation.createdBy, 'ada@nordlicht.example');
  const lifetimeMs = Date.parse(body.administrator.invitation.expiresAt) - service.clock.offsetMs;
  assert.ok(lifetimeMs > Date.now() + invitationLifetimeMs - 60_000);

  const secret = new URL(body.url).hash.slice(1);
  const kept = JSON.stringify([
    await service.database.query('select * from admin_invitations'),
    await service.database.query('select * from activity'),
  ]);
  assert.ok(!kept.includes(secret) && !service.log.join('').includes(secret));

  const client = new AdminClient(service);
  const answer = await client.signInBy(body.url);
  assert.deepEqual([answer.status, answer.body.administrator.role], [200, 'operator']);
  assert.equal((await signIn(body.url)).status, 403);
  const { body: list } = await admin.get('administrators');
  const bo = list.items.find((one: { administratorId: string }) => one.administratorId === id);
  assert.equal(bo.invitation, null);
});

test('of two who use an invitation at once, one is signed in', async () => {
  const { body } = await invite(await added('both@nordlicht.example'));
  const answers = await Promise.all([signIn(body.url), signIn(body.url)]);
  assert.deepEqual(
    answers.map(({ status }) => status).sort((one, other) => one - other),
    [200, 403],
  );
});

test('an invitation ends after a week, when it is sent again, when it is revoked, and with the person', async () => {
  const id = await added('cy@nordlicht.example');
  const { body: first } = await invite(id);
  const { body: second } = await invite(id);
  assert.equal((await signIn(first.url)).status, 403);
  assert.equal((await admin.call('DELETE', `administrators/${id}/invitation`)).status, 204);
  assert.equal((await admin.call('DELETE', `administrators/${id}/invitation`)).status, 404);
  assert.equal((await signIn(second.url)).status, 403);

  const { body: late } = await invite(id);
  service.clock.offsetMs = invitationLifetimeMs + 1000;
  const afterwards = await signIn(late.url);
  service.clock.offsetMs = 0;
  assert.equal(afterwards.status, 403);

  const { body: last } = await invite(id);
  await service.administrators.remove(service.tenantId, id, {
    actor: { kind: 'operator', id: 'test' },
  });
  assert.equal((await signIn(last.url)).status, 403);
});

test('nobody gets a link to act in the name of someone who has signed in', async () => {
  const client = await AdminClient.signedIn(service, 'dan@nordlicht.example');
  const { administratorId } = (await client.get('session')).body.administrator;
  const refused = await invite(administratorId);
  assert.deepEqual([refused.status, refused.body.code], [409, 'in_use']);
  assert.equal(refused.body.url, undefined);
});

test('an administrator invites no owner, and an operator nobody', async () => {
  await service.administrators.put(
    service.tenantId,
    { email: 'own@nordlicht.example', role: 'owner' },
    { kind: 'operator', id: 'test' },
  );
  const { body: list } = await admin.get('administrators');
  const owner = list.items.find((one: { role: string }) => one.role === 'owner');
  assert.equal((await invite(owner.administratorId)).status, 403);
  const operator = await AdminClient.signedIn(service, 'op@nordlicht.example', 'operator');
  const id = await added('eve@nordlicht.example');
  assert.equal((await invite(id, 'link', operator)).status, 403);
});

test('a tenant that sends no mail says so, and shows the link to nobody', async () => {
  const id = await added('mail@nordlicht.example');
  const { status, body } = await invite(id, 'mail');
  assert.deepEqual([status, body.sent, body.url], [200, false, null]);
  assert.match(body.detail, /sends no mail/);
});

test('sessions are listed with their browser, and ended one by one', async () => {
  const email = 'fay@nordlicht.example';
  const [one, other] = [
    await AdminClient.signedIn(service, email, 'reader'),
    await AdminClient.signedIn(service, email, 'reader'),
  ];
  const { body: own } = await one.get('sessions');
  assert.equal(own.items.length, 2);
  const current = own.items.filter((item: { isCurrent: boolean }) => item.isCurrent);
  assert.equal(current.length, 1);
  assert.equal(typeof current[0].userAgent, 'string');
  assert.equal(current[0].address, '127.0.0.1');

  const { administratorId } = (await one.get('session')).body.administrator;
  const path = `administrators/${administratorId}/sessions`;
  const { body: seen } = await admin.get(path);
  assert.ok(seen.items.every((item: { isCurrent: boolean }) => !item.isCurrent));
  const another = own.items.find((item: { isCurrent: boolean }) => !item.isCurrent);

  const { body: ofAdmin } = await admin.get('sessions');
  const foreign = ofAdmin.items[0].sessionId;
  assert.equal((await one.call('DELETE', `sessions/${foreign}`)).status, 404);
  assert.equal((await one.call('DELETE', `${path}/${current[0].sessionId}`)).status, 403);
  assert.equal((await one.call('DELETE', `sessions/${another.sessionId}`)).status, 204);
  assert.equal((await other.get('session')).status, 401);
  assert.equal((await admin.call('DELETE', `${path}/${current[0].sessionId}`)).status, 204);
  assert.equal((await one.get('session')).status, 401);
  const { body: log } = await admin.get('activity?limit=5');
  assert.equal(log.items[0].action, 'administrator.session_ended');
});

test('the state of the sign-in provider is shown without its secret', async () => {
  const { body } = await admin.get('sign-in-provider');
  assert.equal(body.provider, null);
  assert.match(body.callbackUrl, /\/sign-in\/callback$/);
  assert.equal((await admin.call('POST', 'sign-in-provider/test')).status, 404);
});
