// Properties that change by PATCH /teams/{teamId}: checked as at a creation, and what was rendered from them is rendered again.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import {
  startTestService,
  teamRequest,
  testOperator,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';

interface Answer {
  status: string;
  teamId: string;
  changed: boolean;
  conforms: boolean;
  operationId: string | null;
  before: object;
  after: object;
  steps: string[];
  displayName: string;
  mailNickName: string;
  properties: object;
  errors?: { pointer: string; code: string }[];
  faults?: { pointer: string; code: string }[];
}

let service: TestService;
let tenant: TestTenant;
let count = 0;

before(async () => {
  service = await startTestService();
  tenant = await service.addTenant();
  await addTemplate('phased', {});
  await addTemplate('fixed-names', { policy: { changes: { displayName: false } } });
  await addTemplate('fixed', { policy: { changes: { properties: false } } });
  await addTemplate('asked', {
    policy: {
      approval: { when: 'never', operations: ['properties'], stages: [{ by: [testPeople[3]] }] },
    },
  });
});
after(() => service.close());

async function addTemplate(identifier: string, more: object): Promise<void> {
  await service.change(({ templates }) =>
    templates.create(testOperator, tenant.tenantId, tenant.organisationId, {
      name: identifier,
      identifier,
      mailNicknamePattern: `${identifier}-{{code}}`,
      displayNamePattern: 'Project {{code}}, phase {{phase}}',
      properties: {
        code: { type: 'number', maximum: 9_999 },
        phase: { type: 'choice', choices: ['plan', 'build'] },
        note: { type: 'text', pattern: '[a-z]+' },
      },
      ...more,
    }),
  );
  await service.service.refresh();
}

async function send(method: string, path: string, body?: unknown, headers = {}) {
  const answer = await service.call(tenant, path, { method, body, headers });
  return { ...answer, body: answer.body as Answer };
}

const patch = (teamId: string, body: unknown) =>
  send('PATCH', `/teams/${teamId}`, body, { prefer: 'wait=20' });

async function create(template = 'phased'): Promise<string> {
  const {
    displayName: _,
    mailNickName: __,
    ...rest
  } = teamRequest('', {
    templateIdOrIdentifier: template,
    properties: { code: (count += 1), phase: 'plan', note: 'north' },
  });
  const { body } = await send('POST', '/teams', rest, { prefer: 'wait=20' });
  assert.equal(body.status, 'succeeded', JSON.stringify(body));
  return body.teamId;
}

const read = async (teamId: string) => (await send('GET', `/teams/${teamId}`)).body;

/** The faults of the request, which its plan has, too. */
async function faultsOf(teamId: string, change: object) {
  const { body: plan } = await send('POST', `/teams/${teamId}/plan`, change);
  const { status, body } = await patch(teamId, change);
  assert.equal(plan.conforms, status === 200, JSON.stringify([plan, body]));
  const listed = (body.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`);
  assert.deepEqual(
    plan.faults?.map(({ pointer, code }) => `${pointer} ${code}`),
    listed,
  );
  return listed;
}

suite('properties of a change', () => {
  test('are written, the display name follows, and the alias and the other properties stay', async () => {
    const teamId = await create();
    const { mailNickName, displayName, properties } = await read(teamId);
    const change = { properties: { code: 4_712, note: null } };
    const { body: plan } = await send('POST', `/teams/${teamId}/plan`, change);
    const name = 'Project 4712, phase plan';
    const wanted = { displayName: name, properties: { code: '4712', phase: 'plan' } };
    assert.deepEqual([plan.before, plan.after], [{ displayName, properties }, wanted]);
    const { body } = await patch(teamId, change);
    assert.deepEqual([body.status, body.changed], ['succeeded', true]);
    const { body: ended } = await send('GET', `/teams/${teamId}/operations/${body.operationId}`);
    assert.deepEqual([ended.before, ended.after], [{ displayName, properties }, wanted]);
    const record = await read(teamId);
    assert.deepEqual([record.displayName, record.properties], [name, wanted.properties]);
    assert.equal(record.mailNickName, mailNickName);
    for (const same of [change, { properties: { code: '4712' } }, { properties: {} }]) {
      const again = (await patch(teamId, same)).body;
      assert.deepEqual([again.changed, again.operationId], [false, null]);
    }
  });

  test('that render no name change the record alone', async () => {
    const teamId = await create();
    const { displayName } = await read(teamId);
    const { body: plan } = await send('POST', `/teams/${teamId}/plan`, {
      properties: { note: '' },
    });
    assert.deepEqual(Object.keys(plan.after), ['properties']);
    await patch(teamId, { properties: { note: '' } });
    const record = await read(teamId);
    assert.equal('note' in record.properties, false);
    assert.equal(record.displayName, displayName);
  });

  test('are checked as at a creation, all faults at once and with those of other members', async () => {
    const teamId = await create();
    const { displayName, properties } = await read(teamId);
    assert.deepEqual(
      await faultsOf(teamId, {
        properties: { code: 10_000, phase: 'end', note: 'Too long', other: 'x' },
        deputy: testPeople[0],
      }),
      [
        '/properties/code too_large',
        '/properties/phase not_a_choice',
        '/properties/note pattern_mismatch',
        '/properties/other unknown_member',
        '/deputy deputy_is_responsible',
      ],
    );
    assert.deepEqual(await faultsOf(teamId, { properties: { code: null } }), [
      '/properties/code required',
    ]);
    assert.deepEqual(await faultsOf(teamId, { properties: { code: true } }), [
      '/properties/code wrong_type',
    ]);
    // A name beside a property with a fault is judged by the others.
    assert.deepEqual(
      await faultsOf(teamId, {
        displayName: 'Project 77, phase plan',
        properties: { code: '77', note: 'Too long' },
      }),
      ['/properties/note pattern_mismatch'],
    );
    assert.deepEqual(
      await faultsOf(teamId, { displayName: 'Project 1, phase plan', properties: { code: 2 } }),
      ['/displayName pattern_mismatch'],
    );
    const record = await read(teamId);
    assert.deepEqual([record.displayName, record.properties], [displayName, properties]);
  });

  test('of one request follow those that are accepted and have not run', async () => {
    const teamId = await create();
    const [first, second] = await Promise.all([
      patch(teamId, { properties: { code: 801 } }),
      patch(teamId, { properties: { phase: 'build' } }),
    ]);
    assert.deepEqual([first.body.status, second.body.status], ['succeeded', 'succeeded']);
    const { displayName, properties } = await read(teamId);
    assert.deepEqual(properties, { code: '801', phase: 'build', note: 'north' });
    assert.equal(displayName, 'Project 801, phase build');
  });

  test('may change where the display name may not, and the pattern renames the group', async () => {
    const teamId = await create('fixed-names');
    assert.deepEqual(await faultsOf(teamId, { displayName: 'Project 1, phase build' }), [
      '/displayName change_not_allowed',
      '/displayName pattern_mismatch',
    ]);
    assert.deepEqual(await faultsOf(teamId, { properties: { phase: 'build', code: 901 } }), []);
    assert.equal((await read(teamId)).displayName, 'Project 901, phase build');
    const both = { displayName: 'Project 902, phase build', properties: { code: 902 } };
    assert.deepEqual(await faultsOf(teamId, both), []);
  });

  test('stay where the template does not let API keys change them', async () => {
    const teamId = await create('fixed');
    assert.deepEqual(await faultsOf(teamId, { properties: { code: 903 } }), [
      '/properties change_not_allowed',
    ]);
    assert.deepEqual(await faultsOf(teamId, { properties: { phase: 'plan' } }), []);
  });

  test('await the approval of the template, and one change does not undo another', async () => {
    const teamId = await create('asked');
    const { properties } = await read(teamId);
    const { body: plan } = await send('POST', `/teams/${teamId}/plan`, { properties: { code: 5 } });
    assert.ok(plan.steps.includes('await_approval'), JSON.stringify(plan));
    await send('PATCH', `/teams/${teamId}`, { properties: { note: 'south' } });
    await send('PATCH', `/teams/${teamId}`, { properties: { phase: 'build' } });
    assert.deepEqual((await read(teamId)).properties, properties);
    const decided = new Set<string>();
    for (let tries = 0; decided.size < 2 && tries < 400; tries += 1) {
      const { body } = await send('GET', `/tasks?state=open&teamId=${teamId}`);
      const { items = [] } = body as unknown as {
        items?: { taskId: string; request: { properties: object } }[];
      };
      for (const { taskId, request } of items) {
        const asked = decided.size === 0 ? { note: 'south' } : { phase: 'build' };
        if (!decided.has(taskId)) assert.deepEqual(request.properties, asked);
        await send('POST', `/tasks/${taskId}/decision`, {
          decision: 'approve',
        });
        decided.add(taskId);
      }
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    for (let tries = 0; tries < 400; tries += 1) {
      const present = (await read(teamId)).properties as { note: string; phase: string };
      if (present.note === 'south' && present.phase === 'build') return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    assert.fail(JSON.stringify((await read(teamId)).properties));
  });

  test('of a repair are names: the plan refuses the other form', async () => {
    const teamId = await create();
    for (const [kind, sent] of [
      ['repair', { code: 1 }],
      ['change', ['displayName']],
    ] as const) {
      const { body } = await send('POST', `/teams/${teamId}/plan`, { kind, properties: sent });
      const faults = body.faults?.map(({ pointer, code }) => `${pointer} ${code}`) ?? [];
      assert.ok(faults.includes('/properties wrong_type'), faults.join());
    }
  });
});
