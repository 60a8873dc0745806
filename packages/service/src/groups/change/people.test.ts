// The groups of a person and the handover of all of them, through the API on the sandbox directory.
import assert from 'node:assert/strict';
import { after, before, beforeEach, suite, test } from 'node:test';
import { openAsOwner, type TestDatabase } from '../../../testing/database.ts';
import {
  startTestService,
  teamRequest,
  testBaseUrl,
  testOperator,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';

interface Item {
  teamId: string;
  displayName: string;
  mailNickName: string;
  state: string;
  roles: string[];
  role: string;
  responsible: string | null;
  deputy: string | null;
  vacant: string[];
  conforms: boolean;
  operationId?: string;
  statusUrl?: string;
  error?: { code: string; detail: string } | null;
}
interface Answer {
  items: Item[];
  nextLink?: string;
  person: { id: string; email: string | null };
  accepted: number;
  refused: number;
  code: string;
  detail: string;
  status: string;
  teamId: string;
  errors?: { pointer: string; code: string }[];
}

const [mara, tomas, yuki, lena] = testPeople as [string, string, string, string];
let at: TestDatabase;
let service: TestService;
/** Fresh for each test, so that a person's groups are those of the test. */
let tenant: TestTenant;

before(async () => {
  service = await startTestService();
  ({ at } = service);
});
after(() => service.close());
beforeEach(async () => {
  tenant = await service.addTenant();
});

async function send(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
  caller = tenant,
): Promise<{ status: number; body: Answer }> {
  const answer = await service.call(caller, path, { method, body, headers });
  return { ...answer, body: answer.body as Answer };
}

const create = (alias: string, others = {}) => service.createTeam(tenant, alias, others);

const handover = (person: string, body: object = {}, headers: Record<string, string> = {}) =>
  send('POST', `/people/${person}/handover`, body, headers);
const plan = (person: string, body: object = {}) =>
  send('POST', `/people/${person}/handover/plan`, body);

/** Waits until the operations of an answer have ended, and gives their statuses by team. */
async function follow({ items }: Answer): Promise<Record<string, string>> {
  const ended: Record<string, string> = {};
  for (const { teamId, statusUrl } of items) {
    if (statusUrl === undefined) continue;
    for (let looks = 0; ; looks += 1) {
      const { body } = await send('GET', new URL(statusUrl).pathname);
      ended[teamId] = body.status;
      if (!['accepted', 'running'].includes(body.status)) break;
      assert.ok(looks < 4_000, JSON.stringify(body));
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
  return ended;
}

async function answering(teamId: string): Promise<unknown[]> {
  const { body } = await send('GET', `/teams/${teamId}`);
  const { responsible, deputy } = body as unknown as Item;
  return [responsible, deputy];
}

async function idOf(email: string): Promise<string> {
  const [person] = await at.database.query<{ id: string }>(
    'select person_id as id from sandbox_people where tenant_id = $1 and email = $2',
    [tenant.tenantId, email],
  );
  return person?.id ?? '';
}

const shown = ({ body }: { body: Answer }) =>
  body.items.map(({ displayName, role, responsible, deputy, vacant, error }) => [
    displayName.replace('Group ', ''),
    role,
    responsible,
    deputy,
    vacant.join(),
    error?.code,
  ]);

suite('the search of people', () => {
  test('finds people by the beginning of a name or an address, within the tenant', async () => {
    const { status, body } = await send('GET', '/people?search=le&limit=3');
    assert.equal(status, 200);
    const found = body.items as unknown as { email: string; enabled: boolean; kind: string }[];
    assert.deepEqual(
      found.filter(({ email }) => email === lena).map(({ enabled, kind }) => [enabled, kind]),
      [[true, 'member']],
    );
    assert.ok(found.length <= 3);
    const none = await send('GET', '/people?search=nobody-has-this-name');
    assert.deepEqual(none.body.items, []);
  });

  test('refuses a text that is too short, or that is white space', async () => {
    for (const search of ['', 'l', '%20%20%20', 'l%20', 'x'.repeat(101)]) {
      const { status, body } = await send('GET', `/people?search=${search}`);
      assert.deepEqual([status, body.code], [400, 'invalid_query'], JSON.stringify(search));
    }
    assert.equal((await send('GET', '/people')).status, 400);
    assert.equal((await send('GET', '/people?search=le&limit=21')).status, 400);
  });

  test('needs its own scope', async () => {
    const limited = await addKey(['groups:read']);
    const { status, body } = await send('GET', '/people?search=le', undefined, {}, limited);
    assert.deepEqual([status, body.code], [403, 'scope_missing']);
    assert.match(body.detail, /people:search/);
  });
});

suite('the groups of a person', () => {
  test('are listed with the roles and the state of each, newest first, in pages', async () => {
    const first = await create('first');
    await create('second', { responsible: tomas, deputy: null, members: [mara] });
    await create('third', { responsible: lena, deputy: mara, owners: [yuki] });
    await create('others', { responsible: lena, deputy: null });
    await send('DELETE', `/teams/${first}`, undefined, { prefer: 'wait=20' });
    for (const name of [mara.toUpperCase(), await idOf(mara)]) {
      const { status, body } = await send('GET', `/people/${name}/groups?limit=2`);
      assert.equal(status, 200, JSON.stringify(body));
      const next = await send('GET', (body.nextLink ?? '').replace(testBaseUrl, ''));
      assert.deepEqual(
        [...body.items, ...next.body.items].map(({ mailNickName, roles, state }) => [
          mailNickName,
          state,
          roles.join(),
        ]),
        [
          ['third', 'active', 'deputy,owner'],
          ['second', 'active', 'member'],
          ['first', 'deleted', 'responsible,owner'],
        ],
      );
      assert.equal(next.body.nextLink, undefined);
    }
  });

  test('are those of the caller’s tenant and organisations', async () => {
    await create('mine');
    const id = await idOf(mara);
    const stranger = await service.addTenant();
    const elsewhere = await send('GET', `/people/${id}/groups`, undefined, {}, stranger);
    assert.deepEqual(elsewhere.body.items, []);
    const limited = await addKey(['groups:read', 'responsibility:change'], 'reuss');
    const outside = await send('GET', `/people/${mara}/groups`, undefined, {}, limited);
    assert.deepEqual(outside.body.items, []);
    for (const path of ['handover', 'handover/plan']) {
      const { body } = await send('POST', `/people/${mara}/${path}`, {}, {}, limited);
      assert.deepEqual(body.items, []);
    }
    const foreign = await send('POST', `/people/${id}/handover`, { to: id }, {}, stranger);
    assert.equal(foreign.status, 422);
    assert.equal((await send('GET', `/teams?responsible=${mara}`)).body.items.length, 1);
  });

  test('are found by id after the person was removed in the directory, and no longer by address', async () => {
    await create('left-behind');
    const id = await idOf(mara);
    await service.change((changes) =>
      changes.sandboxPeople.remove(testOperator, tenant.tenantId, id),
    );
    assert.equal((await send('GET', `/people/${id}/groups`)).body.items.length, 1);
    for (const [method, path, body] of [
      ['GET', 'groups', undefined],
      ['POST', 'handover', {}],
      ['POST', 'handover/plan', {}],
    ] as const) {
      const answer = await send(method, `/people/${mara}/${path}`, body);
      assert.deepEqual([answer.status, answer.body.code], [404, 'not_found'], path);
    }
    const handed = await handover(id);
    assert.equal(handed.body.person.email, null);
    assert.deepEqual(shown(handed), [
      ['left-behind', 'responsible', tomas, null, 'deputy', undefined],
    ]);
    assert.deepEqual(Object.values(await follow(handed.body)), ['succeeded']);
  });
});

suite('the departure of a person', () => {
  test('makes deputies responsible and leaves their places vacant', async () => {
    const one = await create('one');
    const two = await create('two', { responsible: lena, deputy: mara });
    const three = await create('three', { deputy: null });
    const member = await create('member', { responsible: lena, deputy: null, owners: [mara] });
    const expected = [
      ['three', 'responsible', null, null, 'responsible', 'successor_missing'],
      ['two', 'deputy', lena, null, 'deputy', undefined],
      ['one', 'responsible', tomas, null, 'deputy', undefined],
    ];
    const planned = await plan(mara);
    assert.equal(planned.status, 200, JSON.stringify(planned.body));
    assert.deepEqual(shown(planned), expected);
    assert.deepEqual(
      planned.body.items.map(({ conforms }) => conforms),
      [false, true, true],
    );
    assert.deepEqual(await answering(one), [mara, tomas], 'a plan changes nothing');

    const { status, body } = await handover(mara, { reason: 'Left' });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.accepted, body.refused], [2, 1]);
    assert.deepEqual(shown({ body }), expected);
    assert.deepEqual(await follow(body), { [one]: 'succeeded', [two]: 'succeeded' });
    assert.deepEqual(await answering(one), [tomas, null]);
    assert.deepEqual(await answering(two), [lena, null]);
    assert.deepEqual(await answering(three), [mara, null]);
    assert.deepEqual(await answering(member), [lena, null]);
    const reasons = await at.database.query<{ reason: string }>(
      'select reason from operations where tenant_id = $1',
      [tenant.tenantId],
    );
    assert.deepEqual(
      reasons.map(({ reason }) => reason),
      ['Left', 'Left'],
    );
  });

  test('gives every place to the named successor, and vacant places of deputies to the named deputy', async () => {
    const one = await create('one');
    const two = await create('two', { responsible: lena, deputy: mara });
    const three = await create('three', { deputy: null });
    const four = await create('four', { deputy: lena });
    const { body } = await handover(mara, {
      to: lena.toUpperCase(),
      deputy: yuki,
      former: 'none',
    });
    const successor = lena;
    assert.deepEqual(shown({ body }), [
      ['four', 'responsible', successor, yuki, '', undefined],
      ['three', 'responsible', successor, null, '', undefined],
      ['two', 'deputy', lena, yuki, '', undefined],
      ['one', 'responsible', successor, tomas, '', undefined],
    ]);
    const ended = await follow(body);
    assert.deepEqual(new Set(Object.values(ended)), new Set(['succeeded']));
    assert.deepEqual(await answering(one), [successor, tomas]);
    assert.deepEqual(await answering(two), [lena, yuki]);
    assert.deepEqual(await answering(three), [successor, null]);
    assert.deepEqual(await answering(four), [successor, yuki]);
    const rest = await send('GET', `/people/${mara}/groups`);
    assert.deepEqual(rest.body.items, [], 'former: none removes the person');
  });

  test('sent again without a key changes nothing more, even before its operations have run', async () => {
    const one = await create('one');
    const [first, second] = [await handover(mara), await handover(mara)];
    assert.equal(first.body.accepted, 1);
    assert.deepEqual([second.body.accepted, second.body.items], [0, []]);
    await follow(first.body);
    assert.deepEqual((await handover(mara)).body.items, []);
    assert.deepEqual(await answering(one), [tomas, null]);
    assert.equal(await countOperations(), 1);
  });

  test('sent again with its key returns the same operations, and its key is refused for another', async () => {
    await create('one');
    await create('two', { deputy: null });
    const key = { 'idempotency-key': '"leaver-7"' };
    const [first, second] = await Promise.all([handover(mara, {}, key), handover(mara, {}, key)]);
    await follow(first.body);
    await create('three');
    const third = await handover(mara, {}, key);
    const seen = [first, second, third].map(({ body }) =>
      body.items.map(({ teamId, operationId, error }) => [teamId, operationId, error?.code]),
    );
    assert.equal(first.body.items.length, 2);
    assert.deepEqual(seen[1], seen[0]);
    assert.deepEqual(seen[2], seen[0]);
    assert.equal(await countOperations(), 1);
    const other = await handover(mara, { to: lena }, key);
    assert.deepEqual([other.status, other.body.code], [422, 'idempotency_key_reused']);
    const fresh = await handover(mara, {}, { 'idempotency-key': '"leaver-8"' });
    assert.equal(fresh.body.accepted, 1);
  });

  test('with its key is refused as a whole in an outage, and is done when it is sent again', async () => {
    const one = await create('one');
    const two = await create('two', { responsible: lena, deputy: mara });
    const key = { 'idempotency-key': '"leaver-7"' };
    const recover = await failOperations();
    try {
      const failed = await handover(mara, {}, key);
      assert.deepEqual([failed.status, failed.body.code], [503, 'unavailable']);
      const without = await handover(mara);
      assert.deepEqual(
        [without.status, ...without.body.items.map(({ error }) => error?.code)],
        [200, 'unavailable', 'unavailable'],
      );
    } finally {
      await recover();
    }
    await send('PATCH', `/teams/${one}`, { displayName: 'Renamed' }, { prefer: 'wait=20' });
    const [second, third] = [await handover(mara, {}, key), await handover(mara, {}, key)];
    assert.deepEqual([second.body.accepted, second.body.refused], [2, 0]);
    const operationsOf = ({ body }: { body: Answer }) =>
      body.items.map(({ operationId }) => operationId);
    assert.deepEqual(operationsOf(third), operationsOf(second));
    await follow(second.body);
    assert.deepEqual(await answering(one), [tomas, null]);
    assert.deepEqual(await answering(two), [lena, null]);
  });

  test('takes groups in pages, so that one request never grows with their number', async () => {
    for (const alias of ['one', 'two', 'three']) await create(alias);
    const names: string[] = [];
    for (let path: string | undefined = `/people/${mara}/handover?limit=2`; path !== undefined;) {
      const { status, body }: { status: number; body: Answer } = await send('POST', path, {});
      assert.equal(status, 200, JSON.stringify(body));
      assert.ok(body.items.length <= 2);
      names.push(...body.items.map(({ displayName }) => displayName));
      path = body.nextLink?.replace(testBaseUrl, '');
    }
    assert.deepEqual(names, ['Group three', 'Group two', 'Group one']);
    assert.equal(await countOperations(), 3);
  });

  test('counts as one request for each of its groups', async () => {
    const limited = await startTestService({ RATE_LIMIT: '20' }, { at });
    try {
      for (let n = 0; n < 12; n += 1) await create(`many-${n}`);
      await limited.service.refresh();
      const answers = [];
      for (let n = 0; n < 2; n += 1) {
        const { status } = await limited.call(tenant, `/people/${mara}/handover/plan`, {
          method: 'POST',
          body: {},
        });
        answers.push(status);
      }
      assert.deepEqual(answers, [200, 429]);
    } finally {
      await limited.close();
    }
  });

  test('refuses a group whose successor left too, and one that would have too few owners', async () => {
    const one = await create('one');
    await create('prj-7', { templateIdOrIdentifier: 'project', displayName: 'Project 7' });
    const errors = ({ body }: { body: Answer }) =>
      body.items.map(({ vacant, error }) => [vacant.join(), error?.code]);
    const handed = await handover(mara, { former: 'none' });
    assert.deepEqual(errors(handed), [
      ['deputy', 'people_not_eligible'],
      ['deputy', undefined],
    ]);
    assert.match(handed.body.items[0]?.error?.detail ?? '', /at least 2 different owners/);
    await follow(handed.body);
    assert.deepEqual(await answering(one), [tomas, null]);

    const withDeputy = await plan(mara, { deputy: lena });
    assert.deepEqual(errors(withDeputy), [['', undefined]]);
    await disable(tomas);
    const alone = await handover(mara, { deputy: lena });
    assert.deepEqual(errors(alone), [['responsible', 'people_not_eligible']]);
    assert.match(alone.body.items[0]?.error?.detail ?? '', /disabled/);
    assert.equal(await countOperations(), 1);
  });

  test('includes groups in creation and groups that an accepted operation gives to the person', async () => {
    tenant = await service.addTenant({ directory: { kind: 'sandbox', teamCreationMs: 1_500 } });
    const { body: made } = await send('POST', '/teams', teamRequest('slow'));
    const { body: other } = await send(
      'POST',
      '/teams',
      teamRequest('other', { responsible: lena, deputy: null }),
    );
    await send('PATCH', `/teams/${other.teamId}`, { responsible: mara, deputy: yuki });
    const { body } = await handover(mara);
    assert.deepEqual(shown({ body }), [
      ['other', 'responsible', yuki, null, 'deputy', undefined],
      ['slow', 'responsible', tomas, null, 'deputy', undefined],
    ]);
    assert.deepEqual((await plan(mara)).body.items, []);
    assert.deepEqual(new Set(Object.values(await follow(body))), new Set(['succeeded']));
    assert.deepEqual(await answering(made.teamId), [tomas, null]);
    assert.deepEqual(await answering(other.teamId), [yuki, null]);
  });

  test('names a deputy by the present address, never by one that became another person’s', async () => {
    const one = await create('one');
    const id = await idOf(tomas);
    await at.database.query(
      `update sandbox_people set email = 'tomas.new@aare.example' where tenant_id = $1 and person_id = $2`,
      [tenant.tenantId, id],
    );
    await at.database.query(
      'update sandbox_people set email = $2 where tenant_id = $1 and email = $3',
      [tenant.tenantId, tomas, lena],
    );
    const { body } = await handover(mara);
    await follow(body);
    assert.deepEqual(await answering(one), ['tomas.new@aare.example', null]);
    const found = await send('GET', `/teams?responsible=${id}`);
    assert.equal(found.body.items.length, 1);
  });

  test('has no deleted, removed or failed group, and has one again that was restored', async () => {
    const one = await create('one');
    const two = await create('two');
    const failing = teamRequest('three', { members: ['ghost@aare.example'] });
    const { body: failed } = await send('POST', '/teams', failing, { prefer: 'wait=20' });
    assert.equal(failed.status, 'failed');
    await send('DELETE', `/teams/${one}`, undefined, { prefer: 'wait=20' });
    await at.database.query(
      'update provisionings set gone_since = now() where tenant_id = $1 and team_id = $2',
      [tenant.tenantId, two],
    );
    assert.deepEqual((await plan(mara)).body.items, []);
    const { accepted, refused, items } = (await handover(mara)).body;
    assert.deepEqual([accepted, refused, items], [0, 0, []]);
    await send('POST', `/teams/${one}/restore`, undefined, { prefer: 'wait=20' });
    const names = (await plan(mara)).body.items.map(({ displayName }) => displayName);
    assert.deepEqual(names, ['Group one']);
  });

  test('lists every fault of its request at once', async () => {
    await disable(lena);
    const { status, body } = await handover(mara, {
      former: 'boss',
      deputy: 'nobody@aare.example',
      to: mara.toUpperCase(),
      colour: 'red',
    });
    assert.equal(status, 422);
    assert.deepEqual(
      body.errors?.map(({ pointer, code }) => [pointer, code]),
      [
        ['/former', 'not_allowed'],
        ['/deputy', 'person_not_found'],
        ['/to', 'is_leaving'],
        ['/colour', 'unknown_member'],
      ],
    );
    const others = await plan(mara, { to: lena, deputy: lena });
    assert.deepEqual(
      others.body.errors?.map(({ pointer, code }) => [pointer, code]),
      [
        ['/to', 'person_disabled'],
        ['/deputy', 'deputy_is_responsible'],
        ['/deputy', 'person_disabled'],
      ],
    );
    assert.equal((await handover('nobody')).status, 404);
    const tooMany = await send('POST', `/people/${mara}/handover?limit=1001`, {});
    assert.deepEqual([tooMany.status, tooMany.body.code], [400, 'invalid_query']);
  });

  test('needs the scope responsibility:change, its plan groups:read', async () => {
    await create('one');
    const reader = await addKey(['groups:read']);
    const refused = await send('POST', `/people/${mara}/handover`, {}, {}, reader);
    assert.deepEqual([refused.status, refused.body.code], [403, 'scope_missing']);
    const planned = await send('POST', `/people/${mara}/handover/plan`, {}, {}, reader);
    assert.equal(planned.status, 200);
    const changer = await addKey(['responsibility:change']);
    const done = await send('POST', `/people/${mara}/handover`, {}, {}, changer);
    assert.equal(done.body.accepted, 1);
  });
});

async function disable(email: string): Promise<void> {
  await at.database.query(
    'update sandbox_people set enabled = false where tenant_id = $1 and email = $2',
    [tenant.tenantId, email],
  );
}

/** No operation of the tenant can be written until the outage is over. */
async function failOperations(): Promise<() => Promise<void>> {
  const id = tenant.tenantId.replaceAll('-', '_');
  const owner = openAsOwner(at.settings, { maxConnections: 1 });
  await owner.query(`
    create function fail_${id}() returns trigger language plpgsql as
    $$ begin raise exception 'shutting down' using errcode = '57P01'; end $$`);
  await owner.query(`
    create trigger fail_${id} before insert on operations for each row
    when (new.tenant_id = '${tenant.tenantId}') execute function fail_${id}()`);
  return async () => {
    await owner.query(`drop trigger fail_${id} on operations`);
    await owner.close();
  };
}

async function countOperations(): Promise<number> {
  const [row] = await at.database.query<{ count: number }>(
    'select count(*)::integer as count from operations where tenant_id = $1',
    [tenant.tenantId],
  );
  return row?.count ?? -1;
}

/** @param organisation limits the key to a new organisation of this identifier */
async function addKey(
  scopes: ('groups:read' | 'responsibility:change')[],
  organisation?: string,
): Promise<TestTenant> {
  const { tenantId } = tenant;
  const { key, secret } = await service.change(async ({ organisations, apiKeys }) => {
    const limit =
      organisation === undefined
        ? undefined
        : await organisations.create(testOperator, tenantId, {
            name: organisation,
            identifier: organisation,
          });
    return apiKeys.create(testOperator, tenantId, {
      name: 'Some',
      scopes,
      organisationIds: limit === undefined ? null : [limit.organisationId],
    });
  });
  await service.service.refresh();
  const { body } = await service.call(tenant, '/token', {
    method: 'POST',
    body: { tenantId, keyId: key.keyId, secret },
  });
  const { accessToken: token } = body as { accessToken: string };
  return { ...tenant, token, keyId: key.keyId };
}
