import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { AdminClient } from '../../testing/admin-client.ts';
import { startAdminService, type AdminService } from '../../testing/admin-service.ts';
import { startReceiver, type Receiver } from '../../testing/receiver.ts';
import { eventually } from '../../testing/eventually.ts';

let service: AdminService;
let receiver: Receiver;
let admin: AdminClient;
let reader: AdminClient;
before(async () => {
  service = await startAdminService({ WEBHOOK_NETWORKS: 'loopback' });
  receiver = await startReceiver();
  admin = await AdminClient.signedIn(service);
  reader = await AdminClient.signedIn(service, 'rea@nordlicht.example', 'reader');
});
after(async () => {
  await service.close();
  await receiver.close();
});

const match = (etag: string) => ({ 'if-match': `"${etag}"` });

test('an endpoint is added, tested and gets events, and its log shows them', async () => {
  const added = await admin.call('POST', 'webhooks', {
    url: receiver.url,
    description: 'ERP',
    types: ['api_key.created'],
  });
  assert.equal(added.status, 201);
  const { webhook, verificationKey } = added.body;
  const { body: tested } = await admin.call('POST', `webhooks/${webhook.endpointId}/test`);
  assert.deepEqual([tested.outcome, tested.statusCode], ['delivered', 204]);

  await admin.call('POST', 'api-keys', { name: 'Told', expiresAt: null });
  await eventually(() => receiver.received.length === 2, 'the event was delivered');
  const got = receiver.received[1];
  assert.ok(got !== undefined);
  const event = new Webhook(verificationKey).verify(
    got.body,
    got.headers as Record<string, string>,
  ) as { type: string; data: { name: string } };
  assert.deepEqual([event.type, event.data.name], ['api_key.created', 'Told']);

  const path = `webhooks/${webhook.endpointId}`;
  await eventually(
    async () => (await reader.get(`${path}/deliveries?state=delivered`)).body.items.length === 1,
    'it is in the log',
  );
  const { body: attempts } = await reader.get(`${path}/attempts`);
  assert.deepEqual(
    attempts.items.map(({ eventType }: { eventType: string }) => eventType),
    ['api_key.created', 'webhook.test'],
  );
  const [{ position }] = (await reader.get(`${path}/deliveries`)).body.items;
  const { body: replayed } = await admin.call('POST', `${path}/replay`, { positions: [position] });
  assert.deepEqual(replayed, { replayed: 1 });
  await eventually(() => receiver.received.length === 3, 'it was delivered again');
  assert.equal(receiver.received[2]?.headers['webhook-id'], got.headers['webhook-id']);

  // The request of a delivery, and what it is a sample of.
  const { event: sent } = (await reader.get(`${path}/deliveries/${position}/event`)).body;
  assert.deepEqual(sent, JSON.parse(got.body));
  assert.equal((await reader.get(`${path}/deliveries/999999/event`)).status, 404);
  const { event: sample } = (await reader.get('sample-events/api_key.created')).body;
  assert.deepEqual([sample.type, sample.specversion], ['api_key.created', '1.0']);
  assert.equal((await reader.get('sample-events/no.such_type')).status, 404);

  const { body: list } = await reader.get('webhooks');
  await eventually(
    async () => (await reader.get(path)).body.health.delivered === 3,
    'the attempts of a day are counted',
  );
  const { health } = (await reader.get(path)).body;
  assert.deepEqual(
    [health.attempts, health.lastAttempt.outcome, health.lastAttempt.statusCode],
    [3, 'delivered', 204],
  );
  assert.equal(health.nextAttemptAt, null, 'nothing waits');
  // A range: nothing was queued before the day, and one delivery since.
  const day = new Date(Date.now() - 86_400_000).toISOString();
  const replay = async (range: object) =>
    (await admin.call('POST', `${path}/replay`, { positions: null, ...range })).body.replayed;
  assert.deepEqual([await replay({ until: day }), await replay({ from: day })], [0, 1]);
  for (const from of ['yesterday', '-100000-01-01T00:00:00Z']) {
    const { status, body } = await admin.call('POST', `${path}/replay`, { positions: null, from });
    assert.deepEqual([status, body.errors[0].pointer], [422, '/from']);
  }
  await eventually(() => receiver.received.length === 4, 'the range was delivered again');
  assert.equal(JSON.stringify(list).includes(verificationKey.slice(6)), false);
  assert.ok(list.types.includes('group.failed'));
});

test('what waits for a retry is delivered now', async () => {
  const { body } = await admin.call('POST', 'webhooks', {
    url: receiver.url,
    types: ['api_key.created'],
  });
  const { endpointId } = body.webhook;
  const path = `webhooks/${endpointId}`;
  await service.database.query(
    `update webhook_endpoints set failures_in_row = 9, held_until = now() + interval '10 minutes'
    where endpoint_id = $1`,
    [endpointId],
  );
  await admin.call('POST', 'api-keys', { name: 'Waits', expiresAt: null });
  await eventually(
    async () => (await reader.get(`${path}/deliveries?state=pending`)).body.items.length === 1,
    'it waits',
  );
  const { health } = (await reader.get(path)).body;
  assert.ok(Date.parse(health.nextAttemptAt) > Date.now() + 60_000, 'not before the pause ends');
  assert.deepEqual((await reader.get(`${path}/attempts`)).body.items, []);
  assert.equal((await reader.call('POST', `${path}/deliver-now`)).status, 403);
  assert.deepEqual((await admin.call('POST', `${path}/deliver-now`)).body, { due: 1 });
  await eventually(
    async () => (await reader.get(`${path}/deliveries?state=delivered`)).body.items.length === 1,
    'it was delivered',
  );
});

test('the log of an absent endpoint, or of one of another tenant, is not found', async () => {
  const { body } = await admin.call('POST', 'webhooks', { url: receiver.url });
  const { endpointId } = body.webhook;
  const other = await service.change((changes) =>
    changes.tenants.create(
      { kind: 'operator', id: 'test' },
      { name: 'Strand', directory: { kind: 'sandbox' } },
    ),
  );
  await service.database.query(
    'update webhook_endpoints set tenant_id = $1 where endpoint_id = $2',
    [other.tenantId, endpointId],
  );
  for (const id of ['0198b0c1-77aa-7d10-8f2e-0c9b8a7d6e5f', endpointId]) {
    for (const log of ['deliveries', 'attempts']) {
      const answer = await reader.get(`webhooks/${id}/${log}`);
      assert.deepEqual([answer.status, answer.body.code], [404, 'not_found'], `${id} ${log}`);
    }
  }
});

test('a lost update is refused, and what is changed is in force', async () => {
  const { body } = await admin.call('POST', 'webhooks', { url: receiver.url, signing: 'ed25519' });
  const { webhook, verificationKey } = body;
  assert.deepEqual(webhook.publicKeys, [verificationKey]);
  const path = `webhooks/${webhook.endpointId}`;
  const input = { url: receiver.url, description: 'New', types: null };
  const changed = await admin.call('PUT', path, input, match(webhook.etag));
  assert.equal(changed.status, 200);
  assert.equal((await admin.call('PUT', path, input, match(webhook.etag))).status, 412);

  const rotated = await admin.call('POST', `${path}/keys`, { signing: 'hmac' });
  assert.deepEqual(
    rotated.body.webhook.signing.map(({ kind }: { kind: string }) => kind),
    ['ed25519', 'hmac'],
  );
  const disabled = await admin.call('POST', `${path}/disable`);
  assert.equal(disabled.body.state, 'disabled');
  assert.equal(disabled.body.disabledBy, 'administrator:ada@nordlicht.example');
  const enabled = await admin.call('POST', `${path}/enable`, { missed: 'skip' });
  assert.equal(enabled.body.state, 'active');
  assert.equal(enabled.body.disabledBy, null);
  const removed = await admin.call('DELETE', path, undefined, match(enabled.body.etag));
  assert.equal(removed.status, 204);
  assert.equal((await admin.get(path)).status, 404);
});

test('an endpoint is limited to an organisation and a template, and the limits are in its answer', async () => {
  const { body: organisation } = await admin.call('POST', 'organisations', {
    name: 'Foundation',
    identifier: 'foundation',
  });
  const { organisationId } = organisation;
  const { body: template } = await admin.call('POST', `organisations/${organisationId}/templates`, {
    name: 'Grant',
    identifier: 'grant',
    mailNicknamePattern: '',
    displayNamePattern: '',
  });
  const { templateId } = template;
  const limits = { organisationIds: [organisationId], templateIds: [templateId] };
  const added = await admin.call('POST', 'webhooks', { url: receiver.url, ...limits });
  assert.equal(added.status, 201);
  const { webhook } = added.body;
  assert.deepEqual(
    [webhook.organisationIds, webhook.templateIds],
    [[organisationId], [templateId]],
  );
  const path = `webhooks/${webhook.endpointId}`;
  const wrong = await admin.call(
    'PUT',
    path,
    { url: receiver.url, templateIds: [webhook.endpointId] },
    match(webhook.etag),
  );
  assert.equal(wrong.status, 422);
  assert.equal(wrong.body.errors[0].pointer, '/templateIds/0');
  const open = await admin.call('PUT', path, { url: receiver.url }, match(webhook.etag));
  assert.deepEqual([open.body.organisationIds, open.body.templateIds], [null, null]);
});

test('a reader changes nothing, and an address within is refused beside its field', async () => {
  assert.equal((await reader.call('POST', 'webhooks', { url: receiver.url })).status, 403);
  const refused = await admin.call('POST', 'webhooks', { url: 'https://10.0.0.1/' });
  assert.equal(refused.status, 422);
  assert.equal(refused.body.errors[0].pointer, '/url');
});

test('an address is stored as it is called, in whichever spelling it was sent', async () => {
  for (const [sent, stored] of [
    ['https://Bücher.example/x y', 'https://xn--bcher-kva.example/x%20y'],
    ['HTTPS://hooks.nordlicht.example:443/a/../b', 'https://hooks.nordlicht.example/b'],
    ['https:\\\\hooks.nordlicht.example\\c', 'https://hooks.nordlicht.example/c'],
    [' https://hooks.nordlicht.example ', 'https://hooks.nordlicht.example/'],
  ] as const) {
    const { body } = await admin.call('POST', 'webhooks', { url: sent });
    assert.equal(body.webhook.url, stored);
    const path = `webhooks/${body.webhook.endpointId}`;
    const again = await admin.call('PUT', path, { url: sent }, match(body.webhook.etag));
    assert.equal(again.body.url, stored);
    await admin.call('DELETE', path, undefined, match(again.body.etag));
  }
});
