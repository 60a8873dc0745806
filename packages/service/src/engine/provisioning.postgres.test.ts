import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createVirtualClock } from '@groupwright/graph-simulator/clock.ts';
import { testAcceptance } from '../../testing/acceptance.ts';
import { createTestDatabase, openAsOwner } from '../../testing/database.ts';
import { nodesOf, type PlanRow, readsIn } from '../../testing/query-plan.ts';
import type { Database } from '../postgres/database.ts';
import { createAcceptanceStore } from '../groups/create/create-team.postgres.ts';
import { createCancelOrRetryStore } from '../groups/create/cancel-or-retry.postgres.ts';
import type { Creation } from './creation.ts';
import { describeLaneStore, type LaneRig } from './lane-store.suite.ts';
import { createLeaseStore } from './lanes.postgres.ts';
import { begin, fail, succeed } from './ledger.ts';
import { createReadMarkedRecords } from './marked-records.postgres.ts';
import { claimDue, createProvisioningStore } from './provisioning.postgres.ts';
import { encodeSteps } from './stored-steps.ts';

/** Behind the database's clock: a time ahead of it would count as one that was set back. */
const startsAt = Date.UTC(2020, 0, 1);
const leaseMs = 10_000;

async function openLane(database: Database): Promise<LaneRig> {
  const clock = createVirtualClock(startsAt);
  const tenantId = randomUUID();
  await database.query(
    `insert into tenants (tenant_id, name, directory) values ($1, 'T', '{"kind": "sandbox"}')`,
    [tenantId],
  );
  const acceptances = createAcceptanceStore(database);
  return {
    store: createProvisioningStore({ database, clock, dueBy: clock, onChange: () => undefined }),
    tenantId,
    now: () => clock.now(),
    pass: (durationMs) => clock.advanceTo(clock.now() + durationMs),
    async accept(mailNickname, aheadMs = 0) {
      const createdAt = new Date(clock.now() + aheadMs);
      const { kind } = await acceptances.accept(
        testAcceptance(mailNickname, { tenantId, createdAt }),
      );
      assert.equal(kind, 'accepted');
    },
    async takeOver() {
      // The last holder's lease has run out.
      await database.query("update lanes set held_until = '-infinity' where tenant_id = $1", [
        tenantId,
      ]);
      const lane = await createLeaseStore(database).take(tenantId, randomUUID(), leaseMs);
      assert.ok(lane !== undefined);
      return lane;
    },
  };
}

describeLaneStore('the lane store in PostgreSQL', async () => {
  const { database, close } = await createTestDatabase();
  return { openLane: () => openLane(database), close };
});

test('a lane with an accepted creation is found at once, also when the clock that accepted it is ahead', async () => {
  const { database, close } = await createTestDatabase();
  const lane = await openLane(database);
  const found = () => createLeaseStore(database).findUnattended(randomUUID(), [], leaseMs, 10);
  assert.deepEqual(await found(), []);
  const tenYears = 10 * 366 * 86_400_000;
  await lane.accept('ahead', Date.now() - startsAt + tenYears);
  assert.deepEqual(await found(), [lane.tenantId]);
  await close();
});

test('a claim writes nothing, and the first record marks the creation as running', async () => {
  const { database, close } = await createTestDatabase();
  const lane = await openLane(database);
  await lane.accept('claimed');
  const row = async () =>
    (await database.query('select xmin::text, status, waiting, version from provisionings'))[0];
  const accepted = await row();
  const lease = await lane.takeOver();
  const [creation] = await lane.store.claimDue(lease, 1);
  assert.ok(creation !== undefined);
  assert.deepEqual(await row(), accepted);
  assert.equal(await lane.store.write(lease, { entry: creation }), 'written');
  const { status, waiting, version } = (await row()) ?? {};
  assert.deepEqual([status, waiting, version], ['running', false, 2]);
  await close();
});

test('a creation may be cancelled until its first record, which then writes nothing', async () => {
  const { database, close } = await createTestDatabase();
  const lane = await openLane(database);
  for (const name of ['cancelled', 'begun']) {
    await lane.accept(name);
    lane.pass(1);
  }
  const lease = await lane.takeOver();
  const [cancelled, begun] = await lane.store.claimDue(lease, 2);
  assert.ok(cancelled !== undefined && begun !== undefined);
  assert.equal(await lane.store.write(lease, { entry: begun }), 'written');
  const cancelOrRetry = createCancelOrRetryStore(database);
  const cancel = ({ tenantId, teamId }: Creation) =>
    cancelOrRetry.cancel(
      { tenantId, teamId, at: new Date(lane.now()) },
      { kind: 'operator', id: 'test' },
    );
  assert.deepEqual(
    [(await cancel(cancelled))?.cancelled, (await cancel(begun))?.cancelled],
    [true, false],
  );
  assert.equal(await lane.store.write(lease, { entry: cancelled }), 'ended');
  assert.equal(await lane.store.write(lease, { entry: succeed(begun) }), 'written');
  assert.deepEqual(await lane.store.claimDue(await lane.takeOver(), 10), []);
  await close();
});

test('a claim reads as many creations as it claims, however many wait and whatever the planner knows of them', async () => {
  const at = await createTestDatabase();
  const owner = openAsOwner(at.settings, { maxConnections: 1 });
  const lane = await openLane(at.database);
  await lane.accept('first');
  const { epoch } = await lane.takeOver();
  await owner.query('alter table provisionings set (autovacuum_enabled = false)');
  const readRows = async () => {
    const [row] = await at.database.query<PlanRow>(
      `explain (analyze, timing off, format json) ${claimDue.text}`,
      [lane.tenantId, epoch, 100, null, []],
    );
    const nodes = nodesOf(row?.['QUERY PLAN'][0].Plan ?? { 'Node Type': '' });
    return nodes
      .filter((node) => node['Relation Name'] === 'provisionings')
      .map((node) => (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0));
  };
  const add = (rows: number) =>
    owner.query(
      `insert into provisionings (tenant_id, team_id, status, waiting, due_at, updated_at)
       select $1, uuidv7(), 'accepted', true, now(), now() from generate_series(1, $2::int)`,
      [lane.tenantId, rows],
    );
  // Statistics from when none waited, and an index of unfinished ones that is smaller than that of due times.
  await add(20_000);
  await owner.query(`update provisionings set status = 'succeeded', waiting = false`);
  await owner.query('reindex index provisionings_unfinished');
  await at.analyze('provisionings');
  await add(2_000);
  const withOldStatistics = await readRows();
  await at.analyze('provisionings');
  for (const rows of [withOldStatistics, await readRows()]) {
    assert.ok(rows.length > 0);
    assert.ok(Math.max(...rows) <= 100, JSON.stringify(rows));
  }
  await owner.close();
  await at.close();
});

test('a record finds its creation by its key, whatever waits beside it', async () => {
  // One connection, so that the plan that it keeps can be asked for.
  const at = await createTestDatabase({ maxConnections: 1 });
  const owner = openAsOwner(at.settings);
  const lane = await openLane(at.database);
  await lane.accept('recorded');
  const lease = await lane.takeOver();
  const [creation] = await lane.store.claimDue(lease, 1);
  assert.ok(creation !== undefined);
  // Statistics of an idle service: nothing is unfinished, and the index of what is has a page.
  await owner.query(
    `insert into provisionings (tenant_id, team_id, status, waiting, due_at, updated_at)
     select $1, uuidv7(), 'succeeded', false, now(), now() from generate_series(1, 20000)`,
    [lane.tenantId],
  );
  await at.analyze('provisionings');
  assert.equal(await lane.store.write(lease, { entry: succeed(creation) }), 'written');
  const [row] = await at.database.query<PlanRow>({
    text: `explain (format json) execute provisionings_write_records('[]', now(), null)`,
    kind: 'hot',
  });
  assert.ok(row);
  const reads = readsIn(row['QUERY PLAN'][0].Plan, 'provisionings');
  assert.equal(reads.length, 1);
  assert.equal(reads[0]?.['Index Name'], 'provisionings_pkey');
  assert.match(reads[0]['Index Cond'] ?? '', /tenant_id = .*team_id = /);
  await owner.close();
  await at.close();
});

test('a failed creation has begun its group if it attempted to create it', async () => {
  const { database, close } = await createTestDatabase();
  const lane = await openLane(database);
  await lane.accept('failed');
  const lease = await lane.takeOver();
  const [creation] = await lane.store.claimDue(lease, 1);
  assert.ok(creation !== undefined);
  const hasBegun = async () => {
    const records = await createReadMarkedRecords(database)(lane.tenantId, [creation.teamId]);
    return records.get(creation.teamId)?.beganGroup;
  };
  await lane.store.write(lease, { entry: fail(creation) });
  assert.equal(await hasBegun(), false);
  const attempted = begin(creation, 'create_group', lane.now());
  await database.query('update provisionings set progress = $1', [encodeSteps(attempted.steps)]);
  assert.equal(await hasBegun(), true);
  await close();
});

test('a lane is looked at only if it has a holder or work', async () => {
  const { database, close } = await createTestDatabase();
  const leases = createLeaseStore(database);
  const found = (held: string[] = []) => leases.findUnattended(randomUUID(), held, leaseMs, 10);
  const [idle, busy, abandoned] = await Promise.all([
    openLane(database),
    openLane(database),
    openLane(database),
  ]);
  await busy.accept('waiting');
  await abandoned.takeOver();
  assert.deepEqual(await found(), [busy.tenantId], 'a lane that another worker holds is skipped');
  await database.query(`update lanes set held_until = now() - interval '1 second'`);
  const both = [busy.tenantId, abandoned.tenantId].toSorted();
  assert.deepEqual((await found()).toSorted(), both);
  assert.deepEqual(await found([busy.tenantId]), [abandoned.tenantId]);
  assert.ok(!(await found()).includes(idle.tenantId));
  await close();
});
