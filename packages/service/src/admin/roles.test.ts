// The permissions of each role in the admin center: every route of the admin API, called by each role.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type AdministratorRole, administratorRoles } from '../access/sessions/administrator.ts';
import { AdminClient } from '../../testing/admin-client.ts';
import { startAdminService, type AdminService } from '../../testing/admin-service.ts';
import { sessionOperations } from '../../testing/session-operations.ts';

let service: AdminService;
const clients = new Map<AdministratorRole, AdminClient>();
const clientOf = (role: AdministratorRole): AdminClient => {
  const client = clients.get(role);
  assert.ok(client);
  return client;
};
const operator = { kind: 'operator', id: 'test' } as const;
const absentId = '0198b0c1-77aa-7d10-8f2e-0c9b8a7d6e5f';

before(async () => {
  service = await startAdminService();
  for (const role of administratorRoles) {
    clients.set(role, await AdminClient.signedIn(service, `${role}@nordlicht.example`, role));
  }
});
after(() => service.close());

/** Each changes nothing, or its own account and session alone. */
const openToAll = [
  'changeAccount',
  'checkBody',
  'endOwnSession',
  'exportNoticesPlan',
  'exportOrganisationPlan',
  'exportTemplatePlan',
  'lookUpPeople',
  'planAdoption',
  'planAdoptions',
  'planApplyTeams',
  'planNotices',
  'planOrganisation',
  'planTeam',
  'planPersonHandover',
  'planTemplate',
  'previewNames',
  'previewNamingRules',
  'previewNotices',
  'signInByLink',
  'signOut',
  'testDirectory',
  'testSignInProvider',
  'tryTemplate',
];
/** The changes that each role may make; owners and administrators may make all. */
const changesOf: Readonly<Record<AdministratorRole, readonly string[] | 'all'>> = {
  owner: 'all',
  administrator: 'all',
  operator: [
    'cancelOperation',
    'cancelTeam',
    'compareTeam',
    'compareTeams',
    'retryTeam',
    ...openToAll,
  ],
  template_editor: [
    'changeNamingRules',
    'changeTemplate',
    'createTemplate',
    'deleteTemplate',
    ...openToAll,
  ],
  reader: openToAll,
};

interface Operation {
  readonly operationId: string;
  readonly requestBody?: object;
  readonly security?: readonly object[];
}

test('each role may call the routes of its permissions, and no other', async () => {
  const answer = await fetch(`${service.baseUrl}/openapi.json`);
  const operations = sessionOperations(
    (await answer.json()) as {
      paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    },
  );
  for (const role of administratorRoles) {
    const client = clientOf(role);
    const allowed: string[] = [];
    const all: string[] = [];
    for (const { path: template, method, operation } of operations) {
      const { operationId, requestBody } = operation;
      // A stream or a long read would be begun; reading is open to every role.
      if (method === 'get') continue;
      const path = template.slice(1).replaceAll(/\{\w+\}/g, absentId);
      // With an id of nothing and a member that no body has, what is allowed is refused as bad.
      const sent = requestBody === undefined ? undefined : { unheard: 1 };
      const { status, body } = await client.call(method.toUpperCase(), path, sent);
      const isRefused = status === 403 && body.detail.startsWith('Your role is ');
      all.push(operationId);
      if (!isRefused) allowed.push(operationId);
    }
    assert.ok(all.length > 50, `${all.length} changing routes`);
    const expected = changesOf[role] === 'all' ? all : changesOf[role];
    assert.deepEqual(allowed.sort(), [...expected].sort(), role);
    assert.equal((await client.get('session')).status, 200, `the session of the ${role}`);
  }
});

test('the session says what its role includes', async () => {
  const { body } = await clientOf('operator').get('session');
  assert.deepEqual(body.administrator.permissions, ['view', 'groups:intervene']);
  for (const role of administratorRoles) {
    assert.equal((await clientOf(role).get('teams')).status, 200, role);
  }
});

async function idOf(role: AdministratorRole): Promise<string> {
  return (await clientOf(role).get('session')).body.administrator.administratorId;
}

test('an operator grants nobody a role, also not to himself', async () => {
  const client = clientOf('operator');
  const invited = await client.call('POST', 'administrators', {
    email: 'friend@nordlicht.example',
    role: 'administrator',
  });
  assert.equal(invited.status, 403);
  const own = await client.call(
    'PUT',
    `administrators/${await idOf('operator')}`,
    { role: 'owner' },
    { 'if-match': '"1"' },
  );
  assert.equal(own.status, 403);
});

test('an administrator neither makes owners nor changes them; an owner does, but not himself', async () => {
  const [owner, administrator] = [clientOf('owner'), clientOf('administrator')];
  const ownerPath = `administrators/${await idOf('owner')}`;
  const match = { 'if-match': '"1"' };
  const email = 'second@nordlicht.example';
  const refused = await Promise.all([
    administrator.call('POST', 'administrators', { email, role: 'owner' }),
    administrator.call('PUT', ownerPath, { role: 'reader' }, match),
    administrator.call('DELETE', ownerPath, undefined, match),
    administrator.call('DELETE', `${ownerPath}/account`, undefined, match),
    owner.call('PUT', ownerPath, { role: 'reader' }, match),
    owner.call('DELETE', ownerPath, undefined, match),
  ]);
  assert.deepEqual(
    refused.map(({ status }) => status),
    [403, 403, 403, 403, 403, 403],
  );
  const second = await owner.call('POST', 'administrators', { email, role: 'owner' });
  assert.deepEqual([second.status, second.body.role], [200, 'owner']);
  const path = `administrators/${second.body.administratorId}`;
  const etag = { 'if-match': `"${second.body.etag}"` };
  assert.equal((await administrator.call('DELETE', path, undefined, etag)).status, 403);
  assert.equal((await owner.call('DELETE', path, undefined, etag)).status, 204);
});

test('two owners who remove each other at once leave one of them', async () => {
  const { tenantId } = await service.change((changes) =>
    changes.tenants.create(operator, { name: 'Two owners', directory: { kind: 'sandbox' } }),
  );
  const pair = await Promise.all(
    ['one@two.example', 'two@two.example'].map((email) =>
      service.administrators.put(tenantId, { email, role: 'owner' }, operator),
    ),
  );
  const outcomes = await Promise.allSettled(
    pair.map(({ administratorId }, index) =>
      service.administrators.remove(tenantId, administratorId, {
        actor: { kind: 'administrator', id: pair[1 - index]?.email ?? '' },
      }),
    ),
  );
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  const [left] = await service.administrators.list(tenantId);
  assert.equal(left?.role, 'owner');
});

test('the administrators of a tenant without an owner make the first one', async () => {
  const { tenantId } = await service.change((changes) =>
    changes.tenants.create(operator, { name: 'No owner', directory: { kind: 'sandbox' } }),
  );
  const first = { email: 'one@none.example', role: 'administrator' } as const;
  await service.administrators.put(tenantId, first, operator);
  const actor = { kind: 'administrator', id: first.email } as const;
  const owner = { email: 'two@none.example', role: 'owner' } as const;
  await service.administrators.put(tenantId, owner, actor);
  await assert.rejects(
    service.administrators.put(tenantId, { email: 'three@none.example', role: 'owner' }, actor),
    { code: 'forbidden' },
  );
});

test('a change by a person who was demoted meanwhile is refused', async () => {
  const { tenantId } = await service.change((changes) =>
    changes.tenants.create(operator, { name: 'Late', directory: { kind: 'sandbox' } }),
  );
  await service.administrators.put(
    tenantId,
    { email: 'a@late.example', role: 'operator' },
    operator,
  );
  await assert.rejects(
    service.administrators.put(
      tenantId,
      { email: 'a@late.example', role: 'administrator' },
      { kind: 'administrator', id: 'a@late.example' },
    ),
    { code: 'forbidden' },
  );
});
