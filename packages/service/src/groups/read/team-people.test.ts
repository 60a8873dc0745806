// The people of a group: its record beside the directory.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AdminClient } from '../../../testing/admin-client.ts';
import { type AdminGroups, startAdminGroups } from '../../../testing/admin-groups.ts';
import { type AdminService, startAdminService } from '../../../testing/admin-service.ts';

const people = ['mara', 'lea', 'otto', 'nils', 'zoe', 'new'].map((name) => `${name}@rail.example`);
let service: AdminService;
let admin: AdminClient;
let groups: AdminGroups;

before(async () => {
  service = await startAdminService();
  admin = await AdminClient.signedIn(service);
  groups = await startAdminGroups(admin, { people });
});
after(() => service.close());

const idOf = async (email: string) => {
  const [row] = await service.database.query<{ personId: string }>(
    'select person_id from sandbox_people where tenant_id = $1 and email = $2',
    [service.tenantId, email],
  );
  assert.ok(row);
  return row.personId;
};

const [, , otto, nils, zoe, added] = people;

test('people of the record are compared with those of the directory, differences first', async () => {
  const teamId = await groups.create({ owners: [otto], members: [nils, zoe] });
  const path = `teams/${teamId}/people/comparison`;
  const { body: same } = await admin.get(path);
  assert.deepEqual([same.total, same.differences], [5, 0]);
  assert.deepEqual(
    same.items.map(({ recorded }: { recorded: string }) => recorded),
    ['responsible', 'deputy', 'owner', 'member', 'member'],
  );

  await service.database.query(
    `update sandbox_groups
     set owner_ids = array_remove(owner_ids, $3::uuid),
       member_ids = array_append(array_remove(member_ids, $4::uuid), $5::uuid)
     where tenant_id = $1 and marker = $2`,
    [
      service.tenantId,
      teamId,
      await idOf(otto ?? ''),
      await idOf(nils ?? ''),
      await idOf(added ?? ''),
    ],
  );
  const { body } = await admin.get(`${path}?limit=4`);
  assert.deepEqual([body.total, body.differences], [6, 3]);
  assert.match(body.nextLink, /cursor=/);
  assert.deepEqual(
    body.items.map((one: Record<string, string>) => [one.email, one.difference]),
    [
      [nils, 'missing'],
      [otto, 'other_role'],
      [added, 'added'],
      ['mara@rail.example', null],
    ],
  );
});

test('a person who left the directory has no name, and a group that is not there cannot be compared', async () => {
  const teamId = await groups.create({ members: [zoe] });
  const gone = await idOf(zoe ?? '');
  await service.database.query(
    'delete from sandbox_people where tenant_id = $1 and person_id = $2',
    [service.tenantId, gone],
  );
  const { body } = await admin.get(`teams/${teamId}/people/comparison`);
  const unknown = body.items.find(({ id }: { id: string }) => id === gone);
  assert.deepEqual([unknown.displayName, unknown.email], [null, null]);

  await service.database.query(
    'update teams set deleted_at = now() where tenant_id = $1 and team_id = $2',
    [service.tenantId, teamId],
  );
  const refused = await admin.get(`teams/${teamId}/people/comparison`);
  assert.deepEqual([refused.status, refused.body.code], [409, 'group_not_active']);
});

test('a reader sees the comparison, and a group that does not exist is not found', async () => {
  const teamId = await groups.create();
  const reader = await AdminClient.signedIn(service, 'rea@nordlicht.example', 'reader');
  assert.equal((await reader.get(`teams/${teamId}/people/comparison`)).status, 200);
  const unknown = '0198b0aa-3f0b-7c44-9b0e-5a2d4c1f7e10';
  assert.equal((await admin.get(`teams/${unknown}/people/comparison`)).status, 404);
});

test('a group of the sandbox has no link to applications of Microsoft 365', async () => {
  const teamId = await groups.create();
  const { body } = await admin.get(`teams/${teamId}`);
  assert.deepEqual(body.directory.links, []);
});

test('people are looked up together, and the unknown ones are null', async () => {
  const lookup = (references: readonly string[]) =>
    admin.call('POST', 'people/lookup', { references });
  const { status, body } = await lookup(['MARA@rail.example', 'nobody@rail.example']);
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(
    body.items.map((one: { person: { displayName: string } | null }) => one.person?.displayName),
    ['mara', undefined],
  );
  assert.equal((await lookup(['no reference'])).status, 422);
  const reader = await AdminClient.signedIn(service, 'rea@nordlicht.example', 'reader');
  const seen = await reader.call('POST', 'people/lookup', { references: ['lea@rail.example'] });
  assert.equal(seen.status, 200);
});

test('the groups of a person are listed by the highest role', async () => {
  await groups.create({ responsible: 'new@rail.example', deputy: 'lea@rail.example' });
  await groups.create({ owners: ['new@rail.example'] });
  const countIn = async (role: string) =>
    (await admin.get(`people/new@rail.example/groups?role=${role}`)).body.items.length as number;
  assert.deepEqual(
    [await countIn('responsible'), await countIn('owner'), await countIn('deputy')],
    [1, 1, 0],
  );
});
