import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createTestDatabase, openAsOwner } from '../../testing/database.ts';
import { eventually } from '../../testing/eventually.ts';
import { idleService } from '../../testing/idle-service.ts';
import { silentLog } from './log.ts';
import { takeMissingStatistics } from './take-statistics.ts';

test('tables with rows and without statistics get them, and others are not analysed', async () => {
  const at = await createTestDatabase();
  const owner = openAsOwner(at.settings, { maxConnections: 1 });
  const filled = ['teams', 'provisionings', 'operations', 'tasks'];
  for (const table of filled) {
    await owner.query(`alter table ${table} set (autovacuum_enabled = false)`);
  }
  const tenantId = randomUUID();
  const [addTeams, ...others] = idleService(4_000, randomUUID()).slice(0, 4);
  await owner.query(addTeams ?? '', [tenantId]);
  await owner.query('analyze teams');
  for (const text of others) await owner.query(text, [tenantId]);
  // It has more rows than its statistics say. That is for PostgreSQL to find.
  await owner.query(addTeams?.replaceAll(`'group-'`, `'more-'`) ?? '', [tenantId]);

  const lines: unknown[] = [];
  const log = { ...silentLog, info: (entry: object) => void lines.push(entry) };
  const take = () => takeMissingStatistics(at.settings.owner, { log }).done;
  await take();
  const rows = await owner.query<{ table: string; rows: number }>(
    `select relname as table, reltuples::integer as rows from pg_class
    where oid = any ($1::text[]::regclass[]) and exists (select from pg_stats where tablename = relname) order by 1`,
    [filled],
  );
  assert.deepEqual(rows, [
    { table: 'operations', rows: 8_000 },
    { table: 'provisionings', rows: 4_000 },
    { table: 'tasks', rows: 4_000 },
    { table: 'teams', rows: 4_000 },
  ]);
  assert.equal(lines.length, 1);
  assert.equal((lines[0] as { tables: number }).tables, 3);
  await take();
  assert.equal(lines.length, 1, 'nothing is left');
  await owner.close();
  await at.close();
});

test('it ends when it is stopped', async () => {
  const at = await createTestDatabase();
  const statistics = takeMissingStatistics(at.settings.owner, { log: silentLog });
  await statistics.stop();
  await statistics.done;
  const left = () =>
    at.database.query(
      `select from pg_stat_activity where datname = current_database() and application_name = 'groupwright statistics'`,
    );
  await eventually(async () => (await left()).length === 0, 'its connection has ended');
  await at.close();
});
