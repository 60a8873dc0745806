import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database } from '../postgres/database.ts';
import { silentLog } from '../postgres/log.ts';
import { openDatabase } from '../postgres/pool.ts';
import { testAcceptance } from '../../testing/acceptance.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { nodesOf, type PlanNode, type PlanRow } from '../../testing/query-plan.ts';
import { createAcceptanceStore } from './create-team.postgres.ts';
import { createTeamStore } from './teams.postgres.ts';

let at: TestDatabase;
let owner: Database;
before(async () => {
  // One connection of each kind, so that the plans it keeps can be asked for.
  at = await createTestDatabase({ maxConnections: 1 });
  owner = openDatabase(at.settings.owner, { log: silentLog });
});
after(async () => {
  await owner.close();
  await at.close();
});

/** The reads of tables in the plan that the connection keeps for a prepared statement. */
async function readsOf(statement: string): Promise<PlanNode[]> {
  const [row] = await at.database.query<PlanRow>({
    text: `explain (format json) execute ${statement}`,
    plannedOnce: true,
  });
  assert.ok(row);
  return nodesOf(row['QUERY PLAN'][0].Plan).filter(
    (node) => node['Relation Name'] !== undefined && node['Node Type'] !== 'ModifyTable',
  );
}

test('a plan made while the tables were empty or tiny looks each row up by its key', async () => {
  const acceptances = createAcceptanceStore(at.database);
  const teams = createTeamStore(at.database);
  const first = testAcceptance('first', { key: 'first' });
  for (const acceptance of [first, testAcceptance('second', { key: 'second' })]) {
    assert.deepEqual(await acceptances.accept(acceptance), { kind: 'accepted' });
    assert.equal((await teams.readStatus(first.tenantId, first.teamId))?.status, 'accepted');
    for (const statement of [`teams_accept('[]')`, `teams_read_status('{}', '{}')`]) {
      const reads = await readsOf(statement);
      assert.equal(reads.length, 2, statement);
      for (const read of reads) assert.ok(read['Index Cond'], JSON.stringify(read));
    }
    // Statistics of one row: where reading all of a table looks cheapest.
    await owner.query('analyze');
  }
});

test('teams are found by their alias, also those that released it, each by a separate index', async () => {
  const { tenantId, organisationId, templateId, createdBy } = testAcceptance('any');
  // Every tenth gave its alias back.
  await owner.query(
    `insert into teams
       (tenant_id, team_id, organisation_id, template_id, display_name, mail_nickname, alias_key, people,
        properties, policy, created_at, created_by, request_id)
     select $1, gen_random_uuid(), $2, $3, 'Group ' || n, 'Group-' || n,
       case when n % 10 > 0 then 'group-' || n end, '{}', '{}', '{}', now(), $4, 'request'
     from generate_series(1, 5000) n`,
    [tenantId, organisationId, templateId, createdBy],
  );
  await owner.query(
    `insert into provisionings (tenant_id, team_id, status, waiting, due_at, steps, updated_at)
     select tenant_id, team_id, 'succeeded', false, now(), '[]', now() from teams
     on conflict do nothing`,
  );
  await owner.query('analyze');
  let plan: PlanNode | undefined;
  const explained: Database = {
    ...at.database,
    async query(query, values) {
      const text = typeof query === 'string' ? query : query.text;
      const [row] = await at.database.query<PlanRow>(`explain (format json) ${text}`, values);
      plan = row?.['QUERY PLAN'][0].Plan;
      return [];
    },
  };
  const wanted = { mailNickname: 'GROUP-77' };
  await createTeamStore(explained).listTeams(tenantId, wanted, {
    afterTeamId: undefined,
    limit: 50,
  });

  assert.ok(plan);
  const conditions = nodesOf(plan).flatMap((node) => node['Index Cond'] ?? []);
  for (const condition of [/\(alias_key = 'group-77'/, /\(lower\(mail_nickname\) = 'group-77'/]) {
    assert.ok(
      conditions.some((one) => condition.test(one)),
      JSON.stringify(plan, undefined, 2),
    );
  }
});
