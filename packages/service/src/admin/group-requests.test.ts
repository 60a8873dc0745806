// Requests for groups by administrators: planned, created once, created together, and corrected after a failure.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AdminClient } from '../../testing/admin-client.ts';
import { type AdminService, startAdminService } from '../../testing/admin-service.ts';
import { eventually } from '../../testing/eventually.ts';

const ada = 'ada@nordlicht.example';
const gone = 'gone@nordlicht.example';
let service: AdminService;
let admin: AdminClient;
let reader: AdminClient;

before(async () => {
  service = await startAdminService();
  admin = await AdminClient.signedIn(service);
  reader = await AdminClient.signedIn(service, 'rea@nordlicht.example', 'reader');
  const { body } = await admin.call('POST', 'organisations', { name: 'Rail', identifier: 'rail' });
  await admin.call('POST', `organisations/${body.organisationId}/templates`, {
    name: 'Track',
    identifier: 'track',
    mailNicknamePattern: '',
    displayNamePattern: '',
  });
  await admin.call('POST', 'directory/people', { name: 'Ada', email: ada });
});
after(() => service.close());

const requestOf = (mailNickName: string, responsible = ada) => ({
  displayName: `Track ${mailNickName}`,
  mailNickName,
  description: '',
  responsible,
  deputy: null,
  organisationIdOrIdentifier: 'rail',
  templateIdOrIdentifier: 'track',
  owners: [],
  members: [],
});

async function ended(teamId: string) {
  const read = async () => (await admin.get(`teams/${teamId}`)).body;
  await eventually(async () => (await read()).completedAt !== null, 'the group was final');
  return await read();
}

test('a plan names every fault and changes nothing', async () => {
  const { status, body } = await admin.call('POST', 'teams/plan', requestOf('planned', gone));
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.conforms, false);
  assert.deepEqual(
    body.faults.map(({ pointer }: { pointer: string }) => pointer),
    ['/responsible'],
  );
  const page = await fetch(body.error.type);
  assert.equal(page.status, 200, `${body.error.type} explains the problem`);
  await page.body?.cancel();
  const { body: shapeless } = await reader.call('POST', 'teams/plan', { displayName: '' });
  assert.ok(shapeless.faults.length > 3);
  assert.equal((await admin.get('teams?total=true')).body.total, 0);
});

test('an administrator requests a group once, however often the request is sent', async () => {
  const send = () =>
    admin.call('POST', 'teams', requestOf('once'), { 'idempotency-key': '"the-same-panel"' });
  const [first, second] = [await send(), await send()];
  assert.equal(first.status, 200, JSON.stringify(first.body));
  assert.equal(second.body.teamId, first.body.teamId);
  const group = await ended(first.body.teamId);
  assert.deepEqual([group.status, group.createdBy.kind], ['succeeded', 'administrator']);
  const { body: log } = await admin.get(`activity?subjectId=${first.body.teamId}`);
  const accepted = log.items.find(({ action }: { action: string }) => action === 'group.accepted');
  assert.equal(accepted.actor.id, 'ada@nordlicht.example');
});

test('a reader requests no group, and a bad request names its fields', async () => {
  assert.equal((await reader.call('POST', 'teams', requestOf('no'))).status, 403);
  const { status, body } = await admin.call('POST', 'teams', {
    ...requestOf('x'),
    mailNickName: '',
    owners: 'x',
  });
  assert.equal(status, 422);
  const pointers = body.errors.map(({ pointer }: { pointer: string }) => pointer);
  assert.deepEqual(pointers, ['/mailNickName', '/owners']);
});

test('of groups that are requested together, a refused one does not affect the others', async () => {
  const groups = [requestOf('first'), { displayName: 3 }, requestOf('FIRST'), requestOf('last')];
  const { status, body } = await admin.call('POST', 'teams/bulk', groups);
  assert.equal(status, 200, JSON.stringify(body));
  const codes = body.items.map(({ error }: { error: { code: string } | null }) => error?.code);
  assert.deepEqual(codes, [undefined, 'validation_failed', 'mail_nickname_taken', undefined]);
  for (const { teamId } of [body.items[0], body.items[3]]) {
    assert.equal((await ended(teamId)).status, 'succeeded');
  }
});

test('a failed request is read, corrected and sent again, and the failure is superseded', async () => {
  const { body: made } = await admin.call('POST', 'teams', requestOf('wrong', gone));
  await ended(made.teamId);
  const { body: failed } = await admin.get(`teams/${made.teamId}/status`);
  assert.deepEqual(
    failed.error.errors.map(({ pointer }: { pointer: string }) => pointer),
    ['/responsible'],
  );
  const { body: request } = await admin.get(`teams/${made.teamId}/request`);
  assert.equal(request.responsible, gone);
  const path = `teams/${made.teamId}/retry/edited`;
  const refused = await admin.call('POST', path, { ...request, mailNickName: 'a b' });
  assert.equal(refused.status, 422);
  const corrected = { ...request, responsible: ada, mailNickName: 'right' };
  const retried = await admin.call('POST', path, corrected);
  assert.equal(retried.status, 200, JSON.stringify(retried.body));
  const group = await ended(retried.body.teamId);
  assert.deepEqual([group.status, group.mailNickName], ['succeeded', 'right']);
  const after = (await admin.get(`teams/${made.teamId}`)).body;
  assert.deepEqual([after.canRetry, after.supersededBy], [false, retried.body.teamId]);
});
