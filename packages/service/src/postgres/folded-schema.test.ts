// The one schema file makes the same database as all migrations before it.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { createTestDatabase, openAsOwner } from '../../testing/database.ts';
import { describeSchema } from '../../testing/describe-schema.ts';
import { silentLog } from './log.ts';
import { migrate } from './migrate.ts';

test('the schema file and the migrations give the same tables, columns, indexes, functions, triggers, rights and rows', async (t) => {
  const migrated = await createTestDatabase();
  const folded = await createTestDatabase({ empty: true });
  const [one, other] = [openAsOwner(migrated.settings), openAsOwner(folded.settings)];
  t.after(async () => {
    await Promise.all([one.close(), other.close()]);
    await Promise.all([migrated.close(), folded.close()]);
  });
  const directory = fileURLToPath(new URL('folded', import.meta.url));
  await migrate(folded.settings.owner, { log: silentLog, directory });
  const [before, after] = [await describeSchema(one), await describeSchema(other)];
  assert.ok((before['columns'] ?? []).length > 500);
  assert.deepEqual(after, before);
});
