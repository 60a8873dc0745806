// A policy with many groups is saved without waiting, and all of them are assessed afterwards.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { createCrashingDatabase } from '../../testing/crashing-database.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { addExistingGroups } from '../../testing/existing-groups.ts';
import { type AddedTenant, addTestTenant } from '../../testing/tenant.ts';
import { createChanges } from '../settings/configuration/changes.postgres.ts';
import { systemClock } from '../ground/clock.ts';
import { createIdGenerator } from '../ground/identifiers.ts';
import { createChangedPolicies } from './changed-policies.postgres.ts';
import { assessAtNextTick } from './governed-groups.postgres.ts';

/** Three parts. */
const count = 1_100;
const newId = createIdGenerator({ clock: systemClock, randomBytes });
let at: TestDatabase;
let tenant: AddedTenant;
let groups: readonly string[] = [];

before(async () => {
  at = await createTestDatabase();
});
after(() => at.close());
beforeEach(async () => {
  tenant = await at.database.transaction((transaction) =>
    addTestTenant(createChanges(transaction, { clock: systemClock, createId: newId, randomBytes })),
  );
  groups = await addExistingGroups(at.database, tenant, { prefix: `of-${newId()}`, count });
});

/** Fails instead of waiting for a lock. */
function saveAtOnce(policy: object): Promise<void> {
  return at.database.transaction(async (transaction) => {
    await transaction.query(`set local lock_timeout = '50ms'`);
    await transaction.query(
      `update templates set policy = policy || $3, version = version + 1 where tenant_id = $1 and template_id = $2`,
      [tenant.tenantId, tenant.templateIds.any, JSON.stringify(policy)],
    );
  });
}

async function dueGroups(): Promise<number> {
  const rows = await at.database.query(
    'select from governed_groups where tenant_id = $1 and due_at is not null',
    [tenant.tenantId],
  );
  return rows.length;
}

const lifecycle = (after: string) => ({ lifecycle: { expires: { after } } });

test('a policy is saved at once while its groups are assessed and an earlier change is worked on', async () => {
  const { tenantId } = tenant;
  await assessAtNextTick(at.database, tenantId, groups);
  await at.database.query('update governed_groups set due_at = null where tenant_id = $1', [
    tenantId,
  ]);
  await saveAtOnce(lifecycle('P1Y'));
  await at.database.transaction(async (tick) => {
    await tick.query('select from governed_groups where tenant_id = $1 for update', [tenantId]);
    await tick.query('select from changed_policies where tenant_id = $1 for update', [tenantId]);
    await saveAtOnce(lifecycle('P2Y'));
    // A group that begins to exist does not wait either.
    await at.database.transaction(async (creation) => {
      await creation.query(`set local lock_timeout = '50ms'`);
      await addExistingGroups(creation, tenant, { prefix: `new-${newId()}`, count: 1 });
      for (const status of ['running', 'succeeded']) {
        await creation.query(
          'update provisionings set status = $3 where tenant_id = $1 and team_id <> all ($2::uuid[])',
          [tenantId, groups, status],
        );
      }
    });
  });
  assert.equal(await dueGroups(), 1, 'the new group alone');
  const work = createChangedPolicies(at.database);
  assert.deepEqual(await work.nextDueAt(tenantId), new Date(0));
  let parts = 0;
  for (; (await work.runDue()) > 0; parts += 1);
  // The earlier change does nothing, since the later one has all groups assessed.
  assert.deepEqual([parts, await dueGroups()], [4, count + 1]);
  assert.equal(await work.nextDueAt(tenantId), undefined);
});

test('a process that dies between the parts leaves the rest to the next one', async () => {
  let deaths = 0;
  for (let boundary = 1; ; boundary += 1) {
    await at.database.query('delete from governed_groups where tenant_id = $1', [tenant.tenantId]);
    await saveAtOnce(lifecycle(`P${boundary}Y`));
    const mortal = createCrashingDatabase(at.database);
    mortal.failAt(boundary);
    const dying = createChangedPolicies(mortal);
    try {
      while ((await dying.runDue()) > 0);
    } catch (error) {
      assert.ok(mortal.isDead, String(error));
      deaths += 1;
    }
    const next = createChangedPolicies(at.database);
    while ((await next.runDue()) > 0);
    assert.equal(await dueGroups(), count, `boundary ${boundary}`);
    if (!mortal.isDead) break;
  }
  assert.ok(deaths >= 15, `${deaths} deaths`);
});
