// Reports of creations, and what the overview says that a person has to look after.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { AdminClient } from '../../testing/admin-client.ts';
import { startAdminService, type AdminService } from '../../testing/admin-service.ts';
import { eventually } from '../../testing/eventually.ts';
import { teamRequest, testOperator, testPeople } from '../../testing/tenant.ts';

let service: AdminService;
let admin: AdminClient;
let templateId: string;
let failedId: string;
/** The creations are of the day before, so that none of them moves to another day at midnight. */
let day: string;
before(async () => {
  service = await startAdminService();
  admin = await AdminClient.signedIn(service);
  templateId = await addTemplate();
  const { body } = await admin.call('POST', 'api-keys', { name: 'ERP' });
  const token = await requestToken(body.key.keyId, body.secret);
  const good = await create(token, teamRequest('good'));
  failedId = await create(token, teamRequest('bad', { members: ['nobody@aare.example'] }));
  await eventually(async () => {
    const statuses = await Promise.all([good, failedId].map((id) => admin.get(`teams/${id}`)));
    return statuses.every(({ body: { status } }) => /succeeded|failed/.test(status));
  }, 'both creations end');
  const [moved] = await service.database.query<{ day: string }>(
    `update teams set created_at = (date_trunc('day', now() at time zone 'UTC') - interval '12 hours') at time zone 'UTC'
     where tenant_id = $1 returning to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day`,
    [service.tenantId],
  );
  assert.ok(moved);
  ({ day } = moved);
});
after(() => service.close());

async function addTemplate(): Promise<string> {
  return service.change(async ({ sandboxPeople, organisations, templates }) => {
    const { tenantId } = service;
    for (const email of testPeople)
      await sandboxPeople.add(testOperator, tenantId, { email, name: email });
    const aare = { name: 'Aare', identifier: 'aare' };
    const { organisationId } = await organisations.create(testOperator, tenantId, aare);
    const any = { name: 'Any', identifier: 'any', mailNicknamePattern: '', displayNamePattern: '' };
    const template = await templates.create(testOperator, tenantId, organisationId, any);
    return template.templateId;
  });
}

async function requestToken(keyId: string, secret: string): Promise<string> {
  const response = await fetch(`${service.baseUrl}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenantId: service.tenantId, keyId, secret }),
  });
  return ((await response.json()) as { accessToken: string }).accessToken;
}

async function create(token: string, body: object): Promise<string> {
  const response = await fetch(`${service.baseUrl}/teams`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return ((await response.json()) as { teamId: string }).teamId;
}

const ofDay = (body: { days: { date: string; failed: number; declined: number }[] }) =>
  body.days.find(({ date }) => date === day);

test('a report counts the creations of its range, of one template or organisation or of all', async () => {
  const { body } = await admin.get('reports/creations');
  const counts = { succeeded: 1, failed: 1, declined: 0, cancelled: 0, open: 0 };
  assert.equal(body.days.length, 30);
  assert.deepEqual(ofDay(body), { date: day, ...counts });
  assert.deepEqual(body.failures, [{ code: 'people_not_found', count: 1 }]);
  const [template] = body.templates;
  assert.equal(template.template, 'Any');
  assert.equal(template.organisation, 'Aare');
  const same = await admin.get(`reports/creations?templateId=${templateId}`);
  assert.deepEqual(ofDay(same.body), { date: day, ...counts });
  const earlier = await admin.get('reports/creations?from=2024-02-28&until=2024-03-01');
  assert.deepEqual(
    earlier.body.days.map(({ date }: { date: string }) => date),
    ['2024-02-28', '2024-02-29', '2024-03-01'],
  );
  assert.deepEqual(earlier.body.templates, []);
});

test('a report of what does not exist is refused, and a report of what was deleted is not', async () => {
  for (const [name, code] of [
    ['organisationId', 'organisation_not_found'],
    ['templateId', 'template_not_found'],
  ] as const) {
    for (const path of ['reports/creations', 'reports/creations/export']) {
      const asked = `${path}?${name}=${randomUUID()}`;
      const accept = { accept: 'application/problem+json, text/csv, application/json' };
      const { status, body } = await admin.call('GET', asked, undefined, accept);
      assert.deepEqual([status, body.code], [400, 'invalid_query'], path);
      assert.deepEqual([body.errors[0].parameter, body.errors[0].code], [name, code], path);
    }
  }
  await service.database.query('update teams set template_id = $2 where tenant_id = $1', [
    service.tenantId,
    failedId,
  ]);
  const deleted = await admin.get(`reports/creations?templateId=${failedId}`);
  assert.equal(ofDay(deleted.body)?.failed, 1);
  await service.database.query('update teams set template_id = $2 where tenant_id = $1', [
    service.tenantId,
    templateId,
  ]);
});

test('the figures of a report are those of the lists that its links ask for', async () => {
  const bounds = [50, 100, 250];
  const [{ tookMs } = { tookMs: 0 }] = await service.database.query<{ tookMs: number }>(
    `select date_part('epoch', completed_at - created_at) * 1000 as took_ms
     from provisionings join teams using (tenant_id, team_id) where tenant_id = $1 and status = 'succeeded'`,
    [service.tenantId],
  );
  // On the bounds of its classes, and beside them.
  for (const ms of bounds.flatMap((bound) => [bound, bound - 0.001, bound + 0.001])) {
    await service.database.query(
      `update provisionings p set completed_at = t.created_at + $2::float8 * interval '1 millisecond' from teams t
       where p.tenant_id = $1 and t.tenant_id = $1 and t.team_id = p.team_id and p.status = 'succeeded'`,
      [service.tenantId, ms],
    );
    const { body: report } = await admin.get('reports/creations');
    let from = 0;
    for (const { upToMs, count } of report.finish.classes) {
      const until = upToMs === null ? '' : `&durationUntilMs=${upToMs}`;
      const { body: list } = await admin.get(
        `teams?status=succeeded&attempts=all&total=true&durationFromMs=${from}${until}`,
      );
      assert.equal(list.total, count, `${ms} ms, from ${from} to ${upToMs}`);
      from = upToMs;
    }
  }
  await service.database.query(
    `update provisionings p set completed_at = t.created_at + $2::float8 * interval '1 millisecond' from teams t
     where p.tenant_id = $1 and t.tenant_id = $1 and t.team_id = p.team_id and p.status = 'succeeded'`,
    [service.tenantId, tookMs],
  );
});

test('a range that ends before it begins, is too long or has no such day is refused', async () => {
  for (const [query, parameter] of [
    ['from=2026-02-02&until=2026-02-01', 'until'],
    ['from=2024-01-01&until=2026-01-01', 'from'],
    ['from=2026-02-30', 'from'],
  ]) {
    const { status, body } = await admin.get(`reports/creations?${query}`);
    assert.equal(status, 400, query);
    assert.equal(body.errors[0].parameter, parameter);
  }
});

test('the export has a line for each day', async () => {
  const { body, headers } = await admin.call('GET', 'reports/creations/export', undefined, {
    accept: 'text/csv',
  });
  const lines = String(body).split('\r\n');
  assert.match(headers.get('content-type') ?? '', /^text\/csv/);
  assert.equal(lines[0], 'date,succeeded,failed,declined,cancelled,open');
  assert.equal(lines.length, 32);
  assert.ok(lines.includes(`${day},1,1,0,0,0`), String(body));
});

test('the overview names failures that nobody tried again, and keys that expire or are unused', async () => {
  const soon = new Date(Date.now() + 10 * 86_400_000).toISOString();
  const expiring = await admin.call('POST', 'api-keys', { name: 'Soon', expiresAt: soon });
  await admin.call('POST', 'api-keys', { name: 'New' });
  await service.database.query(
    `update api_keys set created_at = now() - interval '8 days' where tenant_id = $1 and name = 'Soon'`,
    [service.tenantId],
  );
  const attention = async () => (await admin.get('overview')).body.attention;
  await eventually(
    async () => (await attention()).unusedKeys.length > 0,
    'the overview is read again',
  );
  const before = await attention();
  const failures = async () =>
    (await admin.get('to-do')).body.causes
      .filter(({ area }: { area: string }) => area === 'creations')
      .map(({ id, count }: { id: string; count: number }) => [id, count]);
  assert.deepEqual(await failures(), [['people_not_found', 1]]);
  assert.deepEqual(
    before.expiringKeys.map(({ name }: { name: string }) => name),
    ['Soon'],
  );
  assert.deepEqual(
    before.unusedKeys.map(({ keyId }: { keyId: string }) => keyId),
    [expiring.body.key.keyId],
  );
  const retried = await admin.call('POST', `teams/${failedId}/retry`);
  assert.equal(retried.status, 200, JSON.stringify(retried.body));
  const teamId: string = retried.body.teamId;
  await eventually(
    async () => (await admin.get(`teams/${teamId}`)).body.status === 'failed',
    'the second attempt failed, too',
  );
  assert.deepEqual(await failures(), [['people_not_found', 1]]);
});

test('requests that were rejected or not approved in time are counted apart from failures', async () => {
  const rejected = await admin.get('reports/creations');
  const failed = ofDay(rejected.body)?.failed ?? 0;
  const setCode = (code: string) =>
    service.database.query(
      `update provisionings set error = jsonb_set(error, '{code}', to_jsonb($2::text)) where team_id = $1`,
      [failedId, code],
    );
  for (const code of ['approval_rejected', 'approval_expired']) {
    await setCode(code);
    const { body } = await admin.get('reports/creations');
    const counts = ofDay(body);
    assert.deepEqual([counts?.failed, counts?.declined], [failed - 1, 1]);
    const codes = body.failures.map((failure: { code: string }) => failure.code);
    assert.ok(!codes.includes(code));
  }
  await setCode('people_not_found');
});
