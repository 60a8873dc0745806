// The rule for groups that others make, through the admin API: changed with If-Match, logged, and by those who may change
// settings.
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
after(() => service.close());

const change = (newGroups: unknown, etag: unknown, client = admin) =>
  client.call('PUT', 'directory/new-groups', { newGroups }, { 'if-match': `"${String(etag)}"` });

test('the rule for new groups is changed with If-Match and logged, and leaves the other settings as they are', async () => {
  const { body: rules } = await admin.get('naming-rules');
  const words = { blockedWords: ['secret'] };
  await admin.call('PUT', 'naming-rules', words, { 'if-match': `"${String(rules.etag)}"` });
  const { body: before } = await admin.get('directory');
  assert.equal(before.newGroups, 'report');

  const changed = await change('adopt', before.etag);
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  assert.deepEqual(changed.body, { ...before, newGroups: 'adopt', etag: changed.body.etag });
  assert.deepEqual((await admin.get('directory')).body, changed.body);
  assert.deepEqual((await admin.get('naming-rules')).body.blockedWords, ['secret']);

  const outdated = await change('report', before.etag);
  assert.deepEqual([outdated.status, outdated.body.code], [412, 'version_conflict']);
  const { body: log } = await admin.get('activity?action=tenant.changed');
  assert.deepEqual(log.items[0].data, {
    before: { newGroups: 'report' },
    after: { newGroups: 'adopt' },
  });

  const delays = { replicationDelayMs: 1, teamCreationMs: 1 };
  const moved = await admin.call('PUT', 'directory/sandbox', delays, {
    'if-match': `"${String(changed.body.etag)}"`,
  });
  assert.equal(moved.body.newGroups, 'adopt', 'a change of the connection keeps the rule');
  assert.equal((await change('ask', moved.body.etag)).body.newGroups, 'ask');
});

test('a rule that does not exist is refused at its place, and those who may not change settings are refused', async () => {
  const { etag } = (await admin.get('directory')).body;
  for (const bad of ['asks', '', null, 1, undefined]) {
    const { status, body } = await change(bad, etag);
    assert.equal(status, 422, String(bad));
    assert.equal(body.errors[0].pointer, '/newGroups');
  }
  for (const role of ['reader', 'operator', 'template_editor'] as const) {
    const client = await AdminClient.signedIn(service, `${role}@nordlicht.example`, role);
    assert.equal((await change('report', etag, client)).status, 403, role);
    assert.equal((await client.get('directory')).status, 200, role);
  }
});
