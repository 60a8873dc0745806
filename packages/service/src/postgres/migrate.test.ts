import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { createTestDatabase, openAsOwner } from '../../testing/database.ts';
import { addStuckCreation } from '../../testing/stuck-creation.ts';
import type { Database } from './database.ts';
import { silentLog } from './log.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './pool.ts';
import { DatabaseStartError } from './start-error.ts';

const log = silentLog;

/** An empty database with its owner, and a directory for migration files. */
async function prepare(t: TestContext) {
  const { settings, url, close } = await createTestDatabase({ empty: true });
  const directory = await mkdtemp(join(tmpdir(), 'groupwright-migrations-'));
  const asOwner = openAsOwner(settings);
  t.after(async () => {
    await asOwner.close();
    await close();
    await rm(directory, { recursive: true });
  });
  return {
    ...settings,
    url,
    directory,
    asOwner,
    write: (name: string, sql: string) => writeFile(join(directory, name), sql),
  };
}

/** Started by root, the test server maps only the service's own roles to the user of this process. */
async function letIn(role: string, url: string, asOwner: Database): Promise<void> {
  if (process.getuid?.() === 0) {
    const [file] = await asOwner.query<{ identFile: string }>('show ident_file');
    await appendFile(file?.identFile ?? '', `groupwright root ${role}\n`);
    await asOwner.query('select pg_reload_conf()');
  }
  const giveUpAt = performance.now() + 30_000;
  for (;;) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      return;
    } catch (error) {
      // The reload takes a moment.
      if (performance.now() > giveUpAt) throw error;
      await pause(10);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

suite('migrate', () => {
  test('applies each file once, in the order of the numbers, also with two starters at once', async (t) => {
    const { owner, asOwner, directory, write } = await prepare(t);
    await write('0001_first.sql', 'create table a (n int); insert into a values (1);');
    await write('0002_second.sql', 'insert into a select n + 1 from a; select pg_sleep(0.05);');
    await Promise.all([1, 2, 3].map(() => migrate(owner, { log, directory })));
    assert.deepEqual(await asOwner.query('select n from a order by n'), [{ n: 1 }, { n: 2 }]);

    await write('0003_third.sql', 'insert into a values (7);');
    await migrate(owner, { log, directory });
    await migrate(owner, { log, directory });
    assert.deepEqual(await asOwner.query('select count(*) as n from a'), [{ n: 3 }]);
  });

  test('refuses a database to which another version of a file was applied', async (t) => {
    const { owner, asOwner, directory, write } = await prepare(t);
    await write('0001_first.sql', 'create table a (n int)');
    await migrate(owner, { log, directory });
    await write('0001_first.sql', 'create table a (n bigint)');
    await write('0002_second.sql', 'create table b (n int)');
    await assert.rejects(migrate(owner, { log, directory }), (error: Error) => {
      assert.ok(error instanceof DatabaseStartError);
      assert.match(
        error.message,
        /0001_first\.sql was applied to this database in a version that differs/,
      );
      return true;
    });
    assert.deepEqual(await asOwner.query(`select to_regclass('b') as b`), [{ b: null }]);
  });

  test('leaves a database of a newer release as it is', async (t) => {
    const { owner, directory, asOwner, write } = await prepare(t);
    await write('0001_first.sql', 'create table a (n int)');
    await write('0002_second.sql', 'create table b (n int)');
    await migrate(owner, { log, directory });
    await rm(join(directory, '0002_second.sql'));
    await migrate(owner, { log, directory });
    assert.deepEqual(await asOwner.query('select from b'), []);
  });

  test('a file that fails leaves nothing behind, and is applied once it is repaired', async (t) => {
    const { owner, asOwner, directory, write } = await prepare(t);
    await write('0001_first.sql', 'create table a (n int); select 1 / 0;');
    await assert.rejects(migrate(owner, { log, directory }), {
      name: 'DatabaseStartError',
      message: 'The migration 0001_first.sql failed and was rolled back: division by zero',
    });
    assert.deepEqual(await asOwner.query(`select to_regclass('a') as a`), [{ a: null }]);
    await write('0001_first.sql', 'create table a (n int)');
    await migrate(owner, { log, directory });
    assert.deepEqual(await asOwner.query('select from a'), []);
  });

  test('the application role may write to new tables, but where a file takes that away', async (t) => {
    const { owner, application, directory, write } = await prepare(t);
    await write(
      '0001_first.sql',
      `create table a (n int generated always as identity, text text);
       create table history (n int);
       revoke update, delete, truncate on history from groupwright_app;
       create schema other;
       create table other.b (n int);`,
    );
    await migrate(owner, { log, directory });
    const database = openDatabase(application, { log });
    t.after(() => database.close());
    await database.query(`insert into a (text) values ('x')`);
    await database.query(`update a set text = 'y'`);
    await database.query('delete from a');
    await database.query('insert into other.b values (1)');
    await database.query('insert into history values (1)');
    for (const statement of [
      'update history set n = 2',
      'delete from history',
      'truncate history',
      'drop table a',
      'create table mine (n int)',
      'delete from schema_migrations',
      'create role other',
    ]) {
      await assert.rejects(database.query(statement), { code: '42501' }, statement);
    }
  });

  test('where the user may not make the role, says what an administrator has to run', async (t) => {
    const { asOwner, url, directory, write } = await prepare(t);
    const name = new URL(url).pathname.slice(1);
    const user = `limited_${name}`;
    const limited = new URL(url);
    limited.username = user;
    await asOwner.query(`create role ${user} login`);
    await letIn(user, limited.href, asOwner);
    try {
      await asOwner.query(`alter database ${name} owner to ${user}`);
      await write('0001_first.sql', 'create table a (n int)');
      await assert.rejects(migrate({ url: limited.href }, { log, directory }), {
        name: 'DatabaseStartError',
        message: `The database user lacks the right to set up the role groupwright_app. Have an administrator of the database run: CREATE ROLE groupwright_app NOLOGIN; GRANT groupwright_app TO "${user}";`,
      });
      await asOwner.query(`grant groupwright_app to ${user}`);
      await migrate({ url: limited.href }, { log, directory });
      const served = openDatabase({ url: limited.href, role: 'groupwright_app' }, { log });
      const rows = await served.query('select current_user as name, count(*) as n from a');
      await served.close();
      assert.deepEqual(rows, [{ name: 'groupwright_app', n: 0 }]);
    } finally {
      await asOwner.query(`alter database ${name} owner to current_user`);
      await asOwner.query(`drop owned by ${user}`);
      await asOwner.query(`drop role ${user}`);
    }
  });

  test('a server that is not there, or refuses, is explained', async (t) => {
    const { owner } = await prepare(t);
    await assert.rejects(migrate({ url: 'postgresql://u@127.0.0.1:1/x' }, { log }), {
      name: 'DatabaseStartError',
      message: /^The database cannot be reached \(connect ECONNREFUSED 127\.0\.0\.1:1\)\. Check/,
    });
    const absent = new URL(owner.url);
    absent.pathname = '/absent';
    await assert.rejects(migrate({ url: absent.href }, { log }), {
      name: 'DatabaseStartError',
      message: /^The database refuses the connection \(database "absent" does not exist\)\. Check/,
    });
  });
});

test('the application adds to the activity log and neither changes nor removes from it', async (t) => {
  const { database, close } = await createTestDatabase();
  t.after(close);
  await database.query(
    `insert into activity (tenant_id, occurred_at, actor_kind, actor_id, action, subject_kind, subject_id, data)
     values ($1, now(), 'service', 'x', 'group.accepted', 'group', 'y', '{}')`,
    ['a0000000-0000-4000-8000-000000000001'],
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

test('a creation that the release before ends while the search of groups is set up is found by it', async (t) => {
  const { owner, asOwner, directory, write } = await prepare(t);
  const ours = fileURLToPath(new URL('migrations', import.meta.url));
  const names = (await readdir(ours)).sort();
  const add = async (wanted: (name: string) => boolean) => {
    for (const name of names.filter(wanted))
      await write(name, await readFile(join(ours, name), 'utf8'));
  };
  await add((name) => name < '0060');
  await migrate(owner, { log, directory });
  const teamId = await addStuckCreation(asOwner, randomUUID());
  await add((name) => name >= '0060');
  let migrated: Promise<void> | undefined;
  await asOwner.transaction(async (transaction) => {
    await transaction.query(`update provisionings set status = 'succeeded'`);
    migrated = migrate(owner, { log, directory });
    // It has read what is there, and waits to put its trigger on the table.
    const waits = `select from pg_locks l join pg_class c on c.oid = l.relation
      where c.relname = 'provisionings' and not l.granted`;
    while ((await asOwner.query(waits)).length === 0) await pause(10);
  });
  await migrated;
  assert.deepEqual(await asOwner.query('select team_id from team_search'), [{ teamId }]);
});

test('the ledger of a small database is written in another order, and the one of a large database is as it was', async (t) => {
  const ours = fileURLToPath(new URL('migrations', import.meta.url));
  const names = (await readdir(ours)).sort();
  const reorder = '0475_people_before_progress.sql';
  const insert = `
    insert into provisionings (tenant_id, team_id, status, waiting, due_at, updated_at, resolved_people)
    select gen_random_uuid(), gen_random_uuid(), 'running', true, now(), now(), '{"ownerIds": ["a"]}'
    from generate_series(1, $1::integer)`;
  const rows = `select to_jsonb(p) as row from provisionings p order by team_id limit 3`;

  async function migrated(count: number) {
    const { owner, asOwner, directory, write } = await prepare(t);
    const add = async (wanted: (name: string) => boolean) => {
      for (const name of names.filter(wanted))
        await write(name, await readFile(join(ours, name), 'utf8'));
      await migrate(owner, { log, directory });
    };
    await add((name) => name < reorder);
    await asOwner.query(insert, [count]);
    const before = { rows: await asOwner.query(rows), ...(await describeLedger(asOwner)) };
    await add((name) => name === reorder);
    return {
      before,
      after: { rows: await asOwner.query(rows), ...(await describeLedger(asOwner)) },
    };
  }

  const [small, large] = [await migrated(20_000), await migrated(20_001)];
  for (const { before, after } of [small, large]) {
    assert.deepEqual({ ...after, order: [] }, { ...before, order: [] });
  }
  assert.deepEqual(large.after.order, large.before.order);
  assert.deepEqual(small.after.order.slice(0, 3), ['tenant_id', 'team_id', 'resolved_people']);
  assert.deepEqual(small.after.order.toSorted(), large.after.order.toSorted());
  assert.equal(small.after.rows.length, 3);
});

test('a migration that locks several tables gives way to statements that lock them in another order', async (t) => {
  const { owner, asOwner, directory, write } = await prepare(t);
  const ours = fileURLToPath(new URL('migrations', import.meta.url));
  const names = (await readdir(ours)).sort();
  const add = async (wanted: (name: string) => boolean) => {
    for (const name of names.filter(wanted))
      await write(name, await readFile(join(ours, name), 'utf8'));
  };
  const locking = '0500_deliveries_without_references.sql';
  await add((name) => name < locking);
  await migrate(owner, { log, directory });
  await add((name) => name === locking);
  let migrated: Promise<void> | undefined;
  await asOwner.transaction(async (transaction) => {
    // As a claim does whose plan is kept.
    await transaction.query('lock table webhook_deliveries in row exclusive mode');
    migrated = migrate(owner, { log, directory });
    const waits = `select from pg_locks l join pg_class c on c.oid = l.relation
      where c.relname = 'webhook_deliveries' and not l.granted`;
    while ((await asOwner.query(waits)).length === 0) await pause(10);
    await transaction.query('lock table webhook_endpoints in row share mode');
  });
  await migrated;
  const references = await asOwner.query(
    `select from pg_constraint where conrelid = 'webhook_deliveries'::regclass and contype = 'f'`,
  );
  assert.equal(references.length, 0);
});

/** All that statements and people see of the table, and the order of its columns. */
async function describeLedger(asOwner: Database) {
  const [described] = await asOwner.query<{ order: string[] }>(`
    select
      array(select format('%s %s %s %s', a.attname, a.atttypid::regtype, a.attnotnull, pg_get_expr(d.adbin, d.adrelid))
        from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attname) as columns,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum) as order,
      array(select pg_get_indexdef(indexrelid) from pg_index where indrelid = c.oid order by 1) as indexes,
      array(select format('%s %s', conname, pg_get_constraintdef(oid)) from pg_constraint
        where conrelid = c.oid and contype in ('c', 'p') order by 1) as constraints,
      array(select format('%s %s', tgenabled, pg_get_triggerdef(oid)) from pg_trigger
        where tgrelid = c.oid and not tgisinternal order by 1) as triggers,
      array(select unnest(relacl)::text order by 1) as privileges,
      reloptions as options
    from pg_class c where oid = 'provisionings'::regclass`);
  assert.ok(described);
  return described;
}
