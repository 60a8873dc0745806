import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { silentLog } from './log.ts';
import { openDatabase } from './pool.ts';

async function historyOf({ database }: TestDatabase): Promise<string> {
  const [row] = await database.query<{ history: string }>('select database_history() as history');
  return row?.history ?? '';
}

test('the history stays while rows change, and changes with the database and with restored tables', async (t) => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const asOwner = openDatabase(one.settings.owner, { log: silentLog });
  t.after(async () => {
    await asOwner.close();
    await Promise.all([one.close(), other.close()]);
  });
  const first = await historyOf(one);
  assert.match(first, /^\d{16}-\d+-\d+$/);
  assert.notEqual(await historyOf(other), first);
  await asOwner.query('vacuum lanes');
  assert.equal(await historyOf(one), first);
  // As `pg_restore --data-only` wants it before; `--clean` makes the tables again.
  await asOwner.query('truncate lanes');
  assert.notEqual(await historyOf(one), first);
});
