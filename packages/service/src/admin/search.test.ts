// The search everywhere: one call finds things of every kind, of this tenant alone, and a silent directory hides none
// of the others.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AdminClient } from '../../testing/admin-client.ts';
import { type AdminService, startAdminService } from '../../testing/admin-service.ts';

let service: AdminService;
let admin: AdminClient;
let templateId: string;
before(async () => {
  service = await startAdminService();
  admin = await AdminClient.signedIn(service);
  const person = { email: 'mara@nordlicht.example', name: 'Mara Harbour' };
  await admin.call('POST', 'directory/people', person);
  const { body: organisation } = await admin.call('POST', 'organisations', {
    name: 'Energy',
    identifier: 'energy',
  });
  const { body: template } = await admin.call(
    'POST',
    `organisations/${organisation.organisationId}/templates`,
    { name: 'Harbour', identifier: 'harbour', mailNicknamePattern: '', displayNamePattern: '' },
  );
  templateId = template.templateId;
  await admin.call('POST', 'api-keys', { name: 'Harbour key' });
  await admin.call('POST', 'webhooks', { url: 'https://harbour.example/hook' });
});
after(() => service.close());

const search = (text: string) => admin.get(`search?text=${encodeURIComponent(text)}`);

test('one call finds people, templates, keys and webhooks by a part of their names', async () => {
  const { status, body } = await search('harbour');
  assert.equal(status, 200);
  assert.deepEqual(body.people, [
    { reference: 'mara@nordlicht.example', displayName: 'Mara Harbour' },
  ]);
  assert.deepEqual(body.templates, [{ templateId, name: 'Harbour', organisation: 'Energy' }]);
  assert.deepEqual(
    body.apiKeys.map(({ name }: { name: string }) => name),
    ['Harbour key'],
  );
  assert.deepEqual(
    body.webhooks.map(({ url }: { url: string }) => url),
    ['https://harbour.example/hook'],
  );
  assert.deepEqual(body.groups, []);
});

test('words count in any order and without regard to case', async () => {
  const { body } = await search('ENERGY harb');
  assert.equal(body.templates.length, 1);
});

test('an exact name, address, id or code is the first of its kind', async () => {
  for (const name of ['Old Harbour key', 'Harbour', 'Harbour keys']) {
    await admin.call('POST', 'api-keys', { name });
  }
  for (const name of ['Aharbour Zoe', 'Harbour']) {
    const email = `${name.toLowerCase().replace(' ', '.')}@nordlicht.example`;
    await admin.call('POST', 'directory/people', { email, name });
  }
  const { body } = await search('HARBOUR');
  assert.deepEqual(
    body.apiKeys.map(({ name }: { name: string }) => name),
    ['Harbour', 'Harbour keys', 'Harbour key', 'Old Harbour key'],
  );
  assert.equal(body.people[0].displayName, 'Harbour');
  const { body: problems } = await search('not_found');
  assert.equal(problems.problems[0].code, 'not_found');
  const { body: help } = await search('webhooks events');
  assert.ok(help.help.some(({ path }: { path: string }) => path === 'events-and-webhooks'));
  const [first] = (await admin.get('administrators')).body.items;
  const { body: administrators } = await search(first.email);
  assert.deepEqual(administrators.administrators, [{ email: first.email, name: first.name }]);
});

test('no answer contains a secret', async () => {
  const { body } = await search('key');
  assert.deepEqual(Object.keys(body.apiKeys[0]).sort(), ['keyId', 'name']);
});

test('a blank text finds nothing, and a missing one is refused', async () => {
  const { body } = await search('   ');
  assert.deepEqual(Object.values(body).flat(), []);
  assert.equal((await admin.get('search')).status, 400);
});

test('nobody finds anything without a session', async () => {
  const response = await fetch(`${service.adminUrl}/api/${service.tenantId}/search?text=harbour`);
  assert.equal(response.status, 401);
});
