// Probes that the service begins by itself, in several processes on the simulated Microsoft 365: one a night, nothing left
// behind, and an event for each verdict that changes.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { inspect } from 'node:util';
import type { AlteredRule } from '@groupwright/graph-simulator/altered-rules.ts';
import { createVirtualClock } from '@groupwright/graph-simulator/clock.ts';
import { calm } from '@groupwright/graph-simulator/profile.ts';
import { Registry } from 'prom-client';
import { createTestDatabase, openAsOwner, type TestDatabase } from '../../../testing/database.ts';
import { eventually } from '../../../testing/eventually.ts';
import {
  connectionTo,
  openSimulatedGraph,
  type WireHooks,
} from '../../../testing/simulated-graph.ts';
import { testSeed } from '../../../testing/seed.ts';
import { createIdGenerator } from '../../ground/identifiers.ts';
import { createChanges } from '../../settings/configuration/changes.postgres.ts';
import { createTenantStore } from '../../settings/tenants/tenants.postgres.ts';
import type { Tenant } from '../../settings/tenants/tenant.ts';
import { createNightlyProbes, nightOf } from './nightly-probes.ts';
import { createProbeMetrics } from './probe-metrics.ts';
import { type EndedProbe, keptProbes } from './probe-store.ts';
import { createProbeStore } from './probes.postgres.ts';

const hourMs = 3_600_000;
const operator = { kind: 'operator', id: 'test' } as const;
const administrator = 'ada@nordlicht.example';
let at: TestDatabase;
let graph: Awaited<ReturnType<typeof openSimulatedGraph>>;
let tenant: Tenant;
let altered: AlteredRule[];
/** Any process of a test reported them. */
let failures: unknown[];
const clock = createVirtualClock(Date.UTC(2027, 0, 4, 1, 55));
const newId = createIdGenerator({ clock, randomBytes });

before(async () => {
  at = await createTestDatabase();
});
after(() => at.close());

beforeEach(async () => {
  altered = [];
  failures = [];
  graph = await openSimulatedGraph({
    clock,
    seed: `probes ${testSeed}`,
    profile: calm,
    inProcess: true,
    tenants: [{ people: 20, altered }],
  });
  const directory = connectionTo(graph.simulator, 'https://graph.microsoft.com');
  // At 03:00 in Oslo it is 02:00 UTC.
  const notices = { sender: 'none', language: 'en', timeZone: 'Europe/Oslo', hour: 8 } as const;
  const owner = graph.simulator.tenants[0]?.users[0]?.mail ?? '';
  tenant = await at.database.transaction(async (transaction) => {
    const { tenants } = createChanges(transaction, { clock, createId: newId, randomBytes });
    const nightlyProbe = { hour: 3, owner };
    const settings = { name: 'Nordlicht', directory, notices, nightlyProbe };
    const { tenantId } = await tenants.create(operator, settings);
    await transaction.query(
      `insert into administrators (tenant_id, administrator_id, email, role, source, created_at, created_by)
       values ($1, $2, $3, 'owner', 'list', now(), 'test')`,
      [tenantId, newId(), administrator],
    );
    const found = await createTenantStore(transaction).find(tenantId);
    assert.ok(found);
    return found;
  });
  // The next night begins in five minutes.
  const day = 24 * hourMs;
  clock.advanceTo(Math.ceil((clock.now() - 2 * hourMs) / day) * day + 2 * hourMs - 5 * 60_000);
});

/** A process of the service. */
function startProcess(hooks?: WireHooks) {
  const directory = graph.connect(0, hooks);
  const store = createProbeStore({ database: at.database, newId });
  const { look, wake, stop } = createNightlyProbes({
    store,
    clock,
    timers: clock,
    tenants: () => [tenant],
    directoryOf: () => directory,
    onProbed: () => undefined,
    onFailed: (_, error) => failures.push(error),
    onError: (error) => failures.push(error),
  });
  return { store, look, wake, stop };
}

const probes = () => createProbeStore({ database: at.database, newId }).list(tenant.tenantId);
const openOnes = () => createProbeStore({ database: at.database, newId }).open(tenant.tenantId);
const groups = () => [...(graph.simulator.tenants[0]?.groups.values() ?? [])];

/**
 * Lets time pass until so many have ended, and none is open.
 * @param look again and again, as the service does: one look finds the probe before in progress for a moment longer
 */
async function ended(
  count: number,
  look: () => Promise<void> = async () => undefined,
): Promise<readonly EndedProbe[]> {
  let found: readonly EndedProbe[] = [];
  const isSo = async () => {
    await look();
    found = await probes();
    return found.length === count && (await openOnes()) === undefined;
  };
  try {
    await clock.run(eventually(isSo, `${count} probes ended`));
  } catch (cause) {
    const seen = inspect({ found, open: await openOnes(), failures }, { depth: 5 });
    throw new Error(seen, { cause });
  }
  return found;
}

async function entries(action: string) {
  return at.database.query<{ data: Record<string, unknown>; actorKind: string }>(
    `select data, actor_kind from activity where tenant_id = $1 and action = $2 order by activity_id`,
    [tenant.tenantId, action],
  );
}

/** The clock advances to an hour of the next day of the tenant. */
const toHour = (hour: number) => {
  const day = 24 * hourMs;
  // Oslo is an hour ahead of UTC.
  const today = Math.floor((clock.now() + hourMs) / day) * day;
  clock.advanceTo(today + day + (hour - 1) * hourMs);
};

test('of three processes one probes each night, once, and nothing is left', async () => {
  const processes = [startProcess(), startProcess(), startProcess()];
  const look = () => Promise.all(processes.map((process) => process.look()));
  await look();
  assert.deepEqual([await probes(), await openOnes()], [[], undefined], 'it is before the hour');
  clock.advanceTo(clock.now() + 6 * 60_000);
  await look();
  const [first] = await ended(1);
  assert.deepEqual([first?.outcome, first?.origin, first?.leftBehind], ['done', 'night', 0]);
  assert.equal(first?.assumptions?.length, 23);
  assert.deepEqual(
    first?.assumptions?.filter(({ state }) => state === 'changed'),
    [],
  );
  for (let hour = 0; hour < 5; hour += 1) {
    clock.advanceTo(clock.now() + hourMs);
    await look();
  }
  assert.equal((await ended(1)).length, 1, 'a night has one probe');
  // A night ends six hours after its hour.
  toHour(9);
  await look();
  assert.equal((await ended(1)).length, 1, 'a day has none');
  toHour(3);
  await look();
  await ended(2);
  assert.deepEqual(groups(), []);
  assert.deepEqual(failures, []);

  const stored = JSON.stringify(await probes());
  const [suite] = graph.simulator.tenants;
  assert.ok(suite);
  const secrets = [suite.domain, suite.clientId, suite.tenantId, suite.users[0]?.id ?? ''];
  for (const secret of secrets) assert.ok(secret !== '' && !stored.includes(secret), secret);
});

test('after a death in the middle, another process removes the group before anything else, and the night has no other probe', async () => {
  toHour(3);
  const death = Promise.withResolvers<never>();
  const dying = startProcess({
    before: () => undefined,
    // The answer of the creation does not arrive while the others work.
    after: () => (groups().length > 0 ? death.promise : undefined),
  });
  await dying.look();
  await clock.run(eventually(() => groups().length === 1, 'the group was created'));
  const other = startProcess();
  await other.look();
  await other.stop();
  assert.equal(groups().length, 1, 'while the first one lives, nobody touches its group');
  assert.notEqual((await openOnes())?.startedAt, null);

  // With a process, its connections end. The role of the service may not end those of the owner, as which it signs in.
  const asOwner = openAsOwner(at.settings);
  const endedConnections = await asOwner.query(
    `select pg_terminate_backend(l.pid, 2000) from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and a.datname = current_database()`,
  );
  await asOwner.close();
  assert.equal(endedConnections.length, 1);
  const next = startProcess();
  const before = graph.simulator.journal.httpRequests.count;
  await next.look();
  const [left] = await ended(1);
  assert.deepEqual(
    [left?.outcome, left?.leftoversRemoved, left?.assumptions],
    ['interrupted', 1, null],
  );
  assert.deepEqual(groups(), []);
  assert.ok(graph.simulator.journal.httpRequests.count >= before);
  await next.look();
  assert.equal((await ended(1)).length, 1);
  toHour(3);
  const [whole] = await ended(2, next.look);
  assert.deepEqual([whole?.outcome, whole?.leftoversRemoved], ['done', 0]);
  assert.deepEqual(groups(), []);
  // The database is closed once nothing waits in it.
  death.reject(new Error('The process is dead.'));
  await clock.run(dying.stop());
});

test('a stop in the middle removes the group, and the next process closes the probe', async () => {
  toHour(3);
  const created = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  const stopped = startProcess({
    before: () => undefined,
    // The first answer after the creation comes once the stop has begun.
    after() {
      if (groups().length === 0) return undefined;
      created.resolve();
      return goesOn.promise;
    },
  });
  await stopped.look();
  await clock.run(created.promise);
  const stop = stopped.stop();
  goesOn.resolve();
  await clock.run(stop);
  const next = startProcess();
  await next.look();
  const [left] = await ended(1);
  assert.equal(left?.outcome, 'interrupted');
  assert.deepEqual(groups(), []);
});

test('a verdict that changes is one event and one notice, also when it changes back, and a metric', async () => {
  const process = startProcess();
  const registry = new Registry();
  createProbeMetrics({
    registry,
    store: process.store,
    tenants: () => [tenant],
    clock,
    onError: (error) => assert.fail(error as Error),
  });
  const metric = async (name: string) => {
    clock.advanceTo(clock.now() + 60_000);
    const text = await registry.metrics();
    return text.split('\n').find((line) => line.startsWith(name));
  };
  const changedMetric = () =>
    metric('groupwright_connection_assumption_changed{assumption="marker_kept"}');
  assert.equal(await changedMetric(), undefined);
  const told = async () =>
    at.database.query(
      `select email, data from notices where tenant_id = $1 and kind = 'microsoft_changed'`,
      [tenant.tenantId],
    );

  let count = 0;
  const probe = async () => {
    toHour(3);
    count += 1;
    return ended(count, process.look);
  };
  await probe();
  assert.match((await changedMetric()) ?? '', / 0$/);
  assert.deepEqual(await entries('connection.assumption_changed'), []);

  altered.push('marker_kept');
  const [first] = await probe();
  const data = {
    assumption: 'marker_kept',
    verdict: 'changed',
    assumed: 'A unique name that a group has cannot be changed.',
    seen: 'accepted',
  };
  const by = { actorKind: 'service' };
  assert.deepEqual(await entries('connection.assumption_changed'), [{ data, ...by }]);
  assert.deepEqual(await told(), [{ email: administrator, data: { reason: 'marker_kept' } }]);
  assert.match((await changedMetric()) ?? '', / 1$/);
  assert.equal(
    await metric('groupwright_connection_probe_last_timestamp_seconds'),
    `groupwright_connection_probe_last_timestamp_seconds ${(first?.finishedAt.getTime() ?? 0) / 1000}`,
  );

  const [second] = await probe();
  const since = (probed: EndedProbe | undefined) =>
    probed?.assumptions?.find(({ name }) => name === 'marker_kept')?.since;
  assert.equal(since(second), since(first));
  assert.equal((await entries('connection.assumption_changed')).length, 1);
  assert.equal((await told()).length, 1);

  altered.pop();
  await probe();
  assert.deepEqual((await entries('connection.assumption_changed'))[1], {
    data: { ...data, verdict: 'as_assumed', seen: 'refused' },
    ...by,
  });
  assert.equal((await told()).length, 1);
  assert.match((await changedMetric()) ?? '', / 0$/);
});

test('what a probe does not see keeps its verdict', async () => {
  const process = startProcess();
  altered.push('owner_in_team');
  toHour(3);
  await process.look();
  await ended(1);
  tenant = { ...tenant, nightlyProbe: { hour: 3 } };
  toHour(3);
  const [last] = await ended(2, process.look);
  const one = last?.assumptions?.find(({ name }) => name === 'owner_in_team');
  assert.deepEqual([one?.state, one?.verdict], ['not_seen', 'changed']);
  assert.equal((await entries('connection.assumption_changed')).length, 1);
});

test('a person who asks gets one probe at once, also without a nightly one, and a tenant keeps the newest', async () => {
  tenant = { ...tenant, nightlyProbe: null };
  toHour(12);
  const [one, other] = [startProcess(), startProcess()];
  const asked = () => one.store.add(tenant.tenantId, 'person', new Date(clock.now()));
  const first = await asked();
  assert.equal((await asked())?.probeId, first?.probeId);
  one.wake();
  other.wake();
  const [done] = await ended(1);
  assert.deepEqual(
    [done?.probeId, done?.origin, done?.outcome],
    [first?.probeId, 'person', 'done'],
  );

  const { tenantId } = tenant;
  await at.database.query(
    `insert into connection_probes (tenant_id, probe_id, origin, asked_at, started_at, finished_at, outcome)
     select $1, gen_random_uuid(), 'person', $2::timestamptz + n * interval '1 second', $2, $2::timestamptz + n * interval '1 second', 'failed'
     from generate_series(1, 150) n`,
    [tenantId, new Date(clock.now() - hourMs)],
  );
  await asked();
  one.wake();
  const isDone = async () => (await probes()).length === keptProbes && !(await openOnes());
  await clock.run(eventually(isDone, 'the oldest are gone'));
  const [count] = await at.database.query<{ count: number }>(
    'select count(*)::integer as count from connection_probes where tenant_id = $1',
    [tenantId],
  );
  assert.equal(count?.count, keptProbes);
});

test('a night begins at its hour in the time zone, ends after six hours, and is one also when clocks change', () => {
  const of = (time: string, hour = 3) => nightOf(hour, 'Europe/Oslo', new Date(time));
  assert.equal(of('2027-01-05T01:59:59Z'), undefined);
  assert.equal(of('2027-01-05T02:00:00Z'), '2027-01-05');
  assert.equal(of('2027-01-05T07:59:59Z'), '2027-01-05');
  assert.equal(of('2027-01-05T08:00:00Z'), undefined);
  // 22:00 in Oslo, and the day after.
  assert.equal(of('2027-01-05T21:30:00Z', 22), '2027-01-05');
  assert.equal(of('2027-01-06T02:30:00Z', 22), '2027-01-05');
  // The hour from 02:00 to 03:00 is skipped, and occurs twice in autumn.
  assert.equal(of('2027-03-28T01:00:00Z', 2), '2027-03-28');
  assert.equal(of('2027-10-31T00:30:00Z', 2), '2027-10-31');
  assert.equal(of('2027-10-31T01:30:00Z', 2), '2027-10-31');
});
