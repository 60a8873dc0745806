// A tenant without groups has nothing to compare: one statement finds all that are due, another one records them.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { testAcceptance } from '../../testing/acceptance.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { eventually } from '../../testing/eventually.ts';
import { createManualTimers } from '../../testing/manual-timers.ts';
import type { Database } from '../postgres/database.ts';
import { createAcceptanceStore } from '../groups/create/create-team.postgres.ts';
import { createReconciliationStore } from './reconciliation.postgres.ts';
import { reportOf } from './report.ts';
import { createReconciliationSchedule, reconciliationActor } from './schedule.ts';

const everyMs = 6 * 3_600_000;
const pollMs = 30_000;
const empty = Array.from({ length: 20 }, () => randomUUID());
const [withRecord, withGroup, elsewhere] = [randomUUID(), randomUUID(), randomUUID()];
let at: TestDatabase;

before(async () => {
  at = await createTestDatabase();
  for (const tenantId of [...empty, withRecord, withGroup, elsewhere]) {
    await at.database.query(
      'insert into tenants (tenant_id, name, directory) values ($1, $2, $3)',
      [
        tenantId,
        tenantId,
        JSON.stringify({ kind: tenantId === elsewhere ? 'microsoft365' : 'sandbox' }),
      ],
    );
  }
  await accept(withRecord);
  await at.database.query(
    `insert into sandbox_groups (tenant_id, group_id, display_name, mail_nickname, visibility, owner_ids, member_ids,
       created_at, visible_at)
     values ($1, gen_random_uuid(), 'Left', 'left', 'private', '{}', '{}', now(), now())`,
    [withGroup],
  );
});
after(() => at.close());

async function accept(tenantId: string): Promise<void> {
  const team = { ...testAcceptance('first'), tenantId, teamId: randomUUID() };
  assert.deepEqual(await createAcceptanceStore(at.database).accept(team), { kind: 'accepted' });
}

test('tenants without groups are recorded by two statements, and compared once they have a group', async () => {
  const timers = createManualTimers();
  const statements: string[] = [];
  const counting: Database = {
    ...at.database,
    query(query, values) {
      statements.push(typeof query === 'string' ? query : (query.name ?? query.text));
      return at.database.query(query, values);
    },
  };
  const store = createReconciliationStore(counting);
  const compared: string[] = [];
  const recorded: string[] = [];
  const errors: unknown[] = [];
  const schedule = createReconciliationSchedule({
    store,
    async runExclusive(tenantId) {
      compared.push(tenantId);
      return true;
    },
    reconcile: () => assert.fail('no lane is opened'),
    everyMs,
    clock: timers,
    random: () => 0.5,
    onReconciled: (tenantId) => recorded.push(tenantId),
    onFailed: (_, error) => errors.push(error),
    onError: (error) => errors.push(error),
  });
  schedule.start();
  await timers.pass(pollMs);
  await eventually(() => compared.length === 3, 'three tenants are compared');
  assert.deepEqual(compared.toSorted(), [withRecord, withGroup, elsewhere].toSorted());
  assert.deepEqual(recorded.toSorted(), empty.toSorted());
  assert.deepEqual(statements, ['reconciliations_due', 'reconciliations_finish_without_groups']);
  const [first = ''] = empty;
  const state = await store.read(first);
  assert.deepEqual(state?.last?.report.drift, []);
  assert.equal(state?.error, undefined);
  assert.equal((state?.dueAt.getTime() ?? 0) - (state?.last?.finishedAt.getTime() ?? 0), everyMs);

  await accept(first);
  compared.length = 0;
  await timers.pass(everyMs);
  await eventually(async () => {
    await timers.pass(pollMs);
    return compared.includes(first);
  }, 'the tenant is compared with its first group');
  assert.deepEqual(errors, []);
  await schedule.stop();
});

test('a tenant that got a group meanwhile is not recorded as compared', async () => {
  const store = createReconciliationStore(at.database);
  const [, second = '', third = ''] = empty;
  await accept(second);
  const finished = await store.finishWithoutGroups(
    [second, third].map((tenantId) => ({ tenantId, dueAt: new Date(2e12) })),
    new Date(1e12),
    reportOf(reconciliationActor, 0, []),
    'of a test',
  );
  assert.deepEqual(finished, [third]);
});
