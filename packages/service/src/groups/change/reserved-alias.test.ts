// The alias of a group whose deletion and restore are accepted, end or are cancelled in any order: a group that exists,
// or that is about to be restored, never loses it to another.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { eventually } from '../../../testing/eventually.ts';
import {
  startTestService,
  teamRequest,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';

let at: TestDatabase;
let service: TestService;
/** Another process, with the role api. */
let other: TestService;
let tenant: TestTenant;
/** Its creations take a while, so that operations on them queue. */
let slow: TestTenant;

before(async () => {
  at = await createTestDatabase({ maxConnections: 30 });
  service = await startTestService({}, { at });
  other = await startTestService({ ROLES: 'api' }, { at });
  tenant = await service.addTenant();
  slow = await service.addTenant({ directory: { kind: 'sandbox', teamCreationMs: 1_000 } });
  await other.service.refresh();
});
after(async () => {
  await other.close();
  await service.close();
  await at.close();
});

interface Answer {
  readonly status: string;
  readonly code: string;
  readonly changed: boolean;
  readonly teamId: string;
  readonly operationId: string;
}

interface Options {
  readonly of?: TestTenant;
  readonly through?: TestService;
  readonly wait?: boolean;
  readonly body?: unknown;
}

async function send(
  method: string,
  path: string,
  { of = tenant, through = service, wait = true, body }: Options = {},
): Promise<Answer & { readonly http: number }> {
  const headers: Record<string, string> = wait ? { prefer: 'wait=20' } : {};
  const answer = await through.call(of, path, { method, body, headers });
  return { ...(answer.body as Answer), http: answer.status };
}

async function create(alias: string, options: Options = {}): Promise<string> {
  const answer = await send('POST', '/teams', { ...options, body: teamRequest(alias) });
  assert.equal(answer.http, 200, JSON.stringify(answer));
  return answer.teamId;
}

async function rowOf(teamId: string) {
  const [row] = await at.database.query<{ alias: string | null; listed: number; deleted: boolean }>(
    `select alias_key as alias, deleted_at is not null as deleted,
      (select count(*)::integer from organisation_groups g where g.team_id = t.team_id) as listed
    from teams t where team_id = $1`,
    [teamId],
  );
  return row;
}

suite('the alias of a group', () => {
  test('stays reserved when a deletion and a restore are accepted before either runs', async () => {
    const teamId = await create('both', { of: slow, wait: false });
    await send('DELETE', `/teams/${teamId}`, { of: slow, wait: false });
    const restore = await send('POST', `/teams/${teamId}/restore`, { of: slow, body: {} });
    assert.equal(restore.status, 'succeeded');
    assert.deepEqual(await rowOf(teamId), { alias: 'both', listed: 1, deleted: false });
    const taken = await send('POST', '/teams', { of: slow, body: teamRequest('Both') });
    assert.deepEqual([taken.http, taken.code], [409, 'mail_nickname_taken']);
  });

  test('stays with a group whose restore is cancelled before the deletion has run', async () => {
    const teamId = await create('undone', { of: slow, wait: false });
    const path = `/teams/${teamId}`;
    const deletion = await send('DELETE', path, { of: slow, wait: false });
    const restore = await send('POST', `${path}/restore`, { of: slow, wait: false, body: {} });
    for (const { operationId } of [restore, deletion]) {
      const answer = await send('POST', `${path}/operations/${operationId}/cancel`, {
        of: slow,
        body: {},
      });
      assert.equal(answer.status, 'cancelled');
    }
    assert.deepEqual((await rowOf(teamId))?.alias, 'undone');
  });

  test('stays with a group whose restore fails because its deletion was cancelled', async () => {
    const teamId = await create('kept', { of: slow, wait: false });
    const path = `/teams/${teamId}`;
    const deletion = await send('DELETE', path, { of: slow, wait: false });
    const restore = await send('POST', `${path}/restore`, { of: slow, wait: false, body: {} });
    await send('POST', `${path}/operations/${deletion.operationId}/cancel`, { of: slow, body: {} });
    const change = await send('PATCH', path, { of: slow, body: { description: 'After it' } });
    assert.equal(change.status, 'succeeded');
    const failed = await send('GET', `${path}/operations/${restore.operationId}`, { of: slow });
    assert.equal(failed.status, 'failed');
    assert.deepEqual(await rowOf(teamId), { alias: 'kept', listed: 1, deleted: false });
  });

  test('stays with a deleted group whose restore is cancelled while another one is in progress', async () => {
    const teamId = await create('restored');
    const path = `/teams/${teamId}`;
    await send('DELETE', path);
    const locks = new Client({ connectionString: at.settings.owner.url });
    await locks.connect();
    await locks.query('begin');
    // The directory does not get ahead with the first restore.
    await locks.query('select from sandbox_deleted_groups where marker = $1 for update', [teamId]);
    const first = await send('POST', `${path}/restore`, { wait: false, body: {} });
    await send('DELETE', path, { wait: false });
    const second = await send('POST', `${path}/restore`, { wait: false, body: {} });
    await send('POST', `${path}/operations/${second.operationId}/cancel`, { body: {} });
    assert.deepEqual((await rowOf(teamId))?.alias, 'restored');
    const taken = await send('POST', '/teams', { body: teamRequest('restored') });
    assert.deepEqual([taken.http, taken.code], [409, 'mail_nickname_taken']);
    await locks.query('rollback');
    await locks.end();
    await eventually(async () => {
      const { status } = await send('GET', `${path}/operations/${first.operationId}`);
      return status === 'succeeded' && (await rowOf(teamId))?.deleted === true;
    }, 'the group is restored and deleted again');
    assert.deepEqual(await rowOf(teamId), { alias: null, listed: 0, deleted: true });
  });

  test('is free again when the restore of a deleted group is cancelled or fails', async () => {
    const teamId = await create('free');
    await send('DELETE', `/teams/${teamId}`);
    await at.database.query('delete from sandbox_deleted_groups where marker = $1', [teamId]);
    const restore = await send('POST', `/teams/${teamId}/restore`, { body: {} });
    assert.equal(restore.status, 'failed');
    assert.deepEqual(await rowOf(teamId), { alias: null, listed: 0, deleted: true });
    await create('free');
  });

  test('goes to one of two deleted groups that are restored at once, and disturbs no other request', async () => {
    const first = await create('twice');
    await send('DELETE', `/teams/${first}`);
    const second = await create('twice');
    await send('DELETE', `/teams/${second}`);
    const others = await Promise.all(['x-1', 'x-2', 'x-3'].map((alias) => create(alias)));
    const restores = [first, second].map((teamId) =>
      send('POST', `/teams/${teamId}/restore`, { body: {} }),
    );
    const changes = others.map((teamId) =>
      send('PATCH', `/teams/${teamId}`, { body: { description: 'Beside it' } }),
    );
    const answers = await Promise.all(restores);
    assert.deepEqual(answers.map(({ http }) => String(http)).toSorted(), ['200', '409']);
    for (const { status } of await Promise.all(changes)) assert.equal(status, 'succeeded');
    const rows = [await rowOf(first), await rowOf(second)];
    assert.deepEqual(new Set(rows.map((row) => row?.alias)), new Set([null, 'twice']));
  });

  test('is asked for once when two processes get the same restore', async () => {
    for (let round = 0; round < 5; round += 1) {
      const teamId = await create(`raced-${round}`);
      await send('DELETE', `/teams/${teamId}`);
      const answers = await Promise.all(
        [service, other, service, other].map((through) =>
          send('POST', `/teams/${teamId}/restore`, { through, body: {} }),
        ),
      );
      assert.deepEqual(new Set(answers.map(({ http }) => http)), new Set([200]));
      assert.equal(answers.filter(({ changed }) => changed).length, 1);
      const alias = `raced-${round}`;
      assert.deepEqual(await rowOf(teamId), { alias, listed: 1, deleted: false });
    }
  });
});
