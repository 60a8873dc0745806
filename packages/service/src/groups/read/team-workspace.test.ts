// The channels and the site of a group, as the admin API reads them in the directory.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AdminClient } from '../../../testing/admin-client.ts';
import { type AdminGroups, startAdminGroups } from '../../../testing/admin-groups.ts';
import { type AdminService, startAdminService } from '../../../testing/admin-service.ts';

let service: AdminService;
let admin: AdminClient;
let groups: AdminGroups;

before(async () => {
  service = await startAdminService();
  admin = await AdminClient.signedIn(service);
  groups = await startAdminGroups(admin, {
    people: ['mara@rail.example', 'lea@rail.example'],
    template: {
      policy: {
        channels: [
          { displayName: 'Planning', description: 'Timetables' },
          { displayName: 'Archive', description: null },
        ],
        lifecycle: { expires: { after: 'P1Y' }, unanswered: 'delete', deleteAfterArchived: 'P60D' },
      },
    },
  });
});
after(() => service.close());

test('the channels of a team are listed by name, page by page', async () => {
  const teamId = await groups.create();
  const { status, body } = await admin.get(`teams/${teamId}/channels?limit=2`);
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual([body.total, body.hasTeam], [3, true]);
  assert.match(body.nextLink, /channels\?limit=2&cursor=/);
  assert.deepEqual(
    body.items.map((one: Record<string, string | null>) => [
      one['displayName'],
      one['kind'],
      one['description'],
      one['webUrl'],
    ]),
    [
      ['Archive', 'standard', null, null],
      ['General', 'standard', null, null],
    ],
  );
  const reader = await AdminClient.signedIn(service, 'rea@nordlicht.example', 'reader');
  assert.equal((await reader.get(`teams/${teamId}/channels`)).status, 200);
});

test('a group without a team has none, and a group of the sandbox has no site', async () => {
  await admin.call('POST', `organisations/${groups.organisationId}/templates`, {
    name: 'List',
    identifier: 'list',
    mailNicknamePattern: '',
    displayNamePattern: '',
    policy: { kind: 'group' },
  });
  const teamId = await groups.create({ templateIdOrIdentifier: 'list' });
  const { body } = await admin.get(`teams/${teamId}/channels`);
  assert.deepEqual(body, { items: [], total: 0, hasTeam: false });
  const site = await admin.get(`teams/${teamId}/site`);
  assert.deepEqual([site.status, site.body], [200, { url: null }]);
});

test('a group that is not in the directory has neither, and an unknown one is not found', async () => {
  const teamId = await groups.create();
  await service.database.query(
    'update teams set deleted_at = now() where tenant_id = $1 and team_id = $2',
    [service.tenantId, teamId],
  );
  const unknown = '0198b0aa-3f0b-7c44-9b0e-5a2d4c1f7e10';
  for (const part of ['channels', 'site']) {
    const refused = await admin.get(`teams/${teamId}/${part}`);
    assert.deepEqual([refused.status, refused.body.code], [409, 'group_not_active']);
    assert.equal((await admin.get(`teams/${unknown}/${part}`)).status, 404);
  }
});

test('a group names the consequence of its expiry by its template', async () => {
  const teamId = await groups.create();
  const { body } = await admin.get(`teams/${teamId}`);
  assert.deepEqual(body.afterExpiry, { unanswered: 'delete', deleteAfterArchived: 'P60D' });
});
