// A leaver in one call: every role, also in creations that wait for an approval, each group with what it waits for. Sent again,
// nothing is refused.
import assert from 'node:assert/strict';
import { after, before, beforeEach, suite, test } from 'node:test';
import { eventually } from '../../../testing/eventually.ts';
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
let tenant: TestTenant;

before(async () => {
  service = await startTestService();
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
}
interface Answer {
  readonly items: readonly Item[];
  readonly accepted: number;
  readonly refused: number;
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
