// POST /teams/external/{source}/apply on the sandbox.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { leastQuietMs } from '../../../testing/contention.ts';
import {
  startTestService,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';
import { eventually } from '../../../testing/eventually.ts';
import { missingGroups } from './apply-groups.ts';
import { noLimit } from '../../ground/group-limit.ts';

interface Item {
  externalId: string | null;
  teamId: string | null;
  created: boolean;
  changed: boolean;
  error: { code: string; errors?: { pointer: string; code: string }[] } | null;
}

interface Answer {
  created: number;
  changed: number;
  unchanged: number;
  refused: number;
  items: Item[];
  missing: { held: boolean; items: { externalId: string; changed: boolean }[] };
}

const [mara] = testPeople as [string];
let service: TestService;
let tenant: TestTenant;

before(async () => {
  service = await startTestService();
  tenant = await service.addTenant();
});
after(() => service.close());

type Row = Readonly<Record<string, unknown>> & { readonly externalId: string };

async function send(method: string, path: string, body?: unknown) {
  const { status, body: answer } = await service.call(tenant, path, { method, body });
  return { status, body: answer as Answer & Record<string, unknown> };
}

async function apply(source: string, rows: readonly unknown[], query = ''): Promise<Answer> {
  const { status, body } = await send('POST', `/teams/external/${source}/apply${query}`, rows);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

const row = (source: string, n: number, more: object = {}): Row => ({
  externalId: `${n}`,
  displayName: `${source} ${n}`,
  mailNickName: `${source}-${n}`,
  responsible: mara,
  organisationIdOrIdentifier: 'aare',
  templateIdOrIdentifier: 'any',
  ...more,
});

const rows = (source: string, count: number) =>
  Array.from({ length: count }, (_, n) => row(source, n));

const countsOf = ({ created, changed, unchanged, refused }: Answer) => [
  created,
  changed,
  unchanged,
  refused,
];

async function settle(): Promise<void> {
  await eventually(async () => {
    const [left] = await service.at.database.query<{ count: number }>(
      `select (select count(*) from operations where status in ('accepted', 'running'))
         + (select count(*) from provisionings where status in ('accepted', 'running')) as count`,
    );
    return Number(left?.count) === 0;
  }, 'every creation and operation has ended');
}

async function traces() {
  const [found] = await service.at.database.query(
    `select (select count(*) from activity) as activities, (select count(*) from operations) as operations,
       (select count(*) from teams) as groups, (select sum(version) from teams) as versions`,
  );
  return found;
}

suite('POST /teams/external/{source}/apply', () => {
  test('creates, changes and leaves alone, in any order, and twice is once', async () => {
    const table = rows('one', 20);
    assert.deepEqual(countsOf(await apply('one', table)), [20, 0, 0, 0]);
    await settle();
    const before = await traces();
    assert.deepEqual(countsOf(await apply('one', table.toReversed())), [0, 0, 20, 0]);
    assert.deepEqual(await traces(), before);
    const changed = table.map((one, n) =>
      n < 3 ? row('one', n, { displayName: `New ${n}` }) : one,
    );
    assert.deepEqual(countsOf(await apply('one', changed)), [0, 3, 17, 0]);
    await settle();
    assert.deepEqual(countsOf(await apply('one', changed)), [0, 0, 20, 0]);
  });

  test('refuses doubles and entries without an id alone, with their faults', async () => {
    const { refused, items } = await apply('two', [
      row('two', 1),
      row('two', 2),
      { ...row('two', 3), externalId: '2', members: [1], other: 1 },
      { displayName: 'No id', other: 1 },
      row('two', 4, { externalId: ' ', other: 1 }),
      row('two', 5, { members: ['nobody'], deputy: mara }),
    ]);
    assert.equal(refused, 5);
    assert.deepEqual(
      items.map(({ externalId, error }) => [
        externalId,
        error?.errors?.map(({ pointer, code }) => `${pointer} ${code}`) ?? null,
      ]),
      [
        ['1', null],
        ['2', ['/externalId duplicate']],
        ['2', ['/externalId duplicate', '/members/0 wrong_type', '/other unknown_member']],
        [null, ['/other unknown_member', '/externalId required']],
        [null, ['/externalId blank', '/other unknown_member']],
        ['5', ['/members/0 not_a_person', '/deputy deputy_is_responsible']],
      ].map(([id, faults]) => [id, faults]),
    );
  });

  test('reports missing groups, archives them when asked, and stops before it archives many', async () => {
    const table = rows('gone', 40);
    await apply('gone', table);
    await settle();
    const reported = await apply('gone', table.slice(0, 38));
    assert.deepEqual(
      reported.missing.items.map(({ externalId, changed }) => [externalId, changed]),
      [
        ['38', false],
        ['39', false],
      ],
    );
    const { body: plan } = await send(
      'POST',
      '/teams/external/gone/apply/plan?missing=archive',
      table.slice(0, 38),
    );
    assert.deepEqual(
      plan.missing.items.map(({ changed }) => changed),
      [true, true],
    );
    const archived = await apply('gone', table.slice(0, 38), '?missing=archive');
    assert.equal(archived.missing.held, false);
    assert.ok(archived.missing.items.every(({ changed }) => changed));
    await settle();
    const held = await apply('gone', table.slice(0, 20), '?missing=archive');
    assert.equal(held.missing.held, true);
    assert.equal(held.missing.items.length, 18);
    assert.ok(held.missing.items.every(({ changed }) => !changed));
    const confirmed = await apply('gone', table.slice(0, 20), '?missing=archive&confirm=18');
    assert.deepEqual(
      [confirmed.missing.held, confirmed.missing.items.filter(({ changed }) => changed).length],
      [false, 18],
    );
    await settle();
    const again = await apply('gone', table.slice(0, 20), '?missing=archive');
    assert.deepEqual(again.missing.items, []);
    const unclear = await apply('gone', [...table.slice(0, 19), {}], '?missing=archive');
    assert.deepEqual([unclear.missing.held, unclear.missing.items.length], [true, 1]);
  });

  test('takes lines, and answers unchanged rows at a rate of 10,000 in ten seconds', async () => {
    const table = rows('many', 300);
    await apply('many', table);
    await settle();
    const before = await traces();
    const quietMs = await leastQuietMs(
      async () => {
        const startedAt = performance.now();
        for (let round = 0; round < 10; round += 1) {
          assert.deepEqual(countsOf(await apply('many', table)), [0, 0, 300, 0]);
        }
        return performance.now() - startedAt;
      },
      { runs: 2, enoughMs: 3_000 },
    );
    assert.deepEqual(await traces(), before);
    assert.ok(quietMs < 3_000, `${quietMs} ms`);
    const response = await fetch(`${service.address}/teams/external/many/apply`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tenant.token}`,
        'content-type': 'application/x-ndjson',
      },
      body: table
        .slice(0, 3)
        .map((one) => JSON.stringify(one))
        .join('\n'),
    });
    assert.deepEqual(countsOf((await response.json()) as Answer), [0, 0, 3, 0]);
  });
});

suite('an external id', () => {
  test('is given to a group that exists, to one only, and released', async () => {
    const teamId = await service.createTeam(tenant, 'claimed');
    const other = await service.createTeam(tenant, 'other');
    const path = '/teams/external/sap/K1';
    const put = async (body: object) => (await send('PUT', path, body)).body;
    const unknown = await put({ teamId: '00000000-0000-4000-8000-000000000000' });
    assert.equal(unknown['code'], 'validation_failed');
    const claimed = await put({ teamId, description: 'Claimed' });
    assert.deepEqual([claimed['teamId'], claimed.changed], [teamId, true]);
    await settle();
    assert.equal((await put({ teamId })).changed, false);
    const taken = await put({ teamId: other });
    const [fault] = taken['errors'] as { code: string; values: object }[];
    assert.equal(fault?.code, 'external_id_taken');
    assert.deepEqual(fault.values, { name: 'K1', teamId }, 'it names the group that has the id');
    const second = (await send('PUT', '/teams/external/sap/K2', { teamId })).body;
    const [another] = second['errors'] as { code: string; values: object }[];
    assert.equal(another?.code, 'external_id_taken');
    assert.deepEqual(another.values, { name: 'K2' }, 'no other group has this id');
    for (let round = 0; round < 2; round += 1) {
      assert.equal((await send('DELETE', path)).status, 204);
    }
    assert.deepEqual((await send('GET', `/teams/${teamId}`)).body['externalIds'], []);
    assert.equal((await put({ teamId: other })).changed, true);
  });
});

test('missing groups are held by a share and a number', () => {
  const groups = Array.from({ length: 100 }, (_, n) => ({
    externalId: `${n}`,
    teamId: `${n}`,
    organisationId: 'o',
    templateId: 't',
    displayName: '',
    state: 'active' as const,
  }));
  const isHeld = (missing: number, all = 100, confirmed = 0) =>
    missingGroups(
      groups.slice(0, all),
      groups.slice(missing, all).map(({ externalId }) => externalId),
      { within: noLimit, confirmed },
    ).isHeld;
  assert.deepEqual(
    [isHeld(20), isHeld(21), isHeld(21, 100, 21), isHeld(22, 100, 21)],
    [false, true, false, true],
  );
  assert.deepEqual([isHeld(10, 10), isHeld(11, 11)], [false, true]);
});
