// Reading the record of one group costs the same however many others there are.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, openAsOwner, type TestDatabase } from '../../../testing/database.ts';
import { nodesOf, type PlanRow } from '../../../testing/query-plan.ts';
import { startTestService, teamRequest } from '../../../testing/service.ts';
import type { Database, Query } from '../../postgres/database.ts';

let at: TestDatabase;
before(async () => {
  // One connection of each kind, so that the plans it keeps can be asked for.
  at = await createTestDatabase({ maxConnections: 1 });
});
after(() => at.close());

test('reading a record takes two statements with plans that are kept, and as few pages behind a backlog', async (t) => {
  const statements: Query[] = [];
  let teamId = '';
  const recording: Database = {
    ...at.database,
    query(query, values) {
      if (typeof query !== 'string' && values?.includes(teamId) === true) statements.push(query);
      return at.database.query(query, values);
    },
  };
  const served = await startTestService({ ROLES: 'api' }, { at, deps: { database: recording } });
  t.after(served.close);
  const tenant = await served.addTenant();
  const created = await served.call(tenant, '/teams', {
    method: 'POST',
    body: teamRequest('of-a-record'),
  });
  ({ teamId } = created.body as { teamId: string });
  statements.length = 0;
  const read = await served.call(tenant, `/teams/${teamId}`);
  assert.deepEqual([read.status, (read.body as { status: string }).status], [200, 'accepted']);
  assert.deepEqual(
    statements.map(({ name, kind }) => [name, kind]),
    [
      ['teams_read', 'hot'],
      ['lifecycles_read_lifespan', 'hot'],
    ],
  );

  const pagesOf = async () => {
    const [row] = await at.database.query<PlanRow>({
      text: `explain (analyze, buffers, format json) execute teams_read('${tenant.tenantId}', '${teamId}')`,
      kind: 'hot',
    });
    const plan = row?.['QUERY PLAN'][0].Plan;
    assert.ok(plan);
    const rows = nodesOf(plan).map(
      (node) => (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 0),
    );
    assert.equal(Math.max(...rows), 1);
    return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
  };
  const pagesAlone = await pagesOf();
  const owner = openAsOwner(at.settings);
  t.after(() => owner.close());
  // As acceptances leave them, before any statistics.
  await owner.query(
    `insert into teams (tenant_id, team_id, organisation_id, template_id, display_name, mail_nickname, alias_key, people,
       properties, policy, created_at, created_by, request_id)
     select tenant_id, gen_random_uuid(), organisation_id, template_id, display_name, mail_nickname, 'waits-' || n, people,
       properties, policy, created_at, created_by, request_id
     from teams, generate_series(1, 5000) n where team_id = $1`,
    [teamId],
  );
  await owner.query(
    `insert into provisionings (tenant_id, team_id, status, waiting, due_at, updated_at)
     select tenant_id, team_id, 'accepted', true, now(), now() from teams
     on conflict do nothing`,
  );
  const pages = await pagesOf();
  assert.ok(pages <= pagesAlone + 8, `${pagesAlone} pages alone, ${pages} behind a backlog`);
});
