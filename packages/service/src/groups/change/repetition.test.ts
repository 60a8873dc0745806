// A request whose effect is already there succeeds without effect: no operation, no entry of the audit log, no event. The
// plan says the same, alone and for many groups.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { runBatch } from '../../../testing/run-batch.ts';
import {
  startTestService,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';

const [, tomas, yuki, lena] = testPeople as [string, string, string, string];
let service: TestService;
let tenant: TestTenant;
let slow: TestTenant;

before(async () => {
  service = await startTestService();
  tenant = await service.addTenant();
  slow = await service.addTenant({ directory: { kind: 'sandbox', teamCreationMs: 600_000 } });
});
after(() => service.close());

interface Answer {
  readonly status: string;
  readonly changed: boolean;
  readonly operationId: string | null;
  readonly statusUrl: string | null;
  readonly code?: string;
  readonly errors?: readonly { readonly pointer: string; readonly code: string }[];
  readonly conforms: boolean;
  readonly steps: readonly string[];
  readonly items: readonly (Answer & { readonly error: object | null; readonly etag: string })[];
}

async function send(
  method: string,
  path: string,
  body?: unknown,
  { of = tenant, ...headers }: { of?: TestTenant; [header: string]: unknown } = {},
) {
  const given = { prefer: 'wait=20', ...(headers as Record<string, string>) };
  const answer = await service.call(of, path, { method, body, headers: given });
  const version = answer.headers.get('etag') ?? '';
  return { status: answer.status, body: answer.body as Answer, version, headers: answer.headers };
}

/** Everything that a request with an effect leaves behind. */
async function traces(teamId: string): Promise<readonly unknown[]> {
  const [row] = await service.at.database.query(
    `select (select count(*)::integer from operations where team_id = $1) as operations,
      (select count(*)::integer from activity where subject_id = $1::text) as entries,
      (select version::integer from teams where team_id = $1) as version`,
    [teamId],
  );
  return Object.values(row ?? {});
}

async function assertWithoutEffect(
  teamId: string,
  kind: string,
  [method, path, body]: readonly [string, string, unknown?],
): Promise<void> {
  const was = await traces(teamId);
  const address = `/teams/${teamId}`;
  const { status, body: answer, headers } = await send(method, address + path, body);
  const about = `${kind}: ${JSON.stringify(answer)}`;
  assert.equal(status, 200, about);
  const { changed, operationId, statusUrl } = answer;
  assert.deepEqual(
    [answer.status, changed, operationId, statusUrl],
    ['succeeded', false, null, null],
    about,
  );
  assert.equal(headers.get('location'), null);
  const { body: plan } = await send('POST', `${address}/plan`, { kind, ...(body as object) });
  assert.deepEqual([plan.conforms, plan.changed, plan.steps], [true, false, []], about);
  assert.deepEqual(await traces(teamId), was, about);
  if (kind === 'change') return;
  const [planned] = (
    await send('POST', '/teams/operations/plan', {
      kind,
      teamIds: [teamId],
      ...(body as object),
    })
  ).body.items;
  assert.deepEqual([planned?.changed, planned?.error], [false, null], about);
  const groups = [{ teamId, etag: planned?.etag }];
  const [one] = await runBatch(send, { kind, groups, ...(body as object) });
  assert.deepEqual([one?.status, one?.operationId, one?.error], ['unchanged', null, null], about);
  assert.deepEqual(await traces(teamId), was, about);
}

suite('a request whose effect is there already', () => {
  test('has none: a change, a handover, an archive, a deletion and a restore', async () => {
    const teamId = await service.createTeam(tenant, 'repeated', { deputy: lena });
    const change = { displayName: 'Repeated', description: 'Twice', visibility: 'public' };
    assert.equal((await send('PATCH', `/teams/${teamId}`, change)).body.changed, true);
    await assertWithoutEffect(teamId, 'change', ['PATCH', '', change]);
    await assertWithoutEffect(teamId, 'change', ['PATCH', '', { owners: { add: [] } }]);
    await assertWithoutEffect(teamId, 'handover', ['PATCH', '', { deputy: lena.toUpperCase() }]);
    await assertWithoutEffect(teamId, 'unarchive', ['POST', '/unarchive']);
    await assertWithoutEffect(teamId, 'restore', ['POST', '/restore']);
    await send('POST', `/teams/${teamId}/archive`);
    await assertWithoutEffect(teamId, 'archive', ['POST', '/archive', { reason: 'Again' }]);
    await assertWithoutEffect(teamId, 'restore', ['POST', '/restore']);
    await send('DELETE', `/teams/${teamId}`);
    await assertWithoutEffect(teamId, 'delete', ['DELETE', '']);
    const { body } = await send('PATCH', `/teams/${teamId}`, change);
    assert.equal(body.code, 'group_not_active');
  });

  test('has none on a group on hold either, which an archive or a deletion would be refused for', async () => {
    const teamId = await service.createTeam(tenant, 'held-archive');
    await send('POST', `/teams/${teamId}/archive`);
    await send('PUT', `/teams/${teamId}/hold`, { reason: 'Lawsuit 4711' });
    await assertWithoutEffect(teamId, 'archive', ['POST', '/archive']);
    assert.equal((await send('DELETE', `/teams/${teamId}`)).body.code, 'on_hold');
  });

  test('is an operation where the last comparison saw another value in the directory', async () => {
    const teamId = await service.createTeam(tenant, 'differs');
    await service.at.database.query(
      `update sandbox_groups set display_name = 'Other', archived_at = now() where marker = $1`,
      [teamId],
    );
    await send('POST', `/teams/${teamId}/comparison`);
    const name = (await send('GET', `/teams/${teamId}`)).body as unknown as { displayName: string };
    for (const [method, path, body] of [
      ['PATCH', '', { displayName: name.displayName }],
      ['POST', '/unarchive', undefined],
    ] as const) {
      await send('POST', `/teams/${teamId}/comparison`);
      const { body: answer } = await send(method, `/teams/${teamId}${path}`, body);
      assert.deepEqual([answer.status, answer.changed], ['succeeded', true], path);
    }
    assert.deepEqual(
      ((await send('POST', `/teams/${teamId}/comparison`)).body as unknown as { drift: [] }).drift,
      [],
    );
  });

  test('is refused where its version is not that of the group', async () => {
    const teamId = await service.createTeam(tenant, 'stale');
    const { version } = await send('GET', `/teams/${teamId}`);
    await send('PATCH', `/teams/${teamId}`, { description: 'New' });
    const body = { description: 'New' };
    const answer = await send('PATCH', `/teams/${teamId}`, body, { 'if-match': version });
    assert.deepEqual([answer.status, answer.body.code], [412, 'version_conflict']);
  });

  test('is answered with the earlier operation while that one has not ended', async () => {
    const { body: creation } = await send(
      'POST',
      '/teams',
      {
        displayName: 'Slow',
        mailNickName: 'slow',
        responsible: tomas,
        organisationIdOrIdentifier: 'aare',
        templateIdOrIdentifier: 'any',
        owners: [],
        members: [],
      },
      { of: slow, prefer: 'respond-async' },
    );
    const { teamId } = creation as unknown as { teamId: string };
    const ask = async (displayName: string) =>
      (
        await send(
          'PATCH',
          `/teams/${teamId}`,
          { displayName },
          { of: slow, prefer: 'respond-async' },
        )
      ).body;
    const first = await ask('One');
    const again = await ask('One');
    assert.deepEqual([again.changed, again.operationId], [false, first.operationId]);
    assert.equal(again.statusUrl, first.statusUrl);
    const second = await ask('Two');
    assert.equal(second.changed, true);
    const back = await ask('One');
    assert.ok(back.changed && back.operationId !== first.operationId);
    assert.equal((await ask('One')).operationId, back.operationId);
    // A cancellation can be repeated, too.
    for (const time of ['first', 'second']) {
      const path = `/teams/${teamId}/operations/${back.operationId}/cancel`;
      const cancelled = await send('POST', path, {}, { of: slow });
      assert.deepEqual([cancelled.status, cancelled.body.status], [200, 'cancelled'], time);
    }
    assert.equal((await ask('Two')).operationId, second.operationId);
  });

  test('keeps its Idempotency-Key: repeated it has no effect, and another request with the key is refused', async () => {
    const teamId = await service.createTeam(tenant, 'keyed');
    const key = { 'idempotency-key': `"${randomUUID()}"` };
    const unarchive = () => send('POST', `/teams/${teamId}/unarchive`, {}, key);
    assert.equal((await unarchive()).body.changed, false);
    await send('POST', `/teams/${teamId}/archive`);
    const again = await unarchive();
    assert.deepEqual([again.body.changed, again.body.operationId], [false, null]);
    assert.equal(again.headers.get('idempotent-replayed') ?? 'true', 'true');
    const other = await send('POST', `/teams/${teamId}/archive`, {}, key);
    assert.deepEqual([other.status, other.body.code], [422, 'idempotency_key_reused']);
  });

  test('has none for holds, releases and renewals to the present expiry', async () => {
    const teamId = await service.createTeam(tenant, 'held-twice');
    const hold = (reason: string) => send('PUT', `/teams/${teamId}/hold`, { reason });
    assert.equal((await hold('Lawsuit')).body.changed, true);
    const was = await traces(teamId);
    assert.equal((await hold('Lawsuit')).body.changed, false);
    assert.deepEqual(await traces(teamId), was);
    assert.equal((await hold('Another one')).body.changed, true);
    const release = async () =>
      (await runBatch(send, { kind: 'release', groups: [{ teamId }] }))[0]?.changed;
    assert.equal(await release(), true);
    const released = await traces(teamId);
    assert.equal(await release(), false);
    assert.equal((await send('DELETE', `/teams/${teamId}/hold`)).status, 204);
    assert.deepEqual(await traces(teamId), released);
  });
});

test('a change that names nothing is a fault of the form', async () => {
  const teamId = await service.createTeam(tenant, 'empty');
  for (const body of [{}, { reason: 'Why not' }, { former: 'none' }]) {
    const { status, body: answer } = await send('PATCH', `/teams/${teamId}`, body);
    const faults = answer.errors?.map(({ pointer, code }) => `${pointer} ${code}`);
    assert.deepEqual([status, faults], [422, [' nothing_to_change']], JSON.stringify(body));
  }
});

test('people who are added or removed are looked up in the directory each time', async () => {
  const teamId = await service.createTeam(tenant, 'members-again', { members: [yuki] });
  const { body } = await send('PATCH', `/teams/${teamId}`, { members: { add: [yuki] } });
  assert.deepEqual([body.status, body.changed], ['succeeded', true]);
});

test('an owner of the record whom a hand took out is in the group again once a change adds the person', async () => {
  const teamId = await service.createTeam(tenant, 'owner-again', { owners: [lena] });
  const { database } = service.at;
  const isIn = async () => {
    const rows = await database.query(
      `select from sandbox_groups g join sandbox_people p
        on p.tenant_id = g.tenant_id and p.person_id = any (g.member_ids || g.owner_ids)
      where g.marker = $1 and p.email = $2`,
      [teamId, lena],
    );
    return rows.length > 0;
  };
  await database.query(
    `update sandbox_groups g set owner_ids = array_remove(owner_ids, p.person_id),
      member_ids = array_remove(member_ids, p.person_id)
    from sandbox_people p where p.tenant_id = g.tenant_id and g.marker = $1 and p.email = $2`,
    [teamId, lena],
  );
  assert.equal(await isIn(), false);
  await send('PATCH', `/teams/${teamId}`, { members: { add: [lena] } });
  assert.equal(await isIn(), true);
});
