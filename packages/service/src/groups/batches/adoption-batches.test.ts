// A batch that adopts: each group gets one record, whatever dies; a cancelled one adopts nothing more; an undo gives back.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { useDyingService } from '../../../testing/dying-service.ts';
import { eventually } from '../../../testing/eventually.ts';
import { type BatchedGroup, runBatch } from '../../../testing/run-batch.ts';
import { firstDrawn } from '../../../testing/drawn.ts';
import {
  startTestService,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';
import { addWildGroup } from '../../../testing/wild-sandbox-group.ts';

const [mara, tomas] = testPeople as [string, string, string, string];
let service: TestService;
let tenant: TestTenant;

before(async () => {
  service = await startTestService();
  tenant = await service.addTenant();
});
after(() => service.close());

interface Answer {
  readonly batchId: string;
  readonly status: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly code?: string;
  readonly errors?: readonly { readonly pointer: string; readonly code: string }[];
  readonly items: readonly (BatchedGroup & {
    readonly displayName: string | null;
    readonly kinds: readonly string[];
    readonly changed: boolean;
    readonly stays: readonly { readonly property: string; readonly code: string }[];
  })[];
}

async function call(method: string, path: string, sent?: object, headers = {}) {
  const answer = await service.call(tenant, path, { method, body: sent, headers });
  return { status: answer.status, body: answer.body as Answer };
}

const adoption = (groupId: string, others: object = {}) => ({
  groupId,
  organisationIdOrIdentifier: 'aare',
  templateIdOrIdentifier: 'any',
  responsible: mara,
  names: 'keep',
  ...others,
});

const wild = (mailNickname: string, of = { service, tenant }) =>
  addWildGroup(of.service.at.database, of.tenant.tenantId, { mailNickname, owners: [tomas] });

const adopt = (...adoptions: object[]) => runBatch(call, { kind: 'adopt', adoptions });

const counted = ({ counts }: Answer) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));

async function inDirectory(groupId: string) {
  const [group] = await service.at.database.query<{ marker: string | null; ownerIds: string[] }>(
    'select marker, display_name, owner_ids, member_ids from sandbox_groups where tenant_id = $1 and group_id = $2',
    [tenant.tenantId, groupId],
  );
  return group;
}

suite('a batch that adopts', () => {
  test('has the result of each group: adopted with its record, or refused with the obstacle', async () => {
    const [one, two, absent] = [await wild('b-one'), await wild('b-two'), randomUUID()];
    const { batchId } = (
      await call('POST', '/batches', {
        kind: 'adopt',
        adoptions: [
          adoption(one),
          adoption(absent),
          adoption(two, { responsible: 'nobody@aare.example' }),
          adoption(await wild('b-three'), { templateIdOrIdentifier: 'none' }),
        ],
        reason: 'The estate',
      })
    ).body;
    await eventually(
      async () => (await call('GET', `/batches/${batchId}`)).body.status === 'completed',
      'the batch is complete',
    );
    const { body: batch } = await call('GET', `/batches/${batchId}`);
    assert.deepEqual(counted(batch), { succeeded: 1, failed: 1, refused: 2 });
    const { items } = (await call('GET', `/batches/${batchId}/groups`)).body;
    assert.deepEqual(
      items.map(({ status, operationId, error }) => [status, operationId, error?.code]),
      [
        ['succeeded', null, undefined],
        ['refused', null, 'validation_failed'],
        ['failed', null, 'people_not_found'],
        ['refused', null, 'validation_failed'],
      ],
    );
    assert.deepEqual(
      items.map(({ teamId, groupId }) => [teamId !== null, groupId]),
      [
        [true, one],
        [false, absent],
        [true, two],
        [false, items[3]?.groupId],
      ],
    );
    assert.equal((await inDirectory(one))?.marker, items[0]?.teamId);
    assert.equal((await inDirectory(two))?.marker, null);
    const entries = await service.at.database.query<{ action: string }>(
      `select action from activity where subject_id = $1 or data ->> 'batchId' = $1`,
      [batchId],
    );
    assert.deepEqual(entries.map(({ action }) => action).toSorted(), [
      'batch.completed',
      'batch.started',
      'group.accepted',
      'group.accepted',
    ]);
  });

  test('is refused with every fault at once, and nothing is written', async () => {
    const groupId = await wild('b-faults');
    const again = { ...adoption(groupId), groupId: groupId.toUpperCase() };
    const sent: [object, string[]][] = [
      [{ kind: 'adopt' }, ['/adoptions required']],
      [{ kind: 'archive' }, ['/groups required']],
      [
        { kind: 'archive', adoptions: [adoption(groupId)] },
        ['/adoptions unknown_member', '/groups required'],
      ],
      [
        {
          kind: 'adopt',
          until: '2030-01-01T00:00:00Z',
          groups: [{ teamId: groupId }],
          adoptions: [adoption(groupId), again],
        },
        ['/adoptions/1/groupId duplicate', '/groups unknown_member', '/until unknown_member'],
      ],
      [
        { kind: 'adopt', adoptions: [{ groupId: 'x' }, { ...adoption(groupId), team: 1 }] },
        [
          '/adoptions/0/groupId pattern_mismatch',
          '/adoptions/0/organisationIdOrIdentifier required',
          '/adoptions/0/templateIdOrIdentifier required',
          '/adoptions/1/team unknown_member',
        ],
      ],
    ];
    const before = (await call('GET', '/batches?limit=200')).body.items.length;
    for (const [body, faults] of sent) {
      const answer = await call('POST', '/batches', body);
      assert.deepEqual(
        answer.body.errors?.map(({ pointer, code }) => `${pointer} ${code}`).toSorted(),
        faults,
        JSON.stringify(answer.body),
      );
    }
    assert.equal((await call('GET', '/batches?limit=200')).body.items.length, before);
    assert.equal((await inDirectory(groupId))?.marker, null);
  });

  test('is one batch, however often a request with its Idempotency-Key is sent', async () => {
    const sent = { kind: 'adopt', adoptions: [adoption(await wild('b-key'))] };
    const headers = { 'idempotency-key': '"adopt-once"' };
    const first = await call('POST', '/batches', sent, headers);
    const second = await call('POST', '/batches', sent, headers);
    assert.equal(second.body.batchId, first.body.batchId);
  });

  test('does not show a key without the right to adopt which groups were refused', async () => {
    const results = await adopt(adoption(randomUUID()));
    assert.deepEqual(
      results.map(({ status }) => status),
      ['refused'],
    );
    const [newest] = (await call('GET', '/batches?limit=1')).body.items as unknown as Answer[];
    const reader = await service.change(({ apiKeys }) =>
      apiKeys.create({ kind: 'operator', id: 'test' }, tenant.tenantId, {
        name: 'Reads',
        scopes: ['groups:read', 'groups:change'],
      }),
    );
    const issued = await fetch(`${service.address}/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        tenantId: tenant.tenantId,
        keyId: reader.key.keyId,
        secret: reader.secret,
      }),
    });
    const { accessToken } = (await issued.json()) as { accessToken: string };
    const own = { ...tenant, token: accessToken };
    const path = `/batches/${newest?.batchId}`;
    const { body } = await service.call(own, `${path}/groups`);
    const [group] = (body as Answer).items;
    assert.deepEqual([group?.status, group?.groupId, group?.displayName], ['refused', null, null]);
    for (const end of ['cancel', 'undo']) {
      const answer = await service.call(own, `${path}/${end}`, { method: 'POST', body: {} });
      assert.equal((answer.body as Answer).code, 'scope_missing', end);
    }
  });

  test('is taken back: each group is given back as it is, and what is gone since is named', async () => {
    const [one, two, gone] = [await wild('u-one'), await wild('u-two'), await wild('u-gone')];
    const before = await inDirectory(one);
    const adopted = await adopt(adoption(one), adoption(two), adoption(gone));
    const [, second, third] = adopted.map(({ teamId }) => teamId ?? '');
    await service.call(tenant, `/teams/${second}/adoption`, { method: 'DELETE' });
    await service.call(tenant, `/teams/${third}`, {
      method: 'DELETE',
      headers: { prefer: 'wait=20' },
    });
    const [batch] = (await call('GET', '/batches?limit=1')).body.items as unknown as Answer[];
    const path = `/batches/${batch?.batchId}/undo`;
    const planned = (await call('GET', path)).body.items.map(({ kinds, changed, stays }) => [
      kinds.join(),
      changed,
      stays.map(({ property, code }) => `${property} ${code}`).join(),
    ]);
    assert.deepEqual(planned, [
      ['end_adoption', true, ''],
      ['', false, ''],
      ['', false, 'adoption not_undoable'],
    ]);
    const undo = (await call('POST', path, {})).body;
    let ended: Answer | undefined;
    await eventually(async () => {
      ended = (await call('GET', `/batches/${undo.batchId}`)).body;
      return ended.status === 'completed';
    }, 'the undo is complete');
    assert.deepEqual(ended && counted(ended), { succeeded: 1, unchanged: 1, refused: 1 });
    const state = async (teamId: string | null | undefined) =>
      ((await call('GET', `/teams/${teamId}`)).body as unknown as { state: string }).state;
    assert.equal(await state(adopted[0]?.teamId), 'ended');
    const { ownerIds, ...others } = (await inDirectory(one)) ?? assert.fail();
    assert.ok(before?.ownerIds.every((id) => ownerIds.includes(id)));
    assert.equal(others.marker, adopted[0]?.teamId, 'a marker is for ever');
    const [again] = await adopt(adoption(one));
    assert.equal(again?.status, 'succeeded', JSON.stringify(again));
  });
});

suite('a batch that adopts, beside a worker that dies', () => {
  const dying = useDyingService();
  const send = async (path: string, body?: object) => {
    const method = body === undefined ? 'GET' : 'POST';
    const answer = await dying.api.call(dying.tenant, path, { method, body });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body as Answer & { readonly teamId: string };
  };
  const start = (groupIds: readonly string[]) =>
    send('/batches', { kind: 'adopt', adoptions: groupIds.map((groupId) => adoption(groupId)) });
  const there = (mailNickname: string) =>
    wild(mailNickname, { service: dying.api, tenant: dying.tenant });

  test('adopts nothing more once it is cancelled, and not what waits for its turn', async () => {
    const groupIds = [await there('c-one'), await there('c-two'), await there('c-three')];
    const { batchId } = await start(groupIds.slice(1));
    // The first group was accepted by the batch before it was cancelled, and its turn has not come: an accepted adoption that
    // waits is begun whatever its date is.
    const { teamId } = await send('/teams/adoption', adoption(groupIds[0] ?? ''));
    await dying.at.database.query(
      'update provisionings set waiting = false where tenant_id = $1 and team_id = $2',
      [dying.tenant.tenantId, teamId],
    );
    await dying.at.database.query(
      `insert into batch_groups (tenant_id, batch_id, position, team_id, given, outcome)
      values ($1, $2, 2, $3, jsonb_build_object('adoption', jsonb_build_object('groupId', $4::text)), 'accepted')`,
      [dying.tenant.tenantId, batchId, teamId, groupIds[0]],
    );
    const cancelled = await send(`/batches/${batchId}/cancel`, {});
    assert.deepEqual(counted(cancelled), { cancelled: 2, accepted: 1 });
    const worker = await dying.startWorker();
    let ended: Answer | undefined;
    await eventually(async () => {
      ended = await send(`/batches/${batchId}`);
      return ended.status === 'completed';
    }, 'the batch is complete');
    assert.deepEqual(ended && counted(ended), { cancelled: 3 });
    const written = await dying.at.database.query(
      'select from sandbox_groups where tenant_id = $1 and group_id = any ($2::uuid[]) and marker is not null',
      [dying.tenant.tenantId, groupIds],
    );
    assert.equal(written.length, 0);
    await worker.close();
  });

  const stride = 19;

  test('gives each group one record and ends once, at whichever boundary it dies', async (context) => {
    const worker = await dying.startWorker();
    let boundary = firstDrawn(stride);
    for (let round = 1; boundary <= 100; round += 1, boundary += stride) {
      const groupIds: string[] = [];
      for (const name of ['a', 'b', 'c']) groupIds.push(await there(`dies-${round}-${name}`));
      const { answer: batchId, survived } = await worker.dieAt(
        boundary,
        async () => (await start(groupIds)).batchId,
      );
      await worker.settled();
      assert.deepEqual(
        counted(await send(`/batches/${batchId}`)),
        { succeeded: 3 },
        `boundary ${boundary}`,
      );
      const [row] = await dying.at.database.query<{ records: number; ends: number }>(
        `select (
            select count(*)::integer from provisionings
            where tenant_id = $3 and directory_group_id = any ($2::text[])
          ) as records,
          (select count(*)::integer from activity where subject_id = $1 and action = 'batch.completed') as ends`,
        [batchId, groupIds, dying.tenant.tenantId],
      );
      assert.deepEqual(row, { records: 3, ends: 1 }, `boundary ${boundary}`);
      if (survived) break;
    }
    context.diagnostic(`${boundary} boundaries`);
    await worker.close();
  });
});
