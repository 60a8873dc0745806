// A request that its caller repeats after a restore of the database took its record away.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { startTestService, teamRequest, type TestService } from '../../testing/service.ts';

// Its own database: the activity outlives the records here, so its events lack what a group's events have.
let at: TestDatabase;
let service: TestService;

before(async () => {
  at = await createTestDatabase();
  service = await startTestService({}, { at });
});
after(async () => {
  await service.close();
  await at.close();
});

test('a repeated request whose record was lost ends with the group of the first, which no other request can get then', async () => {
  const { database } = service.at;
  const tenant = await service.addTenant();
  const create = async (body: unknown) => {
    const { body: answer } = await service.call(tenant, '/teams', {
      method: 'POST',
      headers: { prefer: 'wait=30', 'idempotency-key': '"restored"' },
      body,
    });
    return answer as { status: string; teamId: string };
  };
  const first = await create(teamRequest('restored'));
  assert.equal(first.status, 'succeeded');
  for (const table of ['organisation_groups', 'idempotency_keys', 'provisionings', 'teams']) {
    await database.query(`delete from ${table} where tenant_id = $1`, [tenant.tenantId]);
  }

  const second = await create(teamRequest('restored'));
  assert.equal(second.status, 'succeeded');
  assert.notEqual(second.teamId, first.teamId);
  const groups = await database.query<{ marker: string; groupId: string }>(
    'select marker, group_id from sandbox_groups where tenant_id = $1',
    [tenant.tenantId],
  );
  assert.deepEqual(
    groups.map(({ marker }) => marker),
    [first.teamId],
  );
  const records = await database.query(
    `select team_id, adopted_marker, directory_group_id from provisionings where tenant_id = $1`,
    [tenant.tenantId],
  );
  assert.deepEqual(records, [
    {
      teamId: second.teamId,
      adoptedMarker: first.teamId,
      directoryGroupId: groups[0]?.groupId,
    },
  ]);
  const { body } = await service.call(tenant, `/organisations/${tenant.organisationId}`);
  assert.deepEqual((body as { groups: string[] }).groups, [second.teamId]);

  await database.query('update teams set alias_key = null where tenant_id = $1', [tenant.tenantId]);
  await database.query('delete from idempotency_keys where tenant_id = $1', [tenant.tenantId]);
  const third = await create(teamRequest('restored'));
  assert.equal(third.status, 'failed');
});
