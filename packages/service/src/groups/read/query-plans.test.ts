import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createAnsweredGroups } from '../../governance/responsibility/responsibility-history.postgres.ts';
import { noLimit } from '../../ground/group-limit.ts';
import { createReadLifespan } from '../../governance/lifecycle/lifecycles.postgres.ts';
import type { Database } from '../../postgres/database.ts';
import { testAcceptance } from '../../../testing/acceptance.ts';
import { createTestDatabase, openAsOwner, type TestDatabase } from '../../../testing/database.ts';
import { nodesOf, type PlanNode, type PlanRow, readsIn } from '../../../testing/query-plan.ts';
import { createAcceptanceStore } from '../create/create-team.postgres.ts';
import type { SoughtPerson, TeamOrder, TeamSearch } from '../search/team-search.ts';
import { createTeamBrowser } from './browse-teams.postgres.ts';
import { createTeamStore } from './teams.postgres.ts';

let at: TestDatabase;
let owner: Database;
before(async () => {
  // One connection of each kind, so that the plans it keeps can be asked for.
  at = await createTestDatabase({ maxConnections: 1 });
  owner = openAsOwner(at.settings);
});
after(async () => {
  await owner.close();
  await at.close();
});

/** The reads of tables in the plan that the connection keeps for a prepared statement. */
async function readsOf(statement: string): Promise<PlanNode[]> {
  const [row] = await at.database.query<PlanRow>({
    text: `explain (format json) execute ${statement}`,
    kind: 'hot',
  });
  assert.ok(row);
  return readsIn(row['QUERY PLAN'][0].Plan);
}

async function planOf(
  tenantId: string,
  search: TeamSearch,
  by: TeamOrder['by'] = 'createdAt',
): Promise<PlanNode> {
  const page = { offset: 0, limit: 50, order: { by, isDescending: true } };
  const [plan] = await plansOf((explained) =>
    createTeamBrowser(explained).list(tenantId, search, page),
  );
  assert.ok(plan);
  return plan;
}

const large = new Set([
  'teams',
  'provisionings',
  'team_search',
  'team_observations',
  'group_lifecycles',
]);
const recorded = (id: string, role: SoughtPerson['role']): SoughtPerson => ({
  id,
  references: [],
  role,
});

/** The plans of all statements of a read. */
async function plansOf(read: (explained: Database) => Promise<unknown>): Promise<PlanNode[]> {
  const plans: PlanNode[] = [];
  await read({
    ...at.database,
    async query(query, values) {
      const text = typeof query === 'string' ? query : query.text;
      const [row] = await at.database.query<PlanRow>(`explain (format json) ${text}`, values);
      if (row !== undefined) plans.push(row['QUERY PLAN'][0].Plan);
      return [];
    },
  });
  return plans;
}

test('a plan made while the tables were empty or tiny looks each row up by its key', async () => {
  const acceptances = createAcceptanceStore(at.database);
  const teams = createTeamStore(at.database);
  const readLifespan = createReadLifespan(at.database);
  const first = testAcceptance('first', { key: 'first' });
  for (const acceptance of [first, testAcceptance('second', { key: 'second' })]) {
    assert.deepEqual(await acceptances.accept(acceptance), { kind: 'accepted' });
    assert.equal((await teams.readStatus(first.tenantId, first.teamId))?.status, 'accepted');
    assert.equal((await teams.readTeam(first.tenantId, first.teamId))?.status, 'accepted');
    assert.equal((await readLifespan(first.tenantId, first.teamId)).hold, undefined);
    const statements = [
      [`teams_accept('[]')`, 2],
      // The third one is the task of an approval, only where the group waits for it.
      [`teams_read_status('{}', '{}')`, 3],
      // Eight tables by their keys, five looks for tasks and acceptances, and two for what follows from differences.
      [`teams_read('{}', '{}')`, 16],
      // Two of them tell how new the answer is.
      [`lifecycles_read_lifespan('{}', '{}')`, 6],
    ] as const;
    for (const [statement, count] of statements) {
      const reads = await readsOf(statement);
      assert.equal(reads.length, count, statement);
      for (const read of reads) assert.ok(read['Index Cond'], JSON.stringify(read));
    }
    // Statistics of one row: where reading all of a table looks cheapest.
    await owner.query('analyze');
  }
});

test('a kept plan does not outlast the growth of its table', async () => {
  await owner.query('create table growing (id integer primary key)');
  await owner.query('grant select on growing to public');
  await owner.query('alter table growing set (autovacuum_enabled = false)');
  await owner.query('insert into growing select 1');
  await owner.query('analyze growing');
  const text = `select growing.id from jsonb_to_recordset($1) as wanted (id integer) join growing using (id)`;
  const found = () =>
    at.database.query({ name: 'find_growing', kind: 'hot', text }, ['[{"id": 1}]']);
  assert.equal((await found()).length, 1);
  await owner.query('insert into growing select generate_series(2, 50000)');
  const readsByKey = async () =>
    (await readsOf(`find_growing('[]')`)).every((read) => read['Index Cond'] !== undefined);
  const endsAt = performance.now() + 30_000;
  while (!(await readsByKey()) && performance.now() < endsAt) await pause(50);
  assert.ok(await readsByKey());
});

test('teams are found by their people, by rare states and by findings, each by an index', async () => {
  const { tenantId, organisationId, templateId, createdBy } = testAcceptance('any');
  await owner.query(
    `insert into teams
       (tenant_id, team_id, organisation_id, template_id, display_name, mail_nickname, alias_key, people, properties, policy,
        created_at, created_by, request_id, archived_at, deleted_at)
     select $1, gen_random_uuid(), $2, $3, 'Of people ' || n, 'of-people-' || n, 'of-people-' || n, '{}', jsonb_build_object('code', 'c' || n), '{}', now(), $4,
       'request-' || n, case when n % 500 = 1 then now() end, case when n % 500 = 2 then now() end
     from generate_series(1, 5000) n`,
    [tenantId, organisationId, templateId, createdBy],
  );
  // Each of 500 people answers for ten groups.
  await owner.query(
    `insert into provisionings
       (tenant_id, team_id, status, waiting, due_at, updated_at, gone_since, resolved_people)
     select tenant_id, team_id, case when n % 500 = 3 then 'failed' else 'succeeded' end, false, now(), now(),
       case when n % 500 = 4 then now() end,
       jsonb_build_object('ownerIds', jsonb_build_array('p' || n % 500, 'p' || (n + 1) % 500),
         'memberIds', jsonb_build_array('m' || n % 500))
     from (select *, right(mail_nickname, -10)::integer as n from teams where mail_nickname like 'of-people-%') t`,
  );
  // In pieces, because a busy machine may take its time for the terms.
  for (const piece of [0, 1, 2, 3]) {
    await owner.query(
      `insert into team_search (tenant_id, team_id, names, responsible_id, deputy_id, people, group_id)
     select t.tenant_id, t.team_id, lower(display_name || E'\\n' || mail_nickname), p.resolved_people -> 'ownerIds' ->> 0,
       p.resolved_people -> 'ownerIds' ->> 1, person_terms(t.tenant_id, p.resolved_people), 'of ' || t.team_id
     from teams t join provisionings p using (tenant_id, team_id)
     where p.resolved_people is not null and hashtext(mail_nickname) & 3 = $1`,
      [piece],
    );
  }
  await owner.query(
    `insert into team_observations
       (tenant_id, team_id, seen_at, details_seen_at, observed, drift, findings, record_version, read_due_at)
     select tenant_id, team_id, now(), now(), '{}', case when n % 500 = 5 then '[{}]'::jsonb else '[]' end,
       case when n % 500 = 6 then array['ownerless'] else '{}' end, 0, now()
     from (select *, right(mail_nickname, -10)::integer as n from teams where mail_nickname like 'of-people-%') t`,
  );
  await owner.query(
    `insert into group_lifecycles (tenant_id, team_id, expires_at, policy_version, cycle_started_at)
     select tenant_id, team_id, now() + n * interval '1 day', 1, now()
     from (select *, right(mail_nickname, -10)::integer as n from teams where mail_nickname like 'of-people-%') t`,
  );
  // Empties the GIN index's list of pending entries, as autovacuum does.
  await owner.query('vacuum analyze');

  for (const [filter, index] of [
    [{ people: [recorded('p7', 'responsible')] }, 'team_search_responsible'],
    [{ people: [recorded('p7', 'deputy')] }, 'team_search_deputy'],
    [{ people: [recorded('p7', 'owner')] }, 'team_search_people'],
    [{ people: [recorded('m7', 'member')] }, 'team_search_people'],
    [{ properties: [{ name: 'code', value: 'c7' }] }, 'teams_properties'],
    [{ state: 'archived' }, 'teams_archived'],
    [{ state: 'deleted' }, 'teams_deleted'],
    [{ state: 'gone' }, 'provisionings_gone'],
    [{ state: 'failed' }, 'provisionings_unsuccessful'],
    [{ state: 'being_created' }, 'provisionings_unfinished'],
    [{ finding: 'differs' }, 'team_observations_found'],
    [{ finding: 'ownerless' }, 'team_observations_found'],
    [{ expiresBefore: new Date(Date.now() + 10 * 86_400_000) }, 'group_lifecycles_expiring'],
  ] as const) {
    const plan = await planOf(tenantId, filter);
    const used = nodesOf(plan).map((node) => node['Index Name']);
    assert.ok(used.includes(index), JSON.stringify([filter, plan], undefined, 2));
    // The other tables are empty here: only the rows of a page are read.
    for (const node of nodesOf(plan)) {
      const isOfAll = large.has(node['Relation Name'] ?? '') && node['Node Type'] === 'Seq Scan';
      assert.ok(!isOfAll, JSON.stringify([filter, node]));
    }
  }

  const person = { id: 'p7', references: ['p7', 'p7@example.com'] };
  for (const [search, order, index] of [
    [{}, 'displayName', 'team_search_names'],
    [{}, 'mailNickName', 'team_search_aliases'],
    [{ text: 'people-77' }, 'createdAt', 'team_search_terms'],
    [{ text: 'of-people-77' }, 'relevance', 'team_search_aliases'],
    [{ text: 'of people 77' }, 'relevance', 'team_search_names'],
    [{ text: 'people-77' }, 'relevance', 'team_search_terms'],
    [{ text: randomUUID() }, 'createdAt', 'team_search_group'],
    [{ text: 'request-of-a-caller' }, 'createdAt', 'teams_request'],
    [{ text: 'of-people-77@example.com' }, 'createdAt', 'teams_alias'],
    [{ people: [{ ...person, role: undefined }] }, 'createdAt', 'team_search_people'],
    [{ people: [{ ...person, role: 'responsible' }] }, 'createdAt', 'team_search_responsible'],
    [{ people: [{ ...person, role: 'deputy' }] }, 'createdAt', 'team_search_deputy'],
    [{ error: 'owner_not_found' }, 'createdAt', 'provisionings_unsuccessful'],
    [{ status: 'failed', isSuperseded: false }, 'createdAt', 'provisionings_unsuccessful'],
    [{ createdBy: 'nobody' }, 'createdAt', 'teams_created_by'],
    [{ isNewestAttempt: true }, 'createdAt', 'teams_retry_of'],
    [{ isNewestAttempt: true }, 'displayName', 'teams_retry_of'],
    [{ isNewestAttempt: true, status: 'failed' }, 'createdAt', 'teams_retry_of'],
  ] as const) {
    const plan = await planOf(tenantId, search, order);
    const used = nodesOf(plan).map((node) => node['Index Name']);
    assert.ok(used.includes(index), JSON.stringify([search, order, plan], undefined, 2));
  }
});

test('the groups for which a person answered are found by an index, whatever else the audit log has', async () => {
  const { tenantId } = testAcceptance('any');
  await owner.query(
    `insert into activity (tenant_id, occurred_at, actor_kind, actor_id, action, subject_kind, subject_id, data)
     select $1, now(), 'service', 'test', 'group.changed', 'group', gen_random_uuid()::text,
       case when n % 4 = 0 then jsonb_build_object('before', jsonb_build_object('responsible', 'p' || n), 'after', '{}'::jsonb)
         else '{}' end
     from generate_series(1, 8000) n`,
    [tenantId],
  );
  await owner.query('vacuum analyze activity');
  const [plan] = await plansOf((explained) =>
    createAnsweredGroups(explained)(tenantId, {
      references: ['p8'],
      at: new Date(),
      after: undefined,
      limit: 50,
      within: noLimit,
    }),
  );
  assert.ok(plan);
  const used = nodesOf(plan).map((node) => node['Index Name']);
  assert.ok(used.includes('activity_answering'), JSON.stringify(plan, undefined, 2));
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
    `insert into provisionings (tenant_id, team_id, status, waiting, due_at, updated_at)
     select tenant_id, team_id, 'succeeded', false, now(), now() from teams
     on conflict do nothing`,
  );
  await owner.query('analyze');
  const plan = await planOf(tenantId, { mailNickname: 'GROUP-77' });
  const conditions = nodesOf(plan).flatMap((node) => node['Index Cond'] ?? []);
  for (const condition of [/\(alias_key = 'group-77'/, /\(lower\(mail_nickname\) = 'group-77'/]) {
    assert.ok(
      conditions.some((one) => condition.test(one)),
      JSON.stringify(plan, undefined, 2),
    );
  }
});
