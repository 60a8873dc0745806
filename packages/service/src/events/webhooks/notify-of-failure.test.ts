import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createTestDatabase, openAsOwner, type TestDatabase } from '../../../testing/database.ts';
import type { Database } from '../../postgres/database.ts';
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

const hourMs = 3_600_000;
const startedAt = Date.parse('2026-05-01T08:00:00Z');

/** An endpoint of a new tenant with an owner, an administrator and a reader, and a separate clock. */
async function addEndpoint(notices: Record<string, unknown> | null = null) {
  const [tenantId, endpointId] = [randomUUID(), randomUUID()];
  await owner.query(
    `insert into tenants (tenant_id, name, directory, notices) values ($1, 'T', '{"kind": "sandbox"}', $2)`,
    [tenantId, notices === null ? null : JSON.stringify(notices)],
  );
  for (const role of ['owner', 'administrator', 'reader']) {
    await owner.query(
      `insert into administrators (tenant_id, administrator_id, email, role, source, created_at, created_by)
      values ($1, $2, $3, $4, 'list', now(), 'test')`,
      [tenantId, randomUUID(), `${role}@nordlicht.example`, role],
    );
  }
  await owner.query(
    `insert into webhook_endpoints
      (tenant_id, endpoint_id, url, description, signing_keys, created_at, created_by, position)
    values ($1, $2, 'https://receiver.example/secret-path', '', '[]', now(), 'test', 0)`,
    [tenantId, endpointId],
  );
  const clock = { at: startedAt, now: () => clock.at };
  const record = createAttemptRecorder({ database: at.database, clock });
  let failuresInRow = 0;
  const attempt = (outcome: 'delivered' | 'refused') => {
    failuresInRow = outcome === 'delivered' ? 0 : failuresInRow + 1;
    return record({
      endpoint: { tenantId, endpointId, url: 'https://receiver.example/secret-path' },
      delivery: {
        position: 1,
        claims: 1,
        failures: 0,
        ageMs: 0,
        event: { id: 'event', type: 'group.accepted' },
      },
      attempt: {
        outcome,
        statusCode: 500,
        detail: outcome === 'delivered' ? null : 'The endpoint answered 500.',
        answerExcerpt: null,
        retryAfterMs: undefined,
        attemptedAt: new Date(clock.at),
        durationMs: 1,
      },
      retryInMs: undefined,
      failuresInRow,
      failuresHaveChanged: true,
      cooldownMs: 0,
      hasRecovered: false,
    } as unknown as DeliveryRecord);
  };
  const told = async () => {
    const rows = await owner.query<{ kind: string; email: string; data: object }>(
      'select kind, email, data from notices where tenant_id = $1 order by notice_id',
      [tenantId],
    );
    return rows.map(({ kind, email }) => `${kind} ${email.split('@')[0]}`).sort();
  };
  const dataOf = (kind: string) =>
    owner.query<{ data: Record<string, unknown> }>(
      'select data from notices where tenant_id = $1 and kind = $2 limit 1',
      [tenantId, kind],
    );
  return { tenantId, clock, attempt, told, dataOf };
}

test('owners and administrators are notified once when an endpoint has failed for four hours, and once when it works again', async () => {
  const { clock, attempt, told, dataOf } = await addEndpoint();
  await attempt('refused');
  clock.at = startedAt + 4 * hourMs - 1;
  await attempt('refused');
  assert.deepEqual(await told(), []);
  clock.at = startedAt + 4 * hourMs;
  for (let more = 0; more < 3; more += 1) await attempt('refused');
  const failing = ['webhook_failing administrator', 'webhook_failing owner'];
  assert.deepEqual(await told(), failing);
  const [notice] = await dataOf('webhook_failing');
  assert.deepEqual(notice?.data, {
    address: 'receiver.example',
    dueAt: '2026-05-01T08:00:00.000Z',
    reason: 'The endpoint answered 500.',
  });
  for (let more = 0; more < 2; more += 1) await attempt('delivered');
  const recovered = ['webhook_recovered administrator', 'webhook_recovered owner'];
  assert.deepEqual(await told(), [...failing, ...recovered]);
});

test('an administrator who muted webhooks is not notified of them, and one who muted others is', async () => {
  const { tenantId, clock, attempt, told } = await addEndpoint();
  const mute = (role: string, topics: readonly string[]) =>
    owner.query('update administrators set preferences = $3 where tenant_id = $1 and role = $2', [
      tenantId,
      role,
      JSON.stringify({ language: 'de', timeZone: null, mutedNotices: topics }),
    ]);
  await mute('owner', ['connection', 'departures']);
  await mute('administrator', ['webhooks']);
  await attempt('refused');
  clock.at += 4 * hourMs;
  await attempt('refused');
  await attempt('delivered');
  assert.deepEqual(await told(), ['webhook_failing owner', 'webhook_recovered owner']);
});

test('a success in between begins the hours again, and notifies nobody', async () => {
  const { clock, attempt, told } = await addEndpoint();
  await attempt('refused');
  clock.at += 3 * hourMs;
  await attempt('delivered');
  await attempt('refused');
  clock.at += 3 * hourMs;
  await attempt('refused');
  await attempt('delivered');
  assert.deepEqual(await told(), []);
});

test('a tenant chooses the hours, and with 0 nobody is notified', async () => {
  const after = async (hours: number, webhookFailureHours: number) => {
    const { clock, attempt, told } = await addEndpoint({ sender: 'none', webhookFailureHours });
    await attempt('refused');
    clock.at += hours * hourMs;
    await attempt('refused');
    return (await told()).length;
  };
  assert.deepEqual([await after(12, 24), await after(24, 24), await after(100, 0)], [0, 2, 0]);
});

test('of two failures that are recorded at once, one notifies', async () => {
  const { clock, attempt, told } = await addEndpoint();
  await attempt('refused');
  clock.at += 5 * hourMs;
  await Promise.all([attempt('refused'), attempt('refused'), attempt('refused')]);
  assert.equal((await told()).length, 2);
});
