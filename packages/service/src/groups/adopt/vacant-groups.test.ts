// A group that nobody answers for is adopted without a responsible person: its record is true everywhere, people are asked
// to take it over, and from then on it is a group like any other.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { eventually } from '../../../testing/eventually.ts';
import { type Advance, createAdvance } from '../../../testing/governance.ts';
import { personIdOf } from '../../../testing/sandbox-people.ts';
import {
  startTestService,
  testOperator,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';
import { addWildGroup, type WildSandboxGroup } from '../../../testing/wild-sandbox-group.ts';
import { createReconciliationStore } from '../../reconciliation/reconciliation.postgres.ts';

const [mara, tomas, yuki, lena] = testPeople as [string, string, string, string];
const closed = 'gone@aare.example';
let service: TestService;
let tenant: TestTenant;
let governance: Advance;

before(async () => {
  service = await startTestService();
  governance = createAdvance(service);
});
after(() => service.close());
beforeEach(async () => {
  tenant = await service.addTenant();
  await service.change(({ sandboxPeople }) =>
    sandboxPeople.add({ kind: 'operator', id: 'test' }, tenant.tenantId, {
      email: closed,
      name: 'Gone',
      enabled: false,
    }),
  );
});

interface Fault {
  readonly pointer: string;
  readonly code: string;
}
interface Answer {
  readonly code?: string;
  readonly errors?: readonly Fault[];
  readonly teamId: string;
  readonly status: string;
}

const wild = (given: WildSandboxGroup) => addWildGroup(service.at.database, tenant.tenantId, given);
const orphan = (mailNickname: string, members: readonly string[] = []) =>
  wild({ mailNickname, owners: [closed], members: [...members] });

async function call<T>(method: string, path: string, body?: unknown, headers = {}): Promise<T> {
  const answer = await service.call(tenant, path, { method, body, headers });
  return answer.body as T;
}

const bodyOf = (groupId: string, others: Readonly<Record<string, unknown>> = {}) => ({
  groupId,
  organisationIdOrIdentifier: 'aare',
  templateIdOrIdentifier: 'any',
  ...others,
});

async function adopt(groupId: string, others?: Readonly<Record<string, unknown>>): Promise<string> {
  const body = bodyOf(groupId, others);
  const answer = await call<Answer>('POST', '/teams/adoption', body, { prefer: 'wait=20' });
  assert.equal(answer.status, 'succeeded', JSON.stringify(answer));
  return answer.teamId;
}

interface Read {
  readonly responsible: string | null;
  readonly deputy: string | null;
  readonly owners: readonly string[];
  readonly members: readonly string[];
  readonly drift: readonly { property: string }[] | null;
  readonly findings: readonly string[] | null;
  readonly observed: { readonly responsible: string | null } | null;
  readonly responsibility: {
    readonly state: string;
    readonly responsible: { readonly email: string } | null;
    readonly taskId: string | null;
  };
}
const read = (teamId: string) => call<Read>('GET', `/teams/${teamId}`);

interface Task {
  readonly taskId: string;
  readonly kind: string;
  readonly state: string;
  readonly assignees: readonly { readonly email: string }[];
}
async function openTasks(teamId: string): Promise<readonly Task[]> {
  await governance.runDue(tenant);
  const { items } = await call<{ items: Task[] }>('GET', `/tasks?teamId=${teamId}&state=open`);
  return items;
}
const askedOf = async (teamId: string) =>
  (await openTasks(teamId)).map(({ kind, assignees }) =>
    [kind].concat(assignees.map(({ email }) => email).toSorted()),
  );

const change = (teamId: string, body: unknown) =>
  call<Answer>('PATCH', `/teams/${teamId}`, body, { prefer: 'wait=20' });

test('a group without a living owner enters as vacant, and every list of groups and people shows nobody', async () => {
  const groupId = await orphan('harbour-festival', [yuki]);
  const plan = await call<{ outcome: string; responsible: string | null }>(
    'POST',
    '/teams/adoption/plan',
    bodyOf(groupId),
  );
  assert.deepEqual([plan.outcome, plan.responsible], ['succeeded', null]);
  const teamId = await adopt(groupId);
  const team = await read(teamId);
  const { responsibility } = team;
  assert.deepEqual(
    [team.responsible, team.deputy, responsibility.state, responsibility.responsible],
    [null, null, 'vacant', null],
  );
  assert.deepEqual([team.owners.length, team.members.length], [1, 1]);
  const { items } = await call<{ items: { teamId: string; responsible: unknown }[] }>(
    'GET',
    '/teams?responsibility=vacant',
  );
  assert.deepEqual(
    items.map((one) => [one.teamId, one.responsible]),
    [[teamId, null]],
  );
  const people = await call<{ items: { role: string }[] }>('GET', `/teams/${teamId}/people`);
  assert.deepEqual(
    people.items.map(({ role }) => role),
    ['owner', 'member'],
  );
  const compared = await call<{ items: { recorded: string }[]; differences: number }>(
    'GET',
    `/teams/${teamId}/people/comparison`,
  );
  assert.deepEqual(
    [compared.items.map(({ recorded }) => recorded), compared.differences],
    [['owner', 'member'], 0],
  );
  const owner = await personIdOf(service.at.database, tenant, closed);
  const named = (query: string) => call<{ items: unknown[] }>('GET', `/teams?${query}`);
  assert.deepEqual((await named(`responsible=${owner}`)).items, []);
  assert.equal((await named(`owner=${owner}`)).items.length, 1);
});

test('null adopts without a responsible person although an owner lives, and that owner is asked', async () => {
  const groupId = await wild({ mailNickname: 'choir', owners: [tomas, closed] });
  const absent = await call<{ responsible: string }>(
    'POST',
    '/teams/adoption/plan',
    bodyOf(groupId),
  );
  assert.notEqual(absent.responsible, null);
  const teamId = await adopt(groupId, { responsible: null });
  assert.equal((await read(teamId)).responsible, null);
  assert.deepEqual(await askedOf(teamId), [['take_over', tomas]]);
});

test('a deputy without a responsible person is refused, at the adoption and afterwards', async () => {
  const groupId = await orphan('deputies');
  for (const responsible of [null, undefined, '']) {
    const body = bodyOf(groupId, {
      deputy: mara,
      ...(responsible !== undefined && { responsible }),
    });
    const { errors } = await call<Answer>('POST', '/teams/adoption', body);
    assert.deepEqual(
      errors?.map(({ pointer, code }) => [pointer, code]),
      [['/responsible', 'required']],
    );
  }
  const teamId = await adopt(groupId);
  const { errors } = await change(teamId, { deputy: mara });
  assert.deepEqual(
    errors?.map(({ pointer, code }) => [pointer, code]),
    [['/responsible', 'required']],
  );
});

test('members are asked where no owner can act, and the one who accepts answers for the group from then on', async () => {
  const teamId = await adopt(await orphan('chess', [mara, yuki]));
  assert.deepEqual(await askedOf(teamId), [['take_over', mara, yuki]]);
  const [task] = await openTasks(teamId);
  const decision = { decision: 'accept', person: yuki };
  await call('POST', `/tasks/${task?.taskId}/decision`, decision);
  await governance.runDue(tenant);
  const team = await read(teamId);
  assert.deepEqual(
    [team.responsible, team.responsibility.state, team.responsibility.responsible?.email],
    [yuki, 'held', yuki],
  );
  assert.deepEqual([team.members.includes(yuki), await askedOf(teamId)], [false, []]);
  const deputy = await change(teamId, { deputy: mara });
  assert.equal(deputy.status, 'succeeded', JSON.stringify(deputy));
});

test('a change names the first responsible person, also where the template asks for more owners than the group has', async () => {
  await governance.setPolicy(tenant, { minimumOwners: 3 });
  const teamId = await adopt(await orphan('rowing'));
  const renamed = await change(teamId, { displayName: 'Rowing club' });
  assert.equal(renamed.status, 'succeeded', JSON.stringify(renamed));
  assert.deepEqual(
    [(await read(teamId)).responsible, (await read(teamId)).responsibility.state],
    [null, 'vacant'],
  );
  const named = await change(teamId, { responsible: lena, deputy: mara });
  assert.equal(named.status, 'succeeded', JSON.stringify(named));
  await governance.runDue(tenant);
  const { responsible, deputy, responsibility } = await read(teamId);
  assert.deepEqual([responsible, deputy, responsibility.state], [lena, mara, 'held']);
});

test('a comparison expects no owner, and a repair restores nobody', async () => {
  const groupId = await orphan('archive-society');
  const teamId = await adopt(groupId);
  await service.at.database.query(
    `update sandbox_groups set owner_ids = '{}' where tenant_id = $1 and group_id = $2`,
    [tenant.tenantId, groupId],
  );
  await call('POST', `/teams/${teamId}/comparison`);
  const { drift, findings, observed } = await read(teamId);
  assert.deepEqual([drift, findings, observed?.responsible], [[], [], null]);
  const { errors } = await call<Answer>('POST', `/teams/${teamId}/repair`, {
    properties: ['displayName', 'responsible'],
  });
  assert.deepEqual(
    errors?.map(({ pointer, code }) => [pointer, code]),
    [['/properties/1', 'no_difference']],
  );
});

test('within the grace nothing is asked but who takes the group over, and renewals go to those who can answer', async () => {
  await governance.setLifecycle(tenant, {
    expires: { after: 'P60D' },
    remindBefore: ['P14D', 'P3D'],
    graceForExisting: 'P7D',
    review: { every: 'P30D', within: 'P14D' },
  });
  const teamId = await adopt(await orphan('old-lighthouse', [yuki]));
  await governance.advance(tenant, 85);
  assert.deepEqual(await askedOf(teamId), [['take_over', yuki]]);
});

test('nobody is asked where the template says so, and the group stays vacant', async () => {
  await governance.setPolicy(tenant, { adoption: { ask: 'nobody' } });
  const teamId = await adopt(await orphan('quiet', [yuki]));
  assert.deepEqual(await askedOf(teamId), []);
  assert.equal((await read(teamId)).responsibility.state, 'vacant');
});

test('without names in the request, those of the template apply', async () => {
  await service.change(({ templates }) =>
    templates.change(testOperator, tenant.tenantId, tenant.templateIds.project, undefined, {
      name: 'Project',
      identifier: 'project',
      mailNicknamePattern: 'prj-{{code}}',
      displayNamePattern: 'Project {{code}}',
      policy: { adoption: { names: 'conform' } },
    }),
  );
  await service.service.refresh();
  const nameOf = async (mailNickname: string, others = {}) => {
    const groupId = await wild({ mailNickname, displayName: 'Harbour', owners: [tomas] });
    const template = { templateIdOrIdentifier: 'project', ...others };
    const body = bodyOf(groupId, template);
    const plan = await call<{ after: { displayName: string } }>(
      'POST',
      '/teams/adoption/plan',
      body,
    );
    return plan.after.displayName;
  };
  assert.equal(await nameOf('prj-20'), 'Project 20');
  assert.equal(await nameOf('prj-21', { names: 'keep' }), 'Harbour');
});

test('a group whose record was lost is vacant, too, where none of its owners can answer for it', async () => {
  await service.createTeam(tenant, 'made-here');
  // Its names fit one template only.
  await service.change(({ templates }) =>
    templates.change(testOperator, tenant.tenantId, tenant.templateIds.any, undefined, {
      name: 'Any',
      identifier: 'any',
      mailNicknamePattern: 'any-{{code}}',
      displayNamePattern: '',
      policy: {},
    }),
  );
  await service.service.refresh();
  const lost = async (mailNickname: string, owners: readonly string[]) => {
    const groupId = await wild({
      mailNickname,
      displayName: mailNickname.replace('prj-', 'Project '),
      owners,
      members: [yuki],
    });
    await service.at.database.query(
      'update sandbox_groups set marker = $2::uuid where tenant_id = $1 and group_id = $2',
      [tenant.tenantId, groupId],
    );
    return groupId;
  };
  const teamIds = [
    await lost('prj-901', []),
    await lost('prj-902', [closed]),
    await lost('prj-903', [closed, mara]),
  ];
  const store = createReconciliationStore(service.at.database);
  await store.ask(tenant.tenantId);
  for (const [n, teamId] of teamIds.entries()) {
    await eventually(
      async () => (await call<Answer>('GET', `/teams/${teamId}/status`)).status === 'succeeded',
      `${teamId} has a record again`,
    );
    const expected = n === 2 ? await personIdOf(service.at.database, tenant, mara) : null;
    assert.equal((await read(teamId)).responsible, expected, String(n));
  }
  const [asked] = await askedOf(teamIds[0] ?? '');
  assert.deepEqual(asked, ['take_over', yuki]);
});
