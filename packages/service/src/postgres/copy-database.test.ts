import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { createTestDatabase, openAsOwner } from '../../testing/database.ts';
import { copyDatabase } from './copy-database.ts';

/** A database with this table alone. */
async function databaseWith(t: TestContext, columns: string) {
  const { settings, url, close } = await createTestDatabase({ empty: true });
  const asOwner = openAsOwner(settings);
  t.after(async () => {
    await asOwner.close();
    await close();
  });
  await asOwner.query(`create table groups (${columns})`);
  return { url, asOwner };
}

const id = 'id bigint generated always as identity primary key';
const doubled = 'doubled bigint generated always as (id * 2) stored';

test('a table is copied into one that has its columns in another order', async (t) => {
  const source = await databaseWith(t, `${id}, name text, ${doubled}, "made At" timestamptz`);
  const target = await databaseWith(t, `"made At" timestamptz, ${doubled}, name text, ${id}`);
  await source.asOwner.query(
    `insert into groups (name, "made At") values ('a, "b"', '2026-01-02T03:04:05Z'), (null, null)`,
  );
  assert.deepEqual(await copyDatabase(source.url, target.url), { tables: 1, rows: 2 });
  const read = 'select id, name, doubled, "made At" from groups order by id';
  assert.deepEqual(await target.asOwner.query(read), await source.asOwner.query(read));
  const [next] = await target.asOwner.query(`insert into groups default values returning id`);
  assert.deepEqual(next, { id: 3 });
});

test('a table with a column of another type is not copied', async (t) => {
  const source = await databaseWith(t, `${id}, name text`);
  const target = await databaseWith(t, `${id}, name jsonb`);
  await target.asOwner.query(`insert into groups (name) values ('"kept"')`);
  await assert.rejects(copyDatabase(source.url, target.url), /tables of both databases differ/);
  assert.deepEqual(await target.asOwner.query('select name from groups'), [{ name: 'kept' }]);
});
