import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { createTestDatabase } from '../testing/database.ts';

test('the application adds to the activity log and neither changes nor removes from it', async (t) => {
  const { database, close } = await createTestDatabase();
  t.after(close);
  const [tenantId] = ['a0000000-0000-4000-8000-000000000001'];
  await database.query(
    `insert into activity (tenant_id, occurred_at, actor_kind, actor_id, action, subject_kind, subject_id, data)
     values ($1, now(), 'service', 'x', 'group.accepted', 'group', 'y', '{}')`,
    [tenantId],
  );
  for (const statement of [
    `update activity set actor_id = 'z'`,
    'delete from activity',
    'truncate activity',
    'alter table activity add column more text',
    'drop table activity',
  ]) {
    await assert.rejects(database.query(statement), { code: '42501' }, statement);
  }
  assert.equal((await database.query('select from activity')).length, 1);
});
