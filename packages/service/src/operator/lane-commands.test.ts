import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { runOperator } from '../../testing/operator.ts';
import { type HeldLane, createLeaseStore } from '../engine/lanes.postgres.ts';

let at: TestDatabase;
before(async () => {
  at = await createTestDatabase();
});
after(() => at.close());

/** Longer than the command takes. */
const leaseMs = 600_000;

async function addTenant(): Promise<string> {
  const tenantId = randomUUID();
  await at.database.query(
    `insert into tenants (tenant_id, name, directory) values ($1, 'T', '{"kind": "sandbox"}')`,
    [tenantId],
  );
  return tenantId;
}

async function listLanes(): Promise<(Omit<HeldLane, 'takenAt'> & { takenAt: string | null })[]> {
  const { code, out, err } = await runOperator(['lane', 'list', '--json'], {
    DATABASE_URL: at.url,
  });
  assert.equal(code, 0, err);
  return JSON.parse(out);
}

test('each held lane is listed with the worker that holds it, and none that is free', async () => {
  const [one, other, free] = [await addTenant(), await addTenant(), await addTenant()];
  const [first, second] = [randomUUID(), randomUUID()];
  const atBern = createLeaseStore(at.database, { host: 'bern', process: 'worker', processId: 7 });
  const atAarau = createLeaseStore(at.database, { host: 'aarau', processId: 8 });
  await atBern.take(one, first, leaseMs);
  await atAarau.take(other, second, leaseMs);
  const released = await atAarau.take(free, second, leaseMs);
  assert.ok(released);
  await atAarau.release(released);

  const lanes = await listLanes();
  assert.deepEqual(
    lanes.map(({ tenantId, workerId, worker, isOver }) => ({ tenantId, workerId, worker, isOver })),
    [
      {
        tenantId: other,
        workerId: second,
        worker: { host: 'aarau', processId: 8 },
        isOver: false,
      },
      {
        tenantId: one,
        workerId: first,
        worker: { host: 'bern', process: 'worker', processId: 7 },
        isOver: false,
      },
    ],
  );
  for (const { takenAt } of lanes) assert.match(String(takenAt), /^\d{4}-\d\d-\d\dT/);

  const { out } = await runOperator(['lane', 'list'], { DATABASE_URL: at.url });
  assert.match(out, /bern worker \(process id 7\)/);
});
