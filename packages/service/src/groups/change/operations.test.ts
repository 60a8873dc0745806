// The life of a group through the API, on the sandbox directory: change, handover, archive, deletion and restore.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import type { TestDatabase } from '../../../testing/database.ts';
import {
  startTestService,
  teamRequest,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';

interface Answer {
  status: string;
  teamId: string;
  operationId: string;
  statusUrl: string;
  kind: string;
  reason: string | null;
  code: string;
  detail: string;
  errors?: { pointer: string; code: string }[];
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  steps: { name: string; status: string }[];
  error: { code: string } | null;
  warnings: { code: string }[];
}

const [mara, tomas, yuki, lena] = testPeople as [string, string, string, string];
let at: TestDatabase;
let service: TestService;
let tenant: TestTenant;
let count = 0;

before(async () => {
  service = await startTestService();
  ({ at } = service);
  tenant = await service.addTenant();
});
after(() => service.close());

async function send(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; body: Answer }> {
  const answer = await service.call(tenant, path, { method, body, headers });
  return { ...answer, body: answer.body as Answer };
}

const create = (alias = `group-${(count += 1)}`, others = {}) =>
  service.createTeam(tenant, alias, others);

/** Sends a request for an operation and follows it to its end. */
async function operate(
  method: string,
  path: string,
  body?: unknown,
  headers = {},
): Promise<Answer> {
  const { status, body: accepted } = await send(method, path, body, {
    prefer: 'wait=20',
    ...headers,
  });
  assert.equal(status, 200, JSON.stringify(accepted));
  return (await send('GET', new URL(accepted.statusUrl).pathname)).body;
}

async function read(teamId: string): Promise<Record<string, unknown> & { headers: Headers }> {
  const { body, headers } = await send('GET', `/teams/${teamId}`);
  return { ...(body as unknown as Record<string, unknown>), headers };
}

/** The group in the sandbox, with the e-mail addresses of its people. */
async function inSandbox(teamId: string) {
  const [group] = await at.database.query<{
    displayName: string;
    description: string | null;
    visibility: string;
    owners: string[];
    members: string[];
    archivedAt: Date | null;
  }>(
    `select display_name, description, visibility, archived_at,
      array(select email from sandbox_people p where p.person_id = any (g.owner_ids) order by email) as owners,
      array(select email from sandbox_people p where p.person_id = any (g.member_ids) order by email) as members
    from sandbox_groups g where marker = $1`,
    [teamId],
  );
  return group;
}

async function activityOf(teamId: string): Promise<string[]> {
  const rows = await at.database.query<{ action: string }>(
    'select action from activity where subject_id = $1 order by activity_id',
    [teamId],
  );
  return rows.map(({ action }) => action);
}

suite('the life of a group', () => {
  test('a change reaches the directory, the record, the audit log and the answer', async () => {
    const teamId = await create();
    const operation = await operate('PATCH', `/teams/${teamId}`, {
      displayName: 'Bridge',
      description: 'Over the Aare',
      visibility: 'public',
      members: { add: [lena], remove: [yuki] },
      reason: 'The bridge opens',
    });
    assert.equal(operation.kind, 'change');
    assert.equal(operation.reason, 'The bridge opens');
    assert.equal(operation.status, 'succeeded', JSON.stringify(operation));
    assert.deepEqual(operation.after, {
      displayName: 'Bridge',
      description: 'Over the Aare',
      visibility: 'public',
      members: [lena],
    });
    const group = await inSandbox(teamId);
    assert.deepEqual(
      [group?.displayName, group?.description, group?.visibility],
      ['Bridge', 'Over the Aare', 'public'],
    );
    assert.ok(group?.members.includes(lena) && !group.members.includes(yuki));
    const team = await read(teamId);
    assert.deepEqual([team['displayName'], team['members']], ['Bridge', [lena]]);
    assert.deepEqual(await activityOf(teamId), [
      'group.accepted',
      'group.succeeded',
      'group.operation_accepted',
      'group.changed',
    ]);
  });

  test('a handover makes the new responsible an owner before the former one becomes a member', async () => {
    const teamId = await create();
    const operation = await operate('PATCH', `/teams/${teamId}`, { responsible: lena });
    assert.equal(operation.kind, 'handover');
    assert.equal(operation.status, 'succeeded', JSON.stringify(operation));
    assert.deepEqual(
      operation.steps.filter(({ status }) => status === 'succeeded').map(({ name }) => name),
      ['resolve_people', 'add_owners', 'remove_owners'],
    );
    const group = await inSandbox(teamId);
    assert.deepEqual(group?.owners, [lena, tomas].sort());
    assert.ok(group.members.includes(mara));
    const team = await read(teamId);
    assert.equal(team['responsible'], lena);
    assert.deepEqual((await activityOf(teamId)).at(-1), 'group.handed_over');
  });

  test('a member who becomes responsible leaves the list of members, and returns to it as the former one', async () => {
    const teamId = await create();
    const path = `/teams/${teamId}`;
    assert.deepEqual((await read(teamId))['members'], [yuki]);
    const first = await operate('PATCH', path, { responsible: yuki });
    assert.deepEqual(first.before, { responsible: mara, members: [yuki] });
    assert.deepEqual(first.after, { responsible: yuki, members: [mara] });
    assert.deepEqual((await read(teamId))['members'], [mara]);
    assert.ok((await inSandbox(teamId))?.owners.includes(yuki));
    await operate('PATCH', path, { responsible: mara });
    assert.deepEqual((await read(teamId))['members'], [yuki]);
  });

  test('a former responsible whom the same change names as an owner stays one', async () => {
    const teamId = await create();
    const change = { responsible: lena, owners: { add: [mara] }, former: 'none' };
    const operation = await operate('PATCH', `/teams/${teamId}`, change);
    assert.equal(operation.status, 'succeeded', JSON.stringify(operation));
    const { responsible, owners } = await read(teamId);
    assert.deepEqual([responsible, owners], [lena, [mara]]);
    assert.ok((await inSandbox(teamId))?.owners.includes(mara));
  });

  test('people are the same whether the record or the change names them by id or by address', async () => {
    const people = await at.database.query<{ email: string; personId: string }>(
      'select email, person_id from sandbox_people where tenant_id = $1',
      [tenant.tenantId],
    );
    const ids = new Map(people.map(({ email, personId }) => [email, personId]));
    const teamId = await create('by-address', { owners: [lena], members: [yuki] });
    const removal = await operate('PATCH', `/teams/${teamId}`, {
      owners: { remove: [ids.get(lena)] },
      members: { remove: [ids.get(yuki)] },
    });
    assert.equal(removal.status, 'succeeded', JSON.stringify(removal));
    const changed = await read(teamId);
    assert.deepEqual([changed['owners'], changed['members']], [[], [lena]]);
    // A responsible person who is also a named owner stays one, however each list names the person.
    const other = await create('by-id', { responsible: ids.get(lena), owners: [lena] });
    await operate('PATCH', `/teams/${other}`, { responsible: yuki });
    assert.deepEqual((await inSandbox(other))?.owners, [lena, tomas, yuki]);
    assert.deepEqual((await read(other))['owners'], [lena]);
  });

  test('an archived team can be made writable again', async () => {
    const teamId = await create();
    assert.equal(
      (await operate('POST', `/teams/${teamId}/archive`, { reason: 'Done' })).status,
      'succeeded',
    );
    assert.equal((await read(teamId))['state'], 'archived');
    assert.ok((await inSandbox(teamId))?.archivedAt);
    assert.equal((await operate('POST', `/teams/${teamId}/unarchive`, {})).status, 'succeeded');
    assert.equal((await read(teamId))['state'], 'active');
    assert.equal((await inSandbox(teamId))?.archivedAt, null);
  });

  test('a deleted group leaves the list and gives its alias back; restored, it has both again', async () => {
    const teamId = await create('phoenix');
    const groups = async () =>
      ((await send('GET', '/organisations/aare')).body as unknown as { groups: string[] }).groups;
    assert.ok((await groups()).includes(teamId));
    assert.equal((await operate('DELETE', `/teams/${teamId}?reason=over`)).status, 'succeeded');
    assert.ok(!(await groups()).includes(teamId));
    assert.equal((await read(teamId))['state'], 'deleted');
    assert.equal(await inSandbox(teamId), undefined);
    const change = await send('PATCH', `/teams/${teamId}`, { displayName: 'Other' });
    assert.deepEqual([change.status, change.body.code], [409, 'group_not_active']);

    const other = await create('phoenix');
    const taken = await send('POST', `/teams/${teamId}/restore`, {});
    assert.deepEqual([taken.status, taken.body.code], [409, 'mail_nickname_taken']);
    await operate('DELETE', `/teams/${other}`);

    const restored = await operate('POST', `/teams/${teamId}/restore`, {});
    assert.equal(restored.status, 'succeeded', JSON.stringify(restored));
    assert.equal((await read(teamId))['state'], 'active');
    assert.ok((await groups()).includes(teamId));
    assert.equal((await send('POST', '/teams', teamRequest('phoenix'))).status, 409);
  });

  test('a team that was archived is archived again once its deletion is undone', async () => {
    const teamId = await create();
    const path = `/teams/${teamId}`;
    await operate('POST', `${path}/archive`, {});
    await operate('DELETE', path);
    assert.equal((await read(teamId))['state'], 'deleted');
    assert.equal((await operate('POST', `${path}/restore`, {})).status, 'succeeded');
    assert.equal((await read(teamId))['state'], 'archived');
    assert.ok((await inSandbox(teamId))?.archivedAt);
  });

  test('100 concurrent changes end in the last accepted state, with an audit entry each', async () => {
    const teamId = await create();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        send('PATCH', `/teams/${teamId}`, { displayName: `Name ${n}` }),
      ),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    const [last] = await at.database.query<{ operationId: string; name: string }>(
      `select operation_id, change ->> 'displayName' as name from operations where team_id = $1
      order by number desc limit 1`,
      [teamId],
    );
    assert.ok(last);
    const path = `/teams/${teamId}/operations/${last.operationId}`;
    for (let looks = 0; ; looks += 1) {
      const { body } = await send('GET', path);
      if (body.status === 'succeeded') break;
      assert.ok(looks < 2_000, JSON.stringify(body));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    assert.equal((await read(teamId))['displayName'], last.name);
    assert.equal((await inSandbox(teamId))?.displayName, last.name);
    const activity = await activityOf(teamId);
    assert.equal(activity.filter((action) => action === 'group.changed').length, 100);
    const [numbers] = await at.database.query<{ least: number; most: number; all: number }>(
      `select min(number)::integer as least, max(number)::integer as most, count(*)::integer as all
      from operations where team_id = $1`,
      [teamId],
    );
    assert.deepEqual(numbers, { least: 1, most: 100, all: 100 });
  });

  test('the same request is one operation, and its key is refused for another', async () => {
    const teamId = await create();
    const key = { 'idempotency-key': randomUUID() };
    const change = { displayName: 'Once' };
    const answers = await Promise.all([
      send('PATCH', `/teams/${teamId}`, change, key),
      send('PATCH', `/teams/${teamId}`, change, key),
    ]);
    const again = await send('PATCH', `/teams/${teamId}`, change, key);
    const ids = new Set([...answers, again].map(({ body }) => body.operationId));
    assert.equal(ids.size, 1);
    const other = await send('PATCH', `/teams/${teamId}`, { displayName: 'Twice' }, key);
    assert.deepEqual([other.status, other.body.code], [422, 'idempotency_key_reused']);
    const creation = await send('POST', '/teams', teamRequest(`x-${randomUUID()}`), key);
    assert.deepEqual([creation.status, creation.body.code], [422, 'idempotency_key_reused']);
  });

  test('a change is refused when the group has changed since it was read', async () => {
    const teamId = await create();
    const etag = (await read(teamId)).headers.get('etag') ?? '';
    await operate('PATCH', `/teams/${teamId}`, { displayName: 'First' }, { 'if-match': etag });
    const second = await send(
      'PATCH',
      `/teams/${teamId}`,
      { displayName: 'Second' },
      { 'if-match': etag },
    );
    assert.deepEqual([second.status, second.body.code], [412, 'version_conflict']);
    const fresh = (await read(teamId)).headers.get('etag') ?? '';
    const third = await send(
      'PATCH',
      `/teams/${teamId}`,
      { displayName: 'Third' },
      { 'if-match': fresh },
    );
    assert.equal(third.status, 200);
  });

  test('a change of a group in creation waits for the group', async () => {
    const slow = await service.addTenant({ directory: { kind: 'sandbox', teamCreationMs: 1_500 } });
    const mine = tenant;
    tenant = slow;
    try {
      const { body: accepted } = await send('POST', '/teams', teamRequest('slow'));
      const operation = await operate('PATCH', `/teams/${accepted.teamId}`, {
        displayName: 'Renamed',
      });
      assert.equal(operation.status, 'succeeded', JSON.stringify(operation));
      const { body: creation } = await send('GET', `/teams/${accepted.teamId}/status`);
      assert.equal(creation.status, 'succeeded');
      assert.equal((await read(accepted.teamId))['displayName'], 'Renamed');
    } finally {
      tenant = mine;
    }
  });

  test('a change of a creation that fails, fails too', async () => {
    const { body: accepted } = await send(
      'POST',
      '/teams',
      teamRequest('fails', { owners: ['nobody@aare.example'] }),
    );
    const change = await send(
      'PATCH',
      `/teams/${accepted.teamId}`,
      { displayName: 'Renamed' },
      { prefer: 'wait=20' },
    );
    // Accepted while the creation was running, or refused once it had failed.
    if (change.status === 409) assert.equal(change.body.code, 'group_not_active');
    else {
      const { body } = await send('GET', new URL(change.body.statusUrl).pathname);
      assert.deepEqual([body.status, body.error?.code], ['failed', 'group_not_active']);
    }
  });

  test('people who cannot be found fail the operation before anything is changed', async () => {
    const teamId = await create();
    const operation = await operate('PATCH', `/teams/${teamId}`, {
      displayName: 'Never',
      responsible: 'nobody@aare.example',
      members: { add: ['noone@aare.example'] },
    });
    assert.deepEqual([operation.status, operation.error?.code], ['failed', 'people_not_found']);
    assert.deepEqual(
      (operation.error as unknown as { errors: { pointer: string }[] }).errors.map(
        ({ pointer }) => pointer,
      ),
      ['/responsible', '/members/add/0'],
    );
    assert.notEqual((await inSandbox(teamId))?.displayName, 'Never');
    assert.equal((await activityOf(teamId)).at(-1), 'group.change_failed');
  });

  test('an operation that has not begun can be cancelled, and the next one begins', async () => {
    const slow = await service.addTenant({ directory: { kind: 'sandbox', teamCreationMs: 1_500 } });
    const mine = tenant;
    tenant = slow;
    try {
      const { body: accepted } = await send('POST', '/teams', teamRequest('slow-too'));
      const path = `/teams/${accepted.teamId}`;
      const { body: first } = await send('PATCH', path, { displayName: 'First' });
      const { body: second } = await send('PATCH', path, { description: 'Second' });
      const cancelled = await send('POST', `${path}/operations/${first.operationId}/cancel`, {});
      assert.equal(cancelled.body.status, 'cancelled', JSON.stringify(cancelled.body));
      const done = await send('GET', `${path}/operations/${second.operationId}`);
      assert.ok(['accepted', 'running', 'succeeded'].includes(done.body.status));
      const last = await operate('PATCH', path, { visibility: 'public' });
      assert.equal(last.status, 'succeeded');
      const group = await inSandbox(accepted.teamId);
      assert.deepEqual([group?.displayName, group?.description], ['Group slow-too', 'Second']);
      const refused = await send('POST', `${path}/operations/${second.operationId}/cancel`, {});
      assert.deepEqual([refused.status, refused.body.code], [409, 'in_use']);
    } finally {
      tenant = mine;
    }
  });

  test('a dry run tells what would change, and changes nothing', async () => {
    const teamId = await create();
    const before = await inSandbox(teamId);
    const plan = await send('POST', `/teams/${teamId}/plan`, {
      displayName: 'Planned',
      responsible: lena,
    });
    assert.equal(plan.status, 200, JSON.stringify(plan.body));
    const {
      conforms,
      steps,
      after: will,
    } = plan.body as unknown as {
      conforms: boolean;
      steps: string[];
      after: object;
    };
    assert.equal(conforms, true);
    assert.deepEqual(steps, ['resolve_people', 'update_group', 'add_owners', 'remove_owners']);
    assert.deepEqual(will, {
      displayName: 'Planned',
      responsible: lena,
      members: [mara],
    });
    assert.deepEqual(await inSandbox(teamId), before);
    const bad = await send('POST', `/teams/${teamId}/plan`, { deputy: mara, colour: 'red' });
    const faults = (bad.body as unknown as { faults: { pointer: string; code: string }[] }).faults;
    assert.deepEqual(
      faults.map(({ pointer }) => pointer),
      ['/deputy', '/colour'],
    );
    const unknown = await send('POST', `/teams/${teamId}/plan`, { kind: 'rename', reason: '' });
    assert.deepEqual(
      (unknown.body as unknown as { faults: { pointer: string }[] }).faults.map((f) => f.pointer),
      ['/kind', '/reason'],
    );
  });

  test('a dry run lists each fault once, at its place, whether the request or the directory shows it', async () => {
    const teamId = await create();
    const faultsOf = async (body: object): Promise<string[]> => {
      const plan = await send('POST', `/teams/${teamId}/plan`, body);
      assert.equal(plan.status, 200, JSON.stringify(plan.body));
      const { faults } = plan.body as unknown as { faults: { pointer: string; code: string }[] };
      return faults.map(({ pointer, code }) => `${pointer} ${code}`).toSorted();
    };
    assert.deepEqual(
      await faultsOf({
        deputy: mara,
        owners: { add: ['x', lena], remove: [mara, lena] },
        members: { add: [], remove: [mara] },
      }),
      [
        '/deputy deputy_is_responsible',
        '/members/remove/0 is_responsible',
        '/owners/add/0 not_a_person',
        '/owners/remove/0 is_responsible',
        '/owners/remove/1 added_and_removed',
      ],
    );
    // The record names the responsible by address.
    const [person] = await at.database.query<{ personId: string }>(
      'select person_id from sandbox_people where tenant_id = $1 and email = $2',
      [tenant.tenantId, mara],
    );
    const byId = { owners: { add: [], remove: [lena, person?.personId] } };
    assert.deepEqual(await faultsOf(byId), ['/owners/remove/1 is_responsible']);
  });

  test('a responsible person who hands over and is named as a member by another name becomes one', async () => {
    const teamId = await create();
    const [person] = await at.database.query<{ personId: string }>(
      'select person_id from sandbox_people where tenant_id = $1 and email = $2',
      [tenant.tenantId, mara],
    );
    const change = (former: 'member' | 'none') => ({
      responsible: lena,
      members: { add: [person?.personId], remove: [] },
      former,
    });
    const outcomeOf = async (former: 'member' | 'none') => {
      const { body } = await send('POST', `/teams/${teamId}/plan`, change(former));
      const { outcome, faults } = body as unknown as {
        outcome: string;
        faults: { code: string }[];
      };
      return [outcome, ...faults.map(({ code }) => code)];
    };
    assert.deepEqual(await outcomeOf('member'), ['succeeded']);
    assert.deepEqual(await outcomeOf('none'), ['failed', 'added_and_removed']);
    const headers = { prefer: 'wait=20' };
    const changed = await send('PATCH', `/teams/${teamId}`, change('member'), headers);
    assert.deepEqual([changed.status, changed.body.status], [200, 'succeeded']);
  });

  test('an operation without a reason needs no body, even where the media type of one is named', async () => {
    const teamId = await create();
    const path = `/teams/${teamId}`;
    const json = { 'content-type': 'application/json' };
    for (const [method, address, headers] of [
      ['POST', `${path}/archive`, {}],
      ['POST', `${path}/unarchive`, json],
      ['DELETE', path, json],
      ['POST', `${path}/restore`, {}],
    ] as const) {
      const { status, body } = await send(method, address, undefined, headers);
      assert.equal(status, 200, `${method} ${address}: ${JSON.stringify(body)}`);
    }
    const refused = await send('PATCH', path);
    assert.deepEqual([refused.status, refused.body.code], [415, 'unsupported_media_type']);
  });

  test('every fault of a change is listed at once', async () => {
    const teamId = await create();
    const { status, body } = await send('PATCH', `/teams/${teamId}`, {
      displayName: ' ',
      mailNickName: 'other',
      deputy: mara,
      owners: { add: ['x'], remove: [mara] },
    });
    assert.equal(status, 422);
    assert.deepEqual(
      body.errors?.map(({ pointer }) => pointer),
      ['/displayName', '/mailNickName', '/deputy', '/owners/add/0', '/owners/remove/0'],
    );
  });

  test('operations are listed, newest first, and only those of the tenant are found', async () => {
    const teamId = await create();
    await operate('PATCH', `/teams/${teamId}`, { displayName: 'One' });
    const last = await operate('PATCH', `/teams/${teamId}`, { displayName: 'Two' });
    const { body } = await send('GET', `/teams/${teamId}/operations?limit=1`);
    const page = body as unknown as { items: Answer[]; nextLink: string };
    assert.deepEqual(
      page.items.map(({ operationId }) => operationId),
      [last.operationId],
    );
    const next = await send('GET', new URL(page.nextLink).pathname + new URL(page.nextLink).search);
    assert.equal((next.body as unknown as { items: Answer[] }).items.length, 1);
    const mine = tenant;
    tenant = await service.addTenant();
    try {
      for (const [method, path] of [
        ['GET', `/teams/${teamId}/operations/${last.operationId}`],
        ['PATCH', `/teams/${teamId}`],
        ['DELETE', `/teams/${teamId}`],
      ] as const) {
        const { status } = await send(
          method,
          path,
          method === 'PATCH' ? { displayName: 'x' } : undefined,
        );
        assert.equal(status, 404, `${method} ${path}`);
      }
    } finally {
      tenant = mine;
    }
  });
});
