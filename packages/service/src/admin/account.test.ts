// The preferences of an administrator: stored with the account, by themselves, and only what a page can use.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AdminClient } from '../../testing/admin-client.ts';
import { type AdminService, startAdminService } from '../../testing/admin-service.ts';

let service: AdminService;
let reader: AdminClient;
before(async () => {
  service = await startAdminService();
  reader = await AdminClient.signedIn(service, 'rea@nordlicht.example', 'reader');
});
after(() => service.close());

const preferences = async () => (await reader.get('session')).body.administrator.preferences;

test('people of every role choose their language and time zone, and each choice leaves the other', async () => {
  assert.equal(await preferences(), null);
  const first = await reader.call('PATCH', 'account', { language: 'de' });
  assert.deepEqual(
    [first.status, first.body],
    [200, { language: 'de', timeZone: null, mutedNotices: [] }],
  );
  await reader.call('PATCH', 'account', { timeZone: 'Europe/Oslo' });
  assert.deepEqual(await preferences(), {
    language: 'de',
    timeZone: 'Europe/Oslo',
    mutedNotices: [],
  });
  await reader.call('PATCH', 'account', { language: null });
  await reader.call('PATCH', 'account', { mutedNotices: ['webhooks'] });
  assert.deepEqual(await preferences(), {
    language: null,
    timeZone: 'Europe/Oslo',
    mutedNotices: ['webhooks'],
  });
  const other = await AdminClient.signedIn(service);
  assert.equal((await other.get('session')).body.administrator.preferences, null);
});

test('an unknown time zone or topic, or no language, changes nothing', async () => {
  const before = await preferences();
  for (const [body, pointer] of [
    [{ timeZone: 'Nordlicht/Harbour' }, '/timeZone'],
    [{ language: 'not a language' }, '/language'],
    [{ mutedNotices: ['not_accepted'] }, '/mutedNotices/0'],
    [{ mutedNotices: ['webhooks', 'webhooks'] }, '/mutedNotices'],
  ] as const) {
    const refused = await reader.call('PATCH', 'account', body);
    assert.equal(refused.status, 422);
    assert.equal(refused.body.errors[0].pointer, pointer);
  }
  assert.deepEqual(await preferences(), before);
});

test('a choice changes no version, so that no change of others is refused', async () => {
  const owner = await AdminClient.signedIn(service);
  const versionOf = async () => {
    const { body } = await owner.get('administrators');
    return body.items.find(({ email }: { email: string }) => email === 'rea@nordlicht.example')
      .etag;
  };
  const before = await versionOf();
  await reader.call('PATCH', 'account', { language: 'en' });
  assert.equal(await versionOf(), before);
});
