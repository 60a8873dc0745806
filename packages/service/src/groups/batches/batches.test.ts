// A batch: one request for many groups. Each group gets one operation, whatever dies, and the counts are those of its groups.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { addExistingGroups } from '../../../testing/existing-groups.ts';
import { eventually } from '../../../testing/eventually.ts';
import {
  startTestService,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';
import { dieInBatches } from './crash-boundaries.suite.ts';

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

interface Batch {
  readonly batchId: string;
  readonly status: string;
  readonly size: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly cancelledAt: string | null;
  readonly completedAt: string | null;
  readonly code?: string;
  readonly errors?: readonly { readonly pointer: string; readonly code: string }[];
}

interface Group {
  readonly teamId: string;
  readonly displayName: string | null;
  readonly status: string;
  readonly operationId: string | null;
  readonly error: { readonly code: string } | null;
}

interface Listed {
  readonly items: readonly (Group & {
    readonly data: { readonly batchId: string; readonly counts: object };
  })[];
}

/** An operation, or the group. */
interface Operation {
  readonly reason: string;
  readonly responsible: string;
  readonly deputy: string;
}

async function call(
  path: string,
  body?: object,
  { of = tenant, key }: { of?: TestTenant; key?: string } = {},
) {
  const answer = await service.call(of, path, {
    method: body === undefined ? 'GET' : 'POST',
    body,
    ...(key !== undefined && { headers: { 'idempotency-key': `"${key}"` } }),
  });
  return {
    status: answer.status,
    headers: answer.headers,
    body: answer.body as Batch & Listed & Operation,
  };
}

function retryAtOnce() {
  return service.at.database.query(
    'update operations set due_at = now() where tenant_id = $1 and waiting and due_at > now()',
    [slow.tenantId],
  );
}

async function completed(batchId: string, of = tenant): Promise<Batch> {
  let latest: Batch | undefined;
  await eventually(async () => {
    // Each attempt fails there: without the pauses between them, an operation ends after some.
    if (of === slow) await retryAtOnce();
    latest = (await call(`/batches/${batchId}`, undefined, { of })).body;
    return latest.status === 'completed';
  }, 'the batch is complete');
  return latest as Batch;
}

async function run(body: object, options: { of?: TestTenant; key?: string } = {}) {
  const { status, body: started } = await call('/batches', body, options);
  assert.equal(status, 200, JSON.stringify(started));
  const batch = await completed(started.batchId, options.of);
  const { body: page } = await call(
    `/batches/${started.batchId}/groups?limit=200`,
    undefined,
    options,
  );
  return { batch, groups: page.items };
}

const ids = (teamIds: readonly string[]) => teamIds.map((teamId) => ({ teamId }));

function counted(counts: Batch['counts']) {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

function operationsOf(batchId: string) {
  return service.at.database.query<{ teamId: string; kind: string; change: object }>(
    'select team_id, kind, change from operations where batch_id = $1 order by team_id',
    [batchId],
  );
}

suite('a batch', () => {
  test('has the result of each group: done, unchanged, and refused with the reason', async () => {
    const teamIds = await Promise.all(
      ['one', 'two', 'three', 'held'].map((name) => service.createTeam(tenant, `b-${name}`)),
    );
    const [one, two, three, held] = teamIds as [string, string, string, string];
    await service.call(tenant, `/teams/${three}/archive`, {
      method: 'POST',
      headers: { prefer: 'wait=20' },
    });
    await service.call(tenant, `/teams/${held}/hold`, { method: 'PUT', body: { reason: 'Law' } });
    const { batch, groups } = await run({
      kind: 'archive',
      groups: [...ids(teamIds), { teamId: randomUUID() }],
      reason: 'Over',
    });
    assert.equal(batch.size, 5);
    assert.deepEqual(counted(batch.counts), { succeeded: 2, unchanged: 1, refused: 2 });
    assert.deepEqual(
      groups.map(({ status, error }) => [status, error?.code]),
      [
        ['succeeded', undefined],
        ['succeeded', undefined],
        ['unchanged', undefined],
        ['refused', 'on_hold'],
        ['refused', 'not_found'],
      ],
    );
    assert.deepEqual(
      (await operationsOf(batch.batchId)).map(({ teamId }) => teamId),
      [one, two].toSorted(),
    );
    const { body: operation } = await call(`/teams/${one}/operations/${groups[0]?.operationId}`);
    assert.deepEqual([operation.batchId, operation.reason], [batch.batchId, 'Over']);
    const { body: refused } = await call(`/batches/${batch.batchId}/groups?status=refused,failed`);
    assert.deepEqual(
      refused.items.map(({ teamId }) => teamId),
      groups.slice(3).map(({ teamId }) => teamId),
    );
  });

  test('tells its end once, as an event with the counts, and its start and end in the audit log', async () => {
    const teamId = await service.createTeam(tenant, 'b-event');
    const { batch } = await run({ kind: 'archive', groups: [{ teamId }] });
    const entries = await service.at.database.query<{ action: string; data: object }>(
      `select action, data from activity where subject_id = $1 or data ->> 'batchId' = $1
      order by occurred_at, action desc`,
      [batch.batchId],
    );
    assert.deepEqual(entries.map(({ action }) => action).toSorted(), [
      'batch.completed',
      'batch.started',
      'group.operation_accepted',
    ]);
    let counts: readonly object[] = [];
    await eventually(async () => {
      const { body } = await call('/events?type=batch.completed&limit=200');
      const found = body.items.filter(({ data }) => data.batchId === batch.batchId);
      counts = found.map(({ data }) => data.counts);
      return counts.length > 0;
    }, 'the event is in the feed');
    assert.deepEqual(counts, [{ succeeded: 1, unchanged: 0, refused: 0, failed: 0, cancelled: 0 }]);
  });

  test('gives each group its own successors, and refuses one that changed since its etag', async () => {
    const [one, two] = await Promise.all([
      service.createTeam(tenant, 'b-own'),
      service.createTeam(tenant, 'b-since'),
    ]);
    const { headers } = await service.call(tenant, `/teams/${two}`);
    const etag = /\d+/.exec(headers.get('etag') ?? '')?.[0];
    await service.call(tenant, `/teams/${two}`, {
      method: 'PATCH',
      body: { description: 'Later' },
      headers: { prefer: 'wait=20' },
    });
    const { groups } = await run({
      kind: 'handover',
      former: 'none',
      responsible: tomas,
      groups: [
        { teamId: one, deputy: yuki },
        { teamId: two, etag },
      ],
    });
    assert.deepEqual(
      groups.map(({ status, error }) => [status, error?.code]),
      [
        ['succeeded', undefined],
        ['refused', 'version_conflict'],
      ],
    );
    const { body } = await call(`/teams/${one}`);
    assert.deepEqual([body.responsible, body.deputy], [tomas, yuki]);
  });

  test('repeated with its Idempotency-Key is the same batch, also at the same time', async () => {
    const teamId = await service.createTeam(tenant, 'b-twice');
    const key = randomUUID();
    const body = { kind: 'archive', groups: [{ teamId }] };
    const answers = await Promise.all([1, 2, 3].map(() => call('/batches', body, { key })));
    const batchIds = new Set(answers.map(({ body: { batchId } }) => batchId));
    assert.equal(batchIds.size, 1, JSON.stringify(answers));
    const [batchId = ''] = batchIds;
    await completed(batchId);
    assert.equal((await operationsOf(batchId)).length, 1);
    const { body: other } = await call('/batches', { ...body, reason: 'Other' }, { key });
    assert.equal(other.code, 'idempotency_key_reused');
  });

  test('renews, holds and releases groups without operations', async () => {
    const teamId = await service.createTeam(tenant, 'b-hold');
    const hold = { kind: 'hold', groups: [{ teamId }], reason: 'Lawsuit' };
    assert.deepEqual(counted((await run(hold)).batch.counts), { succeeded: 1 });
    assert.deepEqual(counted((await run(hold)).batch.counts), { unchanged: 1 });
    const release = { kind: 'release', groups: [{ teamId }] };
    assert.deepEqual(counted((await run(release)).batch.counts), { succeeded: 1 });
    for (const kind of ['hold', 'release', 'renew']) {
      const reason = kind === 'hold' ? { reason: 'Lawsuit' } : {};
      const { groups: stale } = await run({ kind, groups: [{ teamId, etag: '999' }], ...reason });
      assert.deepEqual(
        stale.map(({ status, error }) => [kind, status, error?.code]),
        [[kind, 'refused', 'version_conflict']],
      );
    }
    const { groups } = await run({ kind: 'renew', groups: [{ teamId }] });
    assert.deepEqual(
      groups.map(({ status, error }) => [status, error?.code]),
      [['refused', 'not_expiring']],
    );
    const { body } = await call('/batches', { kind: 'hold', groups: [{ teamId }] });
    assert.deepEqual(
      body.errors?.map(({ pointer }) => pointer),
      ['/reason'],
    );
  });

  test('has every fault that needs no look at a group at once, also members of another kind', async () => {
    const [one, two] = [randomUUID(), randomUUID()];
    const faultsOf = async (body: object) => {
      const { status, body: answer } = await call('/batches', body);
      assert.equal(status, 422, JSON.stringify(answer));
      return answer.errors?.map(({ pointer, code }) => `${pointer} ${code}`);
    };
    const foreign = {
      responsible: tomas,
      until: '2090-01-01T00:00:00Z',
      properties: ['visibility'],
    };
    const archived = { kind: 'archive', groups: [{ teamId: one, deputy: yuki }, { teamId: one }] };
    assert.deepEqual(await faultsOf({ ...archived, ...foreign }), [
      '/groups/0/deputy unknown_member',
      '/groups/1/teamId duplicate',
      '/responsible unknown_member',
      '/until unknown_member',
      '/properties unknown_member',
    ]);
    const groups = [{ teamId: one, responsible: 'nobody' }, { teamId: two }];
    assert.deepEqual(
      await faultsOf({ kind: 'handover', deputy: 'x@', groups, until: foreign.until }),
      ['/deputy not_a_person', '/groups/0/responsible not_a_person', '/until unknown_member'],
    );
    const alone = ids([one]);
    assert.deepEqual(await faultsOf({ kind: 'handover', former: 'none', groups: alone }), [
      ' nothing_to_change',
    ]);
    assert.deepEqual(await faultsOf({ kind: 'accept_drift', groups: alone }), [
      '/properties required',
    ]);
    assert.deepEqual(await faultsOf({ kind: 'hold', groups: alone, properties: ['visibility'] }), [
      '/properties unknown_member',
      '/reason required',
    ]);
    // Nothing is not a member.
    const { status } = await call('/batches', {
      kind: 'release',
      until: '',
      deputy: '',
      groups: alone,
    });
    assert.equal(status, 200);
  });

  test('has no groups with a status that does not exist, and says so', async () => {
    const { batch } = await run({ kind: 'release', groups: ids([randomUUID()]) });
    const { status, body } = await call(`/batches/${batch.batchId}/groups?status=refused,suceeded`);
    assert.deepEqual([status, body.code], [400, 'invalid_query']);
  });

  test('names each group once', async () => {
    const teamId = randomUUID();
    const { status, body } = await call('/batches', {
      kind: 'archive',
      groups: ids([teamId, teamId.toUpperCase()]),
    });
    assert.deepEqual([status, body.errors?.[0]?.pointer], [422, '/groups/1/teamId']);
  });

  test('is cancelled as far as it has not begun, and completes', async () => {
    const count = 260;
    // They are in no directory, so the operations wait behind the first one for their turn.
    const teamIds = await addExistingGroups(service.at.database, slow, { prefix: 'c', count });
    const { body: started } = await call(
      '/batches',
      { kind: 'delete', groups: ids(teamIds) },
      { of: slow },
    );
    const { body: cancelled } = await call(`/batches/${started.batchId}/cancel`, {}, { of: slow });
    assert.notEqual(cancelled.cancelledAt, null);
    const { counts } = await completed(started.batchId, slow);
    const all = Object.values(counts).reduce((sum, number) => sum + number, 0);
    assert.deepEqual([all, counts['waiting'], counts['accepted']], [count, 0, 0]);
    assert.ok((counts['cancelled'] ?? 0) > 0, JSON.stringify(counts));
    const { body: again } = await call(`/batches/${started.batchId}/cancel`, {}, { of: slow });
    assert.equal(again.cancelledAt, cancelled.cancelledAt);
  });
});

interface Planned {
  readonly items: readonly {
    readonly teamId: string;
    readonly kinds: readonly string[];
    readonly changed: boolean;
    readonly stays: readonly { readonly property: string; readonly code: string }[];
    readonly error: { readonly code: string } | null;
  }[];
}

async function planOf(batchId: string) {
  const { status, body } = await service.call(tenant, `/batches/${batchId}/undo?limit=200`);
  assert.equal(status, 200, JSON.stringify(body));
  return (body as Planned).items.map(({ kinds, changed, stays, error }) => {
    const staying = stays.map(({ property, code }) => `${property} ${code}`);
    return [kinds.join(), changed, staying.join(), error?.code ?? ''];
  });
}

async function undo(batchId: string) {
  const { status, body } = await call(`/batches/${batchId}/undo`, { reason: 'By mistake' });
  assert.equal(status, 200, JSON.stringify(body));
  const { counts, ...batch } = await completed(body.batchId);
  return { batchId: batch.batchId, batch, counts: counted(counts) };
}

const stateOf = async (teamId: string) =>
  ((await service.call(tenant, `/teams/${teamId}`)).body as { state: string }).state;

suite('an undo of a batch', () => {
  const created = (names: readonly string[]) =>
    Promise.all(names.map((name) => service.createTeam(tenant, name))) as Promise<
      [string, string, string]
    >;

  test('archives, unarchives, restores and deletes, is undone itself, and leaves groups as they are that are back already', async () => {
    const teamIds = await created(['u-one', 'u-two']);
    const [one, two] = teamIds;
    const { batch } = await run({ kind: 'archive', groups: ids(teamIds) });
    await service.call(tenant, `/teams/${two}/unarchive`, {
      method: 'POST',
      headers: { prefer: 'wait=20' },
    });
    assert.deepEqual(await planOf(batch.batchId), [
      ['unarchive', true, '', ''],
      ['', false, '', ''],
    ]);
    const undone = await undo(batch.batchId);
    assert.deepEqual(undone.counts, { succeeded: 1, unchanged: 1 });
    assert.deepEqual([await stateOf(one), await stateOf(two)], ['active', 'active']);
    const again = await undo(undone.batchId);
    assert.deepEqual(again.counts, { succeeded: 1 });
    assert.equal(await stateOf(one), 'archived');
    const deleted = await run({ kind: 'delete', groups: ids([two]) });
    assert.deepEqual((await undo(deleted.batch.batchId)).counts, { succeeded: 1 });
    assert.equal(await stateOf(two), 'active');
    const restored = await run({ kind: 'restore', groups: ids([two]) });
    assert.deepEqual(counted(restored.batch.counts), { unchanged: 1 });
    const { status, body } = await call(`/batches/${restored.batch.batchId}/undo`, {});
    assert.deepEqual([status, body.code], [422, 'validation_failed']);
  });

  test('gives groups their people back, but for those whom someone has handed over since', async () => {
    const teamIds = await created(['u-people', 'u-since']);
    const [, two] = teamIds;
    const before = await Promise.all(teamIds.map((id) => call(`/teams/${id}`)));
    const { batch } = await run({
      kind: 'handover',
      former: 'none',
      responsible: lena,
      groups: ids(teamIds),
    });
    await service.call(tenant, `/teams/${two}`, {
      method: 'PATCH',
      body: { responsible: yuki },
      headers: { prefer: 'wait=20' },
    });
    assert.deepEqual(await planOf(batch.batchId), [
      ['change', true, 'members stays_in_group', ''],
      ['', false, 'responsible changed_since', ''],
    ]);
    assert.deepEqual((await undo(batch.batchId)).counts, { succeeded: 1, refused: 1 });
    const after = await Promise.all(teamIds.map((id) => call(`/teams/${id}`)));
    const people = ({ body: { responsible, deputy } }: (typeof after)[number]) => [
      responsible,
      deputy,
    ];
    assert.deepEqual(after.map(people), [
      people(before[0] as (typeof before)[number]),
      [yuki, tomas],
    ]);
    assert.deepEqual(await planOf(batch.batchId), [
      ['', false, '', ''],
      ['', false, 'responsible changed_since', ''],
    ]);
  });

  test('releases its own hold and no other, and puts a hold on again that was released', async () => {
    const teamIds = await created(['u-hold', 'u-other']);
    const { batch } = await run({ kind: 'hold', groups: ids(teamIds), reason: 'Lawsuit' });
    await service.call(tenant, `/teams/${teamIds[1]}/hold`, {
      method: 'PUT',
      body: { reason: 'Tax' },
    });
    assert.deepEqual(await planOf(batch.batchId), [
      ['release', true, '', ''],
      ['', false, 'hold changed_since', ''],
    ]);
    const { counts } = await undo(batch.batchId);
    assert.deepEqual(counts, { succeeded: 1, refused: 1 });
    const released = await run({ kind: 'release', groups: ids(teamIds) });
    assert.deepEqual(await planOf(released.batch.batchId), [['hold', true, '', '']]);
    assert.deepEqual((await undo(released.batch.batchId)).counts, { succeeded: 1 });
    const held = await service.at.database.query(
      'select reason from group_holds where tenant_id = $1 and team_id = $2',
      [tenant.tenantId, teamIds[1]],
    );
    assert.deepEqual(held, [{ reason: 'Tax' }]);
  });
});

interface Selected {
  readonly from: string;
  readonly rule?: string;
  readonly person?: string;
  readonly apiKeyId?: string;
}

async function planSelected(selection: Selected) {
  const query = new URLSearchParams({ ...selection, limit: '200' });
  const { status, body } = await service.call(tenant, `/batches/undo?${query.toString()}`);
  assert.equal(status, 200, JSON.stringify(body));
  return (body as { items: readonly UndonePlan[] }).items;
}

interface UndonePlan {
  readonly teamId: string;
  readonly kinds: readonly string[];
  readonly stays: readonly {
    readonly property: string;
    readonly code: string;
    readonly by: { readonly id: string } | null;
  }[];
  readonly error: { readonly code: string } | null;
}

suite('an undo of what someone did in a span', () => {
  test('takes back renames, archiving, deletion and people of one key as one plan, once for its Idempotency-Key, and is undone', async () => {
    const [one, two, three] = (await Promise.all(
      ['s-one', 's-two', 's-three'].map((name) => service.createTeam(tenant, name)),
    )) as [string, string, string];
    const before = await Promise.all([one, two, three].map((id) => call(`/teams/${id}`)));
    const from = new Date().toISOString();
    const wait = { prefer: 'wait=20' };
    const change = (teamId: string, body: object) =>
      service.call(tenant, `/teams/${teamId}`, { method: 'PATCH', body, headers: wait });
    const act = (teamId: string, name: string) =>
      service.call(tenant, `/teams/${teamId}/${name}`, { method: 'POST', headers: wait });
    await change(one, { displayName: 'Renamed', description: 'First' });
    await change(one, { description: 'Second', responsible: yuki });
    await act(one, 'archive');
    await change(two, { displayName: 'Gone' });
    await service.call(tenant, `/teams/${two}`, { method: 'DELETE', headers: wait });
    await service.call(tenant, `/teams/${three}/hold`, { method: 'PUT', body: { reason: 'Law' } });
    const selection = { apiKeyId: tenant.keyId, from };
    const planned = new Map((await planSelected(selection)).map((plan) => [plan.teamId, plan]));
    assert.deepEqual(
      [one, two, three].map((id) => planned.get(id)?.kinds),
      [['change'], ['restore', 'change'], ['release']],
      JSON.stringify([...planned.values()]),
    );
    const key = randomUUID();
    const body = { ...selection, until: new Date().toISOString(), reason: 'By mistake' };
    const answers = await Promise.all([1, 2].map(() => call('/batches/undo', body, { key })));
    const batchIds = new Set(answers.map((answer) => answer.body.batchId));
    assert.equal(batchIds.size, 1, JSON.stringify(answers));
    const [batchId = ''] = batchIds;
    const { counts } = await completed(batchId);
    assert.deepEqual(counted(counts), { succeeded: 3 });
    const after = await Promise.all([one, two, three].map((id) => call(`/teams/${id}`)));
    const shown = ({ body: group }: (typeof after)[number]) => {
      const { displayName, description, state, responsible } = group as never as Record<
        string,
        unknown
      >;
      return { displayName, description, state, responsible };
    };
    assert.deepEqual(after.map(shown), before.map(shown));
    assert.deepEqual(
      (await planSelected({ ...selection, from })).flatMap(({ kinds }) => kinds),
      [],
    );
    const again = await undo(batchId);
    assert.deepEqual(again.counts, { succeeded: 3 });
    assert.deepEqual([await stateOf(one), await stateOf(two)], ['archived', 'deleted']);
  });

  test('has the faults of a selection at once', async () => {
    const faultsOf = async (body: object) => {
      const { status, body: answer } = await call('/batches/undo', body);
      assert.equal(status, 422, JSON.stringify(answer));
      return answer.errors?.map(({ pointer, code }) => `${pointer} ${code}`);
    };
    const from = new Date().toISOString();
    assert.deepEqual(await faultsOf({ from, until: from }), ['/rule required', '/until not_valid']);
    assert.deepEqual(
      await faultsOf({ from: '2020-01-01T00:00:00Z', rule: 'lifecycle', person: lena }),
      ['/person not_valid'],
    );
    assert.deepEqual(await faultsOf({ from: '2020-01-01T00:00:00Z', person: lena }), [' not_used']);
    const { status } = await service.call(tenant, `/batches/undo?from=${from}`);
    assert.equal(status, 400);
  });
});

// crash-boundaries.long.ts dies at more of them.
dieInBatches(38);
