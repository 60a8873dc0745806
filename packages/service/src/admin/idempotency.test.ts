import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { keptAnswerPurpose } from '../postgres/kept-answers.postgres.ts';
import { AdminClient, type AdminResponse } from '../../testing/admin-client.ts';
import { type AdminService, startAdminService } from '../../testing/admin-service.ts';

let service: AdminService;
let admin: AdminClient;
let organisationId: string;
let keyId: string;
let keyEtag: string;
let endpointId: string;
let failedTeamId: string;

before(async () => {
  service = await startAdminService({ WEBHOOK_NETWORKS: 'loopback' });
  admin = await AdminClient.signedIn(service);
  const organisation = await admin.call('POST', 'organisations', {
    name: 'Rail',
    identifier: 'rail',
  });
  ({ organisationId } = organisation.body);
  const key = await admin.call('POST', 'api-keys', { name: 'To rotate' });
  ({ keyId, etag: keyEtag } = key.body.key);
  const webhook = await admin.call('POST', 'webhooks', hook('first'));
  ({ endpointId } = webhook.body.webhook);
  failedTeamId = await failedCreation(key.body.secret);
});
after(() => service.close());

const hook = (name: string) => ({
  url: `http://127.0.0.1:9/${name}`,
  description: '',
  types: null,
  signing: 'hmac',
});

const templateNamed = (identifier: string) => ({
  name: identifier,
  identifier,
  mailNicknamePattern: '',
  displayNamePattern: '',
});

/** A creation that fails because the directory does not know the person. */
async function failedCreation(secret: string): Promise<string> {
  await admin.call('POST', `organisations/${organisationId}/templates`, templateNamed('track'));
  const token = await post('/token', { tenantId: service.tenantId, keyId, secret });
  const { accessToken } = (await token.json()) as { accessToken: string };
  const created = await post(
    '/teams',
    {
      displayName: 'Night train',
      mailNickName: 'night-train',
      responsible: 'nobody@nordlicht.example',
      organisationIdOrIdentifier: organisationId,
      templateIdOrIdentifier: 'track',
      owners: [],
      members: [],
    },
    { authorization: `Bearer ${accessToken}`, prefer: 'wait=10' },
  );
  const { teamId, status } = (await created.json()) as { teamId: string; status: string };
  assert.equal(status, 'failed');
  return teamId;
}

function post(path: string, body: object, headers: Readonly<Record<string, string>> = {}) {
  return fetch(`${service.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

interface Creation {
  readonly what: string;
  readonly path: () => string;
  readonly body?: object;
  readonly otherBody?: object;
  readonly headers?: () => Record<string, string>;
  /** The present number of objects. */
  readonly count: () => Promise<number>;
}

const totalOf = (path: string) => async () => (await admin.get(path)).body.total as number;

const creations: readonly Creation[] = [
  {
    what: 'an API key',
    path: () => 'api-keys',
    body: { name: 'Tram' },
    otherBody: { name: 'Bus' },
    count: totalOf('api-keys'),
  },
  {
    what: 'a second secret',
    path: () => `api-keys/${keyId}/secrets`,
    headers: () => ({ 'if-match': `"${keyEtag}"` }),
    async count() {
      const { body } = await admin.get('api-keys');
      const key = body.items.find((one: { keyId: string }) => one.keyId === keyId);
      return key.secrets.length as number;
    },
  },
  {
    what: 'an organisation',
    path: () => 'organisations',
    body: { name: 'Harbour', identifier: 'harbour' },
    otherBody: { name: 'Quay', identifier: 'quay' },
    count: totalOf('organisations'),
  },
  {
    what: 'a template',
    path: () => `organisations/${organisationId}/templates`,
    body: templateNamed('line'),
    otherBody: templateNamed('stop'),
    async count() {
      const { body } = await admin.get(`organisations/${organisationId}`);
      return body.templates.length as number;
    },
  },
  {
    what: 'an administrator',
    path: () => 'administrators',
    body: { email: 'cy@nordlicht.example', role: 'reader' },
    otherBody: { email: 'di@nordlicht.example', role: 'reader' },
    count: totalOf('administrators'),
  },
  {
    what: 'a person of the sandbox',
    path: () => 'directory/people',
    body: { name: 'Cy', email: 'cy@nordlicht.example' },
    otherBody: { name: 'Di', email: 'di@nordlicht.example' },
    count: totalOf('directory/people'),
  },
  {
    what: 'a webhook',
    path: () => 'webhooks',
    body: hook('second'),
    otherBody: hook('third'),
    count: totalOf('webhooks'),
  },
  {
    what: 'a signing key',
    path: () => `webhooks/${endpointId}/keys`,
    body: { signing: 'hmac' },
    otherBody: { signing: 'ed25519' },
    count: async () => (await admin.get(`webhooks/${endpointId}`)).body.signing.length as number,
  },
  {
    what: 'a retry of a failed creation',
    path: () => `teams/${failedTeamId}/retry`,
    count: totalOf('teams?total=true'),
  },
];

function create(
  { path, body, headers }: Creation,
  idempotencyKey: string,
  sent: object | undefined = body,
  client = admin,
): Promise<AdminResponse> {
  return client.call('POST', path(), sent, {
    ...headers?.(),
    'idempotency-key': `"${idempotencyKey}"`,
  });
}

async function tokenStatus({ key, secret }: AdminResponse['body']): Promise<number> {
  const { tenantId } = service;
  return (await post('/token', { tenantId, keyId: key.keyId, secret })).status;
}

for (const creation of creations) {
  test(`requests with the same Idempotency-Key create ${creation.what} once and get one answer`, async () => {
    const key = randomUUID();
    const before = await creation.count();
    const [one, other] = await Promise.all([create(creation, key), create(creation, key)]);
    const later = await create(creation, key);
    assert.ok(one.status === 200 || one.status === 201, JSON.stringify(one.body));
    assert.equal(later.headers.get('idempotent-replayed'), 'true');
    const replayed = [one, other].filter(({ headers }) => headers.has('idempotent-replayed'));
    assert.equal(replayed.length, 1);
    for (const again of [other, later]) {
      assert.equal(again.status, one.status);
      assert.deepEqual(again.body, one.body);
      assert.equal(again.headers.get('etag'), one.headers.get('etag'));
      assert.equal(again.headers.get('content-type'), one.headers.get('content-type'));
    }
    assert.equal(await creation.count(), before + 1);
    if (creation.otherBody !== undefined) {
      const reused = await create(creation, key, creation.otherBody);
      assert.deepEqual([reused.status, reused.body.code], [422, 'idempotency_key_reused']);
      assert.equal(await creation.count(), before + 1);
    }
  });
}

test('a secret that a repeated request gets again works, and is nowhere in the database', async () => {
  const key = randomUUID();
  const creation = creations[0]!;
  await create(creation, key);
  const { body } = await create(creation, key);
  assert.equal(await tokenStatus(body), 200);
  const rows = await service.database.query<Record<string, string>>(
    'select * from idempotency_keys where answer_sealed is not null',
  );
  const stored = JSON.stringify(rows);
  assert.ok(!stored.includes(body.secret) && !stored.includes(key));
  // Not even the service's own encryption key opens it: that takes the caller's Idempotency-Key as well.
  for (const row of rows) {
    const opened = service.encryption.decrypt(
      row['answerSealed'] ?? '',
      keptAnswerPurpose({
        tenantId: row['tenantId'] ?? '',
        holderId: row['holderId'] ?? '',
        keyHash: row['keyHash'] ?? '',
      }),
    );
    assert.match(opened, /^v1\./);
    assert.ok(!opened.includes(body.secret));
  }
});

test('a refused creation does not use up its Idempotency-Key', async () => {
  const key = randomUUID();
  const creation = creations[2]!;
  const refused = await create(creation, key, { name: 'Yard', identifier: 'Not One' });
  assert.deepEqual([refused.status, refused.body.code], [422, 'validation_failed']);
  const taken = await create(creation, key, { name: 'Rail', identifier: 'rail' });
  assert.deepEqual([taken.status, taken.body.code], [422, 'validation_failed']);
  assert.equal((await create(creation, key, { name: 'Yard', identifier: 'yard' })).status, 201);
});

test('the Idempotency-Key of one administrator says nothing about that of another', async () => {
  const other = await AdminClient.signedIn(service, 'ben@nordlicht.example');
  const key = randomUUID();
  const creation = creations[0]!;
  const mine = await create(creation, key);
  const theirs = await create(creation, key, creation.body, other);
  assert.equal(theirs.status, 201);
  assert.notEqual(theirs.body.secret, mine.body.secret);
});

test('an Idempotency-Key that cannot be read is refused', async () => {
  const { status, body } = await admin.call(
    'POST',
    'api-keys',
    { name: 'Tram' },
    {
      'idempotency-key': '""',
    },
  );
  assert.deepEqual([status, body.code], [400, 'invalid_request']);
});

test('what is created with an Idempotency-Key is in force when the answer is there', async () => {
  const { body } = await create(creations[0]!, randomUUID());
  assert.equal(await tokenStatus(body), 200);
});
