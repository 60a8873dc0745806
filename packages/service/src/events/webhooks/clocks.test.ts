// The database's clock cannot be set in a test. Rows moved into the future look the same to a statement as rows
// that a clock wrote which has been set back since.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, suite, test } from 'node:test';
import { eventually } from '../../../testing/eventually.ts';
import { startReceiver, type Receiver } from '../../../testing/receiver.ts';
import { startTestWebhooks, type TestWebhooks } from '../../../testing/webhooks.ts';

const hourMs = 3_600_000;
let running: TestWebhooks;
let receiver: Receiver;
let tenantId: string;
let endpointId: string;
before(async () => {
  running = await startTestWebhooks();
});
after(() => running.close());
beforeEach(async () => {
  receiver = await startReceiver((_, response) => response.writeHead(500).end());
  tenantId = await running.addTenant();
  ({ endpointId } = await running.addEndpoint(tenantId, receiver.url));
});
afterEach(async () => {
  await receiver.close();
  running.offset.ms = 0;
  await running.at.database.query('delete from webhook_endpoints');
  assert.deepEqual(running.errors, []);
});

async function attemptsAre(count: number): Promise<void> {
  const { log } = running.webhooks;
  await eventually(
    async () => (await log.attempts(tenantId, endpointId, { limit: 99 })).length >= count,
    `${count} attempts are recorded`,
  );
}

for (const [name, ms] of [
  ['a year ahead', 365 * 24 * hourMs],
  ['an hour ahead', hourMs],
  ['an hour behind', -hourMs],
  ['a year behind', -365 * 24 * hourMs],
] as const) {
  test(`a process whose clock is ${name} delivers at once and repeats after the schedule's pause`, async () => {
    running.offset.ms = ms;
    await running.write(tenantId, ['a']);
    await attemptsAre(1);
    const [pause] = await running.at.database.query<{ ms: number; state: string }>(
      `select extract(epoch from due_at - now())::double precision * 1000 as ms, state
      from webhook_deliveries where tenant_id = $1`,
      [tenantId],
    );
    assert.ok(pause !== undefined && pause.state === 'pending');
    // One of the first pauses of the schedule, and not an hour off.
    assert.ok(Math.abs(pause.ms) < 120_000, `${pause.ms} ms`);
  });
}

suite('after the clock of the database was set back', () => {
  const setBack = (set: string) =>
    running.at.database.query(`update webhook_deliveries set ${set} where tenant_id = $1`, [
      tenantId,
    ]);

  for (const [what, set] of [
    [
      'a retry that was set later',
      `due_at = due_at + interval '1 hour', due_set_at = due_set_at + interval '1 hour'`,
    ],
    ['a claim longer than a lease', `due_at = now(), claimed_until = now() + interval '1 hour'`],
  ] as const) {
    test(`${what} is over`, async () => {
      await running.write(tenantId, ['a']);
      await attemptsAre(1);
      receiver.answer((_, response) => response.writeHead(204).end());
      await setBack(set);
      running.webhooks.notify();
      await attemptsAre(2);
    });
  }

  test('a cooldown longer than any is over, and the next one is kept', async () => {
    await running.write(tenantId, ['a', 'b', 'c', 'd', 'e']);
    await attemptsAre(5);
    const holdUntil = (until: string) =>
      running.at.database.query(
        `update webhook_endpoints set held_until = ${until} where tenant_id = $1`,
        [tenantId],
      );
    await holdUntil(`now() + interval '1 hour'`);
    await setBack('due_at = now()');
    running.webhooks.notify();
    await attemptsAre(6);
    const isKept = async () => {
      const [row] = await running.at.database.query<{ kept: boolean }>(
        `select held_until <= now() + interval '12 minutes' as kept from webhook_endpoints where tenant_id = $1`,
        [tenantId],
      );
      return row?.kept === true;
    };
    await eventually(isKept, 'the cooldown is one of the schedule');
  });
});
