// Settings of groups compared with their template through the API, on the sandbox: differences, repair, acceptance, the rule
// of the template, and a template that changes.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { eventually } from '../../testing/eventually.ts';
import { createAdvance, moveClock, type Advance } from '../../testing/governance.ts';
import {
  startTestService,
  teamRequest,
  testOperator,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../testing/service.ts';
import { addWildGroup } from '../../testing/wild-sandbox-group.ts';
import type { TemplateInput } from '../settings/organisations/template-input.schema.ts';

type Policy = NonNullable<TemplateInput['policy']>;

interface Team {
  status: string;
  code?: string;
  state: string;
  statusUrl: string;
  observed: { settings?: object } | null;
  drift: { property: string; expected: unknown; observed: unknown; rule: string }[] | null;
  before: object;
  after: object;
  outcome: string;
  mayAlsoChange?: string[];
  settings?: object;
  items: Pick<Team, 'error' | 'mayAlsoChange' | 'settings'>[];
  steps: (string | { name: string })[];
  warnings: { code: string; detail: string }[];
  error: { code: string } | null;
  errors?: { pointer: string; code: string }[];
  faults?: { pointer: string; code: string }[];
}

const settings = { guests: 'deny', members: { createChannels: false } } as const;
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

async function setPolicy(policy: Policy) {
  const { tenantId, templateIds } = tenant;
  await service.change(({ templates }) =>
    templates.change(testOperator, tenantId, templateIds.any, undefined, {
      name: 'Any',
      identifier: 'any',
      mailNicknamePattern: '',
      displayNamePattern: '',
      policy: { settings: null, protection: null, enforce: null, ...policy },
    }),
  );
  await service.service.refresh();
  await governance.runDue(tenant);
}

const create = (alias = 'settled') => service.createTeam(tenant, `${alias}-${(count += 1)}`);
async function send(method: string, path: string, body?: unknown) {
  const answer = await service.call(tenant, path, {
    method,
    body,
    headers: { prefer: 'wait=20' },
  });
  return answer.body as Team;
}
const read = (teamId: string) => send('GET', `/teams/${teamId}`);
const compare = async (teamId: string) => {
  const { drift } = await send('POST', `/teams/${teamId}/comparison`);
  return drift?.map(({ property, expected, observed }) => [property, expected, observed]);
};
const inSuite = async (teamId: string) =>
  (
    await service.at.database.query<{ settings: Record<string, unknown> }>(
      'select settings from sandbox_groups where marker = $1',
      [teamId],
    )
  )[0]?.settings;
const changeInSuite = (teamId: string, changed: object) =>
  service.at.database.query(
    'update sandbox_groups set settings = settings || $2 where marker = $1',
    [teamId, JSON.stringify(changed)],
  );
const repair = async (teamId: string) => {
  const { statusUrl } = await send('POST', `/teams/${teamId}/repair`);
  return send('GET', new URL(statusUrl).pathname);
};
const createChannels = 'settings.members.createChannels';

suite('settings that a template decides', () => {
  test('differ one by one, with the rule of the template, and the others are of no interest', async () => {
    await setPolicy({ settings });
    const teamId = await create();
    assert.deepEqual(await compare(teamId), []);
    assert.deepEqual((await read(teamId)).observed?.settings, settings);
    await changeInSuite(teamId, { 'members.createChannels': true, 'fun.memes': false });
    assert.deepEqual(await compare(teamId), [[createChannels, false, true]]);
    assert.equal((await read(teamId)).drift?.[0]?.rule, 'report');
    await setPolicy({ settings, enforce: { settings: 'ignore' } });
    assert.deepEqual(await compare(teamId), []);
  });

  test('are repaired, all or those that the request names, after a plan with both values', async () => {
    await setPolicy({ settings });
    const teamId = await create();
    await changeInSuite(teamId, { guests: 'allow', 'members.createChannels': true });
    assert.equal((await compare(teamId))?.length, 2);
    const plan = await send('POST', `/teams/${teamId}/repair/plan`, { properties: ['settings'] });
    assert.deepEqual(
      [plan.outcome, plan.before, plan.after, plan.steps],
      [
        'succeeded',
        { 'settings.guests': 'allow', [createChannels]: true },
        { 'settings.guests': 'deny', [createChannels]: false },
        ['apply_settings'],
      ],
    );
    const one = await send('POST', `/teams/${teamId}/repair`, { properties: [createChannels] });
    assert.equal(one.status, 'succeeded');
    assert.deepEqual(await inSuite(teamId), { guests: 'allow', 'members.createChannels': false });
    assert.deepEqual(await compare(teamId), [['settings.guests', 'deny', 'allow']]);
    await send('POST', `/teams/${teamId}/repair`);
    assert.equal((await inSuite(teamId))?.['guests'], 'deny');
    assert.deepEqual(await compare(teamId), []);
    const none = await send('POST', `/teams/${teamId}/repair`, {
      properties: ['settings.fun.giphy'],
    });
    assert.deepEqual(
      none.errors?.map(({ pointer, code }) => [pointer, code]),
      [['/properties/0', 'no_difference']],
    );
  });

  test('stay as accepted, until the template gets another value for them', async () => {
    await setPolicy({ settings });
    const teamId = await create();
    await changeInSuite(teamId, { guests: 'allow', 'members.createChannels': true });
    await compare(teamId);
    const accepted = await send('POST', `/teams/${teamId}/drift/acceptance`, {
      properties: [createChannels],
    });
    assert.equal(accepted.status, 'succeeded', JSON.stringify(accepted));
    assert.deepEqual(
      (await read(teamId)).drift?.map(({ property }) => property),
      ['settings.guests'],
    );
    assert.deepEqual(await compare(teamId), [['settings.guests', 'deny', 'allow']]);
    // Another change of the template leaves the acceptance, and a repair writes the accepted value.
    await setPolicy({ settings: { ...settings, fun: { giphy: 'off' } } });
    assert.deepEqual(await compare(teamId), [
      ['settings.guests', 'deny', 'allow'],
      ['settings.fun.giphy', 'off', 'moderate'],
    ]);
    await send('POST', `/teams/${teamId}/repair`, { properties: ['settings'] });
    assert.deepEqual(await inSuite(teamId), {
      guests: 'deny',
      'members.createChannels': true,
      'fun.giphy': 'off',
    });
    await setPolicy({ settings: { members: { createChannels: true } } });
    assert.deepEqual(await compare(teamId), []);
    await setPolicy({ settings });
    assert.deepEqual(await compare(teamId), []);
    await changeInSuite(teamId, { 'members.createChannels': false });
    await compare(teamId);
    await send('POST', `/teams/${teamId}/drift/acceptance`, { properties: ['settings'] });
    await changeInSuite(teamId, { 'members.createChannels': true });
    assert.deepEqual(await compare(teamId), [[createChannels, false, true]]);
  });

  test('are not acceptable where the template requires them', async () => {
    await setPolicy({ settings, protection: { required: true } });
    const teamId = await create();
    await changeInSuite(teamId, { guests: 'allow' });
    await compare(teamId);
    for (const properties of [['settings'], ['settings.guests']]) {
      const { errors } = await send('POST', `/teams/${teamId}/drift/acceptance`, { properties });
      assert.deepEqual(
        errors?.map(({ code }) => code),
        ['not_acceptable_difference'],
      );
    }
    assert.deepEqual(await compare(teamId), [['settings.guests', 'deny', 'allow']]);
  });

  test('are restored by the rule of the template after the quiet time', async () => {
    await setPolicy({ settings, enforce: { settings: 'restore' } });
    const teamId = await create();
    await changeInSuite(teamId, { guests: 'allow' });
    await compare(teamId);
    await governance.runDue(tenant);
    assert.equal((await inSuite(teamId))?.['guests'], 'allow');
    await moveClock(service.at.database, tenant.tenantId, '31 minutes');
    await service.service.refresh();
    await governance.runDue(tenant);
    assert.equal((await inSuite(teamId))?.['guests'], 'deny');
    const entries = await service.at.database.query<{ data: { cause?: { rule: string } } }>(
      `select data from activity where subject_id = $1 and action = 'group.repaired'`,
      [teamId],
    );
    assert.deepEqual(
      entries.map(({ data }) => data.cause?.rule),
      ['enforce.settings'],
    );
  });

  test('that a rule restored go back as accepted ones, so that the rule leaves them, and are restored once that is undone', async () => {
    await setPolicy({ settings, enforce: { settings: 'restore' } });
    const teamId = await create();
    await changeInSuite(teamId, { guests: 'allow' });
    await compare(teamId);
    await moveClock(service.at.database, tenant.tenantId, '31 minutes');
    await service.service.refresh();
    const from = new Date().toISOString();
    await governance.runDue(tenant);
    assert.equal((await inSuite(teamId))?.['guests'], 'deny');
    const undo = async (path: string, body: object) => {
      const { batchId } = (await send('POST', path, body)) as never as { batchId: string };
      await eventually(
        async () => (await send('GET', `/batches/${batchId}`)).status === 'completed',
        'the undo is complete',
      );
      return batchId;
    };
    const batchId = await undo('/batches/undo', { rule: 'enforce', from });
    assert.equal((await inSuite(teamId))?.['guests'], 'allow');
    assert.deepEqual(await compare(teamId), []);
    await undo(`/batches/${batchId}/undo`, {});
    assert.equal((await inSuite(teamId))?.['guests'], 'deny');
    assert.deepEqual(await compare(teamId), []);
  });

  test('count as not compared once the template has others, and are those of the template as it is', async () => {
    await setPolicy({});
    const teamId = await create();
    assert.deepEqual(await compare(teamId), []);
    await setPolicy({ settings });
    assert.equal((await read(teamId)).drift, null);
    assert.deepEqual(await compare(teamId), [
      ['settings.guests', 'deny', 'allow'],
      [createChannels, false, true],
    ]);
    await setPolicy({});
    assert.deepEqual(await compare(teamId), []);
    assert.equal((await read(teamId)).observed?.settings, undefined);
  });

  test('of a team are compared once people add one to an adopted group, which can then be archived', async () => {
    await setPolicy({ settings });
    const groupId = await addWildGroup(service.at.database, tenant.tenantId, {
      mailNickname: `grown-${(count += 1)}`,
      owners: [testPeople[0] ?? ''],
    });
    const { organisationIdOrIdentifier, templateIdOrIdentifier } = teamRequest('x');
    const asked = { groupId, organisationIdOrIdentifier, templateIdOrIdentifier };
    const { teamId = '' } = (await send('POST', '/teams/adoption', asked)) as { teamId?: string };
    assert.deepEqual(await compare(teamId), []);
    assert.equal((await send('POST', `/teams/${teamId}/archive`)).status, 'failed');
    await service.at.database.query(
      'update sandbox_groups set team_ready_at = now() where group_id = $1',
      [groupId],
    );
    assert.deepEqual(await compare(teamId), [[createChannels, false, true]]);
    await repair(teamId);
    assert.deepEqual(await compare(teamId), []);
    assert.equal((await send('POST', `/teams/${teamId}/archive`)).status, 'succeeded');
  });

  test('that are refused fail a repair of settings alone, and are a warning beside others', async () => {
    await setPolicy({ settings });
    const teamId = await create('sandbox-settings-refused');
    assert.deepEqual(await compare(teamId), [[createChannels, false, true]]);
    const alone = await repair(teamId);
    assert.deepEqual([alone.status, alone.error?.code], ['failed', 'setting_not_applied']);
    await service.at.database.query(
      `update sandbox_groups set visibility = 'public' where marker = $1`,
      [teamId],
    );
    await compare(teamId);
    const both = await repair(teamId);
    assert.deepEqual(
      [both.status, both.warnings.map(({ code }) => code), both.after],
      ['succeeded', ['setting_not_applied'], { visibility: 'private' }],
    );
    assert.deepEqual(await compare(teamId), [[createChannels, false, true]]);
  });

  const label = (n: 1 | 2) => `5a4db0c5-0000-4000-8000-00000000000${n}`;
  const sensitivityLabel = 'settings.sensitivityLabel';

  test('a label differs like a setting, is repaired by its own step, and accepted', async () => {
    await setPolicy({ settings: { sensitivityLabel: label(1) } });
    const teamId = await create();
    assert.deepEqual(await compare(teamId), []);
    await changeInSuite(teamId, { sensitivityLabel: 'none' });
    assert.deepEqual(await compare(teamId), [[sensitivityLabel, label(1), 'none']]);
    const plan = await send('POST', `/teams/${teamId}/repair/plan`);
    assert.deepEqual([plan.steps, plan.after], [['apply_label'], { [sensitivityLabel]: label(1) }]);
    assert.equal((await repair(teamId)).status, 'succeeded');
    assert.equal((await inSuite(teamId))?.['sensitivityLabel'], label(1));
    await changeInSuite(teamId, { sensitivityLabel: 'none' });
    await compare(teamId);
    await send('POST', `/teams/${teamId}/drift/acceptance`, { properties: [sensitivityLabel] });
    assert.deepEqual(await compare(teamId), []);
  });

  test('a label that decides the visibility gives it to the record of a repaired group', async () => {
    await setPolicy({ visibility: 'public' });
    const teamId = await create();
    await setPolicy({ visibility: 'public', settings: { sensitivityLabel: label(2) } });
    assert.deepEqual(await compare(teamId), [[sensitivityLabel, label(2), 'none']]);
    const { status, after } = await repair(teamId);
    assert.deepEqual(
      [status, after],
      ['succeeded', { [sensitivityLabel]: label(2), visibility: 'private' }],
    );
    assert.deepEqual(await compare(teamId), []);
  });

  test('the plans of a creation and an adoption have the settings, and with that of a repair the values that a label may change', async () => {
    const repairs = (id: string) => ({
      kind: 'repair',
      teamIds: [id],
      properties: ['settings'],
    });
    const plansOf = async () => {
      const { organisationIdOrIdentifier, templateIdOrIdentifier } = teamRequest('x');
      const groupId = await addWildGroup(service.at.database, tenant.tenantId, {
        mailNickname: `wild-${(count += 1)}`,
        owners: [testPeople[0] ?? ''],
      });
      const adopted = { groupId, organisationIdOrIdentifier, templateIdOrIdentifier };
      const plans = [
        await send('POST', '/teams/plan', teamRequest(`planned-${count}`)),
        await send('POST', '/teams/adoption/plan', adopted),
        await send('POST', `/teams/${teamId}/repair/plan`, { properties: ['settings'] }),
        ...(await send('POST', '/teams/operations/plan', repairs(teamId))).items,
      ];
      return plans.map((plan) => [plan.error, plan.mayAlsoChange, plan.settings]);
    };
    await setPolicy({});
    const teamId = await create();
    const without = [null, undefined, undefined];
    assert.deepEqual((await plansOf()).slice(0, 2), [without, without]);
    await setPolicy({ settings });
    // The group that is adopted has no team, so only the settings of groups.
    const plain = { guests: settings.guests };
    const unlabelled = [
      [null, undefined, settings],
      [null, undefined, plain],
    ];
    assert.deepEqual(await plansOf(), [...unlabelled, without, without]);
    const sensitivityLabel = label(2);
    await setPolicy({ settings: { ...settings, sensitivityLabel } });
    const effect = ['visibility', 'settings.guests'];
    const labelled = [
      [null, effect, { ...settings, sensitivityLabel }],
      [null, effect, { ...plain, sensitivityLabel }],
    ];
    const repaired = [null, effect, undefined];
    assert.deepEqual(await plansOf(), [...labelled, repaired, repaired]);
  });

  test('a label that is missing is restored by the rule enforce.label, and each write of settings is an event', async () => {
    const policy = { settings: { ...settings, sensitivityLabel: label(1) } };
    await setPolicy({ ...policy, enforce: { label: 'restore' } });
    const teamId = await create();
    await changeInSuite(teamId, { sensitivityLabel: 'none', guests: 'allow' });
    await compare(teamId);
    await moveClock(service.at.database, tenant.tenantId, '31 minutes');
    await service.service.refresh();
    await governance.runDue(tenant);
    assert.equal((await inSuite(teamId))?.['sensitivityLabel'], label(1));
    assert.equal((await inSuite(teamId))?.['guests'], 'allow', 'another rule');
    const entries = await service.at.database.query<{
      data: { settings: object; refused: string[]; cause?: { rule: string } };
    }>(
      `select data from activity where subject_id = $1 and action = 'group.settings_applied' order by occurred_at`,
      [teamId],
    );
    assert.deepEqual(
      entries.map(({ data }) => [data.settings, data.refused, data.cause?.rule]),
      [
        [
          { guests: 'deny', 'members.createChannels': false, sensitivityLabel: label(1) },
          [],
          undefined,
        ],
        [{ sensitivityLabel: label(1) }, [], 'enforce.label'],
      ],
    );
  });
});
