// Large desired states: a table of 10,000 rows that say what is, a roster of 25,000 people, and the long form of
// random-tables.test.ts. Prints times.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { leastQuietMs } from '../../../testing/contention.ts';
import { eventually } from '../../../testing/eventually.ts';
import { runRandomTables } from '../../../testing/random-tables.ts';
import { testSeed } from '../../../testing/seed.ts';
import {
  startTestService,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';

const rowsOfTable = 10_000;
const rowsOfRequest = 1_000;
const peopleOfRoster = 24_900;
const [mara, tomas] = testPeople as [string, string];
let service: TestService;
let tenant: TestTenant;

before(async () => {
  service = await startTestService();
  tenant = await service.addTenant();
});
after(() => service.close());

async function settled(): Promise<void> {
  await eventually(async () => {
    const rows = await service.at.database.query(
      `select from operations where status in ('accepted', 'running')
        union all select from provisionings where status in ('accepted', 'running') limit 1`,
    );
    return rows.length === 0;
  }, 'every creation and operation has ended');
}

test('10,000 rows that say what is cost no write and less than 10 seconds', async (context) => {
  const row = (n: number) => ({
    externalId: `${n}`,
    displayName: `Project ${n}`,
    mailNickName: `project-${n}`,
    responsible: mara,
    organisationIdOrIdentifier: 'aare',
    templateIdOrIdentifier: 'any',
    state: 'active',
    // One in ten has a roster.
    ...(n % 10 === 0
      ? { rosters: { erp: { members: [{ person: tomas }] } } }
      : { members: [tomas] }),
  });
  const table = Array.from({ length: rowsOfTable }, (_, n) => row(n));
  const apply = async (): Promise<number> => {
    let unchanged = 0;
    for (let from = 0; from < table.length; from += rowsOfRequest) {
      const { status, body } = await service.call(tenant, '/teams/external/erp/apply', {
        method: 'POST',
        body: table.slice(from, from + rowsOfRequest),
      });
      assert.equal(status, 200, JSON.stringify(body));
      const answer = body as { unchanged: number; refused: number };
      assert.equal(answer.refused, 0);
      unchanged += answer.unchanged;
    }
    return unchanged;
  };
  await apply();
  await settled();
  const traces = () =>
    service.at.database.query(
      `select (select count(*) from activity) as activities, (select count(*) from operations) as operations,
         (select sum(version) from teams) as versions, (select sum(version) from rosters) as rosters`,
    );
  const before = await traces();
  const quietMs = await leastQuietMs(
    async () => {
      const startedAt = performance.now();
      assert.equal(await apply(), rowsOfTable);
      return performance.now() - startedAt;
    },
    { runs: 3, enoughMs: 5_000 },
  );
  context.diagnostic(JSON.stringify({ rows: rowsOfTable, quietMs }));
  assert.deepEqual(await traces(), before);
  assert.ok(quietMs < 10_000, `${quietMs} ms`);
});

test('a roster of 24,900 people is taken, applied and equal again within its limits', async (context) => {
  const { database } = service.at;
  await database.query(
    `insert into sandbox_people (tenant_id, person_id, email, display_name, folded_name)
    select $1, gen_random_uuid(), 'crowd-' || n || '@aare.example', 'Crowd ' || n, 'crowd ' || n
    from generate_series(1, $2::int) n`,
    [tenant.tenantId, peopleOfRoster],
  );
  const teamId = await service.createTeam(tenant, 'large-roster');
  const members = Array.from({ length: peopleOfRoster }, (_, n) => ({
    person: `crowd-${n + 1}@aare.example`,
    until: '2099-12-31T00:00:00Z',
  }));
  const put = async () => {
    const startedAt = performance.now();
    const { status, body } = await service.call(tenant, `/teams/${teamId}/rosters/hr`, {
      method: 'PUT',
      body: { members },
    });
    assert.equal(status, 200, JSON.stringify(body));
    return { ms: performance.now() - startedAt, body: body as { changed: boolean } };
  };
  const memoryBefore = process.memoryUsage().rss;
  const first = await put();
  const startedAt = performance.now();
  await settled();
  const appliedMs = performance.now() - startedAt;
  const memoryMiB = (process.memoryUsage().rss - memoryBefore) / 2 ** 20;
  const again = await put();
  assert.deepEqual([first.body.changed, again.body.changed], [true, false]);
  const { body } = await service.call(tenant, `/teams/${teamId}/rosters/hr?limit=1`);
  const { added, state } = body as { added: number; state: string };
  assert.deepEqual([added, state], [peopleOfRoster, 'applied']);
  const figures = { acceptedMs: first.ms, appliedMs, equalMs: again.ms, memoryMiB };
  context.diagnostic(
    JSON.stringify(figures, (_, value: unknown) =>
      typeof value === 'number' ? Math.round(value) : value,
    ),
  );
  assert.ok(memoryMiB < 400, `${memoryMiB} MiB`);
});

test('random tables of two sources end as the last tables say, in many stories', async (context) => {
  const deaths = await runRandomTables(testSeed, 60);
  context.diagnostic(JSON.stringify({ seed: testSeed, deaths }));
  assert.ok(deaths > 10);
});
