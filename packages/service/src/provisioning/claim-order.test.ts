import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';

import { systemClock } from '../foundation/clock.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { startTestService, teamRequest } from '../../testing/service.ts';
import { waitFor } from './ledger.ts';
import { createLeaseStore } from './lanes.postgres.ts';
import { createProvisioningStore } from './provisioning.postgres.ts';

const at = await createTestDatabase();
const api = await startTestService({ ROLES: 'api' }, { at });
after(async () => {
  await api.close();
  await at.close();
});

test('a creation that has begun is taken up again before those that have not', async () => {
  const tenant = await api.addTenant();
  const create = async (alias: string) => {
    const { body } = await api.call(tenant, '/teams', { method: 'POST', body: teamRequest(alias) });
    return (body as { teamId: string }).teamId;
  };
  const first = await create('first');
  const lane = await createLeaseStore(at.database).take(tenant.tenantId, randomUUID(), 10_000);
  assert.ok(lane !== undefined);
  const store = createProvisioningStore({
    database: at.database,
    clock: systemClock,
    onChange: () => undefined,
  });

  const [begun] = await store.claimDue(lane, 1);
  assert.equal(begun?.teamId, first);
  // It waits for the directory, while others are accepted that are due before it.
  await create('second');
  await create('third');
  const waiting = waitFor(begun, 'resolve_people', {}, systemClock.now(), 0);
  assert.equal(await store.write(lane, { entry: waiting, dueInMs: 0 }), true);

  const claimed = await store.claimDue(lane, 2);
  assert.deepEqual(claimed.map(({ mailNickname }) => mailNickname).toSorted(), ['first', 'second']);
});

test('what was accepted is taken up at once, also by a worker whose clock is behind', async () => {
  const tenant = await api.addTenant();
  await api.call(tenant, '/teams', { method: 'POST', body: teamRequest('ahead') });
  const leases = createLeaseStore(at.database);
  // Nor does it take a wake-up: the process that accepted it may be ahead of the database, too.
  await at.database.query(
    `update provisionings set due_at = due_at + interval '1 hour' where tenant_id = $1`,
    [tenant.tenantId],
  );
  assert.ok((await leases.findUnattended(randomUUID(), [], 10_000, 10)).includes(tenant.tenantId));
  const lane = await leases.take(tenant.tenantId, randomUUID(), 10_000);
  assert.ok(lane !== undefined);
  const store = createProvisioningStore({
    database: at.database,
    clock: { now: () => systemClock.now() - 3_600_000 },
    onChange: () => undefined,
  });

  const claimed = await store.claimDue(lane, 10);
  assert.deepEqual(
    claimed.map(({ mailNickname }) => mailNickname),
    ['ahead'],
  );
});
