// Reconciliation reads the groups of a tenant in pages. A page costs the same at the end as at the beginning, however
// many groups and operations there are.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { testAcceptance } from '../../testing/acceptance.ts';
import { createTestDatabase, openAsOwner, type TestDatabase } from '../../testing/database.ts';
import { nodesOf, type PlanRow } from '../../testing/query-plan.ts';
import type { Database } from '../postgres/database.ts';
import { createDriftStore } from './reconciliation.postgres.ts';
import type { DriftStore } from './resolve.ts';
import { reconciliationActor } from './schedule.ts';

const groups = 5_000;
const groupsPerPage = 200;
const recordsPerPage = 1_000;
const quietSince = new Date(Date.now() + 3_600_000);
const { tenantId, organisationId, templateId, createdBy } = testAcceptance('any');
let at: TestDatabase;
let lastTeamId: string;

before(async () => {
  at = await createTestDatabase();
  const owner = openAsOwner(at.settings);
  await owner.query(
    `insert into teams
       (tenant_id, team_id, organisation_id, template_id, display_name, mail_nickname, people, properties, policy,
        created_at, created_by, request_id)
     select $1, gen_random_uuid(), $2, $3, 'Group ' || n, 'group-' || n, '{"responsible": "p"}', '{}', '{}', now(), $4,
       'request'
     from generate_series(1, $5::integer) n`,
    [tenantId, organisationId, templateId, createdBy, groups],
  );
  await owner.query(
    `insert into provisionings
       (tenant_id, team_id, status, waiting, due_at, updated_at, completed_at, directory_group_id, resolved_people)
     select tenant_id, team_id, 'succeeded', false, now(), now(), now(), team_id::text, '{"ownerIds": ["p"]}'
     from teams`,
  );
  await owner.query(
    `insert into operations
       (tenant_id, operation_id, team_id, number, kind, status, waiting, due_at, change, actor_kind, actor_id, created_at,
        updated_at, completed_at)
     select tenant_id, gen_random_uuid(), team_id, n, 'change', 'succeeded', false, now(), '{}', 'api_key', $1, now(),
       now(), now()
     from teams, generate_series(1, 3) n`,
    [createdBy],
  );
  await owner.query('vacuum analyze');
  await owner.close();
  const [last] = await at.database.query<{ teamId: string }>(
    'select team_id from teams order by team_id desc offset $1 limit 1',
    [recordsPerPage + 1],
  );
  assert.ok(last);
  lastTeamId = last.teamId;
});
after(() => at.close());

/** The most rows that a part of the statement's plan gave. */
async function mostRowsOf(read: (store: DriftStore) => Promise<unknown>): Promise<number> {
  let most = 0;
  const explained: Database = {
    ...at.database,
    async query(query, values) {
      const text = typeof query === 'string' ? query : query.text;
      const [row] = await at.database.query<PlanRow>(
        `explain (analyze, format json) ${text}`,
        values,
      );
      assert.ok(row);
      for (const node of nodesOf(row['QUERY PLAN'][0].Plan)) {
        most = Math.max(most, (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 0));
      }
      return [];
    },
  };
  await read(createDriftStore(explained, reconciliationActor));
  return most;
}

suite('a page near the end', () => {
  test('of groups to observe reads only its groups', async () => {
    const page = { afterTeamId: lastTeamId, limit: groupsPerPage };
    const most = await mostRowsOf((store) =>
      store.observableGroups(tenantId, { quietSince, dueBy: undefined }, page),
    );
    // Each group has three operations.
    assert.ok(most >= groupsPerPage && most <= 4 * groupsPerPage, `${most} rows`);
  });

  test('of groups that a directory should have reads only its groups', async () => {
    const most = await mostRowsOf((store) =>
      store.provisionedGroups(tenantId, quietSince, lastTeamId),
    );
    assert.ok(most >= recordsPerPage && most <= 4 * recordsPerPage, `${most} rows`);
  });
});
