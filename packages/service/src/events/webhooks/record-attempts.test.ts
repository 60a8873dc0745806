import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';

import { systemClock } from '../../ground/clock.ts';
import type { Database } from '../../postgres/database.ts';
import { createTestDatabase, openAsOwner, type TestDatabase } from '../../../testing/database.ts';
import type { DeliveryRecord } from './delivery-store.ts';
import { createAttemptRecorder } from './record-attempts.postgres.ts';

let at: TestDatabase;
let owner: Database;
before(async () => {
  at = await createTestDatabase();
  owner = openAsOwner(at.settings, { maxConnections: 1 });
});
after(async () => {
  await owner.close();
  await at.close();
});

/** An endpoint of a new tenant, with claimed deliveries at the positions 1, 2 and so on. */
async function addEndpoint(deliveries: number): Promise<DeliveryRecord['endpoint']> {
  const [tenantId, endpointId] = [randomUUID(), randomUUID()];
  await owner.query(
    `insert into tenants (tenant_id, name, directory) values ($1, 'T', '{"kind": "sandbox"}')`,
    [tenantId],
  );
  await owner.query(
    `insert into webhook_endpoints
      (tenant_id, endpoint_id, url, description, signing_keys, created_at, created_by, position)
    values ($1, $2, 'https://receiver.example', '', '[]', now(), 'test', 0)`,
    [tenantId, endpointId],
  );
  await owner.query(
    `insert into webhook_deliveries
      (tenant_id, endpoint_id, position, event_type, ordering_key, state, due_at, queued_at, claimed_until, claims)
    select $1, $2, n, 'group.accepted', n::text, 'pending', now(), now(), now() + interval '1 minute', 1
    from generate_series(1, $3::int) n`,
    [tenantId, endpointId, deliveries],
  );
  return { tenantId, endpointId } as DeliveryRecord['endpoint'];
}

function recordOf(
  endpoint: DeliveryRecord['endpoint'],
  position: number,
  change: { outcome?: 'delivered' | 'refused'; claims?: number; eventId?: string } = {},
): DeliveryRecord {
  const { outcome = 'delivered', claims = 1, eventId = 'event' } = change;
  return {
    endpoint,
    delivery: {
      position,
      claims,
      failures: 0,
      ageMs: 0,
      event: { id: eventId, type: 'group.accepted' },
    } as DeliveryRecord['delivery'],
    attempt: {
      outcome,
      statusCode: 200,
      detail: null,
      answerExcerpt: null,
      retryAfterMs: undefined,
      attemptedAt: new Date(),
      durationMs: 1,
    },
    retryInMs: outcome === 'delivered' ? undefined : 60_000,
    failuresInRow: 0,
    failuresHaveChanged: false,
    cooldownMs: 0,
    hasRecovered: false,
  };
}

const deliveriesOf = ({ tenantId, endpointId }: DeliveryRecord['endpoint']) =>
  owner.query<{ position: number; state: string; failures: number; isClaimed: boolean }>(
    `select position, state, failures, claimed_until is not null as is_claimed from webhook_deliveries
    where tenant_id = $1 and endpoint_id = $2 order by position`,
    [tenantId, endpointId],
  );
const attemptsOf = ({ tenantId, endpointId }: DeliveryRecord['endpoint']) =>
  owner.query('select from webhook_attempts where tenant_id = $1 and endpoint_id = $2', [
    tenantId,
    endpointId,
  ]);

test('attempts of several tenants that end together are each recorded with their own outcome', async () => {
  const record = createAttemptRecorder({ database: at.database, clock: systemClock });
  const [one, other] = [await addEndpoint(3), await addEndpoint(2)];
  await Promise.all([
    record(recordOf(one, 1)),
    record(recordOf(other, 1, { outcome: 'refused' })),
    record(recordOf(one, 3)),
    record(recordOf(other, 2)),
  ]);
  assert.deepEqual(await deliveriesOf(one), [
    { position: 1, state: 'delivered', failures: 0, isClaimed: false },
    { position: 2, state: 'pending', failures: 0, isClaimed: true },
    { position: 3, state: 'delivered', failures: 0, isClaimed: false },
  ]);
  assert.deepEqual(await deliveriesOf(other), [
    { position: 1, state: 'pending', failures: 1, isClaimed: false },
    { position: 2, state: 'delivered', failures: 0, isClaimed: false },
  ]);
  assert.equal((await attemptsOf(one)).length, 2);
  assert.equal((await attemptsOf(other)).length, 2);
});

test('a failure counts only while its claim holds, a success always', async () => {
  const record = createAttemptRecorder({ database: at.database, clock: systemClock });
  const endpoint = await addEndpoint(2);
  await owner.query('update webhook_deliveries set claims = 2 where endpoint_id = $1', [
    endpoint.endpointId,
  ]);
  await Promise.all([
    record(recordOf(endpoint, 1, { outcome: 'refused' })),
    record(recordOf(endpoint, 2)),
    record(recordOf(endpoint, 2, { outcome: 'refused' })),
  ]);
  assert.deepEqual(await deliveriesOf(endpoint), [
    { position: 1, state: 'pending', failures: 0, isClaimed: true },
    { position: 2, state: 'delivered', failures: 0, isClaimed: false },
  ]);
  assert.equal((await attemptsOf(endpoint)).length, 3);
});

test('a record that the database refuses does not affect those that share its statement', async () => {
  const record = createAttemptRecorder({ database: at.database, clock: systemClock });
  const [one, other] = [await addEndpoint(2), await addEndpoint(2)];
  const results = await Promise.allSettled([
    record(recordOf(one, 1)),
    record(recordOf(other, 1, { eventId: 'not\0storable' })),
    record(recordOf(one, 2)),
    record(recordOf(other, 2)),
  ]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  );
  assert.deepEqual(
    (await deliveriesOf(other)).map(({ state }) => state),
    ['pending', 'delivered'],
  );
});
