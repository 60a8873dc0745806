// Texts of requests, through the API: what a name may be written with, its normal form, and blocked words.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createSandboxPeopleLife } from '../../sandbox/people-life.postgres.ts';
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
  await running.change(async (changes) => {
    await changes.templates.create(testOperator, tenant.tenantId, tenant.organisationId, {
      identifier: 'named',
      name: 'Named',
      mailNicknamePattern: 'prj-{{code}}',
      displayNamePattern: '{{title}} {{code}}',
    });
    await changes.tenants.change(testOperator, tenant.tenantId, undefined, {
      name: 'Aare',
      directory: { kind: 'sandbox' },
      blockedWords: ['Geheim', 'Straße', 'कुल'],
    });
  });
  await running.service.refresh();
});
after(() => running.close());

interface Answer {
  readonly code: string;
  readonly teamId: string;
  readonly status: string;
  readonly names: { readonly mailNickName: string; readonly displayName: string };
  readonly faults: readonly { readonly pointer: string; readonly code: string }[];
}

async function send(method: string, path: string, body?: unknown, headers = {}) {
  const answer = await running.call(tenant, path, { method, body, headers });
  return { status: answer.status, body: answer.body as Answer };
}

async function faultsOf(body: unknown): Promise<readonly string[]> {
  const { body: answer } = await send('POST', '/teams/plan', body);
  return answer.faults.map(({ pointer, code }) => `${pointer} ${code}`);
}

test('a display name that nobody can see or read as it is written does not conform', async () => {
  for (const [displayName, code] of [
    ['\u200b', 'blank'],
    ['\u3164', 'blank'],
    ['\u00ad', 'blank'],
    ['\u0301', 'blank'],
    ['Pay\u202Ecod.exe', 'character_refused'],
    ['a\u2028b', 'character_refused'],
    ['Stra\uFFFDe 1', 'damaged_text'],
    ['Pay\u200broll', 'character_refused'],
    ['Payroll\u200b', 'character_refused'],
    ['Payroll\ufeff', 'character_refused'],
    ['Ge\u00adheim', 'character_refused'],
    ['Payroll\u200d', 'character_refused'],
  ] as const) {
    const body = teamRequest('unseen', { displayName });
    assert.deepEqual(await faultsOf(body), [`/displayName ${code}`]);
    const { status } = await send('POST', '/teams', body);
    assert.equal(status, 422);
  }
  const other = { displayName: 'क्‍ष می‌خواهم 👩‍👩‍👧', description: 'one\ntwo' };
  assert.deepEqual(await faultsOf(teamRequest('seen', other)), []);
});

test('descriptions and properties follow the same rule, and every fault is listed at once', async () => {
  const body = {
    ...teamRequest('rule', { displayName: 'a\u2066b', description: ' \u200b' }),
    properties: { code: 'x\u202E' },
    mailNickName: 'a b',
  };
  assert.deepEqual(await faultsOf(body), [
    '/displayName character_refused',
    '/mailNickName character_refused',
    '/description blank',
    '/properties/code character_refused',
  ]);
});

test('a text is the same in each normal form, also in its idempotent repetition', async () => {
  const composed = {
    ...teamRequest('prj-1', { templateIdOrIdentifier: 'named', displayName: 'Café 1' }),
    properties: { title: 'Café', code: '1' },
  };
  const decomposed = {
    ...composed,
    displayName: 'Cafe\u0301 1',
    properties: { title: 'Cafe\u0301', code: '1' },
  };
  assert.deepEqual(await faultsOf({ ...composed, displayName: decomposed.displayName }), []);
  const headers = { 'idempotency-key': '"normal"', prefer: 'wait=10' };
  const first = await send('POST', '/teams', composed, headers);
  const again = await send('POST', '/teams', decomposed, headers);
  assert.equal(again.status, 200, JSON.stringify(again.body));
  assert.equal(again.body.teamId, first.body.teamId);
});

test('a blocked word is found in each spelling of its letters', async () => {
  for (const displayName of ['Geheım 1', 'GÉHEIM', 'STRASSE 1', 'Das कुल', 'strasse']) {
    assert.deepEqual(await faultsOf(teamRequest('blocked', { displayName })), [
      '/displayName blocked_word',
    ]);
  }
  assert.deepEqual(await faultsOf(teamRequest('allowed', { displayName: 'Geheimnis कल' })), []);
});

test('a rendered alias has letters, digits, -, . and _ only', async () => {
  const { mailNickName: _alias, displayName: _name, ...unnamed } = teamRequest('unnamed');
  for (const [code, alias] of [
    ['r&d/1', 'prj-r-d-1'],
    ["a'b#c%d?e", 'prj-a-b-c-d-e'],
    ['v1.2_b', 'prj-v1.2_b'],
    ['x!y*z', 'prj-x-y-z'],
  ] as const) {
    const body = { ...unnamed, templateIdOrIdentifier: 'named', properties: { title: 'R', code } };
    const { body: plan } = await send('POST', '/teams/plan', body);
    assert.equal(plan.names.mailNickName, alias);
    assert.equal(plan.names.displayName, `R ${code}`);
  }
});

test('an address in punycode is the person whom the directory has in Unicode', async () => {
  const [first, second] = ['anna@bücher.example', 'Anna@xn--bcher-kva.example'] as const;
  await running.change(async (changes) => {
    await changes.sandboxPeople.add(testOperator, tenant.tenantId, {
      name: 'Anna',
      email: first,
    });
  });
  const people = { responsible: second, owners: [first], members: [second] };
  const { body } = await send('POST', '/teams', teamRequest('idn', people), {
    prefer: 'wait=10',
  });
  assert.equal(body.status, 'succeeded', JSON.stringify(body));
  await assert.rejects(
    running.change(async (changes) => {
      await changes.sandboxPeople.add(testOperator, tenant.tenantId, {
        name: 'Anna again',
        email: second,
      });
    }),
    /Another person has the address/,
  );
});

test('a manager is found in the other spelling of the address', async () => {
  const of = { name: 'Ben', email: 'ben@aare.example', managerEmail: 'CLEO@xn--bcher-kva.example' };
  const [benId, cleoId] = await running.change(async ({ sandboxPeople }) => [
    (await sandboxPeople.add(testOperator, tenant.tenantId, of)).personId,
    (
      await sandboxPeople.add(testOperator, tenant.tenantId, {
        name: 'Cleo',
        email: 'cleo@bücher.example',
      })
    ).personId,
  ]);
  const life = createSandboxPeopleLife(running.at.database);
  const states = await life.peopleStates(tenant.tenantId, [benId ?? '']);
  assert.equal(states.get(benId ?? '')?.manager?.id, cleoId);
});

test('groups of the directory are found as those of every list are', async () => {
  const { body } = await send(
    'POST',
    '/teams',
    teamRequest('sandbox-folded', { displayName: 'Gasse Weiß Ødegård Zürich' }),
    { prefer: 'wait=10' },
  );
  assert.equal(body.status, 'succeeded');
  const search = async (text: string) => {
    const path = `/directory/groups?total=true&search=${encodeURIComponent(text)}`;
    const answer = await send('GET', path);
    return answer.body as unknown as { total: number; items: { teamId: string }[] };
  };
  for (const text of ['weiss', 'zurich odegard', 'ZU\u0308RICH', 'sandbox-folded GASSE']) {
    const { items, total } = await search(text);
    assert.deepEqual([total, items.map((one) => one.teamId)], [1, [body.teamId]], text);
  }
  assert.equal((await search('weiss bern')).total, 0);
});
