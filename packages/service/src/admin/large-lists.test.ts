// The first pages of lists, counts and reports of a tenant with many groups read the records of few: those of the page, and of
// the groups in other states. A record is the widest row that a group has.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { nodesOf, type PlanRow } from '../../testing/query-plan.ts';
import { createResponsibilityBrowser } from '../governance/responsibility/browse-responsibility.postgres.ts';
import { createResponsibilityOverviews } from '../governance/responsibility/responsibility-overview.postgres.ts';
import { systemClock } from '../ground/clock.ts';
import type { GroupLimit } from '../ground/group-limit.ts';
import { createLifecycleBrowser } from '../governance/lifecycle/browse-lifecycles.postgres.ts';
import type { Database } from '../postgres/database.ts';
import { readAttention } from '../groups/read/attention.postgres.ts';
import { createToDoReader } from '../groups/read/to-do.postgres.ts';
import { createTeamBrowser } from '../groups/read/browse-teams.postgres.ts';
import type { TeamOrder, TeamSearch } from '../groups/search/team-search.ts';
import { createReportReader } from '../groups/read/report.postgres.ts';

const groups = 4_000;
/** Each list has it. */
const limit = 50;
/** The failed ones, and a page. */
const mostRecords = 200;
const dayMs = 86_400_000;
const [tenantId, organisationId] = [randomUUID(), randomUUID()];

let at: TestDatabase;
before(async () => {
  at = await createTestDatabase();
  await at.database.query(
    `with made as (
      insert into teams (tenant_id, team_id, organisation_id, template_id, display_name, mail_nickname, people, properties,
        policy, created_at, created_by, request_id, archived_at)
      select $1, gen_random_uuid(), $2, $2, 'Group ' || n, 'group-' || n, '{}', '{}', '{"kind": "team"}', now(), 'x', 'x',
        case when n % 4 = 0 then now() end
      from generate_series(1, $3::int) n
      returning tenant_id, team_id, mail_nickname, archived_at
    ), numbered as materialized (
      select *, split_part(mail_nickname, '-', 2)::int as n from made
    ), lifecycles as (
      insert into group_lifecycles (tenant_id, team_id, expires_at, policy_version, cycle_started_at, deletes_at)
      select tenant_id, team_id, case when archived_at is null then now() + n % 60 * interval '1 day' end, 1, now(),
        archived_at + interval '30 days'
      from numbered
    ), holds as (
      insert into group_holds (tenant_id, team_id, reason, held_by, held_at)
      select tenant_id, team_id, 'x', '{"kind": "operator", "id": "x"}', now() from numbered where n % 3 = 0
    ), responsibilities as (
      insert into group_responsibility (tenant_id, team_id, state, since, memory)
      select tenant_id, team_id, 'vacant', now(), '{}' from numbered where n % 2 = 0
    ), searchable as (
      insert into team_search (tenant_id, team_id, names, terms, responsible_id, deputy_id)
      select tenant_id, team_id, mail_nickname, '{}', 'person-' || n % 100, 'person-' || n % 99 from numbered
    )
    insert into provisionings (tenant_id, team_id, status, waiting, due_at, progress, updated_at, completed_at)
    select tenant_id, team_id, case when n % 100 = 1 then 'failed' else 'succeeded' end, false, now(),
      repeat('step', 200), now(), now()
    from numbered`,
    [tenantId, organisationId, groups],
  );
  await at.analyze();
});
after(() => at.close());

/** The records that the statements of a read come across, statement by statement. */
async function recordsIn(read: (explained: Database) => Promise<unknown>): Promise<number[]> {
  const records: number[] = [];
  await read({
    ...at.database,
    async query<Row extends object>(
      query: Parameters<Database['query']>[0],
      values?: readonly unknown[],
    ) {
      const text = typeof query === 'string' ? query : query.text;
      const [row] = await at.database.query<PlanRow>(
        `explain (analyze, timing off, format json) ${text}`,
        values,
      );
      assert.ok(row);
      const ofRecords = nodesOf(row['QUERY PLAN'][0].Plan).filter(
        (node) =>
          node['Relation Name'] === 'provisionings' && node['Node Type'] !== 'Index Only Scan',
      );
      const rowsOf = (node: (typeof ofRecords)[number]) =>
        (node['Actual Loops'] ?? 0) *
        ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0));
      records.push(ofRecords.reduce((sum, node) => sum + rowsOf(node), 0));
      return at.database.query<Row>(query, values);
    },
  });
  return records;
}

/** A page with its total. */
const listed =
  (search: TeamSearch, by: TeamOrder['by'] = 'createdAt', isDescending = by === 'createdAt') =>
  async (database: Database, { organisationIds }: GroupLimit) => {
    const found = { ...search, organisationIds: organisationIds ?? undefined };
    const browser = createTeamBrowser(database);
    await browser.list(tenantId, found, { order: { by, isDescending }, offset: 0, limit });
    await browser.count(tenantId, found);
  };
const until = new Date(Math.ceil((systemClock.now() + dayMs) / dayMs) * dayMs);
const from = new Date(until.getTime() - 30 * dayMs);
const reads: Readonly<
  Record<string, (database: Database, within: GroupLimit) => Promise<unknown>>
> = {
  'the calendar of lifecycles': (database, within) =>
    createLifecycleBrowser(database).overview(tenantId, 'Europe/Berlin', within),
  'groups that expire': listed({ lifecycle: { list: 'expiring' } }, 'expiresAt'),
  'groups that are deleted': listed({ lifecycle: { list: 'deleting' } }, 'deletesAt'),
  'archived groups': listed({ lifecycle: { list: 'archived' } }, 'archivedAt', true),
  'groups on hold': listed({ lifecycle: { list: 'on_hold' } }, 'heldAt', true),
  'the state of responsibility': (database, within) =>
    createResponsibilityOverviews(database, {
      clock: systemClock,
      onReleased: () => undefined,
    }).read(tenantId, within),
  'groups without a responsible person': listed(
    { responsibility: 'vacant' },
    'responsibilitySince',
  ),
  'people with most groups': (database, within) =>
    createResponsibilityBrowser(database).mostAnswering(tenantId, within, 25),
  'what is to do': (database, within) => createToDoReader(database)(tenantId, within),
  'what needs attention': (database, { organisationIds }) =>
    readAttention(database, tenantId, { failuresInRow: 3, organisationIds }),
};

for (const [name, organisationIds] of [
  ['without a limit', null],
  ['with a limit to an organisation', [organisationId]],
] as const) {
  for (const [what, read] of Object.entries(reads)) {
    test(`the first page of ${what} reads few records of groups, ${name}`, async () => {
      const records = await recordsIn((database) =>
        read(database, { organisationIds, templateIds: null }),
      );
      assert.ok(Math.max(...records) <= mostRecords, records.join());
    });
  }

  test(`the newest creations that succeeded are found without reading all records, ${name}`, async () => {
    const within = { organisationIds, templateIds: null };
    // Beside the page, the count reads all.
    const records = await recordsIn((database) =>
      listed({ status: 'succeeded', from, until })(database, within),
    );
    assert.ok(Math.min(...records) <= mostRecords, records.join());
  });

  for (const state of ['archived', 'active'] as const) {
    test(`the newest groups that are ${state} are found without reading all records, ${name}`, async () => {
      const within = { organisationIds, templateIds: null };
      const records = await recordsIn((database) => listed({ state })(database, within));
      // A quarter of the groups is archived. Beside the page, the count reads all.
      assert.ok(Math.min(...records) <= 2 * mostRecords, records.join());
    });
  }

  test(`a report reads the durations of the newest creations, and says of how many, ${name}`, async () => {
    const within = { organisationIds, templateIds: null };
    const timed = 100;
    const records = await recordsIn(async (database) => {
      const { finish, days } = await createReportReader(database, timed).read(tenantId, {
        from,
        until,
        within,
      });
      const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
      assert.equal(sum(finish.classes), timed);
      assert.equal(sum(days.map(({ succeeded }) => succeeded)), groups - groups / 100);
    });
    assert.ok(Math.max(...records) <= mostRecords, records.join());
  });
}
