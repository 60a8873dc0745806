// Rosters in the desired state of a group: accepted with the rest of the body or not at all, and equal ones leave no trace.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import {
  startTestService,
  testOperator,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';
import { countPeople } from '../create/receive-request.ts';
import { eventually } from '../../../testing/eventually.ts';

interface Answer {
  status: string;
  teamId: string;
  created: boolean;
  changed: boolean;
  operationId: string | null;
  statusUrl: string | null;
  code: string;
  detail?: string;
  error?: { detail: string; errors?: { pointer: string }[] } | null;
  conforms: boolean;
  outcome: string;
  rosters: { source: string; changed: boolean; operationId: string | null; statusUrl: string }[];
  errors?: { pointer: string; code: string }[];
  faults?: { pointer: string; code: string }[];
  items: { error: { code: string } | null; changed: boolean; rosters: { added: number }[] }[];
}

const [mara, tomas, yuki, lena] = testPeople as [string, string, string, string];
let service: TestService;
let tenant: TestTenant;

before(async () => {
  service = await startTestService();
  tenant = await service.addTenant();
});
after(() => service.close());

async function send(method: string, path: string, body?: unknown, caller = tenant) {
  const headers = { prefer: 'wait=20' };
  const answer = await service.call(caller, path, { method, body, headers });
  return { status: answer.status, body: answer.body as Answer };
}

const put = (id: string, body: unknown, caller = tenant) =>
  send('PUT', `/teams/external/erp/${id}`, body, caller);
const plan = async (id: string, body: unknown) =>
  (await send('POST', `/teams/external/erp/${id}/plan`, body)).body;

const desired = (alias: string, more: object = {}) => ({
  displayName: `Group ${alias}`,
  mailNickName: alias,
  responsible: mara,
  organisationIdOrIdentifier: 'aare',
  templateIdOrIdentifier: 'any',
  ...more,
});
const named = (...people: readonly string[]) => ({ members: people.map((person) => ({ person })) });
const placesOf = (faults: Answer['errors']) => faults?.map(({ pointer, code }) => [pointer, code]);

async function traces() {
  await settle();
  const [row] = await service.at.database.query(
    `select (select count(*) from activity) as activities, (select count(*) from operations) as operations,
       (select count(*) from teams) as groups, (select sum(version) from rosters) as versions`,
  );
  return row;
}

async function settle(): Promise<void> {
  await eventually(async () => {
    const [left] = await service.at.database.query<{ count: number }>(
      `select (select count(*) from operations where status in ('accepted', 'running'))
         + (select count(*) from provisionings where status in ('accepted', 'running')) as count`,
    );
    return Number(left?.count) === 0;
  }, 'every creation and operation has ended');
}

async function membersOf(teamId: string): Promise<readonly string[]> {
  const [group] = await service.at.database.query<{ members: string[] }>(
    `select array(
       select email from sandbox_people p where p.person_id = any (g.member_ids) and p.person_id <> all (g.owner_ids) order by email
     ) as members from sandbox_groups g where marker = $1`,
    [teamId],
  );
  return group?.members ?? [];
}

test('people on rosters count for the weight of a request, whatever its shape', () => {
  const rosters = { hr: named(yuki, lena), erp: null, crm: { members: 1 }, x: 'x' };
  assert.equal(countPeople({ owners: [mara], members: [tomas], rosters }), 4);
  for (const body of [null, 'x', [], { rosters: null }, { rosters: [1] }]) {
    assert.equal(countPeople(body), 0, JSON.stringify(body));
  }
});

suite('rosters of a desired state', () => {
  test('follow a creation, come and go with the body, and leave no trace where they are equal', async () => {
    const body = desired('rosters-1', { rosters: { HR: named(yuki), erp: named(lena) } });
    const before = await plan('R1', body);
    assert.deepEqual(
      [before.conforms, before.changed, before.rosters.map(({ source }) => source)],
      [true, true, ['hr', 'erp']],
    );
    const { body: made } = await put('R1', body);
    assert.deepEqual([made.created, made.status], [true, 'succeeded'], JSON.stringify(made));
    assert.deepEqual(
      made.rosters.map(({ source, changed }) => [source, changed]),
      [
        ['hr', true],
        ['erp', true],
      ],
    );
    const { teamId } = made;
    const settled = await traces();
    assert.deepEqual(await membersOf(teamId), [lena, yuki].toSorted());
    const { body: same } = await put('R1', body);
    assert.deepEqual([same.changed, same.operationId], [false, null]);
    assert.equal((await plan('R1', body)).changed, false);
    assert.deepEqual(await traces(), settled, 'it leaves no trace');

    const both = { displayName: 'Renamed', rosters: { hr: named(tomas), erp: named(lena) } };
    const { body: changed } = await put('R1', both);
    assert.equal(changed.changed, true);
    assert.deepEqual(
      changed.rosters.map((roster) => roster.changed),
      [true, false],
    );
    assert.notEqual(
      changed.operationId,
      changed.rosters[0]?.operationId,
      'the change of the group',
    );
    await settle();
    assert.deepEqual(await membersOf(teamId), [lena, tomas].toSorted());
    // A roster that changes alone is what the caller follows.
    const { body: alone } = await put('R1', { rosters: { hr: named(yuki) } });
    assert.deepEqual(
      [alone.status, alone.operationId],
      ['succeeded', alone.rosters[0]?.operationId],
    );
    const { body: ended } = await put('R1', { rosters: { erp: null } });
    assert.equal(ended.changed, true);
    await settle();
    assert.deepEqual(await membersOf(teamId), [yuki]);
    for (const ending of [
      { rosters: { erp: null } },
      { rosters: { never: null } },
      { rosters: {} },
    ]) {
      assert.equal((await put('R1', ending)).body.changed, false, JSON.stringify(ending));
    }
  });

  test('that name people again whom they are about to take out leave the rest of the body alone', async () => {
    const { body: made } = await put(
      'R8',
      desired('rosters-8', { rosters: { hr: named(yuki, lena) } }),
    );
    const { teamId } = made;
    await settle();
    const path = '/teams/external/erp/R8';
    const emptied = { ...named(), removals: { allow: true } };
    for (const body of [
      { rosters: { hr: emptied } },
      { members: [tomas], rosters: { hr: named(yuki, lena) } },
    ]) {
      const answer = await service.call(tenant, path, { method: 'PUT', body });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
    }
    await settle();
    assert.deepEqual(await membersOf(teamId), [lena, tomas, yuki].toSorted());
    const failed = await service.at.database.query(
      "select from operations where team_id = $1 and status <> 'succeeded'",
      [teamId],
    );
    assert.deepEqual(failed, []);
  });

  test('are refused with all other faults at once, and nothing is changed', async () => {
    const wrong = {
      displayName: ' spaced ',
      members: [tomas],
      rosters: {
        'my hr': named(lena),
        hr: {
          members: [
            { person: tomas },
            { person: yuki, until: '2020-01-01T00:00:00Z' },
            { person: yuki, role: 'owner' },
            { person: 'nobody' },
          ],
        },
        HR: named(lena),
      },
    };
    const faults = [
      ['/displayName', 'outer_white_space'],
      ['/rosters/my hr', 'pattern_mismatch'],
      ['/rosters/hr/members/0/person', 'duplicate'],
      ['/rosters/hr/members/1/until', 'not_in_future'],
      ['/rosters/hr/members/2/person', 'duplicate'],
      ['/rosters/hr/members/3/person', 'not_a_person'],
      ['/rosters/HR', 'duplicate'],
    ];
    const start = await traces();
    const { status, body } = await put('R2', desired('rosters-2', wrong));
    assert.equal(status, 422, JSON.stringify(body));
    assert.deepEqual(placesOf(body.errors), faults);
    assert.deepEqual(placesOf((await plan('R2', desired('rosters-2', wrong))).faults), faults);
    assert.deepEqual(await traces(), start, 'no group is created');
    const { body: made } = await put('R2', desired('rosters-2'));
    const before = await traces();
    const again = await put('R2', wrong);
    assert.deepEqual(placesOf(again.body.errors), faults);
    assert.deepEqual(placesOf((await plan('R2', wrong)).faults), faults);
    // One bad roster holds back the change and the other roster.
    const half = { displayName: 'Other', rosters: { hr: named(lena), erp: named('nobody') } };
    assert.equal((await put('R2', half)).status, 422);
    // A group that exists gets no id by a request that is refused.
    const claim = await send('PUT', '/teams/external/sap/R2', { teamId: made.teamId, ...wrong });
    assert.equal(claim.status, 422);
    assert.deepEqual(await traces(), before);
    for (const [rosters, pointer] of [
      [[], '/rosters'],
      [{ hr: [] }, '/rosters/hr'],
      [{ hr: { members: [{ person: 1 }] } }, '/rosters/hr/members/0/person'],
      [{ hr: { members: [], reason: 'x' } }, '/rosters/hr/reason'],
    ] as const) {
      const { body: refused } = await put('R2', { rosters });
      assert.deepEqual(
        refused.errors?.map((fault) => fault.pointer),
        [pointer],
      );
    }
  });

  test('with more faults than an answer lists say how many there are', async () => {
    const nobody = Array.from({ length: 1_500 }, (_, n) => `nobody-${n}`);
    const wrong = {
      displayName: ' spaced ',
      rosters: { hr: named(...nobody), erp: named(...nobody) },
    };
    const sentence = /at least 3001 faults; errors lists 1000 of them, and there are 2001 more/;
    const assertMany = (answer: { detail?: string; errors?: readonly unknown[] }) => {
      assert.match(answer.detail ?? '', sentence);
      assert.equal(answer.errors?.length, 1_000);
    };
    const requests = () => [
      put('R9', desired('rosters-9', wrong)),
      put('R8', wrong),
      plan('R9', desired('rosters-9', wrong)),
      plan('R8', wrong),
    ];
    await put('R8', desired('rosters-8'));
    for (const request of requests()) {
      const answer = await request;
      assertMany('body' in answer ? answer.body : (answer.error ?? {}));
    }
  });

  test('need their scope and the source of the key', async () => {
    const { tenantId } = tenant;
    const keyWith = async (scopes: readonly string[], source?: string) => {
      const { key, secret } = await service.change(({ apiKeys }) =>
        apiKeys.create(testOperator, tenantId, {
          name: 'Rosters',
          scopes: scopes as ['groups:roster'],
          ...(source !== undefined && { source }),
        }),
      );
      await service.service.refresh();
      const { body } = await service.call(tenant, '/token', {
        method: 'POST',
        body: { tenantId, keyId: key.keyId, secret },
      });
      return { ...tenant, token: (body as { accessToken: string }).accessToken };
    };
    const rosters = { erp: named(yuki) };
    await put('R3', desired('rosters-3'));
    const changing = await keyWith(['groups:create', 'groups:change', 'groups:read']);
    assert.equal((await put('R3', { rosters }, changing)).body.code, 'scope_missing');
    assert.equal(
      (await put('R4', desired('rosters-4', { rosters }), changing)).body.code,
      'scope_missing',
    );
    const roster = await keyWith(['groups:roster'], 'erp');
    assert.equal((await put('R3', { rosters }, roster)).body.changed, true);
    assert.equal(
      (await put('R3', { rosters: { hr: named(yuki) } }, roster)).body.code,
      'source_not_allowed',
    );
    assert.equal(
      (await put('R3', { displayName: 'No', rosters }, roster)).body.code,
      'scope_missing',
    );
  });

  test('are rows of a table, whose plan has the numbers of each', async () => {
    const table = [5, 6].map((n) =>
      desired(`rosters-${n}`, {
        externalId: `R${n}`,
        rosters: { erp: named(yuki, `later-${n}@aare.example`) },
      }),
    );
    const path = '/teams/external/erp/apply';
    const { body: planned } = await send('POST', `${path}/plan`, table);
    assert.deepEqual(
      planned.items.map(({ rosters }) => rosters.map(({ added }) => added)),
      [[1], [1]],
    );
    await send('POST', path, table);
    const before = await traces();
    const { body: again } = await send('POST', path, table.toReversed());
    assert.deepEqual(
      again.items.map(({ changed }) => changed),
      [false, false],
    );
    assert.deepEqual(await traces(), before);
    const more = table.map((row) => Object.assign({}, row, { rosters: { erp: named(lena) } }));
    const { body: changed } = await send('POST', path, more);
    assert.ok(changed.items.every((item) => item.changed && item.error == null));
  });
});
