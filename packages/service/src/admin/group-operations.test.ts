// Operations on groups through the admin API: what an administrator may request, and what a repeated, outdated or
// refused request does.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { runAdminBatch } from '../../testing/run-batch.ts';
import { AdminClient } from '../../testing/admin-client.ts';
import { type AdminGroups, startAdminGroups } from '../../testing/admin-groups.ts';
import { type AdminService, startAdminService } from '../../testing/admin-service.ts';

const people = ['ada', 'ben', 'cy', 'di'].map((name) => `${name}@nordlicht.example`);
const [ada, ben, cy, di] = people as [string, string, string, string];
let service: AdminService;
let admin: AdminClient;
let reader: AdminClient;
let create: AdminGroups['create'];

before(async () => {
  service = await startAdminService();
  admin = await AdminClient.signedIn(service);
  reader = await AdminClient.signedIn(service, 'rea@nordlicht.example', 'reader');
  ({ create } = await startAdminGroups(admin, { people }));
});
after(() => service.close());

async function etagOf(teamId: string): Promise<string> {
  return String((await admin.get(`teams/${teamId}`)).body.etag);
}

async function send(
  method: string,
  path: string,
  body: object,
  { etag, key, client = admin }: { etag?: string; key?: string; client?: AdminClient } = {},
) {
  return client.call(method, path, body, {
    ...(etag !== undefined && { 'if-match': `"${etag}"` }),
    ...(key !== undefined && { 'idempotency-key': `"${key}"` }),
  });
}

/** Requests an operation and waits for its end. */
async function operate(method: string, teamId: string, action: string, body: object) {
  const path = `teams/${teamId}${action}`;
  const { status, body: accepted } = await send(method, path, body, {
    etag: await etagOf(teamId),
  });
  assert.equal(status, 200, JSON.stringify(accepted));
  return ended(teamId, accepted.operationId);
}

async function ended(teamId: string, operationId: string) {
  for (;;) {
    const { body } = await admin.get(`teams/${teamId}/operations`);
    const found = body.items.find(
      (one: { operationId: string }) => one.operationId === operationId,
    );
    if (found.completedAt !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('an administrator changes, archives, deletes and restores a group, and the log names the administrator', async () => {
  const teamId = await create();
  const changed = await operate('PATCH', teamId, '', {
    displayName: 'Bridge',
    visibility: 'public',
    members: { add: [cy] },
    reason: 'Renamed by the board',
  });
  assert.deepEqual(
    [changed.kind, changed.status, changed.requestedBy.name, changed.reason],
    ['change', 'succeeded', 'ada@nordlicht.example', 'Renamed by the board'],
  );
  assert.deepEqual(changed.after, { displayName: 'Bridge', visibility: 'public', members: [cy] });
  const handover = await operate('PATCH', teamId, '', { responsible: di });
  assert.deepEqual([handover.kind, handover.status], ['handover', 'succeeded']);

  const state = async () => (await admin.get(`teams/${teamId}`)).body.state;
  await operate('POST', teamId, '/archive', { reason: 'Project closed' });
  assert.equal(await state(), 'archived');
  await operate('POST', teamId, '/unarchive', {});
  assert.equal(await state(), 'active');
  await operate('DELETE', teamId, '?reason=No+longer+needed', {});
  assert.equal(await state(), 'deleted');
  const restored = await operate('POST', teamId, '/restore', {});
  assert.equal(restored.status, 'succeeded', JSON.stringify(restored));

  const { body: group } = await admin.get(`teams/${teamId}`);
  assert.deepEqual(
    [group.displayName, group.visibility, group.responsible, group.state],
    ['Bridge', 'public', di, 'active'],
  );
  const { body: log } = await admin.get(`activity?subjectId=${teamId}`);
  const actions = log.items.map(
    ({ action, actor }: { action: string; actor: { kind: string } }) => `${actor.kind} ${action}`,
  );
  assert.ok(actions.includes('administrator group.deleted'), JSON.stringify(actions));
});

test('a refused change answers every fault at once and changes nothing', async () => {
  const teamId = await create();
  const body = { displayName: '', owners: { add: ['nobody'], remove: [ada] } };
  const { status, body: refused } = await send('PATCH', `teams/${teamId}`, body, {
    etag: await etagOf(teamId),
  });
  assert.equal(status, 422);
  assert.deepEqual(
    refused.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
    [
      ['/displayName', 'too_short'],
      ['/owners/add/0', 'not_a_person'],
      ['/owners/remove/0', 'is_responsible'],
    ],
  );
  assert.deepEqual((await admin.get(`teams/${teamId}/operations`)).body.items, []);
});

test('the overview counts as many groups as the list that it leads to, for every administrator', async (context) => {
  const [kept, archived, deleted] = [await create(), await create(), await create()];
  await operate('POST', archived, '/archive', {});
  await operate('DELETE', deleted, '', {});
  const { body: organisations } = await admin.get('organisations');
  const { organisationId } = organisations.items[0];
  const grant = {
    email: 'lia@nordlicht.example',
    role: 'reader',
    organisationIds: [organisationId],
  };
  await service.administrators.put(service.tenantId, grant as never, {
    kind: 'operator',
    id: 'test',
  });
  const limited = await AdminClient.signedIn(service, grant.email);
  // Past what is kept of an earlier read.
  service.clock.offsetMs = 60_000;
  context.after(() => (service.clock.offsetMs = 0));
  for (const client of [admin, limited]) {
    const { body: overview } = await client.get('overview');
    for (const query of ['', '&attempts=newest', '&sort=displayName']) {
      const { body: list } = await client.get(`teams?state=existing&limit=200&total=true${query}`);
      const ids: string[] = list.items.map(({ teamId }: { teamId: string }) => teamId);
      assert.deepEqual([list.total, list.totalIsExact], [overview.groups, true], query);
      assert.equal(ids.length, list.total);
      assert.ok(ids.includes(kept) && ids.includes(archived) && !ids.includes(deleted), query);
    }
  }
});

test('a deleted group shows until when it can be restored, and the plan of a refused restore has the same reason', async () => {
  const teamId = await create();
  assert.equal((await admin.get(`teams/${teamId}`)).body.restorableUntil, null);
  const before = Date.now();
  await operate('DELETE', teamId, '', {});
  const { body: group } = await admin.get(`teams/${teamId}`);
  const until = Date.parse(group.restorableUntil);
  const days = 30 * 86_400_000;
  assert.ok(until >= before + days && until <= Date.now() + days, group.restorableUntil);
  // Another group takes the alias.
  await create({ mailNickName: group.mailNickName });
  const refused = await send('POST', `teams/${teamId}/restore`, {}, { etag: group.etag });
  assert.deepEqual([refused.status, refused.body.code], [409, 'mail_nickname_taken']);
  const { body: plan } = await admin.call('POST', 'teams/operations/plan', {
    kind: 'restore',
    teamIds: [teamId],
  });
  assert.equal(plan.items[0].error.detail, refused.body.detail);
});

test('people are suggested by a part of the name or the address, from two characters on', async () => {
  const { body } = await reader.get('people?search=AD');
  assert.deepEqual(
    body.items.map((one: { email: string; displayName: string }) => [one.email, one.displayName]),
    [[ada, 'ada']],
  );
  assert.equal((await reader.get('people?search=nordlicht&limit=2')).body.items.length, 2);
  assert.equal((await reader.get('people?search=a')).status, 400);
});

test('an operation for an outdated version is refused', async () => {
  const teamId = await create();
  const etag = await etagOf(teamId);
  await operate('PATCH', teamId, '', { displayName: 'Quay' });
  const outdated = await send('DELETE', `teams/${teamId}`, {}, { etag });
  assert.deepEqual([outdated.status, outdated.body.code], [412, 'version_conflict']);
});

test('a repeated request with the same Idempotency-Key gets the same operation', async () => {
  const teamId = await create();
  const options = { etag: await etagOf(teamId), key: randomUUID() };
  const repeat = () => send('POST', `teams/${teamId}/archive`, { reason: 'Closed' }, options);
  const [one, other] = await Promise.all([repeat(), repeat()]);
  const later = await repeat();
  assert.equal(one.status, 200, JSON.stringify(one.body));
  const ids = [one, other, later].map(({ body }) => body.operationId);
  assert.deepEqual(ids, [ids[0], ids[0], ids[0]]);
  assert.equal((await admin.get(`teams/${teamId}/operations`)).body.items.length, 1);
});

test('a reader sees the operations of a group but may not request one', async () => {
  const teamId = await create();
  const options = { etag: await etagOf(teamId), client: reader };
  for (const [method, action] of [
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/archive'],
    ['POST', '/unarchive'],
    ['POST', '/restore'],
    ['POST', '/plan'],
  ] as const) {
    const answer = await send(method, `teams/${teamId}${action}`, {}, options);
    assert.equal(answer.status, 403, `${method} ${action}`);
  }
  const bulk = { kind: 'archive', groups: [{ teamId, etag: options.etag }] };
  assert.equal((await send('POST', 'batches', bulk, options)).status, 403);
  assert.deepEqual((await reader.get(`teams/${teamId}/operations`)).body.items, []);
});

test('a plan shows the change and its people without changing the group', async () => {
  const teamId = await create();
  const { body: plan } = await admin.call('POST', `teams/${teamId}/plan`, {
    displayName: 'Station',
    members: { add: [cy, 'nobody@nordlicht.example'] },
  });
  assert.equal(plan.conforms, false);
  assert.deepEqual(
    plan.faults.map(({ pointer }: { pointer: string }) => pointer),
    ['/members/add/1'],
  );
  assert.deepEqual(
    plan.people.map(({ reference, found }: { reference: string; found: boolean }) => [
      reference,
      found,
    ]),
    [
      [cy, true],
      ['nobody@nordlicht.example', false],
    ],
  );
  assert.deepEqual((await admin.get(`teams/${teamId}/operations`)).body.items, []);
});

test('a bulk plan says which groups cannot be archived, and the others are archived by one request', async () => {
  const [one, two, gone] = [await create(), await create(), await create()] as const;
  await operate('DELETE', gone, '', {});
  const teamIds = [one, two, gone, randomUUID()];
  const { body: plan } = await admin.call('POST', 'teams/operations/plan', {
    kind: 'archive',
    teamIds,
  });
  const codes = plan.items.map(({ error }: { error: { code: string } | null }) => error?.code);
  assert.deepEqual(codes, [undefined, undefined, 'group_not_active', 'not_found']);

  const groups = plan.items.map(({ teamId, etag }: { teamId: string; etag: string }) => ({
    teamId,
    etag,
  }));
  const results = await runAdminBatch(admin, { kind: 'archive', groups });
  assert.deepEqual(
    results.map(({ operationId }) => operationId !== null),
    [true, true, false, false],
  );
  for (const { teamId, operationId } of results.slice(0, 2)) {
    assert.equal((await ended(teamId ?? '', operationId ?? '')).status, 'succeeded');
  }
  assert.equal((await admin.get(`teams/${two}`)).body.state, 'archived');
});

test('a bulk handover gives every group its new responsible', async () => {
  const groups = [await create(), await create()];
  const { body: plan } = await admin.call('POST', 'teams/operations/plan', {
    kind: 'handover',
    teamIds: groups,
    responsible: di,
  });
  assert.deepEqual(
    plan.items.map(({ error }: { error: unknown }) => error),
    [null, null],
  );
  const results = await runAdminBatch(admin, {
    kind: 'handover',
    responsible: di,
    groups: plan.items.map(({ teamId, etag }: { teamId: string; etag: string }) => ({
      teamId,
      etag,
    })),
  });
  for (const { teamId, status } of results) {
    assert.equal(status, 'succeeded');
    assert.equal((await admin.get(`teams/${teamId}`)).body.responsible, di);
  }
});

test('the plan of a departure names the successors, and one request hands over its groups', async () => {
  const leaver = 'eva@nordlicht.example';
  await admin.call('POST', 'directory/people', { name: 'Eva', email: leaver });
  const teamId = await create();
  await operate('PATCH', teamId, '', { responsible: leaver });
  const { body: groups } = await admin.get(`people/${leaver}/groups`);
  assert.deepEqual(
    groups.items.map((one: { teamId: string; roles: string[] }) => [one.teamId, one.roles[0]]),
    [[teamId, 'responsible']],
  );
  const { body: plan } = await admin.call('POST', `people/${leaver}/handover/plan`, { to: di });
  const [planned] = plan.items;
  assert.deepEqual(
    [planned.teamId, planned.responsible, planned.deputy, planned.error],
    [teamId, di, ben, null],
  );
  const groupsOfBatch = [{ teamId, etag: planned.etag, responsible: planned.responsible }];
  const request = { kind: 'handover', former: 'none', groups: groupsOfBatch };
  const [handedOver] = await runAdminBatch(admin, request);
  assert.equal(handedOver?.status, 'succeeded');
  assert.deepEqual((await admin.get(`people/${leaver}/groups`)).body.items, []);
  assert.equal((await admin.get('people/nobody@nordlicht.example/groups')).status, 404);
});

test('only an operation that has not begun can be cancelled', async () => {
  const teamId = await create();
  const finished = await operate('PATCH', teamId, '', { displayName: 'Lock' });
  const path = `teams/${teamId}/operations/${finished.operationId}/cancel`;
  const refused = await admin.call('POST', path);
  assert.deepEqual([refused.status, refused.body.code], [409, 'in_use']);
  const absent = await admin.call('POST', `teams/${teamId}/operations/${randomUUID()}/cancel`);
  assert.equal(absent.status, 404);
});
