// A change may name 25,000 people. Its cost stays within bounds: of the audit log, of lists, of writes and of what waits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestDatabase } from '../../../testing/database.ts';
import { startTestService, teamRequest } from '../../../testing/service.ts';

const count = 25_000;

test('a change of 25,000 members writes 1,000 of them to the audit log, and lists and further requests stay small', async (context) => {
  const at = await createTestDatabase();
  const service = await startTestService({}, { at });
  const tenant = await service.addTenant();
  await at.database.query(
    `insert into sandbox_people (tenant_id, person_id, email, display_name)
    select $1, gen_random_uuid(), 'p' || n || '@aare.example', 'P' from generate_series(1, $2) n`,
    [tenant.tenantId, count],
  );
  const send = async (method: string, path: string, body?: unknown) => {
    const headers = { prefer: 'wait=30' };
    return service.call(tenant, path, { method, body, headers });
  };
  const created = await send('POST', '/teams', teamRequest('large'));
  const { teamId } = created.body as { teamId: string };
  const people = Array.from({ length: count - 1 }, (_, index) => `p${index + 1}@aare.example`);
  const change = await send('PATCH', `/teams/${teamId}`, { members: { add: people } });
  const { status, operationId } = change.body as { status: string; operationId: string };
  assert.equal(status, 'succeeded', JSON.stringify(change.body));

  const [group] = await at.database.query<{ members: number }>(
    'select cardinality(member_ids) as members from sandbox_groups where marker = $1',
    [teamId],
  );
  assert.ok((group?.members ?? 0) >= count);
  const [cost] = await at.database.query<{ entry: number; records: number; facts: number }>(
    `select max(length(data::text)) as entry,
      (select version from operations where operation_id = $2) as records,
      (select length(facts::text) from operations where operation_id = $2) as facts
    from activity where subject_id = $1`,
    [teamId, operationId],
  );
  context.diagnostic(JSON.stringify(cost));
  assert.ok(cost);
  assert.ok(cost.entry < 60_000, `${cost.entry} bytes of activity`);
  assert.ok(cost.facts < 5_000, `${cost.facts} bytes of facts in each record`);
  const list = await send('GET', `/teams/${teamId}/operations`);
  assert.ok(JSON.stringify(list.body).length < 60_000);
  const { items } = list.body as { items: { after: { members: []; membersCount: number } }[] };
  assert.equal(items[0]?.after.membersCount, count - 1);
  assert.equal(items[0]?.after.members.length, 1_000);
  await service.close();
  await at.close();
});

test('changes that wait for one group name 50,000 people at most', async () => {
  const at = await createTestDatabase();
  const service = await startTestService({ ROLES: 'api' }, { at });
  const tenant = await service.addTenant();
  const created = await service.call(tenant, '/teams', {
    method: 'POST',
    body: teamRequest('full'),
  });
  const { teamId } = created.body as { teamId: string };
  const change = (from: number, size: number) =>
    service.call(tenant, `/teams/${teamId}`, {
      method: 'PATCH',
      body: {
        members: {
          remove: Array.from({ length: size }, (_, index) => `p${from + index}@aare.example`),
        },
      },
    });
  const sizes = [20_000, 20_000, 9_999, 2, 1];
  const statuses: number[] = [];
  const startedAt = performance.now();
  for (const [index, size] of sizes.entries()) {
    statuses.push((await change(index * 25_000, size)).status);
  }
  const tookMs = performance.now() - startedAt;
  assert.deepEqual(statuses, [200, 200, 200, 429, 200]);
  // Each request reads the changes that wait. This took 36 s where it was not proportional to their size.
  assert.ok(tookMs < 30_000, `${tookMs} ms`);
  await service.close();
  await at.close();
});
