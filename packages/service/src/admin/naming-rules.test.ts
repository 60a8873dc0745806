// Blocked words through the admin API: read, changed with If-Match, previewed, and in force at once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AdminClient } from '../../testing/admin-client.ts';
import { type AdminGroups, startAdminGroups } from '../../testing/admin-groups.ts';
import { type AdminService, startAdminService } from '../../testing/admin-service.ts';

let service: AdminService;
let admin: AdminClient;
let groups: AdminGroups;

before(async () => {
  service = await startAdminService();
  admin = await AdminClient.signedIn(service);
  groups = await startAdminGroups(admin, { template: { mailNicknamePattern: 'track-{{code}}' } });
});
after(() => service.close());

function change(blockedWords: readonly string[], etag: unknown) {
  return admin.call('PUT', 'naming-rules', { blockedWords }, { 'if-match': `"${String(etag)}"` });
}

test('blocked words are changed with If-Match, apply at once, and leave the connection as it is', async () => {
  const before = await admin.get('naming-rules');
  assert.deepEqual(before.body.blockedWords, []);
  assert.equal(before.headers.get('etag')?.split('.')[0], `"${String(before.body.etag)}`);
  const { body: directory } = await admin.get('directory');

  const changed = await change(['Secret', 'top level'], before.body.etag);
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  assert.deepEqual(changed.body.blockedWords, ['Secret', 'top level']);
  const outdated = await change([], before.body.etag);
  assert.deepEqual([outdated.status, outdated.body.code], [412, 'version_conflict']);
  assert.deepEqual((await admin.get('naming-rules')).body, changed.body);
  const { etag: _, ...connection } = (await admin.get('directory')).body;
  const { etag: _before, ...connectionBefore } = directory;
  assert.deepEqual(connection, connectionBefore);

  const answer = await groups.call('/teams/plan', {
    displayName: 'Top level crossing',
    mailNickName: 'track-1',
    responsible: 'ada@nordlicht.example',
    organisationIdOrIdentifier: 'rail',
    templateIdOrIdentifier: 'track',
    owners: [],
    members: [],
  });
  const plan = (await answer.json()) as { faults: { pointer: string; code: string }[] };
  const blocked = plan.faults.filter(({ code }) => code === 'blocked_word');
  assert.deepEqual(
    blocked.map(({ pointer }) => pointer),
    ['/displayName'],
  );

  const { body: log } = await admin.get('activity?action=tenant.changed');
  assert.deepEqual(log.items[0].data, {
    before: { blockedWords: [] },
    after: { blockedWords: ['Secret', 'top level'] },
  });
});

test('a word without a letter or digit is refused with its place', async () => {
  const { etag } = (await admin.get('naming-rules')).body;
  const { status, body } = await change(['fine', '--'], etag);
  assert.equal(status, 422);
  assert.deepEqual(
    body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
    [['/blockedWords/1', 'not_valid']],
  );
});

test('a preview names the templates that could create no group, and changes nothing', async () => {
  const reader = await AdminClient.signedIn(service, 'rea@nordlicht.example', 'reader');
  const { body: rules } = await reader.get('naming-rules');
  const { status, body } = await reader.call('POST', 'naming-rules/preview', {
    blockedWords: ['track'],
  });
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(
    body.templates.map(({ name, organisation, place, word }: Record<string, string>) => [
      name,
      organisation,
      place,
      word,
    ]),
    [['Track', 'Rail', 'mailNickName', 'track']],
  );
  assert.deepEqual((await reader.get('naming-rules')).body, rules);
});
