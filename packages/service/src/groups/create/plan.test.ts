import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import {
  startTestService,
  teamRequest,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';

let running: TestService;
let tenant: TestTenant;

before(async () => {
  running = await startTestService();
  tenant = await running.addTenant();
  await running.change(async (changes) => {
    const actor = { kind: 'operator', id: 'test' } as const;
    const guest = { email: 'guest@elsewhere.example', name: 'Guest', kind: 'guest' as const };
    await changes.sandboxPeople.add(actor, tenant.tenantId, guest);
    const off = { email: 'off@aare.example', name: 'Off', enabled: false };
    await changes.sandboxPeople.add(actor, tenant.tenantId, off);
  });
  await create(teamRequest('taken'));
  await create(project('1'));
  await running.at.database.query(
    `insert into sandbox_groups (tenant_id, group_id, display_name, mail_nickname, visibility, owner_ids, member_ids,
      created_at, visible_at)
    values ($1, gen_random_uuid(), 'Strangers', 'strangers', 'private', '{}', '{}', now(), now())`,
    [tenant.tenantId],
  );
});
after(() => running.close());

const post = async (path: string, body: unknown, headers: Record<string, string> = {}) =>
  await running.call(tenant, path, { method: 'POST', body, headers });

interface Problem {
  code: string;
  detail: string;
  status: number;
  errors?: unknown[];
  requestId?: string;
}
interface Plan {
  conforms: boolean;
  outcome: string;
  error: Problem | null;
  faults: { pointer: string; code: string }[];
  properties: Record<string, string>;
  alias: { mailNickName: string; free: boolean; alternatives: unknown[] } | null;
  people: { reference: string; pointer: string; role: string; found: boolean }[];
  steps: string[];
}

async function planOf(body: unknown): Promise<Plan> {
  const answer = await post('/teams/plan', body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body as Plan;
}

/** Creates in earnest and says what came of it, in the words of a plan. */
async function create(body: unknown): Promise<{ outcome: string; error: Problem | null }> {
  const answer = await post('/teams', body, { prefer: 'wait=10' });
  if (answer.status !== 200) {
    const { requestId: _, ...error } = answer.body as Problem;
    return { outcome: 'refused', error };
  }
  const { teamId } = answer.body as { teamId: string };
  const status = (await running.call(tenant, `/teams/${teamId}/status`)).body as {
    status: string;
    error: Problem | null;
  };
  return { outcome: status.status, error: status.error };
}

const project = (code: string, others: Record<string, unknown> = {}) =>
  teamRequest(`prj-${code}`, {
    displayName: `Project ${code}`,
    templateIdOrIdentifier: 'project',
    ...others,
  });

const cases: Record<string, unknown> = {
  'all is well': teamRequest('well'),
  'all is well, with a pattern': project('2'),
  'nobody but the responsible': teamRequest('lone', { deputy: null, members: [] }),
  'empty texts for none': teamRequest('empty', { description: '', deputy: '' }),
  'too few owners, with an empty deputy': project('9', { deputy: '' }),
  'too few owners': project('3', { deputy: null }),
  'owners that are one person': project('4', { deputy: null, owners: ['MARA@aare.example'] }),
  'name off the pattern': project('5', { displayName: 'Projekt 5' }),
  'alias off the pattern': project('6', { mailNickName: 'team-6' }),
  'names that do not go together': project('7', { displayName: 'Project 8' }),
  'alias taken': teamRequest('taken'),
  'alias taken in another case': teamRequest('TAKEN'),
  'alias taken by a stranger in the directory': teamRequest('strangers'),
  'alias that the naming policy refuses': teamRequest('sandbox-blocked-word'),
  'alias that the naming policy refuses, and people nobody knows': teamRequest(
    'sandbox-blocked-word-2',
    { members: ['a@nowhere.example'] },
  ),
  'alias of an impossible form': teamRequest('a b@c'),
  'unknown organisation': teamRequest('o', { organisationIdOrIdentifier: 'nowhere' }),
  'unknown template': teamRequest('t', { templateIdOrIdentifier: 'nothing' }),
  'people nobody knows': teamRequest('p', { members: ['a@nowhere.example', 'b@nowhere.example'] }),
  'a person that is none': teamRequest('q', { owners: ['no person'] }),
  'a guest as member': teamRequest('g', { members: ['guest@elsewhere.example'] }),
  'a guest as owner': teamRequest('go', { owners: ['guest@elsewhere.example'] }),
  'a disabled account': teamRequest('d', { members: ['off@aare.example'] }),
  'the deputy is the responsible': teamRequest('dr', { deputy: 'Mara@aare.example' }),
  'a member of the wrong type': teamRequest('wt', { owners: 'mara@aare.example' }),
  'an unknown member': teamRequest('um', { mailNickname: 'um' }),
  'members missing': { displayName: 'Half' },
  'no object': [],
  'everything wrong at once': {
    ...teamRequest('a b', { owners: ['x'], members: ['c@nowhere.example'] }),
    templateIdOrIdentifier: 'nothing',
    extra: true,
  },
};

suite('plan', () => {
  for (const [title, body] of Object.entries(cases)) {
    test(`plan and creation agree: ${title}`, async () => {
      const plan = await planOf(body);
      const created = await create(body);
      assert.equal(plan.outcome, created.outcome);
      assert.equal(plan.conforms, created.outcome === 'succeeded');
      if (plan.error?.code === 'directory_alias_taken') {
        assert.equal(created.error?.code, 'directory_alias_taken');
        return;
      }
      assert.deepEqual(plan.error, created.error);
    });
  }

  test('a plan changes nothing', async () => {
    const tables = ['teams', 'provisionings', 'activity', 'sandbox_groups', 'idempotency_keys'];
    const count = async () => {
      const counts = tables.map((table) => `(select count(*) from ${table}) as ${table}`);
      return await running.at.database.query(`select ${counts.join(', ')}`);
    };
    const before = await count();
    await planOf(teamRequest('nothing-changes'));
    await planOf(teamRequest('taken'));
    assert.deepEqual(await count(), before);
  });

  test('a plan tells what the patterns yield, who is found and what would run', async () => {
    const plan = await planOf(
      project('9', { members: ['yuki@aare.example', 'x@nowhere.example'] }),
    );
    assert.deepEqual(plan.properties, { code: '9' });
    assert.deepEqual(
      plan.people.map(({ reference, pointer, role, found }) => [reference, pointer, role, found]),
      [
        ['mara@aare.example', '/responsible', 'owner', true],
        ['tomas@aare.example', '/deputy', 'owner', true],
        ['yuki@aare.example', '/members/0', 'member', true],
        ['x@nowhere.example', '/members/1', 'member', false],
      ],
    );
    assert.equal(plan.outcome, 'failed');
    assert.deepEqual(plan.steps.slice(0, 2), ['resolve_people', 'create_group']);
    assert.equal(plan.alias?.free, true);
  });

  test('every fault is reported at once, of shape, names, alias and people', async () => {
    const plan = await planOf(
      project('1', { description: 7, members: ['x@nowhere.example', 'no person'] }),
    );
    assert.deepEqual(plan.faults.map(({ pointer, code }) => `${pointer} ${code}`).sort(), [
      '/description wrong_type',
      '/mailNickName mail_nickname_taken',
      '/members/0 person_not_found',
      '/members/1 not_a_person',
    ]);
  });

  test('for a taken alias free ones are offered, and each of them can be created', async () => {
    for (const wanted of [teamRequest('taken'), teamRequest('strangers'), project('1')]) {
      const plan = await planOf(wanted);
      assert.equal(plan.alias?.free, false);
      const alternatives = plan.alias?.alternatives as { mailNickName: string }[];
      assert.ok(alternatives.length >= 2, JSON.stringify(plan.alias));
      for (const names of alternatives) {
        assert.equal((await planOf({ ...wanted, ...names })).outcome, 'succeeded');
      }
      const [first] = alternatives;
      assert.equal((await create({ ...wanted, ...first })).outcome, 'succeeded');
      const again = (await planOf(wanted)).alias?.alternatives as { mailNickName: string }[];
      assert.equal(
        again.some(({ mailNickName }) => mailNickName === first?.mailNickName),
        false,
      );
    }
  });

  test('what is no readable request is refused like any other', async () => {
    const broken = await fetch(`${running.address}/teams/plan`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' },
      body: '{"displayName":',
    });
    assert.equal(broken.status, 400);
    const stranger = await fetch(`${running.address}/teams/plan`, { method: 'POST', body: '{}' });
    assert.equal(stranger.status, 401);
  });
});
