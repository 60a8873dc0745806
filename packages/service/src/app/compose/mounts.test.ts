// The routes that are mounted twice: for access tokens at the base URL, and for sessions below the admin URL.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { scopes } from '../../ground/schema/scope.schema.ts';
import { routesOf } from '../../http/allowed-methods.ts';
import { AdminClient } from '../../../testing/admin-client.ts';
import { type AdminGroups, startAdminGroups } from '../../../testing/admin-groups.ts';
import { eventually } from '../../../testing/eventually.ts';
import { type AdminService, startAdminService } from '../../../testing/admin-service.ts';

const boss = 'boss@nordlicht.example';
const prefix = '/admin/api/:tenantId';

let service: AdminService;
let admin: AdminClient;
let groups: AdminGroups;
let token: string;

before(async () => {
  service = await startAdminService();
  admin = await AdminClient.signedIn(service);
  groups = await startAdminGroups(admin, { people: [boss] });
  const { tenantId } = service;
  const { key, secret } = (await admin.call('POST', 'api-keys', { name: 'All', scopes })).body;
  const answer = await groups.call('/token', { tenantId, keyId: key.keyId, secret });
  token = ((await answer.json()) as { accessToken: string }).accessToken;
});
after(() => service.close());

function mountedTwice(): readonly { readonly method: string; readonly path: string }[] {
  return routesOf(service.service.server)
    .filter(({ config }) => config?.isSecondMount === true)
    .flatMap(({ method, url }) =>
      [method].flat().map((one) => ({ method: one, path: url.slice(prefix.length) })),
    )
    .filter(({ method }) => method !== 'HEAD');
}

async function byToken(method: string, path: string) {
  const response = await fetch(service.baseUrl + path, {
    method,
    headers: { accept: 'application/json', authorization: `Bearer ${token}` },
  });
  return { status: response.status, text: (await response.text()).replaceAll(service.baseUrl, '') };
}

async function bySession(method: string, path: string) {
  const { status, body } = await admin.call(method, path.slice(1));
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const at = `${service.adminUrl}/api/${service.tenantId}`;
  return { status, text: text.replaceAll(at, '').replaceAll(service.baseUrl, '') };
}

const withoutRequestId = (text: string) =>
  text.replaceAll(/"requestId":"[^"]*"/g, '').replaceAll(/&?cursor=[\w-]+/g, '');

describe('a route of both mounts', () => {
  test('answers a token and a session alike', async () => {
    const teamIds = [await groups.create(), await groups.create()];
    for (const teamId of teamIds) {
      const { status } = await admin.call('POST', `teams/${teamId}/reviews`, {});
      assert.equal(status, 200);
    }
    // A review that has nobody to look at ends by itself.
    await eventually(
      async () => (await admin.get('reviews?state=completed')).body.items.length === 2,
      'the reviews ended',
    );
    const { body } = await admin.get('reviews?limit=1');
    const ids: Readonly<Record<string, string>> = {
      teamId: teamIds[0] ?? '',
      reviewId: body.items[0].reviewId,
      idOrEmail: boss,
    };
    const reads = mountedTwice().filter(({ method }) => method === 'GET');
    assert.ok(reads.length > 3);
    for (const { path } of reads) {
      const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? randomUUID());
      const asked = path.includes(':') ? filled : `${filled}?limit=1`;
      const [one, other] = [await byToken('GET', asked), await bySession('GET', asked)];
      assert.deepEqual(
        [one.status, withoutRequestId(one.text)],
        [other.status, withoutRequestId(other.text)],
      );
    }
  });

  test('links to its next page below the same mount', async () => {
    const { body } = await admin.get('reviews?limit=1');
    assert.ok(body.nextLink.startsWith(`${service.adminUrl}/api/${service.tenantId}/reviews?`));
    const { pathname, search } = new URL(body.nextLink);
    const next = await admin.get(`${pathname.split('/').at(-1)}${search}`);
    assert.equal(next.status, 200);
    assert.notEqual(next.body.items[0].reviewId, body.items[0].reviewId);
  });
});

// A person who was removed in the directory is found by the user ID, so every ID may be one.
const ofPeople = '/people/';

test('a list of something that does not exist is not found, by either mount', async () => {
  const reads = routesOf(service.service.server).filter(
    ({ method, url, schema }) =>
      [method].flat().includes('GET') &&
      /:\w+\/\w/.test(url.replace(prefix, '')) &&
      !url.includes(ofPeople) &&
      !schema?.hide,
  );
  const wrong: string[] = [];
  for (const { url, config } of reads) {
    const isOfSessions = url.startsWith(prefix);
    const path = url.replace(prefix, '').replaceAll(/:\w+/g, () => randomUUID());
    const { status } = isOfSessions
      ? await admin.call('GET', path.slice(1), undefined, { accept: '*/*' })
      : await byToken('GET', path);
    if (status !== 404) wrong.push(`${status} ${url} ${String(config?.isSecondMount)}`);
  }
  assert.ok(reads.length > 20);
  assert.deepEqual(wrong, []);
});
