// Groups of the sandbox, changed as if in Teams: the next comparison sees it, and the record stays as it is.
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
  groups = await startAdminGroups(admin, { people: ['ada@nordlicht.example'] });
});
after(() => service.close());

interface Listed {
  readonly groupId: string;
  readonly teamId: string | null;
  readonly owners: readonly object[] | null;
  readonly memberCount: number | null;
}

async function inSandbox(teamId: string): Promise<Listed> {
  const { items } = (await admin.get('directory/groups')).body as { items: Listed[] };
  return items.find((group) => group.teamId === teamId) ?? assert.fail('It is not listed.');
}

test('a group that is renamed, published and stripped in the sandbox differs at the next comparison', async () => {
  const teamId = await groups.create({ displayName: 'As recorded', mailNickName: 'as-recorded' });
  const { groupId } = await inSandbox(teamId);
  const changed = await admin.call('PATCH', `sandbox/groups/${groupId}`, {
    displayName: 'As in Teams',
    visibility: 'public',
    archived: true,
    removeOwners: true,
  });
  assert.equal(changed.status, 204, JSON.stringify(changed.body));
  const { drift } = (await admin.call('POST', `teams/${teamId}/comparison`)).body;
  assert.deepEqual(
    drift.map(({ property }: { property: string }) => property),
    ['displayName', 'visibility', 'archived', 'responsible', 'owners'],
  );
  const { owners, memberCount } = await inSandbox(teamId);
  assert.deepEqual([owners, (memberCount ?? 0) > 0], [[], true]);
  assert.equal((await admin.get(`teams/${teamId}`)).body.displayName, 'As recorded');
});

test('a group that is made in the sandbox is listed as one that nobody governs', async () => {
  const made = await admin.call('POST', 'sandbox/groups', {
    displayName: 'Wild',
    mailNickName: 'wild-one',
    owners: ['ada@nordlicht.example'],
    obstacle: 'dynamic_membership',
  });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { body } = await admin.get('directory/groups?governed=false&search=wild');
  const [listed, ...others] = body.items;
  assert.deepEqual(others, []);
  assert.deepEqual(
    [listed.groupId, listed.obstacles, listed.owners.length, listed.kind],
    [made.body.groupId, ['dynamic_membership'], 1, 'team'],
  );
  const again = { displayName: 'Other', mailNickName: 'Wild-One' };
  const taken = await admin.call('POST', 'sandbox/groups', again);
  assert.deepEqual([taken.status, taken.body.errors[0].code], [422, 'taken']);
});

test('a group that is deleted in the sandbox is gone at the next comparison', async () => {
  const teamId = await groups.create({ displayName: 'Deleted', mailNickName: 'deleted-in-teams' });
  const { groupId } = await inSandbox(teamId);
  assert.equal((await admin.call('DELETE', `sandbox/groups/${groupId}`)).status, 204);
  assert.equal((await admin.call('POST', `teams/${teamId}/comparison`)).body.state, 'gone');
  assert.equal((await admin.call('DELETE', `sandbox/groups/${groupId}`)).status, 404);
});

test('a guest is added as if in Teams, unless the settings of the group let nobody add guests', async () => {
  for (const [email, kind] of [
    ['gus@partner.example', 'guest'],
    ['bo@nordlicht.example', 'member'],
  ]) {
    const { status } = await admin.call('POST', 'directory/people', { email, name: 'X', kind });
    assert.equal(status, 201);
  }
  const teamId = await groups.create({ displayName: 'Guests', mailNickName: 'guests-in-teams' });
  const { groupId } = await inSandbox(teamId);
  const patch = (body: object) => admin.call('PATCH', `sandbox/groups/${groupId}`, body);
  const addMembers = ['bo@nordlicht.example', 'Gus@partner.example'];
  assert.equal((await patch({ settings: { guests: 'deny' } })).status, 204);
  const refused = await patch({ addMembers });
  assert.deepEqual(
    [refused.status, refused.body.errors[0].pointer, refused.body.errors[0].code],
    [422, '/addMembers/1', 'guest_not_allowed'],
  );
  const unknown = await patch({ addMembers: ['nobody@partner.example'] });
  assert.deepEqual([unknown.status, unknown.body.errors[0].code], [422, 'person_not_found']);
  const { memberCount } = await inSandbox(teamId);
  assert.equal(memberCount, 1);
  assert.equal((await patch({ addMembers: addMembers.slice(0, 1) })).status, 204);
  assert.equal((await patch({ settings: { guests: 'allow' }, addMembers: [] })).status, 204);
  assert.equal((await patch({ addMembers })).status, 204);
  assert.equal((await patch({ settings: { sensitivityLabel: 'none' } })).status, 204);
  assert.equal((await inSandbox(teamId)).memberCount, 3);
});

test('wrong changes are refused with their faults, and a reader may make none', async () => {
  const teamId = await groups.create({ displayName: 'Kept', mailNickName: 'kept-in-teams' });
  const { groupId } = await inSandbox(teamId);
  for (const body of [{}, { displayName: '' }, { visibility: 'secret' }, { owners: [] }]) {
    const { status } = await admin.call('PATCH', `sandbox/groups/${groupId}`, body);
    assert.equal(status, 422, JSON.stringify(body));
  }
  const reader = await AdminClient.signedIn(service, 'rita@nordlicht.example', 'reader');
  const refused = await reader.call('PATCH', `sandbox/groups/${groupId}`, { archived: true });
  assert.equal(refused.status, 403);
});

test('each change in the sandbox is in the audit log, with who made it and what it was', async () => {
  const make = { displayName: 'Logged', mailNickName: 'logged' };
  const { groupId } = (await admin.call('POST', 'sandbox/groups', make)).body as {
    groupId: string;
  };
  await admin.call('PATCH', `sandbox/groups/${groupId}`, { visibility: 'public' });
  await admin.call('DELETE', `sandbox/groups/${groupId}`);
  const { items } = (await admin.get(`activity?subjectId=${groupId}`)).body as {
    items: { action: string; actor: { kind: string }; data: object }[];
  };
  assert.deepEqual(
    items.map(({ action, actor, data }) => [action, actor.kind, data]).toReversed(),
    [
      ['sandbox_group.added', 'administrator', make],
      ['sandbox_group.changed', 'administrator', { visibility: 'public' }],
      ['sandbox_group.removed', 'administrator', {}],
    ],
  );
});
