// Templates that restore what the record says, on the sandbox: with its clock, another tool, a script and deletions.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { createAdvance, moveClock, type Advance } from '../../../testing/governance.ts';
import {
  startTestService,
  testOperator,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';
import {
  completeEnforcement,
  type EnforcementPolicy,
} from '../../settings/organisations/enforcement-policy.ts';
import { withoutRest } from '../../ground/turns.ts';
import type { LifecycleMonths } from '../lifecycle/forecast.ts';
import { previewLifecycle, type TriedPolicy } from '../lifecycle/preview-lifecycle.postgres.ts';

interface Team {
  state: string;
  displayName: string;
  version: number;
  drift: { property: string; rule: string; resolution: string }[] | null;
  findings: string[] | null;
}

const columns =
  'tenant_id, group_id, marker, display_name, mail_nickname, visibility, owner_ids, member_ids, created_at, visible_at';
const [mara, tomas, , lena] = testPeople as [string, string, string, string];
let service: TestService;
let governance: Advance;
let tenant: TestTenant;
let count = 0;

before(async () => {
  service = await startTestService();
  governance = createAdvance(service);
  tenant = await service.addTenant();
});
after(() => service.close());

async function enforce(enforce: Partial<EnforcementPolicy> | null, of = tenant) {
  const { tenantId, templateIds } = of;
  await service.change(({ templates }) =>
    templates.change(testOperator, tenantId, templateIds.any, undefined, {
      name: 'Any',
      identifier: 'any',
      mailNicknamePattern: '',
      displayNamePattern: '',
      policy: { enforce },
    }),
  );
  await service.service.refresh();
}

const create = (of = tenant) => service.createTeam(of, `enforced-${(count += 1)}`);
const send = async (method: string, path: string, body?: unknown, of = tenant) =>
  (await service.call(of, path, { method, body, headers: { prefer: 'wait=20' } })).body;
const read = async (teamId: string) => (await send('GET', `/teams/${teamId}`)) as Team;
const compare = async (teamId: string, of = tenant) =>
  (await send('POST', `/teams/${teamId}/comparison`, undefined, of)) as Team;
const inSuite = (teamId: string, values: string) =>
  service.at.database.query(`update sandbox_groups set ${values} where marker = $1`, [teamId]);
const nameInSuite = async (teamId: string) =>
  (
    await service.at.database.query<{ displayName: string }>(
      'select display_name from sandbox_groups where marker = $1',
      [teamId],
    )
  )[0]?.displayName;

const quietTime = async (of = tenant) => {
  await moveClock(service.at.database, of.tenantId, '31 minutes');
  await service.service.refresh();
};

interface Entry {
  action: string;
  actorKind: string;
  data: {
    kind?: string;
    cause?: { rule: string; policyVersion: number };
    contested?: string[];
  };
}
const entriesOf = (teamId: string, action: string) =>
  service.at.database.query<Entry>(
    `select action, actor_kind, data from activity where subject_id = $1 and action = $2 order by activity_id`,
    [teamId, action],
  );

async function planOf(policy: TriedPolicy, of = tenant) {
  const { tenantId, templateIds } = of;
  const tried = { tenantId, templateId: templateIds.any, settings: undefined } as const;
  const change = { kind: 'template', policy } as const;
  const months = { forecast: 100, backtest: 100 };
  return previewLifecycle(service.at.database, { ...tried, change }, withoutRest, months);
}

suite('a template that restores', () => {
  test('its plan names the groups that it puts right, and afterwards the log has the same', async () => {
    const of = await service.addTenant();
    await enforce(null, of);
    const [renamed, same] = [await create(of), await create(of)];
    await inSuite(renamed, `display_name = 'Fun corner'`);
    for (const teamId of [renamed, same]) await compare(teamId, of);
    await quietTime(of);
    const restoring = { enforce: completeEnforcement({ displayName: 'restore' }) };
    const restoredIn = (months: LifecycleMonths | null) =>
      months?.named.flatMap(({ teamId, events }) =>
        events.map(({ event }) => `${teamId} ${event}`),
      );
    const { forecast } = await planOf(restoring, of);
    assert.deepEqual(
      [forecast?.restored, forecast?.different, restoredIn(forecast)],
      [1, 1, [`${renamed} restored`]],
    );
    const reporting = await planOf({ enforce: completeEnforcement({ displayName: 'report' }) }, of);
    assert.deepEqual([reporting.forecast?.restored, reporting.forecast?.different], [0, 0]);
    await enforce({ displayName: 'restore' }, of);
    await governance.runDue(of);
    assert.equal((await entriesOf(renamed, 'group.repaired')).length, 1);
    const { backtest } = await planOf(restoring, of);
    assert.deepEqual(restoredIn(backtest), [`${renamed} restored`]);
  });

  test('puts a renamed group right after the quiet time, with the rule and its version in the audit log', async () => {
    await enforce({ displayName: 'restore', visibility: 'report', description: 'ignore' });
    const teamId = await create();
    await inSuite(
      teamId,
      `display_name = 'Fun corner', visibility = 'public', description = 'New'`,
    );
    const { drift } = await compare(teamId);
    assert.deepEqual(
      drift?.map(({ property, rule, resolution }) => [property, rule, resolution]),
      [
        ['displayName', 'restore', 'pending'],
        ['visibility', 'report', 'pending'],
      ],
    );
    await governance.runDue(tenant);
    assert.equal(await nameInSuite(teamId), 'Fun corner', 'written within the quiet time');
    await quietTime();
    await governance.runDue(tenant);
    assert.equal(await nameInSuite(teamId), (await read(teamId)).displayName);
    const [entry, ...others] = await entriesOf(teamId, 'group.repaired');
    assert.deepEqual(others, []);
    assert.deepEqual(
      [entry?.actorKind, entry?.data.cause?.rule, entry?.data.cause?.policyVersion],
      ['policy', 'enforce.displayName', 2],
    );
    // The other difference waits for a person, and nothing is written twice.
    const rest = await compare(teamId);
    assert.deepEqual(
      rest.drift?.map(({ property }) => property),
      ['visibility'],
    );
    await quietTime();
    await governance.runDue(tenant);
    assert.equal((await entriesOf(teamId, 'group.repaired')).length, 1);
  });

  test('gives in to another tool after two rounds, tells once, and writes no more', async () => {
    await enforce({ displayName: 'restore' });
    const teamId = await create();
    for (let round = 1; round <= 5; round += 1) {
      await inSuite(teamId, `display_name = 'Name of the tool'`);
      await compare(teamId);
      await quietTime();
      await governance.runDue(tenant);
    }
    assert.equal((await entriesOf(teamId, 'group.repaired')).length, 2);
    assert.equal(await nameInSuite(teamId), 'Name of the tool');
    const team = await read(teamId);
    assert.deepEqual(
      [team.drift?.map(({ resolution }) => resolution), team.findings],
      [['contested'], ['contested']],
    );
    const told = await entriesOf(teamId, 'group.contested');
    assert.deepEqual(
      told.map(({ actorKind, data }) => [actorKind, data.contested]),
      [['policy', ['displayName']]],
    );
    const listed = (await send('GET', '/teams?finding=contested')) as { items: unknown[] };
    assert.equal(listed.items.length, 1);
    // A person decides: the acceptance ends it.
    const tasks = (await send('GET', '/tasks?kind=contested&state=open')) as {
      items: { taskId: string; teamId: string; assignees: { email: string }[] }[];
    };
    const task = tasks.items.find((one) => one.teamId === teamId);
    assert.deepEqual(
      task?.assignees.map(({ email }) => email),
      [mara],
    );
    await send('POST', `/tasks/${task?.taskId}/decision`, { decision: 'accept' });
    await governance.settled(tenant);
    const accepted = await read(teamId);
    assert.deepEqual(
      [accepted.displayName, accepted.drift, accepted.findings],
      ['Name of the tool', [], []],
    );
  });

  test('adds missing owners, and never removes a person whom someone added', async () => {
    await enforce({ owners: 'restore' });
    const teamId = await create();
    const idOf = (email: string) =>
      `(select person_id from sandbox_people p where p.tenant_id = sandbox_groups.tenant_id and email = '${email}')`;
    await inSuite(
      teamId,
      `owner_ids = array[${idOf(lena)}], member_ids = member_ids || array[${idOf(lena)}]`,
    );
    await compare(teamId);
    await quietTime();
    await governance.runDue(tenant);
    const [group] = await service.at.database.query<{ owners: string[] }>(
      `select array(select email from sandbox_people p where p.person_id = any (g.owner_ids) order by email) as owners
      from sandbox_groups g where marker = $1`,
      [teamId],
    );
    assert.deepEqual(group?.owners, [lena, mara, tomas].toSorted());
  });

  test('brings a deleted group back once, and accepts a second deletion', async () => {
    await enforce({ deletion: 'restore' });
    const teamId = await create();
    const deleteInTeams = () =>
      service.at.database.query(
        `with gone as (delete from sandbox_groups where marker = $1 returning *)
        insert into sandbox_deleted_groups (${columns}, deleted_at) select ${columns}, now() from gone`,
        [teamId],
      );
    await deleteInTeams();
    assert.equal((await compare(teamId)).state, 'gone');
    await quietTime();
    await governance.runDue(tenant);
    assert.equal((await read(teamId)).state, 'active');
    await deleteInTeams();
    assert.equal((await compare(teamId)).state, 'gone');
    await quietTime();
    await governance.runDue(tenant);
    assert.equal((await read(teamId)).state, 'gone');
    const [restored] = await entriesOf(teamId, 'group.restored');
    assert.equal(restored?.data.cause?.rule, 'enforce.deletion');
  });

  test('restores nothing where a script renamed more groups than the brake allows, until they are fewer', async () => {
    const own = await service.addTenant();
    await enforce({ displayName: 'restore' }, own);
    const teamIds: string[] = [];
    for (let group = 0; group < 22; group += 1) teamIds.push(await create(own));
    await service.at.database.query(
      `update sandbox_groups set display_name = 'By a script' where marker = any ($1)`,
      [teamIds],
    );
    const answer = (await send('POST', '/teams/comparison', { teamIds }, own)) as {
      items: { drift: unknown[] }[];
    };
    assert.ok(answer.items.every(({ drift }) => drift.length === 1));
    await quietTime(own);
    await governance.runDue(own);
    const untouched = async () => {
      const names = await Promise.all(teamIds.map(nameInSuite));
      return names.filter((name) => name === 'By a script').length;
    };
    assert.equal(await untouched(), 22);
    const stops = await service.at.database.query(
      `select from activity where tenant_id = $1 and action = 'enforcement.stopped'`,
      [own.tenantId],
    );
    assert.equal(stops.length, 1);
    // Some are accepted: the others are few enough for the next hour.
    const properties = ['displayName'];
    for (const teamId of teamIds.slice(0, 3)) {
      await send('POST', `/teams/${teamId}/drift/acceptance`, { properties }, own);
    }
    await moveClock(service.at.database, own.tenantId, '61 minutes');
    await service.service.refresh();
    await governance.runDue(own);
    assert.equal(await untouched(), 3);
  });
});
