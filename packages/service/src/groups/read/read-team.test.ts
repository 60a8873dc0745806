// Reading the record of one group costs the same however many others there are.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, openAsOwner, type TestDatabase } from '../../../testing/database.ts';
import { eventually } from '../../../testing/eventually.ts';
import { nodesOf, type PlanRow } from '../../../testing/query-plan.ts';
import { startTestService, teamRequest } from '../../../testing/service.ts';
import type { Database, Query } from '../../postgres/database.ts';

let at: TestDatabase;
before(async () => {
  // One connection of each kind, so that the plans it keeps can be asked for.
  at = await createTestDatabase({ maxConnections: 1 });
});
after(() => at.close());

test('an answer about a group has what surrounds its record, and its people as lists or as counts', async (t) => {
  const served = await startTestService({ ROLES: 'api' }, { at });
  t.after(served.close);
  const tenant = await served.addTenant();
  const owners = ['one@aare.example', 'two@aare.example'];
  const members = ['three@aare.example'];
  const body = teamRequest('surrounded', { owners, members });
  const created = await served.call(tenant, '/teams', { method: 'POST', body });
  const { teamId } = created.body as { teamId: string };
  const read = async (query = '') =>
    (await served.call(tenant, `/teams/${teamId}${query}`)).body as Record<string, unknown>;
  const whole = await read();
  assert.deepEqual([whole['owners'], whole['members']], [owners, members]);
  const { owners: _, members: __, ...counted } = whole;
  assert.deepEqual(await read('?people=counts'), counted);
  assert.deepEqual(await read('?people=lists'), whole);
  assert.equal((await served.call(tenant, `/teams/${teamId}?people=count`)).status, 400);
  const { ownersCount, membersCount, attempt, attempts, retryOf, supersededBy, canRetry } = counted;
  assert.deepEqual(
    [ownersCount, membersCount, attempt, attempts, retryOf, supersededBy, canRetry],
    [2, 1, 1, [], null, null, false],
  );
  const { etag, incidents, aliasHolder, nextReviewAt, restorableUntil, afterExpiry } = counted;
  assert.deepEqual(
    [etag, incidents, aliasHolder, nextReviewAt, restorableUntil, afterExpiry],
    ['0', [], null, null, null, null],
  );
  const status = await served.call(tenant, `/teams/${teamId}/status`);
  assert.deepEqual(counted['creation'], status.body);
  // It does not exist yet, so there is nothing that was or was not compared.
  assert.deepEqual(counted['comparison'], {
    finishedAt: null,
    oldestAt: null,
    groups: 0,
    notCompared: 0,
  });
  const { kind } = counted['createdBy'] as { kind: string };
  assert.deepEqual([kind, typeof counted['requestId']], ['api_key', 'string']);
});

test('what surrounds a record is read again where the record is newer', async (t) => {
  let onRecordRead: (() => Promise<void>) | undefined;
  const read: (string | undefined)[] = [];
  const beside = ['teams_read_status', 'teams_read_details', 'lifecycles_read_lifespan'];
  const timesRead = () => beside.map((name) => read.filter((one) => one === name).length);
  const changing: Database = {
    ...at.database,
    async query(query, values) {
      const name = typeof query === 'string' ? undefined : query.name;
      if (name === 'teams_read') await onRecordRead?.();
      const rows = await at.database.query<never>(query, values);
      if (beside.includes(name ?? '')) read.push(name);
      return rows;
    },
  };
  const served = await startTestService({ ROLES: 'api' }, { at, deps: { database: changing } });
  t.after(served.close);
  const tenant = await served.addTenant();
  const body = teamRequest('changing');
  const created = await served.call(tenant, '/teams', { method: 'POST', body });
  const { teamId } = created.body as { teamId: string };
  const owner = openAsOwner(at.settings);
  t.after(() => owner.close());
  const changes = {
    'its creation ends': `with incident as (
        insert into provisioning_incidents (tenant_id, team_id, step, attempt, occurred_at, code, detail)
        select tenant_id, team_id, 'create_group', 1, now(), 'directory_unavailable', 'once' from teams where team_id = $1
      )
      update provisionings set status = 'failed', waiting = false, completed_at = now(),
      error = '{"code": "people_not_found", "detail": "Nobody."}', version = version + 1 where team_id = $1`,
    'an operation changes it': 'update teams set version = version + 1 where team_id = $1',
  };
  for (const [what, change] of Object.entries(changes)) {
    read.length = 0;
    onRecordRead = async () => {
      onRecordRead = undefined;
      await eventually(() => read.length === beside.length, 'what surrounds the record is read');
      await owner.query(change, [teamId]);
    };
    const answer = await served.call(tenant, `/teams/${teamId}`);
    const { status, creation, incidents } = answer.body as {
      status: string;
      creation: { status: string };
      incidents: readonly object[];
    };
    assert.deepEqual([status, creation.status, incidents.length], ['failed', 'failed', 1], what);
    assert.deepEqual(timesRead(), [2, 2, 2], what);
  }
  read.length = 0;
  await served.call(tenant, `/teams/${teamId}`);
  assert.deepEqual(timesRead(), [1, 1, 1]);
});

test('reading a record takes four separate statements with plans that are kept, and as few pages behind a backlog', async (t) => {
  const statements: Query[] = [];
  let teamId = '';
  const recording: Database = {
    ...at.database,
    query(query, values) {
      if (typeof query !== 'string' && values?.flat().includes(teamId) === true)
        statements.push(query);
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
      ['teams_read_status', 'hot'],
      ['teams_read_details', 'hot'],
      ['lifecycles_read_lifespan', 'hot'],
    ],
  );

  const pagesOf = async (name: 'teams_read' | 'teams_read_details') => {
    const [row] = await at.database.query<PlanRow>({
      text: `explain (analyze, buffers, format json) execute ${name}('{${tenant.tenantId}}', '{${teamId}}')`,
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
  const alone = [await pagesOf('teams_read'), await pagesOf('teams_read_details')] as const;
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
  const pages = [await pagesOf('teams_read'), await pagesOf('teams_read_details')] as const;
  for (const at of [0, 1] as const) {
    assert.ok(
      pages[at] <= alone[at] + 8,
      `${alone[at]} pages alone, ${pages[at]} behind a backlog`,
    );
  }
});
