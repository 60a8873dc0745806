import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../ground/clock.ts';
import { createTestDatabase, openAsOwner, type TestDatabase } from '../../testing/database.ts';
import { assertNothingLost, type Accepted } from '../../testing/assert-no-loss.ts';
import { eventually } from '../../testing/eventually.ts';
import { pollLanes } from '../../testing/poll-lanes.ts';
import { startServiceProcess } from '../../testing/service-process.ts';
import {
  testEncryptionKey,
  startTestService,
  teamRequest,
  type TestService,
  type TestTenant,
} from '../../testing/service.ts';
import type { Directory } from '../directory/directory.ts';
import { createSandboxDirectory } from '../sandbox/sandbox.ts';
import { createSandboxStore } from '../sandbox/sandbox.postgres.ts';
import { createCancelOrRetryStore } from '../groups/create/cancel-or-retry.postgres.ts';
import { createExecuteCreation } from './execute-creation.ts';
import { type Lane, runLane } from './lane.ts';
import { createLeaseStore } from './lanes.postgres.ts';
import { fail } from './ledger.ts';
import { createProvisioningStore } from './provisioning.postgres.ts';
import { createWorker } from './worker.ts';
import type { LedgerChange } from './write-creations.postgres.ts';

/** It belongs to one installation with the services of this process. */
const encryptionKey = testEncryptionKey.toString('base64');

async function create(api: TestService, tenant: TestTenant, alias: string): Promise<Accepted> {
  const answer = await api.call(tenant, '/teams', { method: 'POST', body: teamRequest(alias) });
  assert.equal(answer.status, 200);
  return { teamId: (answer.body as { teamId: string }).teamId, mailNickName: alias };
}

/** Takes the lane and works on it, with the sandbox or what lies over it. */
async function openLane(
  at: TestDatabase,
  tenantId: string,
  deps: { directoryOver: (sandbox: Directory) => Directory; isHeld?: () => Promise<boolean> },
): Promise<Lane> {
  const { database } = at;
  const lease = await createLeaseStore(database).take(tenantId, randomUUID(), 60_000);
  assert.ok(lease !== undefined);
  const directory = deps.directoryOver(
    createSandboxDirectory({
      tenantId,
      connection: { kind: 'sandbox', replicationDelayMs: 0, teamCreationMs: 0 },
      store: createSandboxStore(database),
      clock: systemClock,
      newId: randomUUID,
    }),
  );
  return runLane({
    lease,
    store: createProvisioningStore({ database, clock: systemClock, onChange: () => undefined }),
    directory: () => directory,
    execute: createExecuteCreation({
      clock: systemClock,
      random: () => 0,
      rest: () => undefined,
      onDefect: assert.fail,
      readMarkedRecords: async () => new Map(),
    }),
    clock: systemClock,
    onError: (error) => assert.fail(String(error)),
    isHeld: deps.isHeld ?? (async () => true),
    countPeople: () => 10,
    yieldToCallers: async () => undefined,
  });
}

async function countUnfinished({ database }: TestDatabase, tenantId: string): Promise<number> {
  const [row] = await database.query<{ left: number }>(
    `select count(*) as left from provisionings
     where tenant_id = $1 and status in ('accepted', 'running')`,
    [tenantId],
  );
  return row?.left ?? 0;
}

async function allEnd(at: TestDatabase, tenantId: string): Promise<void> {
  await eventually(async () => (await countUnfinished(at, tenantId)) === 0, 'all have ended');
}

async function isHeld({ database }: TestDatabase, tenantId: string): Promise<boolean> {
  const rows = await database.query(
    'select from lanes where tenant_id = $1 and held_until > now()',
    [tenantId],
  );
  return rows.length > 0;
}

async function leaseEndsInMs({ database }: TestDatabase, tenantId: string): Promise<number> {
  const [lane] = await database.query<{ ms: number }>(
    `select extract(epoch from held_until - now())::double precision * 1000 as ms
     from lanes where tenant_id = $1`,
    [tenantId],
  );
  return lane?.ms ?? Number.POSITIVE_INFINITY;
}

async function epochOf({ database }: TestDatabase, tenantId: string): Promise<number> {
  const [lane] = await database.query<{ epoch: number }>(
    'select epoch from lanes where tenant_id = $1',
    [tenantId],
  );
  return lane?.epoch ?? 0;
}

async function countRequestedTeams({ database }: TestDatabase, tenantId: string): Promise<number> {
  const [row] = await database.query<{ teams: number }>(
    `select count(*) as teams from sandbox_groups where tenant_id = $1 and team_requested_at is not null`,
    [tenantId],
  );
  return row?.teams ?? 0;
}

/** The directory has created the teams, and the next holder of the lane need not wait to look. */
async function finishTeams({ database }: TestDatabase, tenantId: string): Promise<void> {
  await database.query('update sandbox_groups set team_ready_at = now() where tenant_id = $1', [
    tenantId,
  ]);
  await database.query('update provisionings set due_at = now() where tenant_id = $1 and waiting', [
    tenantId,
  ]);
}

/**
 * A tenant with creations in progress in a worker process: their teams are not created until the test says so. Another
 * worker is ready to take over, and is paused until the test resumes it.
 */
async function startBusyLane(at: TestDatabase) {
  const api = await startTestService({ ROLES: 'api' }, { at });
  const directory = { kind: 'sandbox', teamCreationMs: 3_600_000 } as const;
  const tenant = await api.addTenant({ directory });
  const startWorker = () =>
    startServiceProcess({
      DATABASE_URL: at.url,
      ROLES: 'worker',
      GROUPWRIGHT_ENCRYPTION_KEY: encryptionKey,
    });
  const [first, second] = await Promise.all([startWorker(), startWorker()]);
  second.signal('SIGSTOP');
  const accepted = await Promise.all(
    Array.from({ length: 100 }, (_, index) => create(api, tenant, `busy-${index}`)),
  );
  await eventually(
    async () => (await countRequestedTeams(at, tenant.tenantId)) === accepted.length,
    'all teams were requested',
  );
  return { api, tenant, accepted, first, second };
}

const people = () => ({ owners: 2, members: 3 });

suite('lanes', { concurrency: true }, () => {
  test('a worker that is killed is replaced once its lease has ended, and nothing is lost', async () => {
    const at = await createTestDatabase();
    const { api, tenant, accepted, first, second } = await startBusyLane(at);
    const epoch = await epochOf(at, tenant.tenantId);
    await first.end('SIGKILL');
    assert.ok((await leaseEndsInMs(at, tenant.tenantId)) <= 10_000);
    assert.equal(await countUnfinished(at, tenant.tenantId), accepted.length);
    await finishTeams(at, tenant.tenantId);
    second.signal('SIGCONT');
    await eventually(async () => (await epochOf(at, tenant.tenantId)) > epoch, 'another took over');
    await allEnd(at, tenant.tenantId);
    await assertNothingLost(at.database, tenant.tenantId, accepted, people);
    assert.deepEqual(await second.end('SIGTERM'), { code: 0, signal: null });
    await api.close();
    await at.close();
  });

  test('a worker that was stopped past its lease records nothing when it resumes', async () => {
    const at = await createTestDatabase();
    const { api, tenant, accepted, first, second } = await startBusyLane(at);
    first.signal('SIGSTOP');
    await finishTeams(at, tenant.tenantId);
    second.signal('SIGCONT');
    await allEnd(at, tenant.tenantId);
    const records = () =>
      at.database.query('select team_id, version, progress from provisionings order by team_id');
    const before = await records();
    first.signal('SIGCONT');
    await pause(1_500);
    assert.deepEqual(await records(), before);
    await assertNothingLost(at.database, tenant.tenantId, accepted, people);
    for (const worker of [first, second])
      assert.deepEqual(await worker.end('SIGTERM'), { code: 0, signal: null });
    await api.close();
    await at.close();
  });

  test('a hold that has passed on claims nothing and records nothing', async () => {
    const at = await createTestDatabase();
    const api = await startTestService({ ROLES: 'api' }, { at });
    const tenant = await api.addTenant();
    const { tenantId } = tenant;
    await create(api, tenant, 'fenced');
    const leases = createLeaseStore(at.database);
    const changes: LedgerChange[] = [];
    const store = createProvisioningStore({
      database: at.database,
      clock: systemClock,
      onChange: (more) => changes.push(...more),
    });
    const [one, other] = [randomUUID(), randomUUID()];

    const lease = await leases.take(tenantId, one, 60_000);
    assert.ok(lease !== undefined);
    assert.equal(await leases.take(tenantId, other, 60_000), undefined, 'two hold it');
    const [creation] = await store.claimDue(lease, 10);
    assert.ok(creation !== undefined);
    await at.database.query(`update lanes set held_until = now() - interval '1 second'`);
    const next = await leases.take(tenantId, other, 60_000);
    assert.ok(next !== undefined && next.epoch > lease.epoch);

    changes.length = 0;
    assert.deepEqual(await store.claimDue(lease, 10), []);
    assert.equal(await store.write(lease, { entry: fail(creation) }), 'lost');
    assert.deepEqual(await leases.renew([lease], one, 60_000), []);
    await leases.release(lease);
    assert.deepEqual(changes, []);
    assert.equal(await leases.take(tenantId, one, 60_000), undefined, 'it was released');
    // The next holder gets the claims of the previous one.
    const [again] = await store.claimDue(next, 10);
    assert.equal(again?.teamId, creation.teamId);
    assert.equal(again?.status, 'running');
    await api.close();
    await at.close();
  });

  test('a worker that paused past its lease no longer calls the directory', async () => {
    const at = await createTestDatabase();
    const api = await startTestService({ ROLES: 'api' }, { at });
    const tenant = await api.addTenant();
    await create(api, tenant, 'paused');
    const called: string[] = [];
    const lane = await openLane(at, tenant.tenantId, {
      isHeld: async () => false,
      directoryOver: (sandbox) =>
        new Proxy(sandbox, {
          get(target, name: keyof typeof sandbox) {
            if (typeof target[name] === 'function') called.push(name);
            return target[name];
          },
        }),
    });
    assert.equal(await lane.ended, 'lost');
    // Looking people and names up changes nothing; before the group is made the lease is looked at.
    assert.deepEqual(called, ['refusedNames', 'resolvePeople']);
    await api.close();
    await at.close();
  });

  test('a creation that is cancelled while its people are looked up ends neither the lane nor another creation', async () => {
    const at = await createTestDatabase();
    const api = await startTestService({ ROLES: 'api' }, { at });
    const tenant = await api.addTenant();
    const { tenantId } = tenant;
    const { teamId: cancelled } = await create(api, tenant, 'cancelled');
    const { teamId: other } = await create(api, tenant, 'other');
    const cancelOrRetry = createCancelOrRetryStore(at.database);
    const cancellation = { tenantId, teamId: cancelled, at: new Date() };
    let cancelling: Promise<unknown> | undefined;
    const lane = await openLane(at, tenantId, {
      directoryOver: (sandbox) => ({
        ...sandbox,
        async resolvePeople(...asked) {
          cancelling ??= cancelOrRetry.cancel(cancellation, { kind: 'operator', id: 'test' });
          await cancelling;
          return sandbox.resolvePeople(...asked);
        },
      }),
    });
    const rows = () =>
      at.database.query<{ teamId: string; status: string }>(
        'select team_id, status from provisionings order by team_id',
      );
    const expected = new Map([
      [cancelled, 'cancelled'],
      [other, 'succeeded'],
    ]);
    await eventually(
      async () => (await rows()).every(({ teamId, status }) => expected.get(teamId) === status),
      'one is cancelled, the other is there',
    );
    const [groups] = await at.database.query('select count(*)::int as n from sandbox_groups');
    assert.deepEqual(groups, { n: 1 });
    await lane.stop();
    assert.equal(await lane.ended, 'stopped');
    await api.close();
    await at.close();
  });

  test('a record that the database refuses holds up neither the tenant nor another', async () => {
    const at = await createTestDatabase();
    const api = await startTestService({ ROLES: 'api' }, { at });
    const tenants = [await api.addTenant(), await api.addTenant()];
    const accepted: Accepted[] = [];
    for (const tenant of tenants) {
      for (let index = 0; index < 20; index += 1)
        accepted.push(await create(api, tenant, `one-of-${index}`));
    }
    const asOwner = openAsOwner(at.settings);
    await asOwner.query(
      `create function refuse() returns trigger language plpgsql as
       'begin raise exception ''not this one''; end'`,
    );
    await asOwner.query(
      `create trigger refuse before update on provisionings for each row
       when (new.team_id = '${accepted[7]?.teamId}' and new.progress is not null) execute function refuse()`,
    );
    await asOwner.close();
    const worker = await startTestService({ ROLES: 'worker' }, { at });
    const unfinished = () => Promise.all(tenants.map((one) => countUnfinished(at, one.tenantId)));
    await eventually(async () => (await unfinished()).join() === '1,0', 'all others have ended');
    await worker.close();
    await api.close();
    await at.close();
  });

  test('a tenant with thousands waiting does not hold up another', async () => {
    const at = await createTestDatabase();
    const service = await startTestService({}, { at });
    const crowd = await service.addTenant({
      directory: { kind: 'sandbox', teamCreationMs: 600_000 },
    });
    const single = await service.addTenant();
    const entries = Array.from({ length: 1_000 }, (_, index) => index);
    for (const round of [0, 1, 2]) {
      const answer = await service.call(crowd, '/teams/bulk', {
        method: 'POST',
        body: entries.map((index) => teamRequest(`crowd-${round}-${index}`)),
      });
      assert.equal(answer.status, 200);
    }
    await create(service, single, 'single');
    await allEnd(at, single.tenantId);
    assert.equal(await countUnfinished(at, crowd.tenantId), 3_000);
    await service.close();
    await at.close();
  });

  test('tenants that only wait make room for another when a worker holds all the lanes it may', async () => {
    const at = await createTestDatabase();
    const api = await startTestService({ ROLES: 'api' }, { at });
    const directory = { kind: 'sandbox', teamCreationMs: 600_000 } as const;
    const waiting = [await api.addTenant({ directory }), await api.addTenant({ directory })];
    const another = await api.addTenant();
    const { database } = at;
    const sandbox = createSandboxStore(database);
    const worker = createWorker({
      leases: createLeaseStore(database),
      store: createProvisioningStore({ database, clock: systemClock, onChange: () => undefined }),
      directoryOf: (tenantId) =>
        createSandboxDirectory({
          tenantId,
          connection: {
            kind: 'sandbox',
            replicationDelayMs: 0,
            teamCreationMs: tenantId === another.tenantId ? 0 : 600_000,
          },
          store: sandbox,
          clock: systemClock,
          newId: randomUUID,
        }),
      execute: createExecuteCreation({
        clock: systemClock,
        random: () => 0,
        rest: () => undefined,
        onDefect: assert.fail,
        readMarkedRecords: async () => new Map(),
      }),
      clock: systemClock,
      timers: systemClock,
      monotonicNow: () => performance.now(),
      holder: randomUUID(),
      onError: (error) => assert.fail(String(error)),
      countPeople: () => 10,
      yieldToCallers: async () => undefined,
      maxLanes: 2,
    });
    for (const tenant of waiting) await create(api, tenant, 'waits');
    const poll = pollLanes(database, worker, (error) => assert.fail(String(error)));
    poll.start();
    for (const { tenantId } of waiting)
      await eventually(() => isHeld(at, tenantId), 'its lane is held');
    await create(api, another, 'next');
    await allEnd(at, another.tenantId);
    for (const { tenantId } of waiting) assert.equal(await countUnfinished(at, tenantId), 1);
    await poll.stop();
    await worker.stop();
    await api.close();
    await at.close();
  });
});
