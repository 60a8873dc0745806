import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import {
  startTestService,
  teamRequest,
  testBaseUrl,
  testOperator,
  type TestService,
  type TestTenant,
} from '../../testing/service.ts';
import type { CloudEvent } from './event.ts';

let running: TestService;
let tenant: TestTenant;

before(async () => {
  running = await startTestService();
  tenant = await running.addTenant();
});
after(() => running.close());

interface Page {
  items: CloudEvent[];
  nextLink: string;
}

async function read(path: string, of = tenant, headers: Record<string, string> = {}) {
  const answer = await running.call(of, path.replace(testBaseUrl, ''), { headers });
  return { ...answer, page: answer.body as Page };
}

/** Reads on until an event answers the question. */
async function until(
  isIt: (event: CloudEvent) => boolean,
  of = tenant,
  from = '/events?limit=200',
): Promise<{ found: CloudEvent; all: CloudEvent[] }> {
  const all: CloudEvent[] = [];
  let link = from;
  for (let pages = 0; pages < 50; pages += 1) {
    const { page } = await read(link, of, { prefer: 'wait=2' });
    all.push(...page.items);
    link = page.nextLink;
    const found = all.find(isIt);
    if (found !== undefined) return { found, all };
  }
  throw new Error('the event did not come');
}

async function createTeam(alias: string, of = tenant, wait = 'wait=10') {
  const answer = await running.call(of, '/teams', {
    method: 'POST',
    body: teamRequest(alias),
    headers: { prefer: wait },
  });
  assert.equal(answer.status, 200);
  return answer.body as { teamId: string; status: string };
}

suite('events', () => {
  test('a creation has an event when it is accepted and when it has succeeded, with all a receiver needs', async () => {
    const { teamId } = await createTeam('told');
    const { found, all } = await until(
      ({ type, subject }) => type === 'group.succeeded' && subject === teamId,
    );
    const accepted = all.find(
      ({ type, subject }) => type === 'group.accepted' && subject === teamId,
    );
    assert.ok(accepted !== undefined && accepted.sequence < found.sequence);
    assert.deepEqual(
      { ...found, id: '', time: '', sequence: '', data: undefined },
      {
        specversion: '1.0',
        id: '',
        source: testBaseUrl,
        type: 'group.succeeded',
        subject: teamId,
        time: '',
        datacontenttype: 'application/json',
        tenantid: tenant.tenantId,
        sequence: '',
        data: undefined,
      },
    );
    const { directory, createdAt, actor, requestId, ...data } = found.data;
    assert.deepEqual(data, {
      teamId,
      status: 'succeeded',
      statusUrl: `${testBaseUrl}/teams/${teamId}/status`,
      displayName: 'Group told',
      mailNickName: 'told',
      organisationId: tenant.organisationId,
      templateId: tenant.templateIds.any,
      properties: {},
      externalIds: [],
    });
    assert.equal(typeof (directory as { groupId: unknown }).groupId, 'string');
    assert.equal(requestId, accepted.data['requestId']);
    assert.deepEqual(accepted.data['actor'], { kind: 'api_key', id: tenant.keyId });
    assert.ok(createdAt !== undefined && actor !== undefined);
    assert.equal('directory' in accepted.data, false);
  });

  test('the event of a failed creation has its problem', async () => {
    const answer = await running.call(tenant, '/teams', {
      method: 'POST',
      body: teamRequest('failing', { members: ['nobody@aare.example'] }),
    });
    const { teamId } = answer.body as { teamId: string };
    const { found } = await until(
      ({ type, subject }) => type === 'group.failed' && subject === teamId,
    );
    const error = found.data['error'] as Record<string, unknown>;
    assert.equal(error['code'], 'people_not_found');
    assert.equal(error['type'], `${testBaseUrl}/problems/people_not_found`);
  });

  test('events of keys and templates contain no secret', async () => {
    const made = await running.change(async (changes) => {
      const key = await changes.apiKeys.create(testOperator, tenant.tenantId, { name: 'Told' });
      await changes.apiKeys.revoke(testOperator, tenant.tenantId, key.key.keyId);
      await changes.templates.change(
        testOperator,
        tenant.tenantId,
        tenant.templateIds.any,
        undefined,
        { name: 'Anything', identifier: 'any', mailNicknamePattern: '', displayNamePattern: '' },
      );
      return key;
    });
    const { all } = await until(({ type }) => type === 'template.changed');
    const { keyId } = made.key;
    const types = all.filter(({ subject }) => subject === keyId).map(({ type }) => type);
    assert.deepEqual(types, ['api_key.created', 'api_key.revoked']);
    const changed = all.find(({ type }) => type === 'template.changed');
    assert.deepEqual(changed?.data['after'], { name: 'Anything' });
    const text = JSON.stringify(all);
    assert.equal(text.includes(made.secret), false);
    assert.equal(text.includes(made.key.secrets[0]?.hash ?? '-'), false);
    assert.equal(
      all.some(({ type }) => /^(?:tenant|person)\./.test(type)),
      false,
    );
  });

  test('paging one by one gives the same events as a large page, each once, in one order', async () => {
    const whole = await read('/events?limit=200');
    const one: CloudEvent[] = [];
    let link = '/events?limit=1';
    for (;;) {
      const { page } = await read(link);
      if (page.items.length === 0) break;
      one.push(...page.items);
      link = page.nextLink;
    }
    assert.deepEqual(one, whole.page.items);
    assert.equal(new Set(one.map(({ id }) => id)).size, one.length);
    const sequences = one.map(({ sequence }) => sequence);
    assert.deepEqual(sequences, [...sequences].sort());
    const [third] = one.slice(2);
    const { page } = await read(`/events?after=${third?.id}&limit=200`);
    assert.deepEqual(page.items, one.slice(3), 'an event id is a place to continue from');
  });

  test('types can be chosen', async () => {
    const { page } = await read('/events?type=api_key.revoked,template.changed&limit=200');
    assert.deepEqual(
      new Set(page.items.map(({ type }) => type)),
      new Set(['api_key.revoked', 'template.changed']),
    );
    const bad = await read('/events?type=api_key.reborn');
    assert.equal(bad.status, 400);
    assert.match(JSON.stringify(bad.body), /no event type api_key\.reborn/);
  });

  test('a reader who waits at the end is answered with the next event', async () => {
    const end = await read('/events?after=latest');
    assert.deepEqual(end.page.items, []);
    const waiting = read(end.page.nextLink, tenant, { prefer: 'wait=30' });
    const { teamId } = await createTeam('awaited', tenant, 'wait=0');
    const { page, headers } = await waiting;
    assert.equal(headers.get('preference-applied'), 'wait=30');
    assert.equal(page.items[0]?.subject, teamId);
  });

  test('a tenant sees none of another tenant’s events, nor continues from one', async () => {
    const other = await running.addTenant();
    const { teamId } = await createTeam('foreign', other);
    await until(({ type, subject }) => type === 'group.succeeded' && subject === teamId, other);
    const mine = await read('/events?limit=200');
    assert.equal(JSON.stringify(mine.body).includes(other.tenantId), false);
    const theirs = await read('/events?limit=200', other);
    const last = theirs.page.items.at(-1);
    const refused = await read(`/events?after=${last?.id}`);
    assert.equal(refused.status, 400);
    for (const after of [
      'evt_1_AAAAAAAAAAAAAAAAAAAAAA',
      'evt_999999_AAAAAAAAAAAAAAAAAAAAAA',
      'x',
    ]) {
      assert.equal((await read(`/events?after=${after}`)).status, 400, after);
    }
  });

  test('a reader who waits does not hold up a stop', async () => {
    const stopping = await startTestService();
    const alone = await stopping.addTenant();
    const { body } = await stopping.call(alone, '/events?after=latest');
    const path = (body as Page).nextLink.replace(testBaseUrl, '');
    const waiting = stopping.call(alone, path, { headers: { prefer: 'wait=30' } });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const startedAt = performance.now();
    await stopping.close();
    assert.ok(performance.now() - startedAt < 20_000);
    assert.equal((await waiting).status, 200);
  });
});
