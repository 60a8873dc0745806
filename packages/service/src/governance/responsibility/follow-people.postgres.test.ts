// The people of a sandbox whose changes come while they are read for the first time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService, testOperator } from '../../../testing/service.ts';
import { systemClock } from '../../ground/clock.ts';
import { createFollowStore } from './follow-people.postgres.ts';

test('a person who leaves while the people of a tenant are first read is read again at once', async (t) => {
  const service = await startTestService();
  t.after(service.close);
  // A tenant without groups is not followed by the service itself.
  const { tenantId } = await service.addTenant();
  const { database } = service.at;
  const store = createFollowStore(database, {
    clock: systemClock,
    everyMs: () => 600_000,
    checkAllEveryMs: 86_400_000,
    onWritten: () => undefined,
  });
  const { announcement } = await store.position(tenantId);
  await service.change(async ({ sandboxPeople, stores }) => {
    const [person] = await stores.sandboxPeople.list(tenantId);
    assert.ok(person);
    const { personId, email, displayName } = person;
    const gone = { email, name: displayName, enabled: false };
    await sandboxPeople.change(testOperator, tenantId, personId, gone);
  });
  const read = { states: [], token: '0', hasCheckedAll: true, knowsLeaveDates: true, stewards: {} };
  const isDue = async () => {
    const [row] = await database.query<{ isDue: boolean }>(
      'select due_at <= now() as is_due from followed_people where tenant_id = $1',
      [tenantId],
    );
    return row?.isDue;
  };
  await store.record(tenantId, { ...read, announcement });
  assert.equal(await isDue(), true);
  await store.record(tenantId, { ...read, ...(await store.position(tenantId)), token: '1' });
  assert.equal(await isDue(), false);
});
