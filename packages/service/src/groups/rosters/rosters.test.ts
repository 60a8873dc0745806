// Rosters through the API, on the sandbox directory: who comes, who leaves, and who stays whatever a source names.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { eventually } from '../../../testing/eventually.ts';
import {
  startTestService,
  testPeople,
  testOperator,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';
import { readGroupRosters } from './rosters.postgres.ts';

interface Accepted {
  status: string;
  changed: boolean;
  operationId: string | null;
  statusUrl: string | null;
  code: string;
  errors: { pointer: string; code: string; detail: string }[];
}
interface Roster {
  state: string;
  count: number;
  held: number;
  waiting: number;
  items: { person: string; personId: string | null; result: string; code: string | null }[];
}

const [mara, tomas, yuki] = testPeople as [string, string, string, string];
const one = (n: number) => `person-${n}@aare.example`;
const crowd = Array.from({ length: 60 }, (_, n) => one(n));
const sorted = (...names: string[]) => names.toSorted((a, b) => (a < b ? -1 : 1));
let service: TestService;
let tenant: TestTenant;
let count = 0;

before(async () => {
  service = await startTestService();
  tenant = await service.addTenant();
  await service.change(async ({ sandboxPeople }) => {
    for (const email of crowd) {
      await sandboxPeople.add(testOperator, tenant.tenantId, { email, name: email });
    }
  });
});
after(() => service.close());

const create = (others = {}) => service.createTeam(tenant, `roster-${(count += 1)}`, others);

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
async function send<T = Accepted>(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const answer = await service.call(tenant, path, { method, body, headers });
  return { ...answer, body: answer.body as T, etag: answer.headers.get('etag') ?? '' };
}

/** Sends a roster and waits until the group is in line with it. */
async function put(
  teamId: string,
  source: string,
  people: readonly (string | object)[],
  { headers = {}, ...others }: { headers?: Record<string, string>; removals?: object } = {},
) {
  const members = people.map((one) => (typeof one === 'string' ? { person: one } : one));
  const answer = await send(
    'PUT',
    `/teams/${teamId}/rosters/${source}`,
    { members, ...others },
    { prefer: 'wait=20', ...headers },
  );
  return answer;
}

const read = async (teamId: string, source: string) =>
  (await send<Roster>('GET', `/teams/${teamId}/rosters/${source}?limit=200`)).body;

/** The people of the group in the sandbox. */
async function inSandbox(teamId: string) {
  const [group] = await service.at.database.query<{ owners: string[]; members: string[] }>(
    `select
      array(select email from sandbox_people p where p.person_id = any (g.owner_ids) order by email) as owners,
      array(select email from sandbox_people p where p.person_id = any (g.member_ids) and p.person_id <> all (g.owner_ids) order by email) as members
    from sandbox_groups g where marker = $1`,
    [teamId],
  );
  assert.ok(group);
  return group;
}

suite('a roster', () => {
  test('that names one person by id and by address has the person once, and says so', async () => {
    const teamId = await create();
    const [found] = await service.at.database.query<{ id: string }>(
      'select person_id::text as id from sandbox_people where tenant_id = $1 and email = $2',
      [tenant.tenantId, one(9)],
    );
    const id = found?.id ?? '';
    const counts = { added: 1, invited: 0, kept: 0, removed: 0, waiting: 0, refused: 1, held: 0 };
    const members = [one(9), id.toUpperCase()].map((person) => ({ person }));
    const path = `/teams/${teamId}/rosters/hr`;
    const { body: plan } = await send<{ roster: object } & typeof counts>('POST', `${path}/plan`, {
      members,
    });
    assert.deepEqual([plan.added, plan.refused], [1, 1], JSON.stringify(plan));
    const { body } = await put(teamId, 'hr', [one(9), id.toUpperCase()]);
    const operation = `/teams/${teamId}/operations/${body.operationId}`;
    assert.deepEqual((await send<{ roster: object }>('GET', operation)).body.roster, {
      ...counts,
      source: 'hr',
      superseded: false,
    });
    const codes = async () =>
      Object.fromEntries(
        (await read(teamId, 'hr')).items.map(({ result, code }) => [result, code]),
      );
    assert.deepEqual(await codes(), { added: null, refused: 'duplicate' });
    // The person stays while one of the entries is left.
    await put(teamId, 'hr', [id]);
    assert.deepEqual(await codes(), { added: null });
    assert.ok((await inSandbox(teamId)).members.includes(one(9)));
    await put(teamId, 'hr', [one(8)]);
    assert.ok(!(await inSandbox(teamId)).members.includes(one(9)));
  });

  test('brings the people whom it names, and takes those out whom it names no longer', async () => {
    const teamId = await create();
    const first = await put(teamId, 'hr', [one(0), { person: one(1), role: 'owner' }]);
    assert.deepEqual(
      [first.status, first.body.status, first.body.changed],
      [200, 'succeeded', true],
      JSON.stringify(first.body),
    );
    assert.deepEqual(await inSandbox(teamId), {
      owners: sorted(mara, one(1), tomas),
      members: sorted(one(0), yuki),
    });
    assert.deepEqual(
      (await read(teamId, 'hr')).items.map(({ person, result }) => [person, result]),
      [
        [one(0), 'added'],
        [one(1), 'added'],
      ],
    );
    const second = await put(teamId, 'HR', [one(2)]);
    const { body: operation } = await send<{ change: object; roster: object }>(
      'GET',
      `/teams/${teamId}/operations/${second.body.operationId}`,
    );
    const counts = { added: 1, invited: 0, kept: 0, removed: 2, waiting: 0, refused: 0, held: 0 };
    assert.deepEqual(operation.roster, { source: 'hr', ...counts, superseded: false });
    assert.deepEqual(operation.change, { roster: { source: 'hr' } }, 'nothing of the service');
    assert.deepEqual(await inSandbox(teamId), {
      owners: sorted(mara, tomas),
      members: sorted(one(2), yuki),
    });
    const team = await send<{ members: string[] }>('GET', `/teams/${teamId}`);
    assert.deepEqual(team.body.members, [yuki, one(2)]);
  });

  test('has its people in the record as sources name them: by id, or by the address that the directory has', async () => {
    const { database } = service.at;
    const [found] = await database.query<{ id: string }>(
      'select person_id::text as id from sandbox_people where tenant_id = $1 and email = $2',
      [tenant.tenantId, one(11)],
    );
    const { id = '' } = found ?? {};
    const recorded = async (teamId: string) => {
      const { body } = await send<{ owners: string[]; members: string[] }>(
        'GET',
        `/teams/${teamId}`,
      );
      return { owners: body.owners.toSorted(), members: body.members.toSorted() };
    };
    const teamId = await create({ members: [one(13)] });
    const named = [one(10).toUpperCase(), id.toUpperCase(), { person: one(12), role: 'owner' }];
    const { body } = await put(teamId, 'hr', [...named, { person: one(13), role: 'owner' }]);
    const added = { owners: [one(12), one(13)], members: [one(10), id].toSorted() };
    assert.deepEqual(await recorded(teamId), added);
    const path = `/teams/${teamId}/operations/${body.operationId}`;
    const { after: changed } = (
      await send<{ after: { owners: string[]; members: string[] } }>('GET', path)
    ).body;
    assert.deepEqual([changed.owners.toSorted(), changed.members.toSorted()], Object.values(added));

    await put(teamId, 'erp', [id, one(11).toUpperCase(), one(12)]);
    assert.deepEqual(await recorded(teamId), added, 'each person is there once');
    // The directory gives a person another address.
    const rename = (from: string, to: string) =>
      database.query('update sandbox_people set email = $3 where tenant_id = $1 and email = $2', [
        tenant.tenantId,
        from,
        to,
      ]);
    await rename(one(10), 'renamed@aare.example');
    await put(teamId, 'hr', [one(14)]);
    assert.deepEqual(await recorded(teamId), {
      owners: [],
      members: [one(14), one(12), one(13), id].toSorted(),
    });
    await rename('renamed@aare.example', one(10));
    // A hand takes a person out, and then the source names the person no longer.
    await database.query(
      `update sandbox_groups set member_ids = array_remove(member_ids, (
        select person_id from sandbox_people where tenant_id = $2 and email = $3
      )) where marker = $1`,
      [teamId, tenant.tenantId, one(14)],
    );
    await put(teamId, 'hr', [one(15)]);
    assert.deepEqual(await recorded(teamId), {
      owners: [],
      members: [one(12), one(13), one(15), id].toSorted(),
    });
  });

  test('leaves who was there before, whom another source names, and who answers for the group', async () => {
    const teamId = await create();
    await put(teamId, 'hr', [yuki, one(0), one(1), mara]);
    await put(teamId, 'erp', [one(0)]);
    const { items } = await read(teamId, 'hr');
    const kept = items.find(({ person }) => person === yuki);
    assert.equal(kept?.result, 'kept');
    const { body: listed } = await send<{ items: Record<string, unknown>[] }>(
      'GET',
      `/teams/${teamId}/rosters`,
    );
    assert.deepEqual(
      listed.items.map(({ source, added, kept: there }) => [source, added, there]),
      [
        ['erp', 0, 1],
        ['hr', 2, 2],
      ],
    );
    const { body: only } = await send<Roster & { total: number }>(
      'GET',
      `/teams/${teamId}/rosters/hr?result=added&limit=1`,
    );
    assert.deepEqual([only.total, only.items.length, only.items[0]?.result], [2, 1, 'added']);
    await put(teamId, 'hr', [], { removals: { allow: true } });
    assert.deepEqual(await inSandbox(teamId), {
      owners: sorted(mara, tomas),
      members: sorted(one(0), yuki),
    });
    await put(teamId, 'erp', [], { removals: { allow: true } });
    assert.deepEqual((await inSandbox(teamId)).members, [yuki]);
  });

  test('takes nobody out whom a hand added or made an owner meanwhile', async () => {
    const teamId = await create();
    await put(teamId, 'hr', [one(0), one(1), one(2)]);
    const change = { members: { add: [one(0)] }, owners: { add: [one(1)] } };
    await send('PATCH', `/teams/${teamId}`, change, { prefer: 'wait=20' });
    await put(teamId, 'hr', [], { removals: { allow: true } });
    assert.deepEqual(await inSandbox(teamId), {
      owners: sorted(mara, one(1), tomas),
      members: sorted(one(0), yuki),
    });
  });

  test('keeps people whom it names from being taken out by a change, and says who holds a place', async () => {
    const teamId = await create();
    await put(teamId, 'hr', [one(0), { person: one(1), role: 'owner' }]);
    const change = { members: { remove: [one(0), yuki] }, owners: { remove: [one(1)] } };
    const plan = await send<{ conforms: boolean; faults: { pointer: string; code: string }[] }>(
      'POST',
      `/teams/${teamId}/plan`,
      change,
    );
    const refused = ['/members/remove/0', '/owners/remove/0'];
    assert.deepEqual(
      plan.body.faults.map(({ pointer, code }) => [pointer, code]),
      refused.map((pointer) => [pointer, 'named_by_roster']),
    );
    await send('PATCH', `/teams/${teamId}`, change, { prefer: 'wait=20' });
    const { owners, members } = await inSandbox(teamId);
    assert.deepEqual([owners, members], [sorted(mara, one(1), tomas), sorted(one(0), yuki)]);
    const compared = await send<{ items: { email: string; rosters: { source: string }[] }[] }>(
      'GET',
      `/teams/${teamId}/people/comparison`,
    );
    assert.deepEqual(
      compared.body.items.filter(({ rosters }) => rosters.length > 0).map(({ email }) => email),
      [one(1), one(0)],
    );
  });

  test('knows what an operation that failed has written, for reads that may be old', async () => {
    const teamId = await create();
    await put(teamId, 'hr', [{ person: one(0), role: 'owner' }, one(1), one(2)]);
    const key = { tenantId: tenant.tenantId, teamId, source: 'hr' };
    const [whole] = (await readGroupRosters(service.at.database, key))?.lately.slice(-1) ?? [];
    assert.deepEqual([whole?.addOwnerIds.length, whole?.addMemberIds.length], [1, 2]);
    await service.at.database.query(
      `update operations set status = 'failed', facts = facts - 'ownersAdded' || '{"membersAdded": 1}' where team_id = $1`,
      [teamId],
    );
    const [part] = (await readGroupRosters(service.at.database, key))?.lately.slice(-1) ?? [];
    assert.deepEqual(part, {
      ...whole,
      addOwnerIds: [],
      addMemberIds: whole?.addMemberIds.slice(0, 1),
    });
  });

  test('that says the same changes nothing and leaves no trace', async () => {
    const teamId = await create();
    const first = await put(teamId, 'hr', [one(0), one(1)]);
    const trace = () =>
      service.at.database.query(
        `select (select count(*) from activity where subject_id = $1) as activity,
          (select count(*) from operations where team_id = $1::uuid) as operations`,
        [teamId],
      );
    const before = await trace();
    const again = await put(teamId, 'hr', [
      one(1),
      { person: one(0), role: 'member', until: null },
    ]);
    assert.deepEqual(
      [again.body.changed, again.body.operationId, again.body.status, again.etag],
      [false, null, 'succeeded', first.etag],
    );
    assert.deepEqual(await trace(), before);
  });

  test('is changed only in the version of If-Match', async () => {
    const teamId = await create();
    const { etag } = await put(teamId, 'hr', [one(0)]);
    const stored = await send('GET', `/teams/${teamId}/rosters/hr`);
    assert.ok(stored.etag.startsWith(etag.slice(0, -1)), `${stored.etag} ${etag}`);
    assert.equal(
      (await put(teamId, 'hr', [one(1)], { headers: { 'if-match': stored.etag } })).status,
      200,
    );
    const late = await put(teamId, 'hr', [one(2)], { headers: { 'if-match': stored.etag } });
    assert.deepEqual([late.status, late.body.code], [412, 'version_conflict']);
    assert.deepEqual((await inSandbox(teamId)).members, sorted(one(1), yuki));
  });

  test('that is repeated with its Idempotency-Key has one effect, whatever came between', async () => {
    const teamId = await create();
    const headers = { 'idempotency-key': randomUUID() };
    const first = await put(teamId, 'hr', [one(0)], { headers });
    await put(teamId, 'hr', [one(1)]);
    const again = await put(teamId, 'hr', [one(0)], { headers });
    assert.equal(again.body.operationId, first.body.operationId);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.deepEqual((await inSandbox(teamId)).members, sorted(one(1), yuki));
  });

  test('holds a large removal and an empty list until it is allowed', async () => {
    const teamId = await create();
    await put(teamId, 'hr', crowd.slice(0, 50));
    await put(teamId, 'hr', [...crowd.slice(0, 38), one(55)]);
    const held = await read(teamId, 'hr');
    assert.deepEqual([held.state, held.held, held.count], ['held', 12, 39]);
    assert.equal((await inSandbox(teamId)).members.length, 52);
    assert.equal((await put(teamId, 'hr', [...crowd.slice(0, 38), one(55)])).body.changed, false);
    await put(teamId, 'hr', [...crowd.slice(0, 38), one(55)], { removals: { allow: true } });
    assert.deepEqual(
      [(await read(teamId, 'hr')).state, (await inSandbox(teamId)).members.length],
      ['applied', 40],
    );
    const empty = await create();
    await put(empty, 'hr', crowd.slice(0, 3));
    await put(empty, 'hr', []);
    assert.deepEqual(
      [(await read(empty, 'hr')).held, (await inSandbox(empty)).members.length],
      [3, 4],
    );
  });

  test('holds people whose removal waits: a change does not take them out, and their place says so', async () => {
    const teamId = await create();
    await put(teamId, 'hr', [one(0), { person: one(1), role: 'owner' }]);
    await put(teamId, 'hr', []);
    const compared = await send<{
      items: { email: string; rosters: { source: string; isHeld: boolean }[] }[];
    }>('GET', `/teams/${teamId}/people/comparison`);
    const holding = compared.body.items.filter(({ rosters }) => rosters.length > 0);
    assert.deepEqual(
      holding.map(({ email, rosters }) => [email, rosters[0]?.source, rosters[0]?.isHeld]),
      [
        [one(1), 'hr', true],
        [one(0), 'hr', true],
      ],
    );
    const change = { members: { remove: [one(0)] }, owners: { remove: [one(1)] } };
    const refused = await send('PATCH', `/teams/${teamId}`, change);
    assert.deepEqual(
      [refused.status, refused.body.errors.map(({ pointer, code }) => [pointer, code])],
      [
        422,
        [
          ['/members/remove/0', 'removal_held'],
          ['/owners/remove/0', 'removal_held'],
        ],
      ],
    );
    await put(teamId, 'hr', [], { removals: { allow: true } });
    assert.deepEqual((await inSandbox(teamId)).members, [yuki]);
    await send('PATCH', `/teams/${teamId}`, { members: { remove: [yuki] } }, { prefer: 'wait=20' });
    assert.deepEqual((await inSandbox(teamId)).members, []);
  });

  test('is no member of a PATCH, also beside the same people, and nothing changes', async () => {
    const teamId = await create();
    await put(teamId, 'hr', crowd.slice(0, 2));
    const before = await inSandbox(teamId);
    const change = {
      members: { add: [one(0), 'nobody at all'] },
      rosters: { hr: { members: [{ person: one(0), role: 'member' }] } },
    };
    const { status, body } = await send('PATCH', `/teams/${teamId}`, change, { prefer: 'wait=20' });
    assert.deepEqual(
      [status, body.errors.map(({ pointer }) => pointer).toSorted()],
      [422, ['/members/add/1', '/rosters']],
    );
    assert.deepEqual(await inSandbox(teamId), before);
  });

  test('is ended with its people by DELETE', async () => {
    const teamId = await create();
    await put(teamId, 'hr', crowd.slice(0, 3));
    const path = `/teams/${teamId}/rosters/hr`;
    const ended = await send('DELETE', path, undefined, { prefer: 'wait=20' });
    assert.equal(ended.body.status, 'succeeded', JSON.stringify(ended.body));
    assert.deepEqual((await inSandbox(teamId)).members, [yuki]);
    assert.equal((await send('GET', path)).status, 404);
    for (const source of ['hr', 'never']) {
      const again = await send('DELETE', `/teams/${teamId}/rosters/${source}`);
      assert.deepEqual([again.status, again.body.changed], [200, false], source);
    }
    assert.equal((await send('DELETE', `/teams/${randomUUID()}/rosters/hr`)).status, 404);
    await put(teamId, 'hr', [one(4)]);
    assert.deepEqual((await inSandbox(teamId)).members, sorted(one(4), yuki));
  });

  test('names people who wait, and people whom the group cannot have', async () => {
    const teamId = await create();
    await service.change(({ sandboxPeople }) =>
      sandboxPeople.add(testOperator, tenant.tenantId, {
        email: 'guest@else.example',
        name: 'Guest',
        kind: 'guest',
      }),
    );
    await put(teamId, 'hr', [
      'new@aare.example',
      { person: 'guest@else.example', role: 'owner' },
      one(0),
    ]);
    assert.deepEqual(
      (await read(teamId, 'hr')).items.map(({ person, result, code }) => [person, result, code]),
      [
        ['guest@else.example', 'refused', 'guest_owner'],
        ['new@aare.example', 'waiting', null],
        [one(0), 'added', null],
      ],
    );
  });

  test('with faults gets them all at once and changes nothing', async () => {
    const teamId = await create();
    await put(teamId, 'hr', [one(0)]);
    const refused = await put(teamId, 'hr', [
      one(1),
      { person: one(1), role: 'owner' },
      { person: one(2), until: '2001-01-01T00:00:00Z' },
      { person: 'nobody', until: '2001-01-01T00:00:00Z' },
      { person: one(3), role: 'boss', until: '2001-01-01T00:00:00Z' },
      { person: one(3).toUpperCase(), until: 'soon' },
    ]);
    // Each sentence names its member as the pointer does.
    assert.deepEqual(
      refused.body.errors.slice(1).map(({ detail }) => /^\S+/.exec(detail)?.[0]),
      [
        'members/2/until',
        'members/3/person',
        'members/3/until',
        'members/4/role',
        'members/4/until',
        one(3).toUpperCase(),
        'members/5/until',
      ],
    );
    assert.deepEqual(
      [refused.status, refused.body.errors.map(({ pointer, code }) => [pointer, code])],
      [
        422,
        [
          ['/members/1/person', 'duplicate'],
          ['/members/2/until', 'not_in_future'],
          ['/members/3/person', 'not_a_person'],
          ['/members/3/until', 'not_in_future'],
          ['/members/4/role', 'not_allowed'],
          ['/members/4/until', 'not_in_future'],
          ['/members/5/person', 'duplicate'],
          ['/members/5/until', 'not_valid'],
        ],
      ],
    );
    assert.equal((await put(teamId, 'hand', [one(1)])).status, 400);
    assert.equal((await put(teamId, 'h r', [one(1)])).status, 400);
    assert.equal((await put(randomUUID(), 'hr', [one(1)])).status, 404);
    assert.deepEqual((await inSandbox(teamId)).members, sorted(one(0), yuki));
    assert.equal((await read(teamId, 'hr')).count, 1);
  });

  test('that is planned shows the result for each person and changes nothing', async () => {
    const teamId = await create();
    await put(teamId, 'hr', [one(0), yuki]);
    const path = `/teams/${teamId}/rosters/hr/plan`;
    const plan = await send<{ people: { person: string; result: string }[]; changed: boolean }>(
      'POST',
      path,
      { members: [{ person: one(1) }, { person: yuki }, { person: 'new@aare.example' }] },
    );
    assert.deepEqual(
      plan.body.people.map(({ person, result }) => [person, result]),
      [
        [one(0), 'removed'],
        [one(1), 'added'],
        ['new@aare.example', 'waiting'],
        [yuki, 'kept'],
      ],
    );
    assert.deepEqual((await inSandbox(teamId)).members, sorted(one(0), yuki));
  });

  test('sent 200 times at once ends in the version of the last ETag', async () => {
    const teamId = await create();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        send('PUT', `/teams/${teamId}/rosters/hr`, {
          members: [{ person: one(n % 50) }, { person: one(50 + (n % 7)) }],
        }),
      ),
    );
    const bad = answers.filter(({ status }) => status !== 200);
    assert.deepEqual(
      bad.map(({ body }) => body),
      [],
    );
    const path = `/teams/${teamId}/rosters/hr`;
    const isApplied = async () => (await read(teamId, 'hr')).state === 'applied';
    await eventually(isApplied, 'the last roster was applied');
    const { body, etag } = await send<Roster>('GET', path);
    const last = Math.max(...answers.map((answer) => Number(answer.etag.replaceAll('"', ''))));
    assert.equal(Number(etag.replace('"', '').split('.')[0]), last);
    const named = body.items.map(({ person }) => person);
    assert.deepEqual((await inSandbox(teamId)).members, sorted(...named, yuki));
  });
});
