// Rosters over time, by the governance clock: places end at their dates, people who are not in the directory yet are looked
// up, and a large removal waits for a decision.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { createAdvance, type Advance } from '../../../testing/governance.ts';
import {
  startTestService,
  testOperator,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';

interface Roster {
  state: string;
  held: number;
  items: { person: string; result: string; code: string | null }[];
}

const yuki = testPeople[2] ?? '';
const one = (n: number) => `person-${n}@aare.example`;
const crowd = Array.from({ length: 30 }, (_, n) => one(n));
const sorted = (names: readonly string[]) => names.toSorted((a, b) => (a < b ? -1 : 1));
let service: TestService;
let tenant: TestTenant;
let clock: Advance;
let count = 0;

before(async () => {
  service = await startTestService();
  tenant = await service.addTenant();
  clock = createAdvance(service);
  await add(...crowd);
});
after(() => service.close());

const add = (...emails: string[]) =>
  service.change(async ({ sandboxPeople }) => {
    for (const email of emails) {
      await sandboxPeople.add(testOperator, tenant.tenantId, { email, name: email });
    }
  });

async function create(): Promise<string> {
  const teamId = await service.createTeam(tenant, `dated-${(count += 1)}`);
  await clock.runDue(tenant);
  return teamId;
}

async function put(teamId: string, source: string, members: readonly object[], others = {}) {
  const { status, body } = await service.call(tenant, `/teams/${teamId}/rosters/${source}`, {
    method: 'PUT',
    body: { members, ...others },
    headers: { prefer: 'wait=20' },
  });
  assert.equal(status, 200, JSON.stringify(body));
  await clock.runDue(tenant);
}

async function read(teamId: string, source = 'hr'): Promise<Roster> {
  const { body } = await service.call(tenant, `/teams/${teamId}/rosters/${source}`);
  return body as Roster;
}

async function membersOf(teamId: string): Promise<readonly string[]> {
  const [group] = await service.at.database.query<{ members: string[] }>(
    `select array(select email from sandbox_people p where p.person_id = any (g.member_ids)
      and p.person_id <> all (g.owner_ids)) as members
    from sandbox_groups g where marker = $1`,
    [teamId],
  );
  return sorted(group?.members ?? []);
}

async function actionsOf(teamId: string): Promise<readonly string[]> {
  const rows = await service.at.database.query<{ action: string }>(
    `select action from activity where subject_id = $1 and action like 'roster.%' order by occurred_at`,
    [teamId],
  );
  return rows.map(({ action }) => action);
}

async function inDays(days: number): Promise<string> {
  return new Date((await clock.now(tenant)).getTime() + days * 86_400_000).toISOString();
}

suite('a roster over time', () => {
  test('a place ends at its date, unless another source or a hand holds it', async () => {
    const teamId = await create();
    const until = await inDays(5);
    const dated = [one(0), one(1), yuki].map((person) => ({ person, until }));
    await put(teamId, 'hr', [...dated, { person: one(2) }]);
    await put(teamId, 'erp', [{ person: one(1) }]);
    await clock.advance(tenant, 4);
    assert.deepEqual(await membersOf(teamId), sorted([one(0), one(1), one(2), yuki]));
    await clock.advance(tenant, 2);
    assert.deepEqual(await membersOf(teamId), sorted([one(1), one(2), yuki]));
    const [first] = (await read(teamId)).items;
    assert.deepEqual([first?.person, first?.result], [one(0), 'removed']);
    // The source keeps sending its list.
    const { body } = await service.call(tenant, `/teams/${teamId}/rosters/hr`, {
      method: 'PUT',
      body: { members: [...dated, { person: one(2) }] },
    });
    assert.equal((body as { changed: boolean }).changed, false);
  });

  test('a person who appears in the directory is added, and one who does not is given up after 30 days', async () => {
    const teamId = await create();
    await put(teamId, 'hr', [{ person: 'soon@aare.example' }, { person: 'never@aare.example' }]);
    await clock.advance(tenant, 3);
    await add('soon@aare.example');
    await clock.advance(tenant, 2);
    assert.deepEqual(await membersOf(teamId), sorted(['soon@aare.example', yuki]));
    await clock.advance(tenant, 28);
    const items = (await read(teamId)).items.map(({ person, result, code }) => [
      person,
      result,
      code,
    ]);
    assert.deepEqual(items, [
      ['never@aare.example', 'refused', 'person_not_found'],
      ['soon@aare.example', 'added', null],
    ]);
    assert.equal(
      (await actionsOf(teamId)).filter((action) => action.includes('waiting')).length,
      2,
    );
    assert.equal(await dueForRosters(teamId), 0);
  });

  for (const [decision, leaves] of [
    ['remove', true],
    ['keep', false],
  ] as const) {
    test(`people who are asked about a large removal decide: ${decision}`, async () => {
      const teamId = await create();
      // A person who was there before, and one whom the directory does not know, are none of those who would leave.
      await put(
        teamId,
        'hr',
        [...crowd, yuki, 'unknown@aare.example'].map((person) => ({ person })),
      );
      await put(
        teamId,
        'hr',
        crowd.slice(0, 15).map((person) => ({ person })),
      );
      assert.deepEqual(
        [(await read(teamId)).state, (await membersOf(teamId)).length],
        ['held', 31],
      );
      const tasks = await service.call(tenant, `/tasks?teamId=${teamId}&state=open`);
      const task = (tasks.body as { items: HeldTask[] }).items.find(
        ({ kind }) => kind === 'confirm_removals',
      );
      assert.ok(task, JSON.stringify(tasks.body));
      assert.deepEqual(task.facts, [
        { name: 'source', value: 'hr' },
        { name: 'removed', value: crowd.slice(15).toSorted().join(', ') },
      ]);
      const decided = await service.call(tenant, `/tasks/${task.taskId}/decision`, {
        method: 'POST',
        body: { decision },
      });
      assert.equal(decided.status, 200, JSON.stringify(decided.body));
      await clock.runDue(tenant);
      assert.equal((await read(teamId)).state, 'applied');
      assert.equal((await membersOf(teamId)).length, leaves ? 16 : 31);
      await put(teamId, 'hr', [], { removals: { allow: true } });
      assert.equal((await membersOf(teamId)).length, leaves ? 1 : 16);
    });
  }

  test('the question about a large removal is withdrawn when the source corrects its list', async () => {
    const teamId = await create();
    const all = crowd.map((person) => ({ person }));
    await put(teamId, 'hr', all);
    await put(teamId, 'hr', []);
    await put(teamId, 'hr', all);
    const tasks = await service.call(tenant, `/tasks?teamId=${teamId}`);
    const { items } = tasks.body as { items: { state: string }[] };
    assert.deepEqual(
      items.map(({ state }) => state),
      ['withdrawn'],
    );
    assert.deepEqual(
      [(await read(teamId)).state, (await membersOf(teamId)).length],
      ['applied', 31],
    );
  });
});

interface HeldTask {
  readonly taskId: string;
  readonly kind: string;
  readonly facts: readonly { readonly name: string; readonly value: string }[];
}

/** Operations of the policy that have not ended. */
async function dueForRosters(teamId: string): Promise<number> {
  const rows = await service.at.database.query(
    `select from operations where team_id = $1 and status in ('accepted', 'running')`,
    [teamId],
  );
  return rows.length;
}
