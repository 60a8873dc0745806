// The database's clock cannot be set in a test. Rows moved into the future look the same to a statement as rows
// that a clock wrote which has been set back since.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';

import { systemClock } from '../ground/clock.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { startTestService, teamRequest, type TestService } from '../../testing/service.ts';
import type { Creation } from './creation.ts';
import { createLeaseStore } from './lanes.postgres.ts';
import type { Lease } from './lane.ts';
import { waitFor } from './ledger.ts';
import { createProvisioningStore } from './provisioning.postgres.ts';

const leaseMs = 10_000;
let at: TestDatabase;
let api: TestService;
let leases: ReturnType<typeof createLeaseStore>;
let store: ReturnType<typeof createProvisioningStore>;
before(async () => {
  at = await createTestDatabase();
  api = await startTestService({ ROLES: 'api' }, { at });
  leases = createLeaseStore(at.database);
  store = createProvisioningStore({
    database: at.database,
    clock: systemClock,
    onChange: () => undefined,
  });
});
after(async () => {
  await api.close();
  await at.close();
});

/** A tenant with one creation, which its lane's holder has tried once and repeats in five minutes. */
async function startRetry() {
  const { tenantId, ...tenant } = await api.addTenant();
  await api.call({ tenantId, ...tenant }, '/teams', { method: 'POST', body: teamRequest('one') });
  const holder = randomUUID();
  const lease = await take(tenantId, holder);
  const [creation] = await store.claimDue(lease, 1);
  assert.ok(creation !== undefined);
  await retryLater(lease, creation);
  assert.deepEqual(await store.claimDue(lease, 1), []);
  return { tenantId, holder, lease, creation };
}

async function take(tenantId: string, holder: string): Promise<Lease> {
  const lease = await leases.take(tenantId, holder, leaseMs);
  assert.ok(lease !== undefined, 'another worker holds the lane');
  return lease;
}

async function retryLater(lease: Lease, begun: Creation): Promise<void> {
  const creation = waitFor(begun, 'resolve_people', {}, systemClock.now(), 0);
  assert.equal(await store.write(lease, { entry: creation, dueInMs: 300_000 }), 'written');
}

async function setClockBackAnHour(tenantId: string): Promise<void> {
  await at.database.query(
    `with lane as (
      update lanes set held_until = held_until + interval '1 hour' where tenant_id = $1
    )
    update provisionings
    set due_at = due_at + interval '1 hour', updated_at = updated_at + interval '1 hour'
    where tenant_id = $1`,
    [tenantId],
  );
}

const isUnattended = async (tenantId: string) =>
  (await leases.findUnattended(randomUUID(), [], leaseMs, 100)).includes(tenantId);

suite('after the clock was set back by an hour', () => {
  test('the lane of a killed worker is taken over at once, and its retry is due', async () => {
    const { tenantId, creation } = await startRetry();
    assert.equal(await isUnattended(tenantId), false);
    await setClockBackAnHour(tenantId);
    assert.equal(await isUnattended(tenantId), true);
    const lease = await take(tenantId, randomUUID());
    const [claimed] = await store.claimDue(lease, 1);
    assert.equal(claimed?.teamId, creation.teamId);
  });

  test('a worker that holds its lane makes its retries due with the next renewal', async () => {
    const { tenantId, holder, lease, creation } = await startRetry();
    await leases.renew([lease], holder, leaseMs);
    assert.deepEqual(await store.claimDue(lease, 1), [], 'a renewal alone makes no retry early');
    await setClockBackAnHour(tenantId);
    assert.deepEqual(await leases.renew([lease], holder, leaseMs), [lease]);
    const [claimed] = await store.claimDue(lease, 1);
    assert.equal(claimed?.teamId, creation.teamId);
    // Written after the change, the next pause is kept.
    await retryLater(lease, claimed);
    await leases.renew([lease], holder, leaseMs);
    assert.deepEqual(await store.claimDue(lease, 1), []);
  });

  test('a lane that nobody holds is found by its retries', async () => {
    const { tenantId, lease, creation } = await startRetry();
    await leases.release(lease);
    assert.equal(await isUnattended(tenantId), false);
    await setClockBackAnHour(tenantId);
    assert.equal(await isUnattended(tenantId), true);
    const [claimed] = await store.claimDue(await take(tenantId, randomUUID()), 1);
    assert.equal(claimed?.teamId, creation.teamId);
  });
});

test('a lease that is renewed while another worker asks for it is not over', async () => {
  const { tenantId, lease, holder } = await startRetry();
  let taking: ReturnType<typeof leases.take> | undefined;
  await at.database.transaction(async (transaction) => {
    await transaction.query('select from lanes where tenant_id = $1 for update', [tenantId]);
    taking = leases.take(tenantId, randomUUID(), leaseMs);
    await at.database.query('select pg_sleep(0.1)');
    await transaction.query(
      `update lanes set held_until = clock_timestamp() + interval '10 seconds' where tenant_id = $1`,
      [tenantId],
    );
  });
  assert.equal(await taking, undefined);
  assert.deepEqual(await leases.renew([lease], holder, leaseMs), [lease]);
});

test('an epoch whose row was lost is not given out again', async () => {
  const { tenantId } = await api.addTenant();
  const read = () => at.database.query('select epoch from lanes where tenant_id = $1', [tenantId]);
  const [before] = await read();
  const lost = await take(tenantId, randomUUID());
  // A standby has this row that had not received the lease when it was promoted.
  await at.database.query(
    `update lanes set epoch = $2, holder = null, held_until = '-infinity' where tenant_id = $1`,
    [tenantId, before?.['epoch']],
  );
  const present = await take(tenantId, randomUUID());
  assert.notEqual(present.epoch, lost.epoch);
  assert.deepEqual(await store.claimDue(lost, 1), []);
});
