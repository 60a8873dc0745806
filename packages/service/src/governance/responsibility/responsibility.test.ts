// Leavers in a sandbox, from the directory to the record, by the governance clock.
import assert from 'node:assert/strict';
import { eventually } from '../../../testing/eventually.ts';
import { after, before, beforeEach, describe, test } from 'node:test';
import { startTestService, type TestService, type TestTenant } from '../../../testing/service.ts';
import { createChainReader } from '../../audit/chain-reader.postgres.ts';
import { createVerifyChain } from '../../audit/verify-chain.ts';
import { withoutRest } from '../../ground/turns.ts';
import { lockAssessment } from '../governed-groups.postgres.ts';
import type { Team } from '../../groups/read/team.ts';
import type { HeldRole, ResponsibilityOnDay } from './responsibility-history.ts';
import type { ObservedState } from '../../engine/observed-state.ts';
import { durationOf } from '../../ground/duration.ts';
import { advanceSandboxClock, readSandboxClock } from '../time-machine.postgres.ts';
import { systemClock } from '../../ground/clock.ts';
import { noLimit } from '../../ground/group-limit.ts';
import { createResponsibilityOverviews } from './responsibility-overview.postgres.ts';
import {
  type Advance,
  afterMessages,
  createAdvance,
  type Policy,
} from '../../../testing/governance.ts';
import { observeGroup } from '../../../testing/observe-group.ts';
import { personIdOf, setEnabled } from '../../../testing/sandbox-people.ts';
import { teamRequest, testOperator, testPeople } from '../../../testing/tenant.ts';

const [mara = '', tomas = '', yuki = '', lena = ''] = testPeople;

interface AskedTask {
  readonly taskId: string;
  readonly decisions: readonly unknown[];
  readonly cause: { readonly rule: string } | null;
}

const daysBetween = (from: Date | null | undefined, to: Date | null | undefined): number =>
  Math.round((Date.parse(String(to)) - Date.parse(String(from))) / 86_400_000);

describe('responsibility that lasts', () => {
  let service: TestService;
  let tenant: TestTenant;
  let governance: Advance;

  before(async () => {
    service = await startTestService({ RECONCILIATION_INTERVAL_MINUTES: 'off' });
    governance = createAdvance(service);
  });
  after(() => service.close());
  beforeEach(async () => {
    tenant = await service.addTenant();
    await governance.setClock(tenant, afterMessages(await governance.now(tenant)));
    await setPolicy({ graceDays: 3 });
  });

  const setPolicy = (responsibility: NonNullable<Policy['responsibility']> | null) =>
    governance.setPolicy(tenant, { responsibility });

  const create = (alias: string, others = {}) => service.createTeam(tenant, alias, others);

  const personId = (email: string) => personIdOf(service.at.database, tenant, email);
  const enable = (email: string, enabled: boolean) =>
    setEnabled(service.at.database, tenant, email, enabled);

  const dayIn = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

  async function setLeaveDate(email: string, leavesOn: string, enabled = true): Promise<void> {
    const id = await personId(email);
    await service.change(({ sandboxPeople }) =>
      sandboxPeople.change(testOperator, tenant.tenantId, id, {
        email,
        name: email,
        enabled,
        leavesOn,
      }),
    );
  }

  async function addAdministrators(): Promise<void> {
    await service.at.database.query(
      `insert into administrators (tenant_id, administrator_id, email, role, source, created_at, created_by)
      select $1, gen_random_uuid(), role || '@aare.example', replace(role, 'admin', 'administrator'), 'list', now(), 'test'
      from unnest(array['admin', 'reader']) role`,
      [tenant.tenantId],
    );
  }

  const advance = (days: number) => governance.advance(tenant, days);
  const settle = () => governance.runDue(tenant);

  async function read(teamId: string) {
    const { body } = await service.call(tenant, `/teams/${teamId}`);
    return body as { responsible: string; deputy: string | null } & Pick<
      Team,
      'responsibility' | 'findings' | 'state'
    >;
  }

  /** Today's entry by which the responsible person accepted, and until when the answer is awaited. */
  async function historyOf(teamId: string) {
    const { body } = await service.call(tenant, `/teams/${teamId}/responsibility`);
    const { responsible } = body as ResponsibilityOnDay;
    return [responsible.accepted?.action ?? null, responsible.acceptanceDueAt];
  }

  async function ownersInDirectory(teamId: string): Promise<readonly string[]> {
    const owners = await service.at.database.query<{ email: string }>(
      `select p.email from sandbox_groups g
      join sandbox_people p on p.tenant_id = g.tenant_id and p.person_id = any (g.owner_ids)
      where g.tenant_id = $1 and g.marker = $2`,
      [tenant.tenantId, teamId],
    );
    return owners.map(({ email }) => email);
  }

  /** The kinds of notices in each digest of the person, once all are in one. */
  async function digestsOf(email: string): Promise<readonly (readonly string[])[]> {
    for (;;) {
      const digests = await service.at.database.query<{ id: string | null; kinds: string[] }>(
        `select message_id as id, array_agg(kind order by kind) as kinds from notices
        where tenant_id = $1 and email = $2 group by message_id`,
        [tenant.tenantId, email],
      );
      if (digests.every(({ id }) => id !== null)) return digests.map(({ kinds }) => kinds);
      // A digest that became due a moment after the last look would wait half a minute for the next one.
      await settle();
    }
  }

  async function entries(prefix: string): Promise<string[]> {
    const rows = await service.at.database.query<{ action: string }>(
      'select action from activity where tenant_id = $1 and action like $2 order by activity_id',
      [tenant.tenantId, `${prefix}%`],
    );
    return rows.map(({ action }) => action);
  }

  async function stateOf(teamId: string): Promise<string> {
    const [row] = await service.at.database.query<{ state: string }>(
      'select state from group_responsibility where tenant_id = $1 and team_id = $2',
      [tenant.tenantId, teamId],
    );
    return row?.state ?? 'held';
  }

  async function openTasks() {
    return service.at.database.query<{ kind: string; assignees: { email: string }[] }>(
      `select kind, assignees from tasks where tenant_id = $1 and state = 'open' order by kind`,
      [tenant.tenantId],
    );
  }

  test('a deputy takes over after the grace period, is an owner, and is asked once for a deputy', async () => {
    const teamId = await create('leaver');
    await settle();
    await enable(mara, false);
    await settle();
    assert.equal(await stateOf(teamId), 'shaky');
    await advance(2);
    assert.equal((await read(teamId)).responsible, mara);
    await advance(2);
    const team = await read(teamId);
    assert.deepEqual([team.responsible, team.deputy], [await personId(tomas), null]);
    assert.equal(await stateOf(teamId), 'deputy_vacant');
    const tasks = await openTasks();
    assert.deepEqual(
      tasks.map(({ kind, assignees }) => [kind, assignees.map(({ email }) => email)]),
      [['name_deputy', [tomas]]],
    );
    assert.deepEqual(await entries('responsibility.'), [
      'responsibility.shaky',
      'responsibility.handed_over',
      'responsibility.deputy_vacant',
    ]);
    assert.ok((await ownersInDirectory(teamId)).includes(tomas));
    await advance(1);
    assert.equal((await openTasks()).length, 1);
    assert.deepEqual(await digestsOf(tomas), [['name_deputy', 'took_over']]);
  });

  /** A comparison with the directory writes the same. */
  async function findOwners(teamId: string, findings: readonly string[]): Promise<void> {
    const observed = {
      kind: 'team',
      displayName: 'Observed',
      description: null,
      visibility: 'private',
      archived: false,
      ownerIds: [],
      memberCount: 0,
      guestCount: 0,
      responsible: 'enabled',
      deputy: null,
    } as const;
    const { database } = service.at;
    const { tenantId } = tenant;
    await observeGroup(database, { tenantId, teamId }, { observed, findings });
    await database.query(
      'insert into changed_responsibilities (tenant_id, team_id) values ($1, $2)',
      [tenantId, teamId],
    );
    await settle();
  }

  test('a group with too few owners asks for one, whom the decision adds; enough owners end the question', async () => {
    const teamId = await create('short', { deputy: null, owners: [tomas] });
    await settle();
    await findOwners(teamId, ['too_few_owners']);
    const [task, ...others] = await openTasks();
    assert.deepEqual(
      [task?.kind, task?.assignees.map(({ email }) => email), others.length],
      ['add_owner', [mara], 0],
    );
    assert.deepEqual(await digestsOf(mara), [['add_owner']]);
    const { body } = await service.call(tenant, `/tasks?kind=add_owner&state=open`);
    const [{ taskId, decisions, cause }] = (body as { items: [AskedTask] }).items;
    assert.deepEqual(
      [decisions, cause?.rule],
      [[{ decision: 'add', reason: 'optional', asks: 'person' }], 'responsibility.add_owner'],
    );
    const decided = await service.call(tenant, `/tasks/${taskId}/decision`, {
      method: 'POST',
      body: { decision: 'add', person: lena },
    });
    assert.equal(decided.status, 200);
    await settle();
    assert.ok((await ownersInDirectory(teamId)).includes(lena));
    // The same finding of a later comparison asks again; enough owners end the question.
    await findOwners(teamId, ['too_few_owners']);
    assert.deepEqual(
      (await openTasks()).map(({ kind }) => kind),
      ['add_owner'],
    );
    await findOwners(teamId, []);
    assert.deepEqual(await openTasks(), []);
    assert.equal((await entries('task.withdrawn')).length, 1);
  });

  test('an archived group is handed over, too, and stays archived', async () => {
    const teamId = await create('archived');
    const headers = { prefer: 'wait=30' };
    await service.call(tenant, `/teams/${teamId}/archive`, { method: 'POST', body: {}, headers });
    await settle();
    await enable(mara, false);
    await settle();
    await advance(4);
    const { responsible, state } = await read(teamId);
    assert.deepEqual([responsible, state], [await personId(tomas), 'archived']);
  });

  test('a new account with the address of a deleted one does not answer for its groups', async () => {
    const teamId = await create('merged');
    await settle();
    const id = await personId(mara);
    await service.change(({ sandboxPeople }) =>
      sandboxPeople.remove(testOperator, tenant.tenantId, id),
    );
    await service.change(({ sandboxPeople }) =>
      sandboxPeople.add(testOperator, tenant.tenantId, { email: mara, name: 'Another Mara' }),
    );
    await settle();
    assert.equal(await stateOf(teamId), 'shaky');
    await advance(4);
    assert.equal((await read(teamId)).responsible, await personId(tomas));
  });

  test('a person who is back after the handover gets nothing back by itself', async () => {
    const teamId = await create('too-late');
    await settle();
    await enable(mara, false);
    await settle();
    await advance(4);
    await enable(mara, true);
    await settle();
    await advance(30);
    assert.equal((await read(teamId)).responsible, await personId(tomas));
    assert.equal((await entries('responsibility.handed_over')).length, 1);
  });

  async function decide(kind: string, body: Readonly<Record<string, unknown>>): Promise<void> {
    const { body: found } = await service.call(tenant, `/tasks?kind=${kind}&state=open`);
    const [task] = (found as { items: [AskedTask] }).items;
    const path = `/tasks/${task.taskId}/decision`;
    const decided = await service.call(tenant, path, { method: 'POST', body });
    assert.equal(decided.status, 200, JSON.stringify(decided.body));
    await settle();
  }

  /** The open tasks of a kind, with their assignees. */
  async function asked(...kinds: readonly string[]): Promise<readonly (readonly string[])[]> {
    const open = (await openTasks()).filter(({ kind }) => kinds.includes(kind));
    return open.map(({ kind, assignees }) => [kind, assignees.map(({ email }) => email).join()]);
  }

  test('a group is offered back to a person who is available again, and goes back with a yes', async () => {
    const teamId = await create('back-later');
    await settle();
    await enable(mara, false);
    await settle();
    await advance(4);
    assert.deepEqual(await asked('hand_back'), []);
    await enable(mara, true);
    await settle();
    assert.deepEqual(await asked('hand_back'), [['hand_back', tomas]]);
    assert.equal((await read(teamId)).responsible, await personId(tomas));
    await decide('hand_back', { decision: 'hand_back' });
    const { responsible, deputy } = await read(teamId);
    assert.deepEqual([responsible, deputy], [await personId(mara), await personId(tomas)]);
    assert.deepEqual(await openTasks(), []);
    assert.ok((await digestsOf(mara)).flat().includes('took_over'));
  });

  test('an offer ends with a no, without an answer in time, and while the person is away again', async () => {
    const teamId = await create('stays');
    await settle();
    await enable(mara, false);
    await settle();
    await advance(4);
    await enable(mara, true);
    await settle();
    await enable(mara, false);
    await settle();
    assert.deepEqual(await asked('hand_back'), []);
    await enable(mara, true);
    await settle();
    await advance(22);
    assert.deepEqual(await asked('hand_back'), []);
    assert.equal((await entries('task.lapsed')).length, 1);
    await enable(mara, false);
    await settle();
    await enable(mara, true);
    await settle();
    assert.deepEqual(await asked('hand_back'), []);
    assert.equal((await read(teamId)).responsible, await personId(tomas));
  });

  test('people who are named are asked to accept; one passes on, one stays silent, and the steward learns of it', async () => {
    await addAdministrators();
    const before = await create('before');
    await settle();
    await service.at.database.query(
      `update provisionings set completed_at = completed_at - interval '3 days' where tenant_id = $1`,
      [tenant.tenantId],
    );
    await setPolicy({ acceptWithinDays: 14 });
    await settle();
    assert.deepEqual(await asked('accept_responsibility', 'accept_deputy_role'), []);
    const teamId = await create('accepting');
    await settle();
    assert.deepEqual(await asked('accept_responsibility', 'accept_deputy_role'), [
      ['accept_deputy_role', tomas],
      ['accept_responsibility', mara],
    ]);
    const awaited = (await read(teamId)).responsibility;
    const { taskId, state, since, dueAt } = awaited?.responsible?.acceptance ?? {};
    assert.deepEqual([state, awaited?.deputy?.acceptance?.state], ['awaited', 'awaited']);
    assert.equal(daysBetween(since, dueAt), 14);
    assert.deepEqual(await historyOf(teamId), [null, dueAt]);
    const task = (await service.call(tenant, `/tasks/${taskId}`)).body as { kind: string };
    assert.equal(task.kind, 'accept_responsibility');
    await decide('accept_responsibility', { decision: 'pass_on', person: lena });
    assert.equal((await read(teamId)).responsible, lena);
    // The next one is asked once the operation that changes the record has ended.
    await eventually(async () => {
      await settle();
      return (await asked('accept_responsibility')).length > 0;
    }, 'the next person is asked');
    assert.deepEqual(await asked('accept_responsibility'), [['accept_responsibility', lena]]);
    await advance(2);
    await decide('accept_responsibility', { decision: 'accept' });
    const accepted = (await read(teamId)).responsibility?.responsible?.acceptance;
    assert.deepEqual(
      [accepted?.state, accepted?.dueAt, accepted?.taskId, daysBetween(since, accepted?.since)],
      ['accepted', null, null, 2],
    );
    assert.deepEqual(await historyOf(teamId), ['task.decided', null]);
    await advance(13);
    const { deputy } = (await read(teamId)).responsibility ?? {};
    assert.equal(deputy?.acceptance?.state, 'unanswered');
    assert.equal((await read(before)).responsibility?.responsible?.acceptance, null);
    assert.deepEqual(await asked('accept_responsibility', 'accept_deputy_role'), []);
    assert.deepEqual(
      [(await read(teamId)).deputy, (await entries('task.lapsed')).length],
      [tomas, 1],
    );
    assert.deepEqual(await digestsOf('admin@aare.example'), [['not_accepted']]);
    await advance(60);
    assert.deepEqual(await digestsOf('admin@aare.example'), [['not_accepted']]);
    assert.equal(await stateOf(before), 'held');
  });

  test('a person who is back within the grace period leaves two entries and nothing else', async () => {
    const teamId = await create('back');
    await settle();
    await enable(mara, false);
    await settle();
    await advance(2);
    await enable(mara, true);
    await settle();
    await advance(10);
    assert.equal((await read(teamId)).responsible, mara);
    assert.equal(await stateOf(teamId), 'held');
    assert.deepEqual(await entries('responsibility.'), [
      'responsibility.shaky',
      'responsibility.restored',
    ]);
    assert.deepEqual(await openTasks(), []);
    assert.deepEqual(await entries('group.responsible'), []);
  });

  test('where both leave on the same day, the next owner takes over', async () => {
    const teamId = await create('both', { owners: [lena] });
    await settle();
    await enable(mara, false);
    await enable(tomas, false);
    await settle();
    await advance(4);
    const team = await read(teamId);
    assert.deepEqual([team.responsible, team.deputy], [await personId(lena), null]);
  });

  test('of 60 percent who are disabled at once, nothing is handed over until an administrator releases it', async () => {
    const teamIds = [
      await create('mass-1'),
      await create('mass-2', { responsible: yuki, deputy: lena, members: [] }),
    ];
    await settle();
    for (const email of [mara, yuki, lena]) await enable(email, false);
    await settle();
    await advance(10);
    assert.deepEqual(
      await Promise.all(teamIds.map(async (teamId) => (await read(teamId)).responsible)),
      [mara, yuki],
    );
    assert.deepEqual(await entries('mass_departure'), ['mass_departure']);
    assert.deepEqual(await openTasks(), []);
    const overviews = createResponsibilityOverviews(service.at.database, {
      clock: systemClock,
      onReleased: () => undefined,
    });
    const { tenantId } = tenant;
    assert.equal((await overviews.read(tenantId, noLimit)).massDeparture?.departed, 3);
    assert.equal(await overviews.release(tenantId, testOperator), true);
    assert.equal(await overviews.release(tenantId, testOperator), false);
    await settle();
    const responsible = await Promise.all(teamIds.map(async (id) => (await read(id)).responsible));
    assert.deepEqual(responsible, [await personId(tomas), yuki]);
    assert.equal(await stateOf(teamIds[1] ?? ''), 'vacant');
  });

  test('a mass departure that proves to be a mistake ends when the people are back', async () => {
    const teamId = await create('mistake-1');
    await create('mistake-2', { responsible: yuki, deputy: lena, members: [] });
    await settle();
    for (const email of [mara, yuki, lena]) await enable(email, false);
    await settle();
    for (const email of [mara, yuki, lena]) await enable(email, true);
    await settle();
    assert.equal(await stateOf(teamId), 'held');
    assert.deepEqual(await entries('mass_departure'), ['mass_departure', 'mass_departure_ended']);
    await enable(mara, false);
    await settle();
    await advance(4);
    assert.equal((await read(teamId)).responsible, await personId(tomas));
  });

  test('a faulty synchronisation that is spread over days is stopped, and administrators are informed once', async () => {
    await addAdministrators();
    const first = await create('days-1');
    const second = await create('days-2', { responsible: yuki, deputy: lena, members: [] });
    await settle();
    await enable(mara, false);
    await settle();
    await advance(4);
    assert.equal((await read(first)).responsible, await personId(tomas));
    await enable(yuki, false);
    await settle();
    assert.deepEqual(await entries('mass_departure'), []);
    await advance(1);
    await enable(tomas, false);
    await settle();
    await advance(10);
    assert.equal((await read(second)).responsible, yuki);
    assert.deepEqual(await entries('mass_departure'), ['mass_departure']);
    const notices = await service.at.database.query<{ email: string; data: { count: number } }>(
      `select email, data from notices where tenant_id = $1 and kind = 'mass_departure'`,
      [tenant.tenantId],
    );
    assert.deepEqual(notices, [{ email: 'admin@aare.example', data: { count: 3 } }]);
  });

  test('leave dates that many people get at once hand over nothing until an administrator releases it', async () => {
    const teamId = await create('dates-1');
    await create('dates-2', { responsible: yuki, deputy: lena, members: [] });
    await settle();
    const announced = dayIn(1);
    for (const email of [mara, yuki, lena]) await setLeaveDate(email, announced);
    await settle();
    await advance(2);
    assert.equal((await read(teamId)).responsible, mara);
    assert.deepEqual(await entries('mass_departure'), ['mass_departure']);
    const overviews = createResponsibilityOverviews(service.at.database, {
      clock: systemClock,
      onReleased: () => undefined,
    });
    assert.equal(await overviews.release(tenant.tenantId, testOperator), true);
    await settle();
    assert.equal((await read(teamId)).responsible, await personId(tomas));
    // The accounts are closed on the announced day, which is released already.
    for (const email of [mara, yuki, lena]) await setLeaveDate(email, announced, false);
    await settle();
    assert.deepEqual(await entries('mass_departure'), ['mass_departure', 'mass_departure_ended']);
  });

  test('without a policy the state is known and nobody is asked', async () => {
    await setPolicy(null);
    const teamId = await create('no-policy');
    await settle();
    await enable(mara, false);
    await settle();
    assert.equal(await stateOf(teamId), 'shaky');
    await advance(4);
    assert.equal((await read(teamId)).responsible, mara);
    assert.equal(await stateOf(teamId), 'vacant');
    assert.deepEqual(await openTasks(), []);
  });

  test('a policy that a template gets later applies to groups that are vacant already', async () => {
    await setPolicy(null);
    const teamId = await create('later-policy');
    await settle();
    await enable(mara, false);
    await settle();
    await advance(4);
    assert.equal(await stateOf(teamId), 'vacant');
    await setPolicy({});
    await settle();
    assert.equal((await read(teamId)).responsible, await personId(tomas));
  });

  test('a month of a sandbox, advanced at once, has the handover, the reminders and the escalation in it', async () => {
    const teamId = await create('month');
    await enable(mara, false);
    const { tenantId } = tenant;
    const month = { by: durationOf('P30D'), actor: testOperator, at: systemClock.now() };
    await service.at.database.transaction((transaction) =>
      advanceSandboxClock(transaction, { tenantId, ...month }),
    );
    for (;;) {
      const clock = await readSandboxClock(service.at.database, tenantId);
      if (clock?.target === null) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const { responsible, responsibility } = await read(teamId);
    assert.deepEqual(
      [responsible, responsibility?.state],
      [await personId(tomas), 'deputy_vacant'],
    );
    assert.deepEqual(await entries('task.'), [
      'task.opened',
      'task.reminded',
      'task.reminded',
      'task.reminded',
      'task.escalated',
    ]);
  });

  test('a group is handed over before the leave date of its responsible person', async () => {
    const teamId = await create('leave-date');
    await settle();
    await setLeaveDate(mara, dayIn(20));
    await settle();
    await advance(10);
    assert.equal((await read(teamId)).responsible, mara);
    await advance(8);
    assert.equal((await read(teamId)).responsible, await personId(tomas));
  });

  test('a deputy who is unavailable beyond the grace period is asked for, and a new one restores the responsibility', async () => {
    const teamId = await create('deputy');
    await settle();
    await enable(tomas, false);
    await settle();
    assert.deepEqual([await stateOf(teamId), await openTasks()], ['shaky', []]);
    await advance(4);
    assert.equal(await stateOf(teamId), 'deputy_vacant');
    assert.deepEqual(
      (await openTasks()).map(({ kind, assignees }) => [kind, assignees[0]?.email]),
      [['name_deputy', mara]],
    );
    const headers = { prefer: 'wait=30' };
    await service.call(tenant, `/teams/${teamId}`, {
      method: 'PATCH',
      body: { deputy: lena },
      headers,
    });
    await settle();
    assert.deepEqual([await stateOf(teamId), await openTasks()], ['held', []]);
  });

  test('a deputy whom the responsible person names by the task restores the responsibility', async () => {
    const teamId = await create('named');
    await settle();
    await enable(mara, false);
    await settle();
    await advance(4);
    const { responsibility } = await read(teamId);
    assert.equal(responsibility?.state, 'deputy_vacant');
    const { status } = await service.call(tenant, `/tasks/${responsibility.taskId}/decision`, {
      method: 'POST',
      body: { decision: 'name', person: lena },
    });
    assert.equal(status, 200);
    await settle();
    const team = await read(teamId);
    assert.deepEqual([team.deputy, team.responsibility?.state], [lena, 'held']);
  });

  test('an owner who accepts a vacant group answers for it', async () => {
    await setPolicy({ succession: [] });
    const teamId = await create('offered', { deputy: null, owners: [lena] });
    await settle();
    await enable(mara, false);
    await settle();
    await advance(4);
    const { responsibility } = await read(teamId);
    assert.equal(responsibility?.state, 'vacant');
    const { status, body } = await service.call(
      tenant,
      `/tasks/${responsibility.taskId}/decision`,
      {
        method: 'POST',
        body: { decision: 'accept' },
      },
    );
    assert.equal(status, 200, JSON.stringify(body));
    await settle();
    const team = await read(teamId);
    assert.deepEqual(
      [team.responsible, team.responsibility?.state],
      [await personId(lena), 'held'],
    );
  });

  test('a creation without a deputy is refused where the template requires one', async () => {
    await setPolicy({ deputyRequired: true });
    const { status, body } = await service.call(tenant, '/teams', {
      method: 'POST',
      body: teamRequest('no-deputy', { deputy: null }),
    });
    const { errors } = body as { errors: { pointer: string; code: string }[] };
    assert.deepEqual(
      [status, errors.map(({ pointer, code }) => [pointer, code])],
      [422, [['/deputy', 'deputy_required']]],
    );
  });

  test('the findings of a group name an absent person at once, and no more once the person is back', async () => {
    const teamId = await create('found');
    await settle();
    const observed: ObservedState = {
      displayName: 'Group found',
      description: null,
      visibility: 'private',
      kind: 'team',
      archived: false,
      ownerIds: [],
      memberCount: 1,
      guestCount: 0,
      responsible: 'enabled',
      deputy: 'enabled',
    };
    const { tenantId } = tenant;
    const seen = { observed, findings: ['ownerless'] };
    await observeGroup(service.at.database, { tenantId, teamId }, seen);
    await enable(mara, false);
    await settle();
    assert.deepEqual((await read(teamId)).findings, ['ownerless', 'responsible_unavailable']);
    await enable(mara, true);
    await settle();
    assert.deepEqual((await read(teamId)).findings, ['ownerless']);
  });

  test('a new group names the people who answer for it before they are followed', async () => {
    const teamId = await create('new');
    await service.at.database.query(`delete from watched_people where tenant_id = $1`, [
      tenant.tenantId,
    ]);
    const people = async () => {
      const { responsibility } = await read(teamId);
      return [responsibility?.responsible, responsibility?.deputy].map((person) => [
        person?.email,
        person?.displayName,
      ]);
    };
    const names = await service.at.database.query<{ displayName: string }>(
      'select display_name from sandbox_people where tenant_id = $1 and email = any ($2) order by email',
      [tenant.tenantId, [mara, tomas]],
    );
    assert.deepEqual(await people(), [
      [mara, names[0]?.displayName],
      [tomas, names[1]?.displayName],
    ]);
  });

  test('a group tells the state of its responsibility, and is found by it', async () => {
    const teamId = await create('shown');
    const other = await create('shown-too', { responsible: yuki, deputy: lena, members: [] });
    await settle();
    const aliases = async (state: string) => {
      const { status, body } = await service.call(tenant, `/teams?responsibility=${state}`);
      assert.equal(status, 200);
      return (body as { items: { teamId: string }[] }).items.map((one) => one.teamId);
    };
    assert.deepEqual(await aliases('held'), [other, teamId]);
    await enable(mara, false);
    await settle();
    const { responsibility } = await read(teamId);
    assert.deepEqual(
      [responsibility?.state, responsibility?.responsible, responsibility?.deputy?.available],
      [
        'shaky',
        {
          id: await personId(mara),
          email: mara,
          displayName: mara,
          available: false,
          acceptance: null,
        },
        true,
      ],
    );
    assert.deepEqual([await aliases('shaky'), await aliases('held')], [[teamId], [other]]);
    assert.equal((await service.call(tenant, '/teams?responsibility=lost')).status, 400);
  });

  test('the end of an operation waits for no assessment of its group, also where the group has none yet', async () => {
    const teamId = await create('no-deadlock');
    await settle();
    const { tenantId } = tenant;
    await service.at.database.query('delete from governed_groups where tenant_id = $1', [tenantId]);
    await service.at.database.transaction(async (transaction) => {
      await lockAssessment(transaction, { tenantId, teamId });
      const { body } = await service.call(tenant, `/teams/${teamId}`, {
        method: 'PATCH',
        body: { description: 'Changed meanwhile' },
        headers: { prefer: 'wait=10' },
      });
      assert.equal((body as { status: string }).status, 'succeeded', JSON.stringify(body));
    });
  });

  test('who answered for a group on a day is proven by entries of the verified chain', async () => {
    const teamId = await create('history');
    await service.call(tenant, `/teams/${teamId}`, {
      method: 'PATCH',
      body: { responsible: yuki, deputy: null },
      headers: { prefer: 'wait=30' },
    });
    const at = async (date: string) => {
      const { body } = await service.call(tenant, `/teams/${teamId}/responsibility?at=${date}`);
      return body as ResponsibilityOnDay & { exists: boolean };
    };
    const present = dayIn(0);
    let today = await at(present);
    // The chain takes entries up every second.
    while (today.responsible.from?.proof == null) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      today = await at(present);
    }
    const { responsible, deputy } = today;
    assert.deepEqual([responsible.person, deputy.person], [yuki, null]);
    const { position, hash, isIntact } = responsible.from?.proof ?? {};
    assert.equal(isIntact, true);
    assert.equal((await at(dayIn(-2))).exists, false);
    const reader = createChainReader({ database: service.at.database });
    const report = await createVerifyChain({ reader, rest: withoutRest })(tenant.tenantId, {
      position: position ?? 0,
      hash: hash ?? '',
    });
    assert.equal(report.broken, undefined);
    // The same of the tenant, of each person, and as a file.
    const list = async (query: string) => {
      const { status, body } = await service.call(tenant, `/responsibilities?${query}`);
      assert.equal(status, 200, JSON.stringify(body));
      return (body as { items: ({ teamId: string } & ResponsibilityOnDay)[] }).items;
    };
    const inList = (await list('limit=200')).find((one) => one.teamId === teamId);
    assert.deepEqual(inList?.responsible, responsible);
    assert.deepEqual(await list(`at=${dayIn(-2)}`), []);
    const holds = async (person: string) =>
      (await list(`person=${person}&limit=200`)).some((one) => one.teamId === teamId);
    assert.deepEqual([await holds(yuki), await holds(await personId(yuki))], [true, true]);
    assert.deepEqual([await holds(mara), await holds(lena)], [false, false]);
    const rolesIn = async (person: string) => {
      const { body } = await service.call(
        tenant,
        `/people/${encodeURIComponent(person)}/responsibilities?limit=200`,
      );
      return (body as { items: (HeldRole & { teamId: string })[] }).items
        .filter((one) => one.teamId === teamId)
        .map(({ role, from, until }) => [role, from < (until ?? '9'), until !== null]);
    };
    assert.deepEqual(await rolesIn(yuki), [['responsible', true, false]]);
    assert.deepEqual(await rolesIn(mara), [['responsible', true, true]]);
    const file = await fetch(`${service.address}/responsibilities/export?person=${yuki}`, {
      headers: { authorization: `Bearer ${tenant.token}` },
    });
    const lines = (await file.text()).split('\r\n').filter((line) => line.includes(teamId));
    assert.equal(lines.length, 1);
    assert.ok(
      lines[0]?.includes(`${yuki},`) && lines[0].includes(`,${position},${hash},`),
      lines[0],
    );
    // A deleted group stays in both.
    await service.call(tenant, `/teams/${teamId}`, {
      method: 'DELETE',
      headers: { prefer: 'wait=30' },
    });
    assert.deepEqual(await rolesIn(yuki), [['responsible', true, true]]);
    assert.equal(await holds(yuki), false);
    const noDay = await service.call(tenant, `/teams/${teamId}/responsibility?at=2026-99-99`);
    assert.equal(noDay.status, 400);
    const unknown = '/teams/00000000-0000-4000-8000-000000000000/responsibility';
    assert.equal((await service.call(tenant, unknown)).status, 404);
  });
});
