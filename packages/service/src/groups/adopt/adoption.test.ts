import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { classifyDrift } from '../../reconciliation/classify-drift.ts';
import { createDriftStore } from '../../reconciliation/reconciliation.postgres.ts';
import { eventually } from '../../../testing/eventually.ts';
import {
  startTestService,
  testOperator,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';
import { runBatch } from '../../../testing/run-batch.ts';
import { addWildGroup, type WildSandboxGroup } from '../../../testing/wild-sandbox-group.ts';

const [mara, tomas, yuki, lena] = testPeople as [string, string, string, string];
let service: TestService;
let tenant: TestTenant;

before(async () => {
  service = await startTestService();
  tenant = await service.addTenant();
});
after(() => service.close());

interface Problem {
  readonly code: string;
  readonly errors?: readonly { pointer: string; code: string; detail: string }[];
}
interface Accepted extends Problem {
  readonly teamId: string;
  readonly status: string;
}

const wild = (given: WildSandboxGroup) => addWildGroup(service.at.database, tenant.tenantId, given);

const body = (groupId: string, others: Readonly<Record<string, unknown>> = {}) => ({
  groupId,
  organisationIdOrIdentifier: 'aare',
  templateIdOrIdentifier: 'any',
  responsible: mara,
  names: 'keep',
  ...others,
});

interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

async function call<T>(
  method: string,
  path: string,
  sent?: unknown,
  headers = {},
): Promise<Answer<T>> {
  const answer = await service.call(tenant, path, { method, body: sent, headers });
  return { status: answer.status, headers: answer.headers, body: answer.body as T };
}

const adopt = (sent: unknown, headers: Readonly<Record<string, string>> = {}) =>
  call<Accepted>('POST', '/teams/adoption', sent, { prefer: 'wait=20', ...headers });

async function adopted(sent: unknown): Promise<string> {
  const answer = await adopt(sent);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const { body: status } = await call('GET', `/teams/${answer.body.teamId}/status`);
  assert.equal(answer.body.status, 'succeeded', JSON.stringify(status));
  return answer.body.teamId;
}

async function inDirectory(groupId: string) {
  const [group] = await service.at.database.query<{
    marker: string | null;
    displayName: string;
    ownerIds: string[];
    memberIds: string[];
  }>(
    'select marker, display_name, owner_ids, member_ids from sandbox_groups where tenant_id = $1 and group_id = $2',
    [tenant.tenantId, groupId],
  );
  return group;
}

const faultsOf = ({ errors = [] }: Problem) =>
  errors.map(({ pointer, code }) => `${pointer} ${code}`).toSorted();

test('an adopted group has a record, our marker and the responsible person as an owner, and keeps all else', async () => {
  const groupId = await wild({
    mailNickname: 'old-sales',
    displayName: 'Old Sales',
    owners: [tomas],
    members: [yuki],
  });
  const before = await inDirectory(groupId);
  const teamId = await adopted(body(groupId));
  const team = await call<Record<string, unknown>>('GET', `/teams/${teamId}`);
  const { origin, displayName, mailNickName, responsible, owners, members, state, directory } =
    team.body;
  assert.deepEqual(
    {
      origin,
      displayName,
      mailNickName,
      responsible,
      owners: (owners as string[]).length,
      members: (members as string[]).length,
      state,
    },
    {
      origin: 'adopted',
      displayName: 'Old Sales',
      mailNickName: 'old-sales',
      responsible: mara,
      owners: 1,
      members: 1,
      state: 'active',
    },
  );
  assert.equal((directory as { groupId: string }).groupId, groupId);
  const after = await inDirectory(groupId);
  assert.equal(after?.marker, teamId);
  assert.equal(after?.displayName, 'Old Sales');
  assert.equal(after?.ownerIds.length, (before?.ownerIds.length ?? 0) + 1);
});

test('a second adoption of a group is refused as governed, and changes nothing', async () => {
  const groupId = await wild({ mailNickname: 'twice', owners: [tomas] });
  await adopted(body(groupId));
  const before = await inDirectory(groupId);
  const again = await adopt(body(groupId));
  assert.deepEqual([again.status, faultsOf(again.body)], [422, ['/groupId already_governed']]);
  assert.deepEqual(await inDirectory(groupId), before);
  // One of several at once is the first.
  const wanted = await wild({ mailNickname: 'wanted', owners: [tomas] });
  const answers = await Promise.all(Array.from({ length: 5 }, () => adopt(body(wanted))));
  const refused = answers.filter(({ status }) => status !== 200);
  assert.deepEqual(
    refused.map(({ body: problem }) => faultsOf(problem)),
    Array.from({ length: 4 }, () => ['/groupId already_governed']),
  );
  // A group that the service created is governed, too.
  const createdId = await service.createTeam(tenant, 'made-here');
  const { body: created } = await call<{ directory: { groupId: string } }>(
    'GET',
    `/teams/${createdId}`,
  );
  const own = await adopt(body(created.directory.groupId));
  assert.deepEqual(faultsOf(own.body), ['/groupId already_governed']);
});

test('a repeated request with its key gets the first answer, and another request with the key is refused', async () => {
  const groupId = await wild({ mailNickname: 'keyed', owners: [tomas] });
  const key = { 'idempotency-key': 'adopt-once' };
  const first = await adopt(body(groupId), key);
  const second = await adopt(body(groupId), key);
  assert.equal(second.status, 200);
  assert.equal(second.body.teamId, first.body.teamId);
  assert.equal(second.headers.get('idempotent-replayed'), 'true');
  const other = await adopt(body(groupId, { responsible: lena }), key);
  assert.equal(other.body.code, 'idempotency_key_reused');
});

test('every obstacle and every other fault is listed at once, and nothing is written', async () => {
  const obstacles = {
    isMicrosoft365Group: 'not_a_microsoft_365_group',
    isSynchronised: 'synced_from_on_premises',
    hasDynamicMembership: 'dynamic_membership',
    isRoleAssignable: 'role_assignable',
    hasHiddenMembership: 'hidden_membership',
    isClassTeam: 'class_team',
    hasForeignMarker: 'foreign_marker',
  };
  for (const [fact, code] of Object.entries(obstacles)) {
    const facts = { [fact]: fact !== 'isMicrosoft365Group' };
    const groupId = await wild({ mailNickname: `obstacle-${code}`, owners: [tomas], facts });
    const before = await inDirectory(groupId);
    const answer = await adopt(
      body(groupId, { templateIdOrIdentifier: 'no-such', responsible: 'nobody', owner: 'x' }),
    );
    assert.deepEqual(faultsOf(answer.body), [
      `/groupId ${code}`,
      '/owner unknown_member',
      '/responsible not_a_person',
      '/templateIdOrIdentifier template_not_found',
    ]);
    assert.deepEqual(await inDirectory(groupId), before);
  }
  const absent = await adopt(body(randomUUID()));
  assert.deepEqual(faultsOf(absent.body), ['/groupId group_not_found']);
});

test('without a responsible person, the first owner who can be one is', async () => {
  await service.change(({ sandboxPeople }) =>
    sandboxPeople.add({ kind: 'operator', id: 'test' }, tenant.tenantId, {
      email: 'gone@aare.example',
      name: 'Gone',
      enabled: false,
    }),
  );
  const groupId = await wild({ mailNickname: 'proposed', owners: ['gone@aare.example', yuki] });
  const { responsible: _, ...others } = body(groupId);
  const teamId = await adopted(others);
  const { body: people } = await call<{ responsibility: { responsible: { email: string } } }>(
    'GET',
    `/teams/${teamId}`,
  );
  assert.equal(people.responsibility.responsible.email, yuki);
});

test('names that conform give their properties, others are kept, and conform renders the display name', async () => {
  const template = { templateIdOrIdentifier: 'project' };
  const fits = await wild({ mailNickname: 'prj-17', displayName: 'Project 17', owners: [tomas] });
  const teamId = await adopted(body(fits, { ...template, names: 'conform' }));
  const { body: team } = await call<{
    properties: unknown;
    conforms: boolean;
    displayName: string;
  }>('GET', `/teams/${teamId}`);
  assert.deepEqual(
    [team.properties, team.conforms, team.displayName],
    [{ code: '17' }, true, 'Project 17'],
  );

  const named = { mailNickname: 'prj-18', displayName: 'Harbour', owners: [tomas] };
  const keptId = await adopted(body(await wild(named), template));
  const { body: kept } = await call<{ conforms: boolean; displayName: string }>(
    'GET',
    `/teams/${keptId}`,
  );
  assert.deepEqual([kept.conforms, kept.displayName], [false, 'Harbour']);

  const renamed = await wild({ ...named, mailNickname: 'prj-19' });
  const renamedId = await adopted(body(renamed, { ...template, names: 'conform' }));
  const { body: after } = await call<{ conforms: boolean; displayName: string }>(
    'GET',
    `/teams/${renamedId}`,
  );
  assert.deepEqual([after.conforms, after.displayName], [true, 'Project 19']);
  assert.equal((await inDirectory(renamed))?.displayName, 'Project 19');

  const other = await wild({ ...named, mailNickname: 'harbour' });
  const refused = await adopt(body(other, { ...template, names: 'conform' }));
  assert.deepEqual(faultsOf(refused.body), ['/names pattern_mismatch']);
});

test('a group that cannot carry a marker is recognised by its id, and can be changed and deleted', async () => {
  const groupId = await wild({ mailNickname: 'sandbox-unmarkable-1', owners: [tomas] });
  const teamId = await adopted(body(groupId));
  assert.equal((await inDirectory(groupId))?.marker, null);
  const wait = { prefer: 'wait=20' };
  const changed = await call<{ status: string }>(
    'PATCH',
    `/teams/${teamId}`,
    { displayName: 'Known by id' },
    wait,
  );
  assert.equal(changed.body.status, 'succeeded', JSON.stringify(changed.body));
  assert.equal((await inDirectory(groupId))?.displayName, 'Known by id');
  const deleted = await call<{ status: string }>('DELETE', `/teams/${teamId}`, undefined, wait);
  assert.equal(deleted.body.status, 'succeeded', JSON.stringify(deleted.body));
  assert.equal(await inDirectory(groupId), undefined);
});

test('a failed adoption leaves the group as it was, and the group can be adopted again', async () => {
  const groupId = await wild({ mailNickname: 'fails-first', owners: [tomas] });
  const before = await inDirectory(groupId);
  const failed = await adopt(body(groupId, { responsible: 'nobody@aare.example' }));
  assert.deepEqual([failed.status, failed.body.status], [200, 'failed']);
  const { body: status } = await call<{ error: Problem }>(
    'GET',
    `/teams/${failed.body.teamId}/status`,
  );
  assert.equal(status.error.code, 'people_not_found');
  assert.deepEqual(await inDirectory(groupId), before);
  const retried = await call<Problem>('POST', `/teams/${failed.body.teamId}/retry`);
  assert.deepEqual([retried.status, retried.body.code], [409, 'in_use']);
  const teamId = await adopted(body(groupId));
  assert.equal((await inDirectory(groupId))?.marker, teamId);
});

test('many groups are planned and adopted in one request, each with its own answer', async () => {
  const [one, two] = [
    await wild({ mailNickname: 'bulk-1', owners: [tomas] }),
    await wild({ mailNickname: 'bulk-2', owners: [yuki] }),
  ];
  const entries = [body(one), body(two), body(one), body(randomUUID()), { groupId: 'x' }];
  const planned = await call<{ items: { outcome: string; faults: Problem['errors'] }[] }>(
    'POST',
    '/teams/adoption/bulk/plan',
    entries,
  );
  assert.deepEqual(
    planned.body.items.map(({ outcome, faults }) => faults?.[0]?.code ?? outcome),
    ['succeeded', 'succeeded', 'succeeded', 'group_not_found', 'pattern_mismatch'],
  );
  assert.equal((await inDirectory(one))?.marker, null);
  const answer = await call<{
    accepted: number;
    refused: number;
    items: { status: string | null; error: Problem | null }[];
  }>('POST', '/teams/adoption/bulk', entries);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const { accepted, refused, items } = answer.body;
  assert.deepEqual([accepted, refused], [2, 3]);
  assert.deepEqual(
    items.map(({ error }) => error && faultsOf(error)[0]),
    [
      null,
      null,
      '/groupId already_governed',
      '/groupId group_not_found',
      '/groupId pattern_mismatch',
    ],
  );
});

test('a key without the scope may neither adopt nor plan', async () => {
  const other = await service.change(({ apiKeys }) =>
    apiKeys.create({ kind: 'operator', id: 'test' }, tenant.tenantId, {
      name: 'Creates',
      scopes: ['groups:create'],
    }),
  );
  const token = await fetch(`${service.address}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      tenantId: tenant.tenantId,
      keyId: other.key.keyId,
      secret: other.secret,
    }),
  });
  const { accessToken } = (await token.json()) as { accessToken: string };
  for (const path of [
    '/teams/adoption',
    '/teams/adoption/plan',
    '/teams/adoption/bulk',
    '/teams/adoption/bulk/plan',
    '/batches',
  ]) {
    const answer = await service.call({ ...tenant, token: accessToken }, path, {
      method: 'POST',
      body: path === '/batches' ? { kind: 'adopt', adoptions: [body(randomUUID())] } : [],
    });
    assert.deepEqual([answer.status, (answer.body as Problem).code], [403, 'scope_missing'], path);
  }
});

test('the end of an adoption leaves the group, and the group can be adopted again', async () => {
  const groupId = await wild({ mailNickname: 'given-back', owners: [tomas], members: [yuki] });
  const teamId = await adopted(body(groupId));
  const before = await inDirectory(groupId);
  for (const _ of ['first', 'repeated']) {
    const ended = await call('DELETE', `/teams/${teamId}/adoption`);
    assert.equal(ended.status, 204, JSON.stringify(ended.body));
  }
  assert.deepEqual(await inDirectory(groupId), before);
  const read = await call<{ state: string; directory: { goneSince: unknown } }>(
    'GET',
    `/teams/${teamId}`,
  );
  assert.deepEqual([read.body.state, read.body.directory.goneSince], ['ended', null]);
  const changed = await call<Problem>('PATCH', `/teams/${teamId}`, { displayName: 'Too late' });
  assert.deepEqual([changed.status, changed.body.code], [409, 'group_not_active']);
  const list = await call<{ items: { teamId: string }[] }>(
    'GET',
    '/teams?state=existing&limit=200',
  );
  assert.ok(!list.body.items.some((team) => team.teamId === teamId));

  // The marker stays, and names the new record from then on.
  const againId = await adopted(body(groupId));
  assert.equal((await inDirectory(groupId))?.marker, teamId);
  const renamed = await call<{ status: string }>(
    'PATCH',
    `/teams/${againId}`,
    { displayName: 'Governed again' },
    { prefer: 'wait=20' },
  );
  assert.equal(renamed.body.status, 'succeeded', JSON.stringify(renamed.body));
  const entries = await service.at.database.query<{ action: string }>(
    'select action from activity where tenant_id = $1 and subject_id = $2 order by activity_id',
    [tenant.tenantId, teamId],
  );
  const types = entries.map(({ action }) => action);
  assert.deepEqual(types, ['group.accepted', 'group.adopted', 'group.adoption_ended']);
});

test('a group that the service created has no adoption, and an absent one is not found', async () => {
  const teamId = await service.createTeam(tenant, 'no-adoption');
  const refused = await call<Problem>('DELETE', `/teams/${teamId}/adoption`);
  assert.deepEqual([refused.status, refused.body.code], [409, 'in_use']);
  const absent = await call<Problem>('DELETE', `/teams/${randomUUID()}/adoption`);
  assert.equal(absent.status, 404);
});

test('a reconciliation neither restores what ended nor reports what could not be adopted', async () => {
  const ended = await adopted(body(await wild({ mailNickname: 'ended-1', owners: [tomas] })));
  await call('DELETE', `/teams/${ended}/adoption`);
  const groupId = await wild({ mailNickname: 'marked-1', owners: [tomas] });
  const failed = await adopt(body(groupId, { responsible: 'nobody@aare.example' }));
  const { database } = service.at;
  await database.query('update sandbox_groups set marker = $1 where group_id = $2', [
    failed.body.teamId,
    groupId,
  ]);
  const store = createDriftStore(database, { kind: 'service', id: 'test' });
  const records = await store.recordsOf(tenant.tenantId, [ended, failed.body.teamId]);
  for (const [marker, record] of records) {
    const group = { groupId, marker, mailNickname: 'any', displayName: 'Any' } as never;
    const deps = { organisations: [], fallback: undefined, clock: { now: () => Date.now() } };
    assert.equal(classifyDrift(group, record, new Date(), deps), undefined);
  }
  assert.equal(records.size, 2);
  await store.recordRestored(tenant.tenantId, ended, new Date());
  const read = await call<{ state: string }>('GET', `/teams/${ended}`);
  assert.equal(read.body.state, 'ended');
});

suite('the brake of a template', () => {
  const template = async (identifier: string, perDay: number) => {
    const { tenantId, organisationId } = tenant;
    await service.change(({ templates }) =>
      templates.create({ kind: 'operator', id: 'test' }, tenantId, organisationId, {
        name: identifier,
        identifier,
        mailNicknamePattern: '',
        displayNamePattern: '',
        policy: { adoption: { perDay } },
      }),
    );
    await service.service.refresh();
    return { templateIdOrIdentifier: identifier };
  };
  const planOf = async (sent: unknown) =>
    (await call<{ outcome: string; error: Problem | null }>('POST', '/teams/adoption/plan', sent))
      .body;

  test('holds what is beyond its number of a day, also within one batch', async () => {
    const slow = await template('slow', 2);
    const groups = await Promise.all(
      [1, 2, 3, 4].map((n) => wild({ mailNickname: `slow-${n}`, owners: [tomas] })),
    );
    const entries = groups.map((groupId) => body(groupId, slow));
    const rooms = async () => {
      const plans = await call<{ items: { room: number | null }[] }>(
        'POST',
        '/teams/adoption/bulk/plan',
        [...entries, body(randomUUID(), { templateIdOrIdentifier: 'none' })],
      );
      return plans.body.items.map(({ room }) => room);
    };
    assert.deepEqual(await rooms(), [2, 2, 2, 2, null]);
    const results = await runBatch(call, { kind: 'adopt', adoptions: entries });
    const codes = results.map(({ error }) => error?.code ?? 'accepted').toSorted();
    assert.deepEqual(codes, ['accepted', 'accepted', 'rate_limited', 'rate_limited']);
    assert.deepEqual(await rooms(), [0, 0, 0, 0, null]);
    const left = entries.find((_, n) => results[n]?.teamId === null);
    const plan = await planOf(left);
    assert.deepEqual([plan.outcome, plan.error?.code], ['refused', 'rate_limited']);
  });

  test('stops after too many failures of the last hour', async () => {
    const failing = await template('failing', 100);
    for (const n of [1, 2, 3, 4, 5]) {
      const groupId = await wild({ mailNickname: `failing-${n}`, owners: [tomas] });
      const failed = await adopt(body(groupId, { ...failing, responsible: 'nobody@aare.example' }));
      assert.equal(failed.body.status, 'failed');
    }
    const sound = body(await wild({ mailNickname: 'failing-6', owners: [tomas] }), failing);
    // The failure is answered before the stop is stored.
    await eventually(
      async () => (await planOf(sound)).error?.code === 'rate_limited',
      'the template adopts no more groups',
    );
    assert.equal((await adopt(sound)).body.code, 'rate_limited');
  });
});

test('an archived team is adopted as archived, so that nothing differs', async () => {
  const groupId = await wild({ mailNickname: 'sealed', owners: [tomas], hasTeam: true });
  await service.at.database.query(
    `update sandbox_groups set archived_at = now() - interval '1 year' where tenant_id = $1 and group_id = $2`,
    [tenant.tenantId, groupId],
  );
  const teamId = await adopted(body(groupId));
  await call('POST', `/teams/${teamId}/comparison`);
  const { body: team } = await call<{ state: string; drift: unknown; observed: unknown }>(
    'GET',
    `/teams/${teamId}`,
  );
  assert.deepEqual([team.state, team.drift], ['archived', []]);
  const { body: opened } = await call<Accepted>('POST', `/teams/${teamId}/unarchive`, undefined, {
    prefer: 'wait=20',
  });
  assert.equal(opened.status, 'succeeded');
  const active = await adopted(
    body(await wild({ mailNickname: 'unsealed', owners: [tomas], hasTeam: true })),
  );
  const { body: other } = await call<{ state: string }>('GET', `/teams/${active}`);
  assert.equal(other.state, 'active');
});

test('the year of a pattern is that of the creation in the directory, also when the group is renamed', async () => {
  await service.change(({ templates }) =>
    templates.change(testOperator, tenant.tenantId, tenant.templateIds.project, undefined, {
      name: 'Yearly',
      identifier: 'yearly',
      mailNicknamePattern: '',
      displayNamePattern: '{{title}} ({{year}})',
      policy: {},
    }),
  );
  await service.service.refresh();
  const year = new Date().getUTCFullYear();
  const groupId = await wild({
    mailNickname: 'summer-fair',
    displayName: `Summer fair (${year - 3})`,
    owners: [tomas],
  });
  const teamId = await adopted(body(groupId, { templateIdOrIdentifier: 'yearly' }));
  const rename = (displayName: string) =>
    call<Accepted>('PATCH', `/teams/${teamId}`, { displayName }, { prefer: 'wait=20' });
  const refused = await rename(`Summer Fair (${year})`);
  assert.deepEqual(faultsOf(refused.body), ['/displayName pattern_mismatch']);
  const renamed = await rename(`Summer Fair (${year - 3})`);
  assert.equal(renamed.body.status, 'succeeded', JSON.stringify(renamed.body));
  const { body: team } = await call<{ conforms: boolean }>('GET', `/teams/${teamId}`);
  assert.equal(team.conforms, true);
});
