import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createVirtualClock } from './clock.ts';
import { calm, hostile } from './profile.ts';
import { createGraphSimulator } from './simulator.ts';
import { base, createCaller, createTeam, group, upsertHeaders } from './test-caller.ts';

test('an upsert by unique name creates once, then changes', () => {
  const simulator = createGraphSimulator({ seed: '1', profile: calm, clock: createVirtualClock() });
  const { call, id, tenant } = createCaller(simulator);
  const first = call('PATCH', "/groups(uniqueName='k')", group(id(0)), upsertHeaders);
  assert.equal(first.status, 201);
  const second = call(
    'PATCH',
    "/groups/(uniqueName='k')",
    { ...group(id(1)), displayName: 'Renamed' },
    upsertHeaders,
  );
  assert.equal(second.status, 204);
  assert.equal(tenant.groups.size, 1);
  const read = call('GET', `/groups/${String(first.body['id'])}?$select=displayName,uniqueName`);
  assert.deepEqual(
    { ...read.body, id: undefined },
    { id: undefined, displayName: 'Renamed', uniqueName: 'k' },
  );
});

describe('what a correct caller never sends is refused and kept as a violation', () => {
  const people = (caller: ReturnType<typeof createCaller>, from: number, count: number): string[] =>
    Array.from({ length: count }, (_, index) => `${base}/users/${caller.id(from + index)}`);

  const cases: readonly {
    title: string;
    violation: string;
    request: (
      caller: ReturnType<typeof createCaller>,
    ) => [method: string, url: string, body: unknown, headers?: Record<string, string>];
  }[] = [
    {
      title: 'an unknown property',
      violation: 'unknown_property',
      request: (c) => ['POST', '/groups', group(c.id(0), { mailNickName: 'x' })],
    },
    {
      title: 'a property that only Graph writes',
      violation: 'read_only_property',
      request: (c) => ['POST', '/groups', group(c.id(0), { mail: 'x@contoso.example' })],
    },
    {
      title: 'a value of another type',
      violation: 'wrong_type',
      request: (c) => ['POST', '/groups', group(c.id(0), { mailEnabled: 'true' })],
    },
    {
      title: 'a name of 257 characters',
      violation: 'too_long',
      request: (c) => ['POST', '/groups', group(c.id(0), { displayName: 'x'.repeat(257) })],
    },
    {
      title: 'a group without an alias',
      violation: 'missing_property',
      request: (c) => ['POST', '/groups', group(c.id(0), { mailNickname: null })],
    },
    {
      title: '21 relations',
      violation: 'too_many_relations',
      request: (c) => [
        'POST',
        '/groups',
        group(c.id(0), { 'members@odata.bind': people(c, 1, 20) }),
      ],
    },
    {
      title: 'a repeated person',
      violation: 'repeated_person',
      request: (c) => [
        'POST',
        '/groups',
        group(c.id(0), { 'members@odata.bind': people(c, 0, 2) }),
      ],
    },
    {
      title: 'a relative address',
      violation: 'wrong_bind_form',
      request: (c) => [
        'POST',
        '/groups',
        group(c.id(0), { 'owners@odata.bind': [`/users/${c.id(0)}`] }),
      ],
    },
    {
      title: 'an advanced filter without ConsistencyLevel',
      violation: 'unsupported_query',
      request: () => ['GET', "/users?$filter=mail eq 'a' or userPrincipalName eq 'a'", undefined],
    },
    {
      title: 'a property of another type in $select',
      violation: 'unknown_property',
      request: () => ['GET', '/users?$select=mailbox', undefined],
    },
    {
      title: 'an address that Graph does not know',
      violation: 'unknown_route',
      request: () => ['POST', '/group', {}],
    },
    {
      title: 'a batch of 21 requests',
      violation: 'batch_too_large',
      request: () => [
        'POST',
        '/$batch',
        { requests: Array.from({ length: 21 }, (_, id) => ({ id, method: 'GET', url: '/users' })) },
      ],
    },
    {
      title: 'a team from a group with another name',
      violation: 'read_only_property',
      request: (c) => [
        'POST',
        '/teams',
        {
          displayName: 'x',
          'template@odata.bind': `${base}/teamsTemplates('standard')`,
          'group@odata.bind': `${base}/groups('${c.id(0)}')`,
        },
      ],
    },
    {
      title: '201 people in one call',
      violation: 'too_many_people',
      request: (c) => [
        'POST',
        `/teams/${c.id(0)}/members/add`,
        { values: Array.from({ length: 201 }, () => ({})) },
      ],
    },
  ];
  for (const { title, violation, request } of cases) {
    test(title, () => {
      const simulator = createGraphSimulator({
        seed: '1',
        profile: calm,
        clock: createVirtualClock(),
      });
      const caller = createCaller(simulator);
      const answer = caller.call(...request(caller));
      assert.equal(answer.status, 400);
      assert.deepEqual(
        simulator.journal.violations.map((entry) => entry.violation),
        [violation],
      );
      assert.equal(caller.tenant.groups.size, 0);
    });
  }
});

test('an operation polled again before 30 seconds have passed is refused as a violation', () => {
  const clock = createVirtualClock();
  const simulator = createGraphSimulator({ seed: '1', profile: calm, clock });
  const { call, team } = createTeam(simulator);
  assert.equal(team.status, 202);
  const location = team.headers['location'] ?? '';
  assert.equal(call('GET', location).status, 200);
  clock.advanceTo(clock.now() + 29_000);
  assert.equal(call('GET', location).status, 429);
  clock.advanceTo(clock.now() + 30_000);
  assert.equal(call('GET', location).body['status'], 'succeeded');
  assert.deepEqual(
    simulator.journal.violations.map((entry) => entry.violation),
    ['polled_too_early'],
  );
});

test('the fifth call within a second on one team is refused as a violation', () => {
  const simulator = createGraphSimulator({ seed: '1', profile: calm, clock: createVirtualClock() });
  const { call, groupId } = createTeam(simulator);
  const statuses = Array.from({ length: 5 }, () => call('GET', `/teams/${groupId}`).status);
  assert.deepEqual(statuses, [200, 200, 200, 200, 429]);
  assert.deepEqual(
    simulator.journal.violations.map((entry) => entry.violation),
    ['too_many_calls_on_one_team'],
  );
});

test('a kind of call is throttled by its published limit, and coming back early is a violation', () => {
  const clock = createVirtualClock();
  const simulator = createGraphSimulator({
    seed: '1',
    profile: calm,
    clock,
    limits: { directoryWrites: { calls: 2, perMs: 10_000 } },
  });
  const { call, id } = createCaller(simulator);
  const create = (alias: string): ReturnType<typeof call> =>
    call('POST', '/groups', group(id(0), { mailNickname: alias }));
  assert.deepEqual([create('a').status, create('b').status], [201, 201]);
  const refused = create('c');
  assert.equal(refused.status, 429);
  assert.equal(refused.headers['retry-after'], '10');
  clock.advanceTo(clock.now() + 5000);
  assert.equal(create('c').status, 429);
  clock.advanceTo(clock.now() + 10_000);
  assert.equal(create('c').status, 201);
  assert.deepEqual(
    simulator.journal.violations.map((entry) => entry.violation),
    ['retried_too_early'],
  );
});

test('near the limit the answers say how full it is', () => {
  const simulator = createGraphSimulator({
    seed: '1',
    profile: calm,
    clock: createVirtualClock(),
    limits: { resourceUnits: { calls: 10, perMs: 10_000 } },
  });
  const { call } = createCaller(simulator);
  const shares = Array.from(
    { length: 10 },
    () => call('GET', '/organization').headers['x-ms-throttle-limit-percentage'],
  );
  assert.deepEqual(shares.slice(7), [undefined, '0.90', '1.00']);
});

test('a removed group frees its alias and can be restored for 30 days', () => {
  const clock = createVirtualClock();
  const simulator = createGraphSimulator({ seed: '1', profile: calm, clock });
  const { call, groupId } = createTeam(simulator);
  assert.equal(call('DELETE', `/groups/${groupId}`).status, 204);
  assert.equal(call('GET', `/groups/${groupId}`).status, 404);
  assert.equal(call('POST', `/directory/deletedItems/${groupId}/restore`).status, 200);
  assert.equal(call('GET', `/groups/${groupId}`).status, 200);
  call('DELETE', `/groups/${groupId}`);
  clock.advanceTo(clock.now() + 31 * 24 * 60 * 60 * 1000);
  const later = createCaller(simulator);
  assert.equal(later.call('POST', `/directory/deletedItems/${groupId}/restore`).status, 404);
});

test('deleted groups and people are listed by their type, and not after 30 days', () => {
  const clock = createVirtualClock();
  const simulator = createGraphSimulator({ seed: '1', profile: calm, clock });
  const { call, groupId, id, tenant } = createTeam(simulator);
  const listed = (type: string, query = '') => {
    const answer = call('GET', `/directory/deletedItems/microsoft.graph.${type}${query}`);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body['value'] as Record<string, unknown>[];
  };
  assert.deepEqual([listed('group'), listed('user')], [[], []]);
  call('DELETE', `/groups/${groupId}`);
  simulator.deleteUser(tenant.tenantId, id(5));
  const [deleted] = listed('group', '?$select=id,mailNickname,deletedDateTime');
  assert.equal(deleted?.['id'], groupId);
  assert.equal(typeof deleted['deletedDateTime'], 'string');
  assert.deepEqual(
    listed('user', '?$select=id').map((user) => user['id']),
    [id(5)],
  );
  const unknown = call('GET', '/directory/deletedItems/microsoft.graph.group?$select=upn');
  assert.equal(unknown.status, 400);
  clock.advanceTo(clock.now() + 31 * 24 * 60 * 60 * 1000);
  const later = createCaller(simulator);
  const left = later.call('GET', '/directory/deletedItems/microsoft.graph.group').body['value'];
  assert.deepEqual(left, []);
});

test('a person is shown with the manager, whole or by some properties, one by one and in lists', () => {
  const simulator = createGraphSimulator({
    seed: '1',
    profile: calm,
    clock: createVirtualClock(),
  });
  const { call, id, tenant } = createCaller(simulator);
  simulator.changeUser(tenant.tenantId, id(0), { managerId: id(1) });
  const read = (query: string) => call('GET', `/users/${id(0)}?$select=id&${query}`).body;
  const whole = read('$expand=manager')['manager'] as Record<string, unknown>;
  assert.deepEqual([whole['id'], typeof whole['displayName']], [id(1), 'string']);
  const some = read('$expand=manager($select=id,mail)')['manager'] as Record<string, unknown>;
  assert.deepEqual(Object.keys(some).sort(), ['@odata.type', 'id', 'mail']);
  const list = call('GET', '/users?$expand=manager&$top=200').body['value'] as Record<
    string,
    unknown
  >[];
  const managed = list.filter((user) => user['manager'] !== undefined);
  assert.deepEqual(
    managed.map((user) => user['id']),
    [id(0)],
  );
  for (const expansion of ['memberOf', 'manager($levels=max)', 'manager,memberOf']) {
    assert.equal(call('GET', `/users/${id(0)}?$expand=${expansion}`).status, 400, expansion);
  }
});

test('the same seed meets the same faults, whatever the order of the calls; another seed others', () => {
  const meet = (seed: string, order: readonly number[]): string => {
    const simulator = createGraphSimulator({ seed, profile: hostile, clock: createVirtualClock() });
    const { call, id } = createCaller(simulator);
    const met = order.map((number) => {
      const alias = `g${number}`;
      const body = group(id(0), { mailNickname: alias });
      const { status } = call('PATCH', `/groups(uniqueName='${alias}')`, body, upsertHeaders);
      return `${alias} ${status}`;
    });
    return met.sort().join(',');
  };
  const forward = Array.from({ length: 60 }, (_, index) => index);
  assert.equal(meet('a', forward), meet('a', forward.toReversed()));
  assert.notEqual(meet('a', forward), meet('b', forward));
  assert.match(meet('a', forward), / (?:0|429|50[0234])/);
});

test('an unknown or expired token is refused', () => {
  const clock = createVirtualClock();
  const simulator = createGraphSimulator({ seed: '1', profile: calm, clock });
  const { call } = createCaller(simulator);
  assert.equal(call('GET', '/organization').status, 200);
  clock.advanceTo(clock.now() + 3600 * 1000);
  assert.equal(call('GET', '/organization').status, 401);
});

test('over real HTTP, a dropped answer is a reset connection, and the write is kept', async () => {
  const simulator = createGraphSimulator({
    seed: '1',
    profile: { ...calm, faultChance: 1, faultsPerCall: 1 },
  });
  after(() => simulator.close());
  const { graphBaseUrl } = await simulator.listen();
  const { tenant, id } = createCaller(simulator);
  const token = simulator.issueToken(tenant.tenantId);
  const send = (alias: string): Promise<number> =>
    fetch(`${graphBaseUrl}/v1.0/groups(uniqueName='${alias}')`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...upsertHeaders,
      },
      body: JSON.stringify(group(id(0), { mailNickname: alias })),
    }).then(
      (response) => response.status,
      () => 0,
    );
  for (let number = 0; (simulator.journal.faults.get('answer_dropped') ?? 0) === 0; number += 1) {
    assert.ok(number < 200, 'no answer was dropped in 200 calls');
    const status = await send(`g${number}`);
    if ((simulator.journal.faults.get('answer_dropped') ?? 0) === 0) continue;
    assert.equal(status, 0);
    assert.ok(tenant.byUniqueName.has(`g${number}`));
    // A group that is only seconds old may, by chance, conflict with itself.
    let again = 409;
    while (again === 409) again = await send(`g${number}`);
    assert.equal(again, 204);
  }
});
