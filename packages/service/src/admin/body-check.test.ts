// A body that is checked before it is sent has the faults that its operation would find in its shape.
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

const check = (method: string, path: string, body: unknown, client = admin) =>
  client.call('POST', 'checks', { method, path: `/{tenantId}${path}`, body });

test('the faults of a checked body are those of the same body when it is sent', async () => {
  for (const [path, body] of [
    ['/organisations', { name: '', identifier: 'Not One' }],
    ['/organisations', {}],
    ['/api-keys', { name: 'x'.repeat(300), scopes: ['none'], unknown: 1 }],
    ['/administrators', { email: 'nobody', role: 'reader' }],
    ['/organisations', 'text'],
  ] as const) {
    const checked = await check('POST', path, body);
    assert.equal(checked.status, 200, path);
    const sent = await admin.call('POST', path.slice(1), body);
    assert.equal(sent.status, 422, path);
    assert.ok(sent.body.errors.length > 0);
    assert.deepEqual(checked.body.faults, sent.body.errors, path);
  }
});

test('a sound body has no faults, and nothing comes of it', async () => {
  const body = { name: 'Harbour', identifier: 'harbour' };
  const checked = await check('POST', '/organisations', body);
  assert.deepEqual([checked.status, checked.body], [200, { faults: [] }]);
  const { items } = (await admin.get('organisations')).body;
  assert.ok(items.every(({ name }: { name: string }) => name !== 'Harbour'));
});

test('operations with path parameters are checked, also for a reader, and shared schemas are followed', async () => {
  const reader = await AdminClient.signedIn(service, 'rea@nordlicht.example', 'reader');
  for (const [method, path, body, pointer] of [
    ['PUT', '/organisations/{organisationId}', { name: 'A', identifier: 'A' }, '/identifier'],
    ['PATCH', '/teams/{teamId}', { displayName: '' }, '/displayName'],
  ] as const) {
    const { status, body: answer } = await check(method, path, body, reader);
    assert.equal(status, 200);
    assert.deepEqual(
      answer.faults.map((fault: { pointer: string }) => fault.pointer),
      [pointer],
    );
  }
});

test('a path that is not that of an operation with a body is refused', async () => {
  for (const [method, path] of [
    ['POST', '/nothing'],
    ['PUT', '/organisations'],
    ['POST', '/api-keys/{keyId}/revoke'],
    ['POST', '/../../../teams'],
  ] as const) {
    const { status, body } = await check(method, path, {});
    assert.equal(status, 422, path);
    assert.equal(body.errors[0].pointer, '/path');
  }
});
