import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AdminClient } from '../../testing/admin-client.ts';
import { type AdminService, startAdminService } from '../../testing/admin-service.ts';
import {
  startTestService,
  teamRequest,
  type TestService,
  type TestTenant,
} from '../../testing/service.ts';
import { DomainError } from '../ground/errors.ts';
import { isExpected } from '../ground/record-store.ts';
import { readIfMatch } from './entity-tags.ts';

/** The tag that was given out was `"0"`, with content or without. */
const present = [
  '"0"',
  'W/"0"',
  '"0.hUx-_9"',
  'W/"0.hUx-_9-gzip"',
  '"0-gzip"',
  'W/"0-br"',
  '"0--gzip"',
  '"0;gzip"',
  '"0:0"',
  '"x", "0"',
  '"x","0-gzip"',
  'W/"7", W/"0"',
  ' , "a,b" ,, "0" , ',
  '*',
  ' * ',
];
const outdated = ['"1"', '"x"', 'W/"1"', '"00"', '"0x"', '"0a"', '"10"', '""', '"-0"', '"é"'];
const unreadable = [
  '',
  ' ',
  ',',
  '0',
  'W/0',
  'w/"0"',
  'W/ "0"',
  '"0',
  '0"',
  "'0'",
  '"0" "1"',
  '"0"; q=1',
  '*, "0"',
  '"0", *',
  '"0 1"',
  'null',
  '"0", x',
];

test('a version is found in every form that a proxy makes of its tag', () => {
  for (const header of present) {
    assert.ok(isExpected(0, readIfMatch(header).version), header);
  }
  for (const header of outdated) {
    assert.ok(!isExpected(0, readIfMatch(header).version), header);
  }
  for (const header of unreadable) {
    const isRefused = (error: unknown) =>
      error instanceof DomainError && error.code === 'invalid_request';
    assert.throws(() => readIfMatch(header), isRefused, header);
  }
  const hash = 'k3-gzip';
  for (const header of [`"${hash}"`, `W/"${hash}-gzip"`, `"a", "${hash}.abc;br"`, '*']) {
    assert.ok(readIfMatch(header).includes(hash), header);
  }
  assert.ok(!readIfMatch('"k3"').includes(hash));
});

test('a list of thousands of commas and tags is read in proportion to its length', () => {
  const leastMs = (header: string) =>
    Math.min(
      ...Array.from({ length: 7 }, () => {
        const startedAt = performance.now();
        try {
          readIfMatch(header);
        } catch {
          // No list.
        }
        return performance.now() - startedAt;
      }),
    );
  for (const part of [',"a', ', ', '"a",', '"', ' ']) {
    assert.ok(leastMs(`${part.repeat(20_000)}x`) < 100, part);
  }
});

let service: TestService;
let tenant: TestTenant;
let admin: AdminService;
let client: AdminClient;
before(async () => {
  service = await startTestService();
  tenant = await service.addTenant();
  admin = await startAdminService();
  client = await AdminClient.signedIn(admin);
});
after(async () => {
  await service.close();
  await admin.close();
});

async function createTeam(alias: string): Promise<string> {
  const { body } = await service.call(tenant, '/teams', {
    method: 'POST',
    body: teamRequest(alias),
    headers: { prefer: 'wait=20' },
  });
  return `/teams/${(body as { teamId: string }).teamId}`;
}

test('an operation is guarded by each form of the tag of its group', async () => {
  const path = await createTeam('guarded');
  const change = async (header: string) => {
    const { status } = await service.call(tenant, path, {
      method: 'PATCH',
      body: { displayName: 'Group guarded' },
      headers: { 'if-match': header },
    });
    return status;
  };
  const { headers } = await service.call(tenant, path);
  const etag = headers.get('etag') ?? '';
  // A hyphen at the end would be lost with the coding.
  const version = /^"(\d+)\.[\da-f]{32}"$/.exec(etag)?.[1] ?? '';
  const inForm = (form: string) => form.replaceAll(/\b0\b/g, version);
  for (const header of unreadable) {
    // An empty header field is none.
    if (header.trim() !== '') assert.equal(await change(header), 400, header);
  }
  assert.equal(await change('"9999"'), 412);
  for (const header of [etag, `W/${etag}`, etag.replace(/"$/, '-gzip"'), ...present.map(inForm)]) {
    // The name is the present one, so that nothing changes.
    assert.equal(await change(header), 200, header);
  }
});

test('a record that is read again is not modified, until anything in its answer is', async () => {
  const path = await createTeam('tagged');
  const read = (etag: string, method = 'GET') =>
    service.call(tenant, path, { method, headers: { 'if-none-match': etag } });
  const { headers } = await service.call(tenant, path);
  const etag = headers.get('etag') ?? '';
  assert.equal((await read(etag, 'HEAD')).headers.get('etag'), etag);
  for (const tag of [etag, `W/${etag}`, etag.replace(/"$/, '-gzip"'), `"x", ${etag}`, '*']) {
    const { status, body, headers: answered } = await read(tag);
    assert.deepEqual([status, body, answered.get('etag')], [304, undefined, etag], tag);
    assert.equal(answered.get('content-type'), null);
  }
  const version = etag.split('.')[0];
  for (const tag of ['"x"', `${version}"`, `${version}.x"`, 'x', etag.slice(1, -1)]) {
    assert.equal((await read(tag)).status, 200, tag);
  }
  const text = "update teams set description = 'other' where mail_nickname = 'tagged'";
  await service.at.database.query(text);
  const again = await read(etag);
  assert.equal(again.status, 200);
  assert.notEqual(again.headers.get('etag'), etag);
  assert.equal(again.headers.get('etag')?.split('.')[0], version);
});

test('a change in the admin API is guarded by each form of the tag', async () => {
  const { body: created } = await client.call(
    'POST',
    'organisations',
    { name: 'Solberg', identifier: 'solberg' },
    { 'idempotency-key': '"solberg"' },
  );
  const path = `organisations/${created.organisationId}`;
  const change = async (header: string) =>
    client.call('PUT', path, { name: 'Solberg', identifier: 'solberg' }, { 'if-match': header });
  const { body, headers } = await client.get(path);
  const etag = headers.get('etag') ?? '';
  assert.equal(etag.split('.')[0], `"${body.etag}`);
  const unmodified = await client.call('GET', path, undefined, { 'if-none-match': `W/${etag}` });
  assert.equal(unmodified.status, 304);
  for (const header of unreadable) assert.equal((await change(header)).status, 400, header);
  assert.equal((await change('"9999", "x"')).status, 412);
  for (const header of [etag, ...present.map((form) => form.replaceAll(/\b0\b/g, body.etag))]) {
    assert.equal((await change(header)).status, 200, header);
  }
});

test('a thing without a number of its version is guarded in the same way', async () => {
  const made = await client.call(
    'POST',
    'api-keys',
    { name: 'ERP', scopes: ['groups:read'] },
    { 'idempotency-key': '"erp"' },
  );
  const { keyId } = made.body.key;
  const { body, headers } = await client.get(`api-keys/${keyId}`);
  const details = { name: 'ERP', owner: null, purpose: null };
  const change = (header: string) =>
    client.call('PUT', `api-keys/${keyId}/details`, details, { 'if-match': header });
  assert.equal((await change('"x"')).status, 412);
  assert.equal((await change(body.etag)).status, 400);
  for (const header of [headers.get('etag') ?? '', `"x", W/"${body.etag}-gzip"`, '*']) {
    assert.equal((await change(header)).status, 200, header);
  }
});
