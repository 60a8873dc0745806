// A leaver in one call: every role, also in creations that wait for an approval, each group with what it waits for. Sent again,
// nothing is refused.
import assert from 'node:assert/strict';
import { after, before, beforeEach, suite, test } from 'node:test';
import { eventually } from '../../../testing/eventually.ts';
import { type Advance, createAdvance } from '../../../testing/governance.ts';
import { personIdOf } from '../../../testing/sandbox-people.ts';
import {
  startTestService,
  teamRequest,
  testOperator,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';

const [mara, tomas, yuki, lena] = testPeople as [string, string, string, string];
let service: TestService;
let governance: Advance;
let tenant: TestTenant;

before(async () => {
  service = await startTestService();
  governance = createAdvance(service);
});
after(() => service.close());
beforeEach(async () => {
  tenant = await service.addTenant();
});

interface Item {
  readonly teamId: string;
  readonly mailNickName: string;
  readonly role: string;
  readonly roles: readonly string[];
  readonly status?: string;
  readonly statusUrl?: string;
  readonly waitsFor: string | null;
  readonly conforms: boolean;
  readonly error?: { readonly code: string } | null;
  readonly responsible: string;
  readonly taskId: string;
  readonly type: string;
  readonly subject: string;
  readonly changed: boolean;
  readonly operationId?: string;
  readonly rosters: readonly {
    readonly source: string;
    readonly role: string;
    readonly until: string | null;
    readonly isHeld: boolean;
    readonly taskId: string | null;
  }[];
}
interface Answer {
  readonly items: readonly Item[];
  readonly accepted: number;
  readonly refused: number;
  readonly leftToRosters: number;
  readonly teamId: string;
  readonly status: string;
  readonly statusUrl?: string;
  readonly waitsFor: string | null;
  readonly code?: string;
  readonly responsible: string;
  readonly deputy: string | null;
  readonly owners: readonly string[];
  readonly members: readonly string[];
  readonly errors?: readonly { readonly pointer: string; readonly code: string }[];
  readonly templateRoles: readonly {
    readonly name: string;
    readonly templateId: string | null;
    readonly roles: readonly string[];
  }[];
  readonly before: Record<string, unknown>;
  readonly after: Record<string, unknown>;
  readonly data: { readonly request: { readonly responsible: string } };
}

async function send(method: string, path: string, body?: unknown, of = tenant) {
  const answer = await service.call(of, path, { method, body });
  return { status: answer.status, body: answer.body as Answer };
}

const all = ['responsible', 'deputy', 'owner', 'member'];
const handOver = (body: object, of = tenant) => send('POST', `/people/${mara}/handover`, body, of);

async function follow({ items }: Answer): Promise<void> {
  for (const { statusUrl } of items) {
    if (statusUrl === undefined) continue;
    await eventually(async () => {
      const { body } = await send('GET', new URL(statusUrl).pathname);
      return body.status === 'succeeded';
    }, 'the handover has ended');
  }
}

async function addApproved(): Promise<void> {
  const { tenantId, organisationId } = tenant;
  await service.change(({ templates }) =>
    templates.create(testOperator, tenantId, organisationId, {
      name: 'Approved',
      identifier: 'approved',
      mailNicknamePattern: '',
      displayNamePattern: '',
      policy: {
        defaultMembers: [mara.toUpperCase()],
        approval: {
          when: 'always' as const,
          stages: [{ by: [mara, lena] }],
          decisions: 'link' as const,
        },
      },
    }),
  );
  await service.service.refresh();
}

suite('a handover of every role', () => {
  test('takes the person out of every group, and the successor has each place', async () => {
    const responsible = await service.createTeam(tenant, 'responsible');
    const owner = await service.createTeam(tenant, 'owner', {
      responsible: lena,
      deputy: null,
      owners: [mara],
    });
    const member = await service.createTeam(tenant, 'member', {
      responsible: lena,
      deputy: null,
      members: [mara],
    });
    const { body: plan } = await send('POST', `/people/${mara}/handover/plan`, {
      to: yuki,
      roles: all,
    });
    assert.deepEqual(
      plan.items.map(({ role, conforms, waitsFor }) => [role, conforms, waitsFor]),
      [
        ['member', true, null],
        ['owner', true, null],
        ['responsible', true, null],
      ],
    );
    const { body } = await handOver({ to: yuki, roles: all });
    assert.deepEqual([body.accepted, body.refused], [3, 0], JSON.stringify(body));
    // Sent again at once, and after all has ended: nothing is refused.
    for (const when of ['at once', 'later']) {
      const { body: again } = await handOver({ to: yuki, roles: all });
      assert.deepEqual([again.accepted, again.refused, again.items], [0, 0, []], when);
      await follow(body);
    }
    const people = async (teamId: string) => {
      const { body: team } = await send('GET', `/teams/${teamId}`);
      return [team.responsible, team.deputy, team.owners, team.members.toSorted()];
    };
    assert.deepEqual(await people(responsible), [yuki, tomas, [], []]);
    assert.deepEqual(await people(owner), [lena, null, [yuki], []]);
    assert.deepEqual(await people(member), [lena, null, [], [yuki]]);
    assert.deepEqual((await send('GET', `/people/${mara}/groups`)).body.items, []);
  });

  test('takes only the roles that are named, by the highest one in each group', async () => {
    await service.createTeam(tenant, 'answers');
    const owner = await service.createTeam(tenant, 'owns', {
      responsible: lena,
      deputy: null,
      owners: [mara],
    });
    const { body } = await handOver({ roles: ['owner'] });
    assert.deepEqual(
      body.items.map(({ teamId, role }) => [teamId, role]),
      [[owner, 'owner']],
    );
    await follow(body);
    const { body: team } = await send('GET', `/teams/${owner}`);
    assert.deepEqual([team.owners, team.members.includes(mara)], [[], true]);
    const wrong = await handOver({ roles: ['member'], former: 'member' });
    assert.deepEqual(
      wrong.body.errors?.map(({ pointer, code }) => `${pointer} ${code}`),
      ['/former not_allowed'],
    );
    for (const roles of [[], ['steward'], 'owner', ['owner', 'owner']]) {
      assert.equal((await handOver({ roles })).status, 422, JSON.stringify(roles));
    }
  });

  test('of owners and members needs the scope of changes', async () => {
    const { tenantId } = tenant;
    const { key, secret } = await service.change(({ apiKeys }) =>
      apiKeys.create(testOperator, tenantId, { name: 'HR', scopes: ['responsibility:change'] }),
    );
    await service.service.refresh();
    const answer = await service.call(tenant, '/token', {
      method: 'POST',
      body: { tenantId, keyId: key.keyId, secret },
    });
    const hr = { ...tenant, token: (answer.body as { accessToken: string }).accessToken };
    assert.equal((await handOver({}, hr)).status, 200);
    const refused = await handOver({ roles: all }, hr);
    assert.deepEqual([refused.status, refused.body.code], [403, 'scope_missing']);
  });
});

suite('a creation that waits for an approval', () => {
  async function waiting(alias: string, others = {}): Promise<string> {
    const request = teamRequest(alias, { templateIdOrIdentifier: 'approved', ...others });
    const { body } = await send('POST', '/teams', request);
    await eventually(async () => {
      const { body: status } = await send('GET', `/teams/${body.teamId}/status`);
      return status.status === 'awaiting_approval';
    }, 'the creation awaits its approval');
    return body.teamId;
  }

  test('has the successor in its request at once, and is created with that person', async () => {
    await addApproved();
    const teamId = await waiting('asked');
    const { body: plan } = await send('POST', `/people/${mara}/handover/plan`, { to: yuki });
    assert.deepEqual(
      plan.items.map(({ waitsFor, conforms }) => [waitsFor, conforms]),
      [[null, true]],
    );
    const { body } = await handOver({ to: yuki, reason: 'Left' });
    assert.deepEqual(
      body.items.map(({ status, waitsFor }) => [status, waitsFor]),
      [['succeeded', null]],
      JSON.stringify(body),
    );
    const { body: operation } = await send('GET', new URL(body.items[0]?.statusUrl ?? '').pathname);
    assert.deepEqual(
      [operation.before['responsible'], operation.after['responsible']],
      [mara, yuki],
    );
    const { body: team } = await send('GET', `/teams/${teamId}`);
    assert.deepEqual([team.responsible, team.deputy], [yuki, tomas]);
    const { body: listed } = await send('GET', '/teams?mailNickName=asked');
    const [shown] = listed.items as unknown as { responsible: { email: string } }[];
    assert.equal(shown?.responsible.email, yuki);
    const { body: again } = await handOver({ to: yuki });
    assert.deepEqual([again.items, again.refused], [[], 0]);
    let task: Item | undefined;
    await eventually(async () => {
      [task] = (await send('GET', `/tasks?teamId=${teamId}&state=open`)).body.items;
      return task !== undefined;
    }, 'the approval is asked for');
    const decision = { decision: 'approve', reason: 'Fine' };
    await send('POST', `/tasks/${task?.taskId}/decision`, decision);
    await eventually(async () => {
      const { body: status } = await send('GET', `/teams/${teamId}/status`);
      return status.status === 'succeeded';
    }, 'the group is created');
    const { body: created } = await send('GET', `/teams/${teamId}`);
    assert.equal(created.responsible, yuki);
    let told: string[] = [];
    await eventually(async () => {
      const { body: events } = await send('GET', '/events?limit=200');
      told = events.items.flatMap(({ subject, type }) => (subject === teamId ? [type] : []));
      return told.includes('group.succeeded');
    }, 'the events are published');
    assert.ok(told.includes('group.handed_over'));
    assert.ok(told.indexOf('group.handed_over') < told.indexOf('group.succeeded'));
  });

  test('keeps changes of the group waiting, which say for what', async () => {
    await addApproved();
    const teamId = await waiting('kept-waiting');
    const change = async (body: object) => {
      const { body: accepted } = await send('PATCH', `/teams/${teamId}`, body);
      return new URL(accepted.statusUrl ?? '').pathname;
    };
    const path = await change({ description: 'Later' });
    const read = async () => (await send('GET', path)).body;
    const first = await read();
    assert.deepEqual([first.status, first.waitsFor], ['accepted', 'creation']);
    await send('POST', `/teams/${teamId}/cancel`);
    await eventually(async () => (await read()).status === 'failed', 'the change has ended');
    assert.equal((await read()).waitsFor, null);
  });

  test('is among the groups of the person, with the roles in templates', async () => {
    await addApproved();
    const teamId = await waiting('listed', { responsible: lena, deputy: mara.toUpperCase() });
    await service.createTeam(tenant, 'made', { responsible: lena, members: [mara] });
    const [{ id } = { id: '' }] = await service.at.database.query<{ id: string }>(
      'select person_id as id from sandbox_people where tenant_id = $1 and email = $2',
      [tenant.tenantId, mara],
    );
    for (const name of [mara, id]) {
      const { body } = await send('GET', `/people/${name}/groups`);
      assert.deepEqual(
        body.items.map(({ mailNickName, roles }) => [mailNickName, roles]),
        [
          ['made', ['member']],
          ['listed', ['deputy']],
        ],
      );
      assert.deepEqual(
        body.templateRoles.map(({ name: of, roles }) => [of, roles]),
        [['Approved', ['approver', 'default_member']]],
      );
    }
    const { body } = await send('GET', `/people/${mara}/groups?role=deputy&limit=1`);
    assert.deepEqual(
      body.items.map((item) => item.teamId),
      [teamId],
    );
  });
});

suite('a place that a roster gives', () => {
  type Named = string | { readonly person: string; readonly [member: string]: unknown };

  /** Sends a roster and waits until the group is in line with it. */
  async function put(teamId: string, source: string, people: readonly Named[], others = {}) {
    const members = people.map((one) => (typeof one === 'string' ? { person: one } : one));
    const answer = await service.call(tenant, `/teams/${teamId}/rosters/${source}`, {
      method: 'PUT',
      body: { members, ...others },
      headers: { prefer: 'wait=20' },
    });
    const { status } = answer.body as Answer;
    assert.deepEqual([answer.status, status], [200, 'succeeded'], JSON.stringify(answer.body));
  }

  const allow = { removals: { allow: true } };
  const others = { responsible: lena, deputy: null, members: [] };
  const create = (alias: string, more = {}) =>
    service.createTeam(tenant, alias, { ...others, ...more });
  const plan = async (body: object = { roles: all }) =>
    (await send('POST', `/people/${mara}/handover/plan`, body)).body.items;
  const by = (source: string, more = {}) => ({
    source,
    role: 'member',
    until: null,
    isHeld: false,
    taskId: null,
    ...more,
  });

  /** The owners and the other members of the group in the directory. */
  async function inDirectory(teamId: string) {
    const [group] = await service.at.database.query<{ owners: string[]; members: string[] }>(
      `select
        array(select email from sandbox_people p where p.person_id = any (g.owner_ids) order by email) as owners,
        array(select email from sandbox_people p where p.person_id = any (g.member_ids) and p.person_id <> all (g.owner_ids) order by email) as members
      from sandbox_groups g where marker = $1`,
      [teamId],
    );
    return [group?.owners, group?.members];
  }

  async function hand(body: object) {
    const { body: answer } = await handOver(body);
    await follow(answer);
    return answer;
  }

  const counts = ({ accepted, refused, leftToRosters }: Answer) => [
    accepted,
    refused,
    leftToRosters,
  ];
  const gist = ({ items }: Pick<Answer, 'items'>) =>
    items.map((item) => [item.role, item.waitsFor, item.rosters.map(({ source }) => source)]);

  test('alone is no refusal: each repetition names the source, and nobody is added in its place', async () => {
    const teamId = await create('alone');
    await put(teamId, 'hr', [mara]);
    const [planned, ...none] = await plan();
    assert.deepEqual(none, []);
    assert.deepEqual(
      [planned?.role, planned?.conforms, planned?.changed, planned?.error, planned?.waitsFor],
      ['member', true, false, null, 'roster'],
    );
    assert.deepEqual(planned?.rosters, [by('hr')]);
    const trace = () =>
      service.at.database.query('select count(*) from operations where team_id = $1', [teamId]);
    const before = await trace();
    const body = { to: yuki, roles: all };
    const first = await hand(body);
    assert.deepEqual(counts(first), [0, 0, 1]);
    const [item] = first.items;
    assert.deepEqual(
      [item?.waitsFor, item?.rosters, item?.status, item?.operationId, item?.error],
      ['roster', [by('hr')], undefined, undefined, undefined],
    );
    assert.deepEqual((await handOver(body)).body, first);
    assert.deepEqual(await trace(), before);
    assert.deepEqual(await inDirectory(teamId), [[lena], [mara]]);
    await put(teamId, 'hr', [], allow);
    assert.deepEqual(await plan(), []);
    assert.deepEqual(await inDirectory(teamId), [[lena], []]);
  });

  test('is all that is left after a place by a hand: the successor has that, and the person leaves with the roster', async () => {
    const teamId = await create('member-by-hand', { members: [mara] });
    await put(teamId, 'hr', [mara, tomas]);
    const [planned] = await plan({ to: yuki, roles: all });
    assert.deepEqual(
      [planned?.role, planned?.changed, planned?.waitsFor, planned?.rosters],
      ['member', true, 'roster', [by('hr')]],
    );
    const { body: first } = await handOver({ to: yuki, roles: all });
    assert.deepEqual([counts(first), gist(first)], [[1, 0, 0], [['member', 'roster', ['hr']]]]);
    // It is so, too, while the operation waits for its turn.
    const left = [[0, 0, 1], [['member', 'roster', ['hr']]]];
    const { body: meanwhile } = await handOver({ to: yuki, roles: all });
    assert.deepEqual([counts(meanwhile), gist(meanwhile)], left);
    await follow(first);
    const again = await hand({ to: yuki, roles: all });
    assert.deepEqual([counts(again), gist(again)], left);
    const people = [mara, tomas, yuki].toSorted((one, other) => (one < other ? -1 : 1));
    assert.deepEqual(await inDirectory(teamId), [[lena], people]);
    const { body: team } = await send('GET', `/teams/${teamId}`);
    assert.deepEqual(team.members.toSorted(), people, 'the record has who stays');
    await put(teamId, 'hr', [tomas]);
    assert.deepEqual(await plan(), []);
    assert.deepEqual((await inDirectory(teamId))[1], [tomas, yuki].toSorted());
  });

  test('is left beside the answer for a group, which is handed over', async () => {
    const teamId = await create('answers', { responsible: mara, deputy: tomas });
    await put(teamId, 'hr', [mara]);
    const [planned] = await plan({ to: yuki, roles: all });
    assert.deepEqual(
      [planned?.role, planned?.responsible, planned?.changed, planned?.waitsFor],
      ['responsible', yuki, true, 'roster'],
    );
    assert.deepEqual(planned?.rosters, [by('hr')]);
    // A person who keeps the place of a member gives up nothing that the roster gives.
    assert.deepEqual(gist({ items: await plan({ to: yuki }) }), [['responsible', null, []]]);
    const { body: first } = await handOver({ to: yuki, roles: all });
    assert.deepEqual(counts(first), [1, 0, 0]);
    assert.deepEqual(gist((await handOver({ to: yuki, roles: all })).body), [
      ['member', 'roster', ['hr']],
    ]);
    await follow(first);
    assert.deepEqual(gist(await hand({ to: yuki, roles: all })), [['member', 'roster', ['hr']]]);
    const { body: team } = await send('GET', `/teams/${teamId}`);
    assert.deepEqual(
      [team.responsible, team.deputy, team.owners, team.members.includes(mara)],
      [yuki, tomas, [], true],
    );
    await put(teamId, 'hr', [], allow);
    assert.deepEqual(await plan(), []);
    assert.deepEqual(await inDirectory(teamId), [[tomas, yuki].toSorted(), []]);
  });

  test('of a member stays when the person gives up an ownership by a hand', async () => {
    const teamId = await create('owner-by-hand', { owners: [mara, tomas] });
    await put(teamId, 'hr', [mara]);
    const first = await hand({ roles: all });
    assert.deepEqual([counts(first), gist(first)], [[1, 0, 0], [['owner', 'roster', ['hr']]]]);
    assert.deepEqual(await inDirectory(teamId), [[lena, tomas].toSorted(), [mara]]);
    const { body: team } = await send('GET', `/teams/${teamId}`);
    assert.deepEqual([team.owners, team.members], [[tomas], [mara]]);
    assert.deepEqual(gist(await hand({ roles: all })), [['member', 'roster', ['hr']]]);
    await put(teamId, 'hr', [], allow);
    assert.deepEqual(await inDirectory(teamId), [[lena, tomas].toSorted(), []]);
  });

  test('of an owner stays, also where too few owners would remain, and a hand keeps the place of a member', async () => {
    await governance.setPolicy(tenant, { minimumOwners: 2 });
    const teamId = await create('owner-by-both', { owners: [mara] });
    await put(teamId, 'hr', [{ person: mara, role: 'owner' }]);
    const roles = ['owner'];
    const first = await hand({ roles });
    assert.deepEqual([counts(first), gist(first)], [[1, 0, 0], [['owner', 'roster', ['hr']]]]);
    const again = await hand({ roles });
    assert.deepEqual([counts(again), gist(again)], [[0, 0, 1], [['owner', 'roster', ['hr']]]]);
    const { body: team } = await send('GET', `/teams/${teamId}`);
    assert.deepEqual([team.owners, team.members], [[mara], []]);
    await service.call(tenant, `/teams/${teamId}`, {
      method: 'PATCH',
      body: { owners: { add: [tomas] } },
      headers: { prefer: 'wait=20' },
    });
    await put(teamId, 'hr', [], allow);
    assert.deepEqual(await inDirectory(teamId), [[lena, tomas].toSorted(), [mara]]);
    assert.deepEqual(gist({ items: await plan() }), [['member', null, []]]);
  });

  test('by several sources waits for each of them', async () => {
    const teamId = await create('two-sources');
    await put(teamId, 'hr', [mara]);
    await put(teamId, 'erp', [{ person: mara, role: 'owner' }, tomas]);
    const first = await hand({ roles: all });
    assert.deepEqual(
      [counts(first), gist(first)],
      [[0, 0, 1], [['owner', 'roster', ['erp', 'hr']]]],
    );
    await put(teamId, 'erp', [tomas]);
    assert.deepEqual(gist({ items: await plan() }), [['member', 'roster', ['hr']]]);
    await put(teamId, 'hr', [], allow);
    assert.deepEqual(await plan(), []);
    assert.deepEqual(await inDirectory(teamId), [[lena], [tomas]]);
  });

  test('whose removal is held waits for the task that decides it', async () => {
    const teamId = await create('held');
    await put(teamId, 'hr', [mara]);
    await put(teamId, 'hr', []);
    assert.deepEqual((await plan())[0]?.rosters[0]?.isHeld, true);
    await governance.runDue(tenant);
    const { body: tasks } = await send('GET', `/tasks?teamId=${teamId}&kind=confirm_removals`);
    const taskId = tasks.items[0]?.taskId ?? assert.fail('nobody is asked');
    const first = await hand({ roles: all });
    assert.deepEqual(counts(first), [0, 0, 1]);
    assert.deepEqual(first.items[0]?.rosters, [by('hr', { isHeld: true, taskId })]);
    await send('POST', `/tasks/${taskId}/decision`, { decision: 'remove' });
    await governance.settled(tenant);
    assert.deepEqual(await plan(), []);
    assert.deepEqual(await inDirectory(teamId), [[lena], []]);
  });

  test('is one by a hand again where the task keeps the person, and the next handover takes it', async () => {
    const teamId = await create('kept');
    await put(teamId, 'hr', [mara]);
    await put(teamId, 'hr', []);
    await governance.runDue(tenant);
    const taskId = (await plan())[0]?.rosters[0]?.taskId ?? assert.fail('nobody is asked');
    assert.deepEqual(counts(await hand({ roles: all })), [0, 0, 1]);
    await send('POST', `/tasks/${taskId}/decision`, { decision: 'keep' });
    await governance.settled(tenant);
    assert.deepEqual(gist({ items: await plan() }), [['member', null, []]]);
    assert.deepEqual(counts(await hand({ roles: all })), [1, 0, 0]);
    assert.deepEqual([await plan(), await inDirectory(teamId)], [[], [[lena], []]]);
  });

  test('lasts until its end, which the plan names', async () => {
    const teamId = await create('until');
    const until = new Date((await governance.now(tenant)).getTime() + 5 * 86_400_000).toISOString();
    await put(teamId, 'hr', [{ person: mara, until }, tomas]);
    assert.deepEqual((await hand({ roles: all })).items[0]?.rosters, [by('hr', { until })]);
    await governance.advance(tenant, 6);
    assert.deepEqual(await plan(), []);
    assert.deepEqual(counts(await hand({ roles: all })), [0, 0, 0]);
    assert.deepEqual(await inDirectory(teamId), [[lena], [tomas]]);
  });

  test('is the same with the Idempotency-Key of the first request, also once the source dropped the person', async () => {
    const [alone, both] = [
      await create('key-alone'),
      await create('key-both', { members: [mara] }),
    ];
    for (const teamId of [alone, both]) await put(teamId, 'hr', [mara]);
    const sendOnce = async () => {
      const { body } = await service.call(tenant, `/people/${mara}/handover`, {
        method: 'POST',
        body: { roles: all },
        headers: { 'idempotency-key': 'leaver-1' },
      });
      return body as Answer;
    };
    const first = await sendOnce();
    assert.deepEqual(counts(first), [1, 0, 1]);
    await follow(first);
    for (const teamId of [alone, both]) await put(teamId, 'hr', [], allow);
    const again = await sendOnce();
    const ids = ({ items }: Answer) =>
      items.map((item) => [item.teamId, item.operationId, item.waitsFor, item.rosters]);
    assert.deepEqual([counts(again), ids(again)], [counts(first), ids(first)]);
    assert.deepEqual(await plan(), []);
  });

  test('of a person whom the directory has no more is known by the id', async () => {
    const teamId = await create('deleted', { members: [mara] });
    await put(teamId, 'hr', [mara, tomas]);
    const maraId = await personIdOf(service.at.database, tenant, mara);
    await service.at.database.query(
      'delete from sandbox_people where tenant_id = $1 and person_id = $2',
      [tenant.tenantId, maraId],
    );
    const path = `/people/${maraId}/handover`;
    const { body: first } = await send('POST', path, { roles: all });
    assert.deepEqual([counts(first), gist(first)], [[1, 0, 0], [['member', 'roster', ['hr']]]]);
    await follow(first);
    const { body: again } = await send('POST', path, { roles: all });
    assert.deepEqual([counts(again), gist(again)], [[0, 0, 1], [['member', 'roster', ['hr']]]]);
    await put(teamId, 'hr', [tomas]);
    assert.deepEqual((await send('POST', `${path}/plan`, { roles: all })).body.items, []);
  });

  test('is seen also while its operation has not run, and an ordinary change is still refused', async () => {
    const teamId = await create('not-applied', { members: [mara] });
    await put(teamId, 'hr', [mara]);
    await service.at.database.query(
      'update roster_entries set person_id = null, result = null where team_id = $1',
      [teamId],
    );
    assert.deepEqual(gist({ items: await plan() }), [['member', 'roster', ['hr']]]);
    const change = { members: { remove: [mara] } };
    const { status, body } = await send('PATCH', `/teams/${teamId}`, change);
    assert.deepEqual([status, body.errors?.map(({ code }) => code)], [422, ['named_by_roster']]);
  });
});
