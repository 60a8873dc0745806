// The plans of changes that act by themselves: a template, the steward of an organisation, and the notices of the tenant.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AdminClient } from '../../testing/admin-client.ts';
import { type AdminGroups, startAdminGroups } from '../../testing/admin-groups.ts';
import { type AdminService, startAdminService } from '../../testing/admin-service.ts';
import type { TemplateInput } from '../settings/organisations/template-input.schema.ts';

interface Months {
  readonly archived: number;
  readonly questions: number;
  readonly concerned: number;
  readonly different: number;
  readonly isCut: boolean;
  readonly named: readonly {
    readonly teamId: string;
    readonly displayName: string;
    readonly isDifferent: boolean;
    readonly events: readonly { readonly at: string; readonly event: string }[];
  }[];
}

interface Plan {
  readonly groups: number;
  readonly forecast: Months | null;
  readonly backtest: Months | null;
  readonly notDerived: readonly { readonly rule: string; readonly detail: string }[];
}

const policy: NonNullable<TemplateInput['policy']> = {
  lifecycle: {
    expires: { after: 'P60D' },
    remindBefore: ['P14D', 'P3D'],
    unanswered: 'archive',
    inactivity: { after: 'P90D' },
  },
  responsibility: {},
  enforce: { visibility: 'restore' },
};
const people = ['mara@rail.example', 'lea@rail.example', 'ines@rail.example'];
const organisation = { name: 'Rail', identifier: 'rail' };
let service: AdminService;
let admin: AdminClient;
let reader: AdminClient;
let groups: AdminGroups;
let templateId: string;

before(async () => {
  service = await startAdminService();
  admin = await AdminClient.signedIn(service);
  reader = await AdminClient.signedIn(service, 'reader@rail.example', 'reader');
  groups = await startAdminGroups(admin, { people, template: { policy } });
  for (const mailNickName of ['north', 'south']) {
    await groups.create({ mailNickName, displayName: `Group ${mailNickName}` });
  }
  const { body } = await admin.get(`organisations/${groups.organisationId}`);
  ({ templateId } = (body as never as { templates: [{ templateId: string }] }).templates[0]);
});
after(() => service.close());

async function plan(path: string, body: object, query = '?forecast=10&backtest=10') {
  const answer = await reader.call('POST', `${path}/plan${query}`, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body as never as Plan;
}

const notices = { sender: 'outbox', timeZone: 'UTC', hour: 8 };

test('without a sender nothing is archived, and each group that would have been is named as different', async () => {
  const same = await plan('notices', notices);
  assert.deepEqual(
    [same.groups, same.forecast?.archived, same.forecast?.different, same.backtest?.different],
    [2, 2, 0, 0],
  );
  const { forecast, backtest, notDerived } = await plan('notices', { ...notices, sender: 'none' });
  assert.deepEqual([forecast?.archived, forecast?.different, forecast?.isCut], [0, 2, false]);
  assert.deepEqual(
    forecast?.named.map(({ displayName, isDifferent }) => [displayName, isDifferent]).toSorted(),
    [
      ['Group north', true],
      ['Group south', true],
    ],
  );
  assert.deepEqual([backtest?.concerned, backtest?.different], [0, 0], 'they are new');
  assert.deepEqual(notDerived, []);
});

test('a template with other rules is planned ahead, and the plan says which of them it does not know of the past', async () => {
  const same = await plan(`templates/${templateId}`, await templateWith(policy));
  assert.deepEqual([same.notDerived, same.forecast?.different], [[], 0]);
  const without = await templateWith({ ...policy, lifecycle: { expires: { after: 'P60D' } } });
  const rulesOf = ({ notDerived }: Plan) => notDerived.map(({ rule }) => rule);
  assert.deepEqual(rulesOf(await plan(`templates/${templateId}`, without)), ['idle']);
  const none = await plan(`templates/${templateId}`, await templateWith(nothing));
  assert.deepEqual(rulesOf(none), ['idle', 'responsibility', 'enforcement']);
  assert.ok(none.notDerived.every(({ detail }) => detail.endsWith('.')));
});

const nothing = { lifecycle: null, responsibility: null, enforce: null };

async function templateWith(changed: TemplateInput['policy']) {
  const { body } = await admin.get(`templates/${templateId}`);
  const { name, identifier, mailNicknamePattern, displayNamePattern } = body as never as Record<
    string,
    string
  >;
  return { name, identifier, mailNicknamePattern, displayNamePattern, policy: changed };
}

test('another steward is asked by the last reminder of each group of the organisation', async () => {
  const path = `organisations/${groups.organisationId}`;
  const same = await plan(path, organisation);
  assert.deepEqual([same.groups, same.forecast?.different], [2, 0]);
  const other = await plan(path, { ...organisation, steward: people[2] });
  assert.deepEqual(
    [other.forecast?.different, other.forecast?.archived, other.forecast?.questions],
    [2, 2, 2],
  );
  assert.deepEqual(
    other.notDerived.map(({ rule }) => rule),
    ['responsibility'],
  );
});

test('the export of each plan has every event of the answer', async () => {
  const body = await templateWith(policy);
  const paths: readonly (readonly [string, object])[] = [
    ['notices', notices],
    [`organisations/${groups.organisationId}`, organisation],
    [`templates/${templateId}`, body],
  ];
  for (const [path, change] of paths) {
    const { forecast } = await plan(path, change);
    const file = await reader.call('POST', `${path}/plan/export?months=forecast`, change, {
      accept: 'text/csv',
    });
    assert.equal(file.status, 200, JSON.stringify(file.body));
    const [head, ...lines] = String(file.body).trimEnd().split('\r\n');
    assert.match(
      head ?? '',
      /teamId,displayName,mailNickName,isDifferent,isWithoutOwner,at,event$/,
    );
    const told = forecast?.named.flatMap(({ teamId, events }) =>
      events.map(({ at, event }) => `${teamId} ${at} ${event}`),
    );
    const written = lines
      .map((line) => line.split(','))
      .map((of) => [of[0], of[5], of[6]].join(' '));
    assert.ok(told !== undefined && told.length > 4);
    assert.deepEqual(written, told, path);
  }
});

const smtp = { sender: 'smtp', from: 'groups@rail.example', host: 'mail.rail.example' };

const faultsOf = ({ body }: { readonly body: unknown }) => (body as { errors?: unknown }).errors;

test('what cannot be saved cannot be planned, and nothing is changed by a plan', async () => {
  const refusals = [
    ['notices', { sender: 'outbox', timeZone: 'Nowhere' }],
    ['notices', { ...smtp, userName: 'mailer' }],
    ['notices', { ...smtp, host: '169.254.169.254' }],
    [`organisations/${groups.organisationId}`, { ...organisation, steward: 'nobody' }],
  ] as const;
  for (const [path, body] of refusals) {
    const saved = await admin.call('PUT', path, body, { 'if-match': '*' });
    assert.equal(saved.status, 422, path);
    for (const end of ['plan', 'plan/export?months=backtest']) {
      const accept = end === 'plan' ? 'application/json' : 'text/csv';
      const planned = await admin.call('POST', `${path}/${end}`, body, { accept });
      assert.equal(planned.status, 422, `${path}/${end}`);
      assert.deepEqual(faultsOf(planned), faultsOf(saved));
    }
  }
  const absent = 'organisations/00000000-0000-4000-8000-000000000000/plan';
  assert.equal((await admin.call('POST', absent, organisation)).status, 404);
  const { body } = await admin.get(`organisations/${groups.organisationId}`);
  assert.equal((body as never as { steward: string | null }).steward, null);
});
