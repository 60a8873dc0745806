// The brake on mass departures with thousands of people: a slow fault, its release, and 60 percent at once. Prints times.
import { noLimit } from '../../ground/group-limit.ts';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { moveClock } from '../../../testing/governance.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { addExistingGroups } from '../../../testing/existing-groups.ts';
import { addTestTenant, type AddedTenant } from '../../../testing/tenant.ts';
import { createChanges } from '../../settings/configuration/changes.postgres.ts';
import type { PersonState } from '../../directory/people-life.ts';
import { systemClock } from '../../ground/clock.ts';
import { createIdGenerator } from '../../ground/identifiers.ts';
import { createFollowStore } from './follow-people.postgres.ts';
import { createResponsibilityOverviews } from './responsibility-overview.postgres.ts';

const groups = 4_000;
let at: TestDatabase;
let tenant: AddedTenant;

before(async () => {
  at = await createTestDatabase();
  const createId = createIdGenerator({ clock: systemClock, randomBytes });
  tenant = await at.database.transaction((transaction) =>
    addTestTenant(createChanges(transaction, { clock: systemClock, createId, randomBytes })),
  );
  await addExistingGroups(at.database, tenant, { prefix: 'mass', count: groups });
  // A responsible person for each group, and no deputy.
  await at.database.query(
    `update team_search s set deputy_id = null, responsible_id = 'person-' || x.n
    from (select team_id, row_number() over (order by team_id) as n from team_search where tenant_id = $1) x
    where s.tenant_id = $1 and s.team_id = x.team_id`,
    [tenant.tenantId],
  );
});
after(() => at.close());

function person(number: number, enabled: boolean): PersonState {
  const id = `person-${number}`;
  return {
    state: 'present',
    id,
    email: `${id}@aare.example`,
    displayName: id,
    kind: 'member',
    enabled,
    licensed: true,
    language: null,
    manager: null,
    leavesOn: null,
  };
}

async function record(states: readonly PersonState[]): Promise<number> {
  const store = createFollowStore(at.database, {
    clock: systemClock,
    everyMs: () => 600_000,
    checkAllEveryMs: 86_400_000,
    onWritten: () => undefined,
  });
  const startedAt = performance.now();
  await store.record(tenant.tenantId, {
    states,
    token: 'token',
    announcement: null,
    hasCheckedAll: false,
    knowsLeaveDates: true,
    stewards: {},
  });
  return performance.now() - startedAt;
}

const people = (from: number, to: number, enabled: boolean) =>
  Array.from({ length: to - from }, (_, index) => person(from + index, enabled));

const nextDay = () => moveClock(at.database, tenant.tenantId, '1 day');

async function held(): Promise<number> {
  const rows = await at.database.query(
    'select from watched_people where tenant_id = $1 and is_held',
    [tenant.tenantId],
  );
  return rows.length;
}

test('a slow fault is stopped after some days, and 60 percent at once are stopped within seconds', async (t) => {
  const overviews = createResponsibilityOverviews(at.database, {
    clock: systemClock,
    onReleased: () => undefined,
  });
  const departed = async () =>
    (await overviews.read(tenant.tenantId, noLimit)).massDeparture?.departed;
  t.diagnostic(`${groups} people: ${Math.round(await record(people(1, groups + 1, true)))} ms`);
  assert.equal(await departed(), undefined);
  // A usual week: ten people leave each day.
  const week: (number | undefined)[] = [];
  for (let day = 0; day < 5; day += 1) {
    await record(people(1 + day * 10, 11 + day * 10, false));
    week.push(await departed());
    await nextDay();
  }
  assert.deepEqual(week, [undefined, undefined, undefined, undefined, undefined]);
  await record([person(51, false)]);
  assert.deepEqual([await departed(), await held()], [51, 51]);
  const actor = { kind: 'administrator', id: 'admin@aare.example' } as const;
  assert.equal(await overviews.release(tenant.tenantId, actor), true);
  assert.deepEqual([await departed(), await held()], [undefined, 0]);
  // Those who were released do not count again; in another week, usual departures are usual.
  await record(people(52, 100, false));
  assert.equal(await departed(), undefined);
  for (let day = 0; day < 8; day += 1) await nextDay();
  await record(people(100, 140, false));
  assert.equal(await departed(), undefined);

  const many = Math.round(groups * 0.6);
  const durationMs = await record(people(1_000, 1_000 + many, false));
  t.diagnostic(`${many} departures: ${Math.round(durationMs)} ms`);
  assert.deepEqual([await departed(), await held()], [many + 40, many + 40]);
  assert.ok(durationMs < 30_000, `${durationMs} ms`);
  const due = await at.database.query<{ count: number }>(
    'select count(*)::integer as count from operations where tenant_id = $1',
    [tenant.tenantId],
  );
  assert.equal(due[0]?.count, 0);
  const backMs = await record(people(1_000, 1_000 + many, true));
  t.diagnostic(`${many} people back: ${Math.round(backMs)} ms`);
  assert.equal(await held(), 40);
});
