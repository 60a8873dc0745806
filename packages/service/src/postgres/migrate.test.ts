import { strict as assert } from 'node:assert';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { DomainError } from '../ground/errors.ts';
import { createTestDatabase, openAsOwner } from '../../testing/database.ts';
import type { Database } from './database.ts';
import { silentLog } from './log.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './pool.ts';
import {
  asUnavailable,
  DatabaseStartError,
  explainConnection,
  explainUnavailable,
} from './unavailable.ts';

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
      isAway: true,
    });
    const absent = new URL(owner.url);
    absent.pathname = '/absent';
    await assert.rejects(migrate({ url: absent.href }, { log }), {
      name: 'DatabaseStartError',
      message: /^The database refuses the connection \(database "absent" does not exist\)\. Check/,
      isAway: false,
    });
  });

  test('a host without an address, or a server without TLS, is a wrong setting and not away', () => {
    const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND nowhere.invalid'), {
      code: 'ENOTFOUND',
    });
    const plain = new Error('The server does not support SSL connections');
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const isAway = (error: unknown) => (explainConnection(error) as DatabaseStartError).isAway;
    assert.deepEqual([unknown, plain, refused].map(isAway), [false, false, true]);
    assert.equal(isAway(new AggregateError([unknown, refused])), true, 'one of several hosts');
  });

  test('an error of a file or of another system says nothing about the database', () => {
    const absent = Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'stat' });
    const programs = new DomainError('validation_failed', 'No programs.', { cause: absent });
    const host = Object.assign(new Error('getaddrinfo ENOTFOUND host'), { code: 'ENOTFOUND' });
    for (const error of [absent, programs, host]) assert.equal(explainUnavailable(error), error);
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    assert.match(
      (explainUnavailable(asUnavailable(refused)) as Error).message,
      /^The database cannot be reached \(connect ECONNREFUSED\)/,
    );
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
