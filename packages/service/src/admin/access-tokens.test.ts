// The admin API as systems call it: with the access token of an API key instead of a session.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AdminClient } from '../../testing/admin-client.ts';
import { startAdminService, type AdminService } from '../../testing/admin-service.ts';
import { addTestTenant, testOperator, type AddedTenant } from '../../testing/tenant.ts';
import type { Scope } from '../ground/schema/scope.schema.ts';

let service: AdminService;
let other: AddedTenant;

before(async () => {
  service = await startAdminService();
  other = await service.change((changes) => addTestTenant(changes));
});
after(() => service.close());

async function addKey(scopes: readonly Scope[], organisationIds: string[] | null = null) {
  const { tenantId } = service;
  const { key, secret } = await service.change(({ apiKeys }) =>
    apiKeys.create(testOperator, tenantId, {
      name: 'Machine',
      scopes: [...scopes],
      organisationIds,
    }),
  );
  const { keyId } = key;
  return { keyId, ...(await clientOf({ tenantId, keyId, secret })) };
}

/** Sends nothing but the token: no cookie, no Origin, no X-CSRF-Token. */
async function clientOf(credentials: { tenantId: string; keyId: string; secret: string }) {
  const { tenantId, keyId, secret } = credentials;
  const response = await fetch(`${service.baseUrl}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenantId, keyId, secret }),
  });
  const { accessToken } = (await response.json()) as { accessToken: string };
  const authorization = `Bearer ${accessToken}`;
  return { authorization, call: callerWith({ authorization }) };
}

function callerWith(sent: Readonly<Record<string, string>>) {
  return async (
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const response = await fetch(`${service.adminUrl}/api/${service.tenantId}/${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...sent,
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    // Tests look into answers freely.
    // oxlint-disable-next-line typescript/no-explicit-any
    const answer: any = text === '' ? undefined : JSON.parse(text);
    return { status: response.status, body: answer, headers: response.headers };
  };
}

const ifMatch = (etag: unknown) => ({ 'if-match': `"${String(etag)}"` });
const patterns = { mailNicknamePattern: '', displayNamePattern: '' };

async function addOrganisation(identifier: string): Promise<string> {
  const { organisationId } = await service.change(({ organisations }) =>
    organisations.create(testOperator, service.tenantId, { name: identifier, identifier }),
  );
  return organisationId;
}

test('a key needs neither cookie nor CSRF token, and the audit log names it', async () => {
  const machine = await addKey(['organisations:manage', 'templates:manage', 'activity:read']);
  const made = await machine.call('POST', 'organisations', { name: 'Rhine', identifier: 'rhine' });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { organisationId, etag } = made.body;
  const changed = await machine.call(
    'PUT',
    `organisations/${organisationId}`,
    { name: 'Rhine two', identifier: 'rhine' },
    ifMatch(etag),
  );
  assert.equal(changed.status, 200);
  const template = await machine.call('POST', `organisations/${organisationId}/templates`, {
    name: 'Any',
    identifier: 'any',
    ...patterns,
  });
  assert.equal(template.status, 201);
  const { body } = await machine.call('GET', 'activity?action=organisation');
  const { actor } = body.items[0];
  assert.deepEqual(actor, { kind: 'api_key', id: machine.keyId, name: 'Machine' });
});

test('a session and a token in one request count as the session, with its proof and its role', async () => {
  const reader = await AdminClient.signedIn(service, 'rea@nordlicht.example', 'reader');
  const machine = await addKey(['organisations:manage']);
  const { authorization } = machine;
  const organisation = { name: 'Both', identifier: 'both' };
  const withoutProof = callerWith({ authorization, cookie: reader.cookie });
  assert.equal((await withoutProof('POST', 'organisations', organisation)).status, 403);
  const withProof = await reader.call('POST', 'organisations', organisation, { authorization });
  assert.equal(withProof.status, 403);
  assert.match(withProof.body.detail, /reader/);
});

test('a key of another tenant gets the answer for a tenant that does not exist', async () => {
  const { tenantId, keyId, secret } = other;
  const foreign = await clientOf({ tenantId, keyId, secret });
  const answer = await foreign.call('GET', 'organisations');
  assert.equal(answer.status, 404);
  const response = await fetch(
    `${service.adminUrl}/api/01900000-0000-7000-8000-000000000000/organisations`,
    { headers: { authorization: foreign.authorization } },
  );
  const nowhere = (await response.json()) as object;
  assert.deepEqual({ ...answer.body, requestId: '' }, { ...nowhere, requestId: '' });
});

test('a revoked key gets 401 from the admin API', async () => {
  const machine = await addKey(['organisations:manage']);
  await service.change(({ apiKeys }) =>
    apiKeys.revoke(testOperator, service.tenantId, machine.keyId),
  );
  const answer = await machine.call('GET', 'organisations');
  assert.deepEqual([answer.status, answer.body.code], [401, 'invalid_token']);
});

test('a repeated request of a key with an Idempotency-Key creates one thing', async () => {
  const machine = await addKey(['groups:read', 'api-keys:manage']);
  const another = await addKey(['groups:read', 'api-keys:manage']);
  const create = (caller: typeof machine) =>
    caller.call(
      'POST',
      'api-keys',
      { name: 'Once', scopes: ['groups:read'] },
      { 'idempotency-key': '"made-once"' },
    );
  const [first, second] = [await create(machine), await create(machine)];
  assert.equal(first.status, 201, JSON.stringify(first.body));
  assert.deepEqual(second.body, first.body);
  assert.notEqual((await create(another)).body.secret, first.body.secret);
});

test('a key gives no scope that it lacks, and manages no key that has more', async () => {
  const machine = await addKey(['groups:read', 'api-keys:manage']);
  const given = await machine.call('POST', 'api-keys', { name: 'More', scopes: ['groups:delete'] });
  assert.deepEqual([given.status, given.body.code], [403, 'scope_missing']);
  const stronger = await addKey(['groups:delete']);
  const { body } = await machine.call('GET', 'api-keys?limit=200');
  const { etag } = body.items.find(({ keyId }: { keyId: string }) => keyId === stronger.keyId);
  const path = `api-keys/${stronger.keyId}`;
  for (const act of ['secrets', 'revoke']) {
    const refused = await machine.call('POST', `${path}/${act}`, undefined, ifMatch(etag));
    assert.deepEqual([refused.status, refused.body.code], [403, 'scope_missing']);
  }
  const access = { scopes: ['groups:read'], organisationIds: null };
  const reduced = await machine.call('PUT', `${path}/access`, access, ifMatch(etag));
  assert.equal(reduced.status, 403);
});

test('a key that is limited to organisations manages only their templates, groups and keys', async () => {
  const [own, foreign] = [await addOrganisation('inn'), await addOrganisation('isar')];
  const machine = await addKey(['groups:read', 'templates:manage', 'api-keys:manage'], [own]);
  const input = { name: 'Any', identifier: 'any', ...patterns };
  const templates = (organisationId: string) => `organisations/${organisationId}/templates`;
  assert.equal((await machine.call('POST', templates(own), input)).status, 201);
  const refused = await machine.call('POST', templates(foreign), input);
  assert.deepEqual([refused.status, refused.body.code], [404, 'not_found']);
  const { templateId } = await service.change((changes) =>
    changes.templates.create(testOperator, service.tenantId, foreign, input),
  );
  for (const [method, body] of [['GET'], ['PUT', input], ['DELETE']] as const) {
    const answer = await machine.call(method, `templates/${templateId}`, body, ifMatch(1));
    assert.equal(answer.status, 404, method);
  }
  const { body: organisations } = await machine.call('GET', 'organisations');
  assert.deepEqual(
    organisations.items.map(({ identifier }: { identifier: string }) => identifier),
    ['inn'],
  );
  assert.equal((await machine.call('GET', `organisations/${foreign}`)).status, 404);
  const { body: keys } = await machine.call('GET', 'api-keys?limit=200');
  assert.deepEqual(
    keys.items.map(({ keyId }: { keyId: string }) => keyId),
    [machine.keyId],
  );
  const unlimited = await addKey(['groups:read']);
  const answer = await machine.call(
    'POST',
    `api-keys/${unlimited.keyId}/revoke`,
    undefined,
    ifMatch('x'),
  );
  assert.equal(answer.status, 404);
});

test('an administrator changes the access of a key, and two cannot do it unknowingly', async () => {
  const admin = await AdminClient.signedIn(service);
  const { body: made } = await admin.call('POST', 'api-keys', { name: 'Plain' });
  assert.deepEqual(made.key.scopes, ['groups:create', 'groups:read']);
  assert.equal(made.key.organisationIds, null);
  const path = `api-keys/${made.key.keyId}/access`;
  const organisationIds = [await addOrganisation('lech')];
  const access = { scopes: ['groups:read'], organisationIds };
  const changed = await admin.call('PUT', path, access, ifMatch(made.key.etag));
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  assert.deepEqual(
    [changed.body.scopes, changed.body.organisationIds],
    [['groups:read'], organisationIds],
  );
  assert.equal((await admin.call('PUT', path, access, ifMatch(made.key.etag))).status, 412);
  const { body } = await admin.get(`activity?subjectId=${made.key.keyId}&action=api_key.changed`);
  assert.deepEqual(body.items[0].data.before, {
    scopes: ['groups:create', 'groups:read'],
    organisationIds: null,
  });
});
