import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AdminClient } from '../../testing/admin-client.ts';
import { startAdminService, type AdminService } from '../../testing/admin-service.ts';

let service: AdminService;
let admin: AdminClient;
let reader: AdminClient;
before(async () => {
  service = await startAdminService();
  admin = await AdminClient.signedIn(service);
  reader = await AdminClient.signedIn(service, 'rea@nordlicht.example', 'reader');
});
after(() => service.close());

const match = (etag: string) => ({ 'if-match': `"${etag}"` });

async function requestToken(keyId: string, secret: string): Promise<Response> {
  return fetch(`${service.baseUrl}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenantId: service.tenantId, keyId, secret }),
  });
}

async function activityActions(): Promise<string[]> {
  const { body } = await admin.get('activity?limit=200');
  return body.items.map(({ action }: { action: string }) => action);
}

test('a key made here gives tokens, is rotated without a gap, and its tokens die with it', async () => {
  const made = await admin.call('POST', 'api-keys', { name: 'ERP', expiresAt: null });
  assert.equal(made.status, 201);
  const { secret, key } = made.body;
  assert.equal((await requestToken(key.keyId, secret)).status, 200);

  const added = await admin.call(
    'POST',
    `api-keys/${key.keyId}/secrets`,
    undefined,
    match(key.etag),
  );
  assert.equal(added.status, 201);
  assert.equal((await requestToken(key.keyId, secret)).status, 200);
  const second = await requestToken(key.keyId, added.body.secret);
  const { accessToken } = (await second.json()) as { accessToken: string };

  const [old] = added.body.key.secrets;
  const ended = await admin.call(
    'DELETE',
    `api-keys/${key.keyId}/secrets/${old.secretId}`,
    undefined,
    match(added.body.key.etag),
  );
  assert.equal(ended.status, 200);
  assert.equal((await requestToken(key.keyId, secret)).status, 401);

  const { body: list } = await admin.get('api-keys');
  assert.equal(list.items[0].name, 'ERP');
  assert.deepEqual(list.items[0].createdBy, { kind: 'administrator', id: 'ada@nordlicht.example' });
  assert.ok(!JSON.stringify(list).includes(secret));

  const stale = await admin.call(
    'POST',
    `api-keys/${key.keyId}/revoke`,
    undefined,
    match(key.etag),
  );
  assert.equal(stale.status, 412);
  const revoked = await admin.call(
    'POST',
    `api-keys/${key.keyId}/revoke`,
    undefined,
    match(ended.body.etag),
  );
  assert.equal(revoked.body.state, 'revoked');
  const used = await fetch(`${service.baseUrl}/organisations`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  assert.equal(used.status, 401);
  const activity = await activityActions();
  for (const action of ['created', 'secret_added', 'secret_ended', 'revoked']) {
    assert.ok(activity.includes(`api_key.${action}`), action);
  }
});

test('a reader sees everything and changes nothing', async () => {
  for (const path of ['api-keys', 'organisations', 'teams', 'directory', 'activity', 'overview']) {
    assert.equal((await reader.get(path)).status, 200, path);
  }
  const answer = await reader.get('directory/reconciliation');
  assert.deepEqual([answer.status, answer.body.error, answer.body.stopped], [200, null, null]);
  const refused = await reader.call('POST', 'api-keys', { name: 'mine' });
  assert.equal(refused.status, 403);
  assert.equal(refused.body.code, 'forbidden');
  assert.equal((await reader.call('POST', 'organisations', {})).status, 403);
});

test('a lost update is refused with a sentence, and a change without If-Match too', async () => {
  const { body: organisation } = await admin.call('POST', 'organisations', {
    name: 'Energy',
    identifier: 'energy',
  });
  const path = `organisations/${organisation.organisationId}`;
  const change = { name: 'Energy and Water', identifier: 'energy' };
  const first = await admin.call('PUT', path, change, match(organisation.etag));
  assert.equal(first.status, 200);
  const second = await admin.call(
    'PUT',
    path,
    { name: 'Power', identifier: 'energy' },
    match(organisation.etag),
  );
  assert.equal(second.status, 412);
  assert.match(second.body.detail, /Someone else changed .* in the meantime/);
  assert.equal((await admin.get(path)).body.name, 'Energy and Water');
  assert.equal((await admin.call('PUT', path, change)).status, 400);
});

test('the preview says what each placeholder takes, and where a name fails', async () => {
  const { body: organisation } = await admin.call('POST', 'organisations', {
    name: 'Preview',
    identifier: 'preview',
  });
  const { body } = await admin.call('POST', 'templates/preview', {
    organisationId: organisation.organisationId,
    identifier: 'project',
    mailNicknamePattern: '{{organisation}}-prj-{{code}}',
    displayNamePattern: 'Project {{code}}',
    mailNickName: 'preview-prj-4711',
    displayName: 'Project 4712',
  });
  assert.equal(body.mailNickName.name.conforms, true);
  assert.equal(body.displayName.name.conforms, false);
  assert.equal(body.displayName.name.example, 'Project 4711');
  assert.equal(body.made, null, 'without values, nothing is made');
  const { body: withValues } = await admin.call('POST', 'templates/preview', {
    organisationId: organisation.organisationId,
    identifier: 'project',
    mailNicknamePattern: '{{organisation}}-prj-{{code}}',
    displayNamePattern: 'Project {{code}}',
    mailNickName: '',
    displayName: '',
    values: { code: '4713' },
  });
  assert.deepEqual(withValues.made, {
    mailNickName: { text: 'preview-prj-4713', length: 16, maximum: 64 },
    displayName: { text: 'Project 4713', length: 12, maximum: 256 },
    values: { code: '4713' },
    faults: [],
  });
  const { body: broken } = await admin.call('POST', 'templates/preview', {
    organisationId: organisation.organisationId,
    identifier: '',
    mailNicknamePattern: 'x-{{a}}{{b}}',
    displayNamePattern: '',
    mailNickName: '',
    displayName: '',
  });
  assert.equal(broken.mailNickName.pattern.faults.length, 1);
});

async function makeProject() {
  const suffix = String(Math.random()).slice(2, 8);
  const { body: organisation } = await admin.call('POST', 'organisations', {
    name: `Works ${suffix}`,
    identifier: `works-${suffix}`,
  });
  const template = await admin.call(
    'POST',
    `organisations/${organisation.organisationId}/templates`,
    {
      name: 'Project',
      identifier: 'project',
      mailNicknamePattern: 'prj-{{code}}',
      displayNamePattern: '',
    },
  );
  assert.equal(template.status, 201);
  const { body: made } = await admin.call('POST', 'api-keys', { name: `Key ${suffix}` });
  const token = await requestToken(made.key.keyId, made.secret);
  const { accessToken } = (await token.json()) as { accessToken: string };
  const create = async (alias: string, responsible: string) => {
    const response = await fetch(`${service.baseUrl}/teams`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
        prefer: 'wait=5',
      },
      body: JSON.stringify({
        displayName: `Group ${alias}`,
        mailNickName: alias,
        responsible,
        organisationIdOrIdentifier: organisation.organisationId,
        templateIdOrIdentifier: 'project',
        owners: [],
        members: [],
      }),
    });
    return (await response.json()) as { teamId: string; status: string };
  };
  return { organisation, template: template.body, create, keyName: `Key ${suffix}` };
}

test('a failure that a later attempt has solved offers no retry, however long the chain', async () => {
  const { create } = await makeProject();
  const finished = async (teamId: string) => {
    for (;;) {
      const { body } = await admin.get(`teams/${teamId}`);
      if (['succeeded', 'failed'].includes(body.status)) return body;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const retry = async (teamId: string) =>
    (await admin.call('POST', `teams/${teamId}/retry`)).body.teamId as string;
  const first = await create('prj-chain', 'soon@nordlicht.example');
  assert.deepEqual(
    await finished(first.teamId).then(({ canRetry, aliasHolder }) => [canRetry, aliasHolder]),
    [true, null],
  );
  const second = await retry(first.teamId);
  await finished(second);
  assert.equal((await finished(first.teamId)).canRetry, false, 'the later attempt is retried');
  assert.equal((await finished(second)).canRetry, true);

  const person = { email: 'soon@nordlicht.example', name: 'Soon There' };
  await admin.call('POST', 'directory/people', person);
  const third = await retry(second);
  const { displayName } = await finished(third);
  for (const teamId of [first.teamId, second]) {
    const { canRetry, aliasHolder } = await finished(teamId);
    assert.equal(canRetry, false);
    assert.deepEqual(aliasHolder, { teamId: third, displayName, status: 'succeeded' });
  }
  const { canRetry, aliasHolder } = await finished(third);
  assert.deepEqual([canRetry, aliasHolder], [false, null]);
});

test('a failed creation is shown with its reason and retried as a new one, linked to it', async () => {
  const { create, organisation, template, keyName } = await makeProject();
  const failed = await create('prj-one', 'late@nordlicht.example');
  assert.equal(failed.status, 'failed');
  const { body: group } = await admin.get(`teams/${failed.teamId}`);
  const { body: progress } = await admin.get(`teams/${failed.teamId}/status`);
  assert.equal(progress.error.code, 'people_not_found');
  assert.equal(group.createdBy.name, keyName);

  const person = { email: 'late@nordlicht.example', name: 'Late Comer' };
  assert.equal((await admin.call('POST', 'directory/people', person)).status, 201);
  for (const leavesOn of ['2027-02-30', '0000-01-01', 'soon']) {
    const input = { name: 'No Day', email: 'no-day@nordlicht.example', leavesOn };
    const { status, body } = await admin.call('POST', 'directory/people', input);
    assert.deepEqual([status, body.errors[0].pointer], [422, '/leavesOn']);
  }
  const retry = await admin.call('POST', `teams/${failed.teamId}/retry`);
  assert.equal(retry.status, 200);
  assert.notEqual(retry.body.teamId, failed.teamId);
  let again = await admin.get(`teams/${retry.body.teamId}`);
  while (!['succeeded', 'failed'].includes(again.body.status)) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    again = await admin.get(`teams/${retry.body.teamId}`);
  }
  assert.equal(again.body.status, 'succeeded');
  assert.equal(again.body.retryOf, failed.teamId);
  const { body: first } = await admin.get(`teams/${failed.teamId}`);
  assert.equal(first.status, 'failed');
  assert.deepEqual(
    first.attempts.map((one: Record<string, unknown>) => [
      one['teamId'],
      one['attempt'],
      one['retryOf'],
      one['status'],
      one['error'],
    ]),
    [
      [failed.teamId, 1, null, 'failed', 'people_not_found'],
      [retry.body.teamId, 2, failed.teamId, 'succeeded', null],
    ],
  );
  const { body: people } = await admin.get(`teams/${retry.body.teamId}/people`);
  assert.equal(people.items[0].displayName, 'Late Comer');

  const twice = await admin.call('POST', `teams/${failed.teamId}/retry`);
  assert.equal(twice.body.code, 'mail_nickname_taken');
  const other = await admin.call('POST', `teams/${retry.body.teamId}/retry`);
  assert.equal(other.body.code, 'in_use');

  const { body: found } = await admin.get('teams?search=PRJ-ONE&status=failed&total=true');
  assert.equal(found.total, 1);
  const needed = await admin.call(
    'DELETE',
    `templates/${template.templateId}`,
    undefined,
    match(template.etag),
  );
  assert.equal(needed.status, 409);
  assert.ok(organisation.organisationId);
});

test('a creation that has not begun is cancelled and releases its alias', async () => {
  const { create } = await makeProject();
  const done = await create('prj-late', 'late@nordlicht.example');
  assert.equal((await admin.call('POST', `teams/${done.teamId}/cancel`)).status, 409);
  // The group is then between acceptance and its first step.
  await service.database.query(
    `update provisionings set status = 'accepted', completed_at = null
     where tenant_id = $1 and team_id = $2`,
    [service.tenantId, done.teamId],
  );
  const cancelled = await admin.call('POST', `teams/${done.teamId}/cancel`);
  assert.equal(cancelled.status, 200);
  assert.equal(cancelled.body.status, 'cancelled');
  assert.ok((await activityActions()).includes('group.cancelled'));
  const [row] = await service.database.query<{ aliasKey: string | null }>(
    'select alias_key from teams where tenant_id = $1 and team_id = $2',
    [service.tenantId, done.teamId],
  );
  assert.equal(row?.aliasKey, null);
});

test('the progress of a creation is pushed to the page', async () => {
  const { create } = await makeProject();
  const { teamId } = await create('prj-stream', 'late@nordlicht.example');
  const response = await fetch(
    `${service.adminUrl}/api/${service.tenantId}/teams/${teamId}/status`,
    { headers: { cookie: admin.cookie, accept: 'text/event-stream' } },
  );
  assert.equal(response.status, 200);
  const text = await response.text();
  assert.match(text, /^event: status$/m);
  assert.match(text, /"status":"succeeded"/);
});

test('activity is paged, filtered, exported as CSV and JSON lines, and proven', async () => {
  const { body: page } = await admin.get('activity?limit=3');
  assert.equal(page.items.length, 3);
  const next = await fetch(page.nextLink, { headers: { cookie: admin.cookie } });
  const { items } = (await next.json()) as { items: { activityId: number }[] };
  assert.ok((items[0]?.activityId ?? Infinity) < page.items[2].activityId);

  const { body: keys } = await admin.get('activity?action=api_key&limit=200');
  assert.ok(keys.items.length > 0);
  assert.ok(keys.items.every(({ action }: { action: string }) => action.startsWith('api_key.')));

  await admin.call('POST', 'api-keys', { name: '=HYPERLINK("evil")' });
  const csv = await admin.call('GET', 'activity/export?format=csv', undefined, {
    accept: 'text/csv',
  });
  assert.match(csv.headers.get('content-disposition') ?? '', /activity-\d{4}-\d\d-\d\d\.csv/);
  const [heading, ...lines] = csv.body.trim().split('\r\n');
  assert.match(heading, /^activityId,occurredAt,/);
  const jsonl = await admin.call('GET', 'activity/export?format=jsonl', undefined, {
    accept: 'application/jsonl',
  });
  const entries = String(jsonl.body)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal(entries.length, lines.length);

  let proof = await admin.get('activity/proof');
  for (let tries = 0; proof.body.entries < entries.length && tries < 600; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    proof = await admin.get('activity/proof');
  }
  assert.equal(proof.body.whole, true);
  assert.ok(proof.body.entries >= entries.length);
});

test('the overview counts what happened, and the connection test speaks', async () => {
  service.clock.offsetMs += 3_000;
  const { body } = await admin.get('overview');
  assert.equal(body.days.length, 30);
  // Creations before and after midnight are of two days.
  const sumOf = (count: string): number =>
    body.days.reduce((sum: number, day: Record<string, number>) => sum + (day[count] ?? 0), 0);
  assert.ok(sumOf('succeeded') >= 2 && sumOf('failed') >= 1 && sumOf('cancelled') >= 1);
  assert.equal(
    body.finish.classes.reduce((sum: number, { count }: { count: number }) => sum + count, 0),
    sumOf('succeeded'),
  );
  assert.equal((await admin.call('POST', 'directory/test')).body.ok, true);
  const { body: directory } = await admin.get('directory');
  const changed = await admin.call(
    'PUT',
    'directory/sandbox',
    { replicationDelayMs: 10, teamCreationMs: 20 },
    match(directory.etag),
  );
  assert.equal(changed.body.sandbox.teamCreationMs, 20);
});

test('an administrator cannot take away the own rights, and another can', async () => {
  const { body } = await admin.get('administrators');
  const own = body.items.find(({ email }: { email: string }) => email === 'ada@nordlicht.example');
  const removal = await admin.call(
    'DELETE',
    `administrators/${own.administratorId}`,
    undefined,
    match(own.etag),
  );
  assert.equal(removal.status, 403);
  const leaving = await AdminClient.signedIn(service, 'eve@nordlicht.example');
  const { body: after } = await admin.get('administrators');
  const eve = after.items.find(({ email }: { email: string }) => email === 'eve@nordlicht.example');
  const removed = await admin.call(
    'DELETE',
    `administrators/${eve.administratorId}`,
    undefined,
    match(eve.etag),
  );
  assert.equal(removed.status, 204);
  assert.equal((await leaving.get('session')).status, 401);
});

test('a role is changed with what was seen of it, and adding a person changes nobody', async () => {
  const person = { email: 'kim@nordlicht.example', role: 'reader' };
  const { body: kim } = await admin.call('POST', 'administrators', person);
  assert.equal((await admin.call('POST', 'administrators', person)).status, 200);
  const again = await admin.call('POST', 'administrators', { ...person, role: 'administrator' });
  assert.deepEqual([again.status, again.body.code], [409, 'in_use']);

  const path = `administrators/${kim.administratorId}`;
  const promotion = { role: 'administrator' };
  assert.equal((await admin.call('PUT', path, promotion)).status, 400);
  const promoted = await admin.call('PUT', path, promotion, match(kim.etag));
  assert.deepEqual([promoted.status, promoted.body.role], [200, 'administrator']);
  const late = await admin.call('PUT', path, { role: 'reader' }, match(kim.etag));
  assert.equal(late.status, 412);
  const client = await AdminClient.signedIn(service, person.email);
  const { administratorId: own } = (await client.get('session')).body.administrator;
  const degraded = await client.call(
    'PUT',
    `administrators/${own}`,
    { role: 'reader' },
    match('2'),
  );
  assert.equal(degraded.status, 403);
  assert.ok((await activityActions()).includes('administrator.changed'));
});

test('two administrators who remove each other at once leave one of them', async () => {
  const { tenantId } = await service.change((changes) =>
    changes.tenants.create(
      { kind: 'operator', id: 'test' },
      { name: 'Two', directory: { kind: 'sandbox' } },
    ),
  );
  const operator = { kind: 'operator', id: 'test' } as const;
  const pair = await Promise.all(
    ['one@two.example', 'two@two.example'].map((email) =>
      service.administrators.put(tenantId, { email, role: 'administrator' }, operator),
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
  assert.equal((await service.administrators.list(tenantId)).length, 1);
});

test('a filter that is misspelt or cannot be is refused instead of showing everything', async () => {
  for (const path of [
    'teams?organisationId=x',
    'teams?organisation=x',
    'teams?template=%27',
    'activity?subject=x',
    'activity/export?format=csv&actors=x',
    'api-keys?state=active',
    'webhooks?limits=1',
  ]) {
    const answer = await admin.call('GET', path, undefined, { accept: '*/*' });
    assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_query'], path);
  }
});

test('one description has the operations of tokens and those of sessions', async () => {
  const one = await (await fetch(`${service.baseUrl}/openapi.json`)).json();
  const { paths } = one as { paths: Record<string, Record<string, { security: object[] }>> };
  assert.ok('/admin/api/{tenantId}/api-keys/{keyId}/revoke' in paths);
  assert.ok(!('/admin/api/{tenantId}/tasks' in paths), 'an operation of both mounts is there once');
  const taken = paths['/tasks']?.['get']?.security.flatMap(Object.keys);
  assert.deepEqual(taken, ['session', 'accessToken', 'oauth2']);
  assert.ok(!JSON.stringify(paths['/events']).includes('session'));
});

test('an administrator reads compressed answers, a caller plain ones, and no answer with a secret is compressed', async () => {
  const path = 'naming-rules';
  const words = Array.from({ length: 200 }, (_, number) => `word${number}`);
  const { body: before } = await admin.get(path);
  const put = (blockedWords: readonly string[], etag: string) =>
    admin.call('PUT', path, { blockedWords }, { 'if-match': etag });
  const read = async (of: string, accepted: string, more = {}) => {
    const headers = { 'accept-encoding': accepted, ...more };
    const answer = await admin.call('GET', of, undefined, headers);
    return { ...answer, coding: answer.headers.get('content-encoding') };
  };
  assert.equal((await read(path, 'br')).coding, null, 'it fits into a packet');
  assert.equal((await put(words, `"${before.etag}"`)).status, 200);
  const plain = await read(path, 'identity');
  assert.deepEqual([plain.coding, plain.headers.get('vary')], [null, 'accept-encoding']);
  for (const [accepted, coding] of [
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
  ] as const) {
    const answer = await read(path, accepted);
    assert.equal(answer.coding, coding);
    assert.ok(Number(answer.headers.get('content-length')) < 1_200);
    assert.deepEqual(answer.body, plain.body);
    const etag = answer.headers.get('etag') ?? '';
    assert.ok(etag.endsWith(`-${coding}"`));
    assert.equal((await read(path, accepted, { 'if-none-match': etag })).status, 304);
    assert.equal((await put(words, etag)).status, 200, 'the tag of a coding guards a change');
  }
  const session = await read('session', 'br');
  assert.deepEqual(
    [session.status, session.coding],
    [200, null],
    'it has the token against forgery',
  );

  const { body: made } = await admin.call('POST', 'api-keys', {
    name: 'Caller',
    expiresAt: null,
    scopes: ['organisations:manage'],
  });
  const token = await requestToken(made.key.keyId, made.secret);
  const { accessToken } = (await token.json()) as { accessToken: string };
  const answer = await fetch(`${service.adminUrl}/api/${service.tenantId}/${path}`, {
    headers: { authorization: `Bearer ${accessToken}`, 'accept-encoding': 'br' },
  });
  assert.deepEqual([answer.status, answer.headers.get('content-encoding')], [200, null]);
});
