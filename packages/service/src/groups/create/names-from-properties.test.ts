// Names that the service renders from properties, through the API: plan, creation, bulk, repetition and the directory's
// naming policy.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TemplateInput } from '../../settings/organisations/template-input.schema.ts';
import {
  startTestService,
  teamRequest,
  testOperator,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';

let running: TestService;
let tenant: TestTenant;

before(async () => {
  running = await startTestService();
  tenant = await running.addTenant();
  const templates: (Pick<TemplateInput, 'identifier' | 'mailNicknamePattern'> &
    Partial<TemplateInput>)[] = [
    {
      identifier: 'customer',
      mailNicknamePattern: '{{customer|alias}}-{{projectCode}}',
      displayNamePattern: '{{customer}} {{projectCode}}',
      transliteration: 'de',
      properties: {
        projectCode: { pattern: '[0-9]{4}', required: true, description: 'Code in the ERP' },
        customer: { maximum: 40 },
        region: { type: 'choice', choices: ['north', 'south'], default: 'north' },
      },
    },
    {
      identifier: 'numbered',
      mailNicknamePattern: 'p-{{counter}}',
      displayNamePattern: 'P-{{counter}} {{title}}',
      counter: { width: 4 },
    },
  ];
  await running.change(async (changes) => {
    for (const template of templates) {
      const input = { name: template.identifier, displayNamePattern: '', ...template };
      await changes.templates.create(testOperator, tenant.tenantId, tenant.organisationId, input);
    }
    await changes.tenants.change(testOperator, tenant.tenantId, undefined, {
      name: 'Aare',
      directory: { kind: 'sandbox' },
      blockedWords: ['Müll'],
    });
  });
  await running.service.refresh();
});
after(() => running.close());

const { mailNickName: _alias, displayName: _name, ...unnamed } = teamRequest('unnamed');
const request = (template: string, properties: object, others: object = {}) => ({
  ...unnamed,
  templateIdOrIdentifier: template,
  properties,
  ...others,
});
const customer = { projectCode: '4711', customer: 'Müller & Söhne' };

/** A test looks at these members of several answers. */
interface Answer {
  readonly [name: string]: unknown;
  readonly teamId: string;
  readonly names: { readonly mailNickName: string };
  readonly error: { readonly code: string };
  readonly errors: readonly { readonly pointer: string; readonly code: string }[];
  readonly items: readonly { readonly status: string; readonly error: { readonly code: string } }[];
}

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const { status, body: answer } = await running.call(tenant, path, {
    method: 'POST',
    body,
    headers,
  });
  return { status, answer: answer as Answer };
}

async function create(body: unknown, headers: Record<string, string> = {}) {
  const { status, answer } = await post('/teams', body, { prefer: 'wait=10', ...headers });
  assert.equal(status, 200, JSON.stringify(answer));
  const team = await running.call(tenant, `/teams/${answer.teamId}`);
  return team.body as Answer;
}

const faultsOf = ({ answer }: Awaited<ReturnType<typeof post>>) =>
  answer.errors.map(({ pointer, code }) => `${pointer} ${code}`);

test('a request without names gets those of its properties, as the plan says', async () => {
  const body = request('customer', customer);
  const { answer: plan } = await post('/teams/plan', body);
  const names = { mailNickName: 'mueller-soehne-4711', displayName: 'Müller & Söhne 4711' };
  assert.deepEqual(plan.names, { ...names, provisional: false });
  assert.equal(plan['outcome'], 'succeeded');
  const properties = { ...customer, region: 'north' };
  assert.deepEqual(plan['properties'], properties);
  const team = await create(body);
  assert.equal(team['status'], 'succeeded');
  assert.deepEqual(
    { ...names, properties },
    {
      mailNickName: team['mailNickName'],
      displayName: team['displayName'],
      properties: team['properties'],
    },
  );
  const again = await post('/teams', body);
  assert.equal(again.status, 409);
  assert.equal(again.answer['code'], 'mail_nickname_taken');
});

test('names and properties that disagree are refused, with every fault at once', async () => {
  const refused = await post(
    '/teams',
    request(
      'customer',
      { projectCode: 'x', region: 'nort', colour: 'red' },
      { mailNickName: 'a b', displayName: ' Müll ' },
    ),
  );
  assert.equal(refused.status, 422);
  assert.deepEqual(faultsOf(refused).sort(), [
    '/displayName blocked_word',
    '/displayName outer_white_space',
    '/mailNickName character_refused',
    '/properties/colour unknown_member',
    '/properties/projectCode pattern_mismatch',
    '/properties/region not_a_choice',
  ]);
  const names = { mailNickName: 'mueller-soehne-4711', displayName: 'Müller & Söhne 4712' };
  const disagreeing = await post('/teams', request('customer', customer, names));
  assert.deepEqual(faultsOf(disagreeing), ['/displayName pattern_mismatch']);
});

test('a blocked word is found in the rendered names, whatever its case and accents', async () => {
  for (const word of ['MÜLL', 'Muell', 'mull']) {
    const refused = await post('/teams', request('customer', { ...customer, customer: word }));
    assert.deepEqual(faultsOf(refused), [
      '/mailNickName blocked_word',
      '/displayName blocked_word',
    ]);
  }
});

test('the naming policy of the directory is asked about the rendered names, in plan and creation', async () => {
  const body = request('customer', { projectCode: '4712', customer: 'Sandbox blocked word' });
  const { answer: plan } = await post('/teams/plan', body);
  assert.equal(plan['outcome'], 'failed');
  assert.equal(plan.error.code, 'directory_name_refused');
  const team = await create(body);
  assert.equal(team['status'], 'failed');
});

test('numbers are assigned at the acceptance; the plan shows the next one', async () => {
  const body = request('numbered', { title: 'Bridge' });
  const { answer: plan } = await post('/teams/plan', body);
  assert.deepEqual(plan.names, {
    mailNickName: 'p-0001',
    displayName: 'P-0001 Bridge',
    provisional: true,
  });
  const first = await create(body, { 'idempotency-key': 'bridge' });
  const repeated = await create(body, { 'idempotency-key': 'bridge' });
  const second = await create(body);
  assert.equal(repeated.teamId, first.teamId);
  assert.deepEqual(
    [first, second].map((team) => [team['mailNickName'], team['displayName'], team['properties']]),
    [
      ['p-0001', 'P-0001 Bridge', { title: 'Bridge', counter: '0001' }],
      ['p-0002', 'P-0002 Bridge', { title: 'Bridge', counter: '0002' }],
    ],
  );
  const { answer: status } = await post('/teams/plan', body);
  assert.equal(status.names.mailNickName, 'p-0003');
});

test('of bulk entries that render one alias, the first one gets it', async () => {
  const entry = request('customer', { projectCode: '4713', customer: 'Zürich' });
  const { answer } = await post('/teams/bulk', [entry, entry, request('numbered', { title: 'A' })]);
  assert.equal(answer.items[0]?.status, 'accepted');
  assert.equal(answer.items[1]?.error.code, 'mail_nickname_taken');
  assert.equal(answer.items[2]?.status, 'accepted');
});

test('a request without properties is the same as one with none', async () => {
  const body = teamRequest('hashed');
  const key = { 'idempotency-key': 'hashed' };
  await post('/teams', body, key);
  assert.equal((await post('/teams', { ...body, properties: {} }, key)).status, 200);
  const other = await post('/teams', { ...body, properties: { code: '1' } }, key);
  assert.equal(other.status, 422);
});

test('a template tells its properties, counter and defaults; the answer of its organisation does not change', async () => {
  const get = async (path: string) => await running.call(tenant, path);
  const { status, body } = await get('/templates/customer');
  assert.equal(status, 200);
  const template = body as Answer;
  assert.deepEqual(template['properties'], {
    projectCode: {
      type: 'text',
      pattern: '[0-9]{4}',
      required: true,
      description: 'Code in the ERP',
    },
    customer: { type: 'text', maximum: 40 },
    region: { type: 'choice', choices: ['north', 'south'], default: 'north' },
  });
  assert.equal(template['counter'], null);
  assert.equal(template['transliteration'], 'de');
  assert.deepEqual(template['defaults'], {
    kind: 'team',
    visibility: 'private',
    minimumOwners: 1,
    guestsAllowed: true,
    defaultOwners: [],
    defaultMembers: [],
  });
  assert.deepEqual(
    (await get(`/templates/${String(template['id']).toUpperCase()}?organisation=aare`)).body,
    template,
  );
  const numbered = (await get('/templates/numbered')).body as Answer;
  assert.deepEqual(numbered['counter'], { width: 4, per: 'template', start: 1 });
  const listed = (await get('/organisations/aare/templates')).body as { items: Answer[] };
  assert.equal(listed.items.length, 4);
  assert.deepEqual(
    listed.items.find(({ identifier }) => identifier === 'customer'),
    template,
  );
  for (const absent of [
    '/templates/none',
    '/templates/customer?organisation=none',
    '/organisations/none/templates',
  ]) {
    assert.equal((await get(absent)).status, 404, absent);
  }
  const organisation = (await get('/organisations/aare')).body as { templates: object[] };
  for (const one of organisation.templates) {
    assert.deepEqual(Object.keys(one), [
      'id',
      'name',
      'identifier',
      'mailNicknamePattern',
      'displayNamePattern',
    ]);
  }
});

test('a template whose identifier several organisations have is named with its organisation', async () => {
  await running.change(async ({ organisations, templates }) => {
    const input = { name: 'Reuss', identifier: 'reuss' };
    const { organisationId } = await organisations.create(testOperator, tenant.tenantId, input);
    await templates.create(testOperator, tenant.tenantId, organisationId, {
      name: 'Project',
      identifier: 'project',
      mailNicknamePattern: '',
      displayNamePattern: '',
    });
  });
  await running.service.refresh();
  assert.equal((await running.call(tenant, '/templates/project')).status, 400);
  const { body } = await running.call(tenant, '/templates/project?organisation=reuss');
  assert.deepEqual((body as { organisation: { name: string } }).organisation.name, 'Reuss');
});
