import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import {
  startTestService,
  teamRequest,
  type TestService,
  type TestTenant,
} from '../../testing/service.ts';

const members = Array.from(
  { length: 25_000 },
  (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
);

let service: TestService;
let tenant: TestTenant;

before(async () => {
  service = await startTestService();
  tenant = await service.addTenant();
  await service.at.database.query(
    `insert into sandbox_people (tenant_id, person_id, email, display_name)
     select $1, id, id || '@aare.example', id::text from unnest($2::uuid[]) as id`,
    [tenant.tenantId, members],
  );
});
after(() => service.close());

test('a group of 25,000 members is created through the API, beside others that do not wait for it', async () => {
  const large = await service.call(tenant, '/teams', {
    method: 'POST',
    body: teamRequest('large', { members }),
  });
  assert.equal(large.status, 200, JSON.stringify(large.body));
  const small = await service.call(tenant, '/teams', {
    method: 'POST',
    body: teamRequest('small'),
    headers: { prefer: 'wait=20' },
  });
  assert.equal((small.body as { status: string }).status, 'succeeded');
  const { teamId } = large.body as { teamId: string };
  for (;;) {
    const { body } = await service.call(tenant, `/teams/${teamId}/status`);
    const { status, completedAt } = body as { status: string; completedAt: string | null };
    if (completedAt === null) {
      await pause(100);
      continue;
    }
    assert.equal(status, 'succeeded', JSON.stringify(body).slice(0, 1_000));
    break;
  }
  const [group] = await service.at.database.query<{ owners: number; members: number }>(
    `select cardinality(owner_ids) as owners, cardinality(member_ids) as members
     from sandbox_groups where tenant_id = $1 and marker = $2`,
    [tenant.tenantId, teamId],
  );
  assert.deepEqual(group, { owners: 2, members: 25_002 });
});

test('of 25,000 members who do not exist each one is named', async () => {
  const strangers = members.map((id) => `1${id.slice(1)}`);
  const answer = await service.call(tenant, '/teams', {
    method: 'POST',
    body: teamRequest('strangers', { members: strangers }),
    headers: { prefer: 'wait=30' },
  });
  const { teamId, status } = answer.body as { teamId: string; status: string };
  assert.equal(status, 'failed');
  const { body } = await service.call(tenant, `/teams/${teamId}/status`);
  const { error } = body as { error: { code: string; errors: unknown[] } };
  assert.equal(error.code, 'people_not_found');
  assert.equal(error.errors.length, 25_000);
});
