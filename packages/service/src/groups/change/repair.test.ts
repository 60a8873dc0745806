// A repair through the API, on the sandbox: the directory gets what the record says, and nobody is removed.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { runBatch } from '../../../testing/run-batch.ts';
import {
  startTestService,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';

interface Answer {
  teamId: string;
  operationId: string;
  statusUrl: string;
  kind: string;
  status: string;
  reason: string | null;
  code: string;
  errors?: { pointer: string; code: string }[];
  conforms: boolean;
  faults: { pointer: string; code: string }[];
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  change: Record<string, unknown>;
  steps: { name: string; status: string }[];
  warnings: { code: string; detail: string }[];
  error: { code: string } | null;
  drift: { property: string }[] | null;
  items: {
    changed: boolean;
    error: { code: string; errors?: { code: string }[] } | null;
    etag: string;
  }[];
}

const [mara, tomas, yuki, lena] = testPeople as [string, string, string, string];
let service: TestService;
let tenant: TestTenant;
let count = 0;

before(async () => {
  service = await startTestService();
  tenant = await service.addTenant();
});
after(() => service.close());

async function send(method: string, path: string, body?: unknown, headers = {}) {
  const options = { method, body, headers: { prefer: 'wait=20', ...headers } };
  const answer = await service.call(tenant, path, options);
  return { ...answer, body: answer.body as Answer };
}

const create = (others = {}) => service.createTeam(tenant, `repaired-${(count += 1)}`, others);
const compare = async (teamId: string) =>
  (await send('POST', `/teams/${teamId}/comparison`)).body.drift?.map(({ property }) => property);
const inSuite = (teamId: string, values: string) =>
  service.at.database.query(`update sandbox_groups set ${values} where marker = $1`, [teamId]);

async function inSandbox(teamId: string) {
  const [group] = await service.at.database.query(
    `select display_name, description, visibility, archived_at is not null as is_archived,
      array(select email from sandbox_people p where p.person_id = any (g.owner_ids) order by email) as owners,
      array(select email from sandbox_people p where p.person_id = any (g.member_ids) order by email) as members
    from sandbox_groups g where marker = $1`,
    [teamId],
  );
  return group ?? assert.fail('The group is not in the sandbox.');
}

async function repair(teamId: string, body?: object): Promise<Answer> {
  const accepted = await send('POST', `/teams/${teamId}/repair`, body);
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body));
  return (await send('GET', new URL(accepted.body.statusUrl).pathname)).body;
}

const without = (role: 'owner_ids' | 'member_ids', email: string) =>
  `${role} = array_remove(${role}, (select person_id from sandbox_people p where p.tenant_id = sandbox_groups.tenant_id and email = '${email}'))`;
const withPerson = (role: 'owner_ids' | 'member_ids', email: string) =>
  `${role} = ${role} || array(select person_id from sandbox_people p where p.tenant_id = sandbox_groups.tenant_id and email = '${email}')`;

suite('a repair', () => {
  test('adds people again whom a roster names and a hand took out, and no others', async () => {
    const teamId = await create({ members: [yuki] });
    const roster = (members: readonly object[], others = {}) =>
      send('PUT', `/teams/${teamId}/rosters/hr`, { members, ...others });
    const named = [
      { person: lena, role: 'owner' },
      { person: 'guest-of-hr@aare.example' },
      { person: yuki },
    ];
    await roster(named);
    assert.deepEqual((await inSandbox(teamId))['owners'], [lena, mara, tomas]);
    await inSuite(
      teamId,
      `${without('owner_ids', lena)}, member_ids = array(select unnest(member_ids) except select person_id
        from sandbox_people p where p.tenant_id = sandbox_groups.tenant_id and email in ('${lena}', '${yuki}'))`,
    );
    const plan = (await send('POST', `/teams/${teamId}/repair/plan`, { properties: ['rosters'] }))
      .body;
    assert.deepEqual(
      [plan.conforms, plan.steps],
      [true, ['resolve_people', 'add_owners', 'add_members']],
    );
    await compare(teamId);
    const operation = await repair(teamId);
    assert.deepEqual(
      [operation.status, operation.change],
      ['succeeded', { properties: ['rosters'] }],
    );
    const { owners, members } = await inSandbox(teamId);
    assert.deepEqual(
      [owners, members],
      [
        [lena, mara, tomas],
        [lena, mara, tomas, yuki],
      ],
    );
    // From then on, the roster holds these places.
    await roster([], { removals: { allow: true } });
    const after = await inSandbox(teamId);
    assert.deepEqual(
      [after['owners'], after['members']],
      [
        [mara, tomas],
        [mara, tomas],
      ],
    );
    await inSuite(teamId, withPerson('member_ids', yuki));
    await repair(teamId, { properties: ['rosters'] });
    assert.deepEqual((await inSandbox(teamId))['members'], [mara, tomas, yuki]);
  });

  test('of rosters is refused for a group without one, and is no difference to accept', async () => {
    const teamId = await create();
    await compare(teamId);
    const faultsOf = async (path: string) => {
      const { status, body } = await send('POST', `/teams/${teamId}/${path}`, {
        properties: ['rosters'],
      });
      return [status, body.errors?.map(({ pointer, code }) => `${pointer} ${code}`)];
    };
    assert.deepEqual(await faultsOf('repair'), [422, ['/properties/0 no_difference']]);
    assert.deepEqual(await faultsOf('drift/acceptance'), [
      422,
      ['/properties/0 not_acceptable_difference'],
    ]);
  });

  test('writes every value that differs, and leaves the record as it is', async () => {
    const teamId = await create({ description: 'Over the Aare' });
    const recorded = await inSandbox(teamId);
    await inSuite(
      teamId,
      `display_name = 'Fun corner', description = null, visibility = 'public', archived_at = now()`,
    );
    assert.deepEqual(await compare(teamId), [
      'displayName',
      'description',
      'visibility',
      'archived',
    ]);
    const before = (await send('GET', `/teams/${teamId}`)).body as unknown as Record<
      string,
      unknown
    >;
    const operation = await repair(teamId, { reason: 'A script renamed it' });
    assert.deepEqual(
      [operation.kind, operation.status, operation.reason],
      ['repair', 'succeeded', 'A script renamed it'],
    );
    assert.deepEqual(operation.before, {
      displayName: 'Fun corner',
      description: null,
      visibility: 'public',
      archived: true,
    });
    assert.deepEqual(operation.after, {
      displayName: before['displayName'],
      description: 'Over the Aare',
      visibility: 'private',
      archived: false,
    });
    assert.deepEqual(operation.change, {
      properties: ['displayName', 'description', 'visibility', 'archived'],
    });
    assert.deepEqual(await inSandbox(teamId), recorded);
    const after = (await send('GET', `/teams/${teamId}`)).body as unknown as Record<
      string,
      unknown
    >;
    for (const member of [
      'displayName',
      'description',
      'visibility',
      'owners',
      'members',
      'state',
    ]) {
      assert.deepEqual(after[member], before[member], member);
    }
    assert.deepEqual(await compare(teamId), []);
    const actions = await service.at.database.query<{ action: string }>(
      `select action from activity where subject_id = $1 order by activity_id`,
      [teamId],
    );
    assert.equal(actions.filter(({ action }) => action === 'group.repaired').length, 1);
  });

  test('adds the missing responsible, deputy and owners, and keeps those whom someone added', async () => {
    const teamId = await create({ deputy: tomas });
    await inSuite(teamId, without('owner_ids', mara));
    await inSuite(teamId, without('owner_ids', tomas));
    await inSuite(teamId, withPerson('owner_ids', lena));
    assert.deepEqual(await compare(teamId), ['responsible', 'deputy']);
    const { before, after, status } = await repair(teamId);
    assert.deepEqual(
      [status, before, after],
      ['succeeded', { responsible: null, deputy: null }, { responsible: mara, deputy: tomas }],
    );
    assert.deepEqual((await inSandbox(teamId))['owners'], [lena, mara, tomas].toSorted());
  });

  test('restores the others where the responsible is gone, with a warning', async () => {
    const teamId = await create({ deputy: yuki });
    await inSuite(teamId, `owner_ids = '{}', display_name = 'Stripped'`);
    await inSuite(teamId, withPerson('owner_ids', lena));
    await service.at.database.query(
      `update sandbox_people set enabled = false where tenant_id = $1 and email = $2`,
      [tenant.tenantId, mara],
    );
    try {
      await compare(teamId);
      const { status, warnings } = await repair(teamId);
      assert.deepEqual(
        [status, warnings.map(({ detail }) => detail)],
        ['succeeded', [`The account of ${mara} is disabled.`]],
      );
      const group = await inSandbox(teamId);
      assert.deepEqual(group['owners'], [lena, yuki].toSorted());
      assert.notEqual(group['displayName'], 'Stripped');
    } finally {
      await service.at.database.query('update sandbox_people set enabled = true');
    }
  });

  test('without a comparison or a difference is refused with the remedy, unless it names properties', async () => {
    const teamId = await create({ deputy: null });
    const codes = async (body?: object) => {
      const { status, body: answer } = await send('POST', `/teams/${teamId}/repair`, body);
      return [status, answer.errors?.map(({ pointer, code }) => `${pointer} ${code}`)];
    };
    assert.deepEqual(await codes(), [422, [' not_compared']]);
    assert.deepEqual(await compare(teamId), []);
    assert.deepEqual(await codes({}), [200, undefined]);
    assert.deepEqual(await codes({ properties: ['displayName', 'deputy'] }), [
      422,
      ['/properties/1 no_difference'],
    ]);
    for (const wrong of [[], ['members'], ['displayName', 'displayName'], 'displayName', [1]]) {
      assert.equal((await codes({ properties: wrong }))[0], 422, JSON.stringify(wrong));
    }
    assert.equal((await codes({ displayName: 'Other' }))[0], 422);
    await inSuite(teamId, `display_name = 'Unseen'`);
    const { status, before, after } = await repair(teamId, { properties: ['displayName'] });
    assert.deepEqual([status, before], ['succeeded', {}]);
    assert.equal((await inSandbox(teamId))['displayName'], after['displayName']);
  });

  test('can be tried, and the plan has what it would write', async () => {
    const teamId = await create({ deputy: null });
    await inSuite(teamId, `display_name = 'Tried', owner_ids = '{}'`);
    await compare(teamId);
    for (const [path, body] of [
      [`/teams/${teamId}/repair/plan`, undefined],
      [`/teams/${teamId}/plan`, { kind: 'repair' }],
    ] as const) {
      const { status, body: plan } = await send('POST', path, body);
      assert.equal(status, 200, JSON.stringify(plan));
      assert.deepEqual([plan.conforms, plan.kind], [true, 'repair']);
      assert.deepEqual(plan.before, { displayName: 'Tried', responsible: null, owners: 0 });
      assert.deepEqual(plan.steps, ['update_group', 'resolve_people', 'add_owners']);
    }
    assert.equal((await inSandbox(teamId))['displayName'], 'Tried');
    const { body: named } = await send('POST', `/teams/${teamId}/repair/plan`, {
      properties: ['archived'],
    });
    assert.deepEqual(named.steps, ['restore_archived']);
    const { body: wrong } = await send('POST', `/teams/${teamId}/repair/plan`, {
      properties: ['members'],
    });
    assert.deepEqual([wrong.conforms, wrong.faults.length > 0], [false, true]);
  });

  test('puts several groups right at once, and says which has nothing to repair', async () => {
    const [renamed, same] = [await create(), await create()];
    await inSuite(renamed, `display_name = 'One of many'`);
    await Promise.all([compare(renamed), compare(same)]);
    const plan = (
      await send('POST', '/teams/operations/plan', { kind: 'repair', teamIds: [renamed, same] })
    ).body;
    assert.deepEqual(
      plan.items.map(({ changed, error }) => [changed, error]),
      [
        [true, null],
        [false, null],
      ],
    );
    const groups = [renamed, same].map((teamId, at) => ({ teamId, etag: plan.items[at]?.etag }));
    const repaired = await runBatch(send, { kind: 'repair', groups });
    assert.deepEqual(
      repaired.map(({ changed, error }) => [changed, error]),
      [
        [true, null],
        [false, null],
      ],
    );
  });

  test('that is repeated with its key is one operation, after which the comparison is void', async () => {
    const teamId = await create();
    await inSuite(teamId, `display_name = 'Shown'`);
    await compare(teamId);
    const [first, second] = await Promise.all([
      send('POST', `/teams/${teamId}/repair`, {}, { 'idempotency-key': `"${teamId}"` }),
      send('POST', `/teams/${teamId}/repair`, {}, { 'idempotency-key': `"${teamId}"` }),
    ]);
    assert.equal(first.body.operationId, second.body.operationId);
    assert.equal((await send('GET', `/teams/${teamId}`)).body.drift, null);
    assert.deepEqual(await compare(teamId), []);
  });
});
