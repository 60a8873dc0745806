import { strict as assert } from 'node:assert';
import { after, before, beforeEach, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { DomainError } from '../ground/errors.ts';
import { createTestDatabase } from '../../testing/database.ts';
import type { TestDatabase } from '../../testing/database.ts';
import type { Database } from './database.ts';
import { silentLog } from './log.ts';
import { openDatabase } from './pool.ts';

const log = silentLog;

function assertUnavailable(error: unknown): true {
  assert.ok(error instanceof DomainError, String(error));
  assert.equal(error.code, 'unavailable');
  assert.ok(error.retryAfterMs !== undefined && error.retryAfterMs > 0);
  assert.ok(error.cause instanceof Error);
  assert.doesNotMatch(error.message, /postgres|sql|socket|connect E|\//i);
  return true;
}

async function sessionOf(database: Database): Promise<number> {
  const [row] = await database.query<{ id: number }>('select pg_backend_pid() as id');
  return row?.id ?? 0;
}

suite('pool', () => {
  let server: TestDatabase;
  let asOwner: Database;
  before(async () => {
    server = await createTestDatabase();
    asOwner = openDatabase(server.settings.owner, { log });
    await asOwner.query('create table things (id bigint primary key, at timestamptz)');
  });
  after(async () => {
    await asOwner.close();
    await server.close();
  });
  const open = (maxConnections = 1) =>
    openDatabase(server.settings.application, { log, maxConnections });

  suite('a conflict with other transactions', () => {
    before(() =>
      asOwner.query('create table counters (id integer primary key, n integer not null)'),
    );
    beforeEach(async () => {
      await asOwner.query('truncate counters');
      await asOwner.query('insert into counters values (1, 0), (2, 0)');
    });
    const add = 'update counters set n = n + 1 where id = $1';
    const fail = (code: string) =>
      `do $$ begin raise exception 'conflict' using errcode = '${code}'; end $$`;

    test('repeats the transaction of which a deadlock was the end, and both change what they wanted', async (t) => {
      const database = openDatabase(server.settings.owner, { log, maxConnections: 2 });
      t.after(() => database.close());
      let runs = 0;
      const arrived = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
      const inOrder = (first: 0 | 1) =>
        database.transaction(async (transaction) => {
          runs += 1;
          await transaction.query(add, [first + 1]);
          arrived[first].resolve();
          await arrived[first === 0 ? 1 : 0].promise;
          await transaction.query(add, [2 - first]);
        });
      await Promise.all([inOrder(0), inOrder(1)]);
      assert.equal(runs, 3);
      const rows = await database.query<{ n: number }>('select n from counters');
      assert.deepEqual(
        rows.map(({ n }) => n),
        [2, 2],
      );
    });

    test('ends as unavailable if it lasts, and any other failure as it is', async (t) => {
      const database = openDatabase(server.settings.owner, { log, maxConnections: 1 });
      t.after(() => database.close());
      for (const code of ['40001', '40P01']) {
        let runs = 0;
        const failing = database.transaction(async (transaction) => {
          runs += 1;
          await transaction.query(add, [1]);
          await transaction.query(fail(code));
        });
        await assert.rejects(failing, assertUnavailable);
        assert.ok(runs > 1);
        await assert.rejects(database.query(fail(code)), assertUnavailable);
      }
      const [row] = await database.query<{ n: number }>('select n from counters where id = 1');
      assert.equal(row?.n, 0);
      let runs = 0;
      const other = database.transaction((transaction) => {
        runs += 1;
        return transaction.query(fail('23505'));
      });
      await assert.rejects(other, { code: '23505' });
      assert.equal(runs, 1);
    });
  });

  test('values arrive as ours: int8 a number, instants in UTC, a date as text', async (t) => {
    const database = open();
    t.after(() => database.close());
    assert.deepEqual(
      await database.query(
        `select 9007199254740991::int8 as n, array[1::int8, null] as ns, $1::timestamptz as at,
                '2026-01-02 03:04:05'::timestamp as local, '2026-01-02'::date as date,
                now()::text ~ '\\+00$' as utc, '{"a": [1]}'::jsonb as json`,
        [new Date('2026-07-01T00:00:00.123Z')],
      ),
      [
        {
          n: Number.MAX_SAFE_INTEGER,
          ns: [1, null],
          at: new Date('2026-07-01T00:00:00.123Z'),
          local: new Date('2026-01-02T03:04:05Z'),
          date: '2026-01-02',
          utc: true,
          json: { a: [1] },
        },
      ],
    );
    await assert.rejects(database.query('select 9007199254740993::int8'), RangeError);
    assert.deepEqual(await database.query('select 1 as n'), [{ n: 1 }]);
  });

  test('columns arrive as camel-case keys, in every result of a connection, and values as they are', async (t) => {
    const database = open();
    t.after(() => database.close());
    const query = `select 'a_b' as team_id, '{"a_b": 1}'::jsonb as "asIs", 2 as code_1`;
    const row = { teamId: 'a_b', asIs: { a_b: 1 }, code1: 2 };
    const prepared = { name: 'keys', text: query };
    for (const statement of [query, prepared, prepared]) {
      assert.deepEqual(await database.query(statement), [row]);
    }
    assert.deepEqual(await database.transaction((inner) => inner.query(query)), [row]);
  });

  test('statements of a transaction that are sent at once run one after the other, and end before it', async (t) => {
    const database = open();
    t.after(() => database.close());
    const warnings: string[] = [];
    const onWarning = ({ message }: Error) => void warnings.push(message);
    process.on('warning', onWarning);
    t.after(() => process.removeListener('warning', onWarning));
    const numbers = await database.transaction((inner) =>
      Promise.all(
        [1, 2, 3].map(async (n) => {
          // A setting of one statement is not that of the next.
          const query = {
            text: `select $1::int as n, current_setting('join_collapse_limit') as joins,
              current_setting('plan_cache_mode') as plan, current_setting('enable_seqscan') as scans`,
            ...(n === 2 && { kind: 'background' as const }),
          };
          const [row] = await inner.query<Record<'n' | 'joins' | 'plan' | 'scans', unknown>>(
            query,
            [n],
          );
          return [row?.n, row?.joins, row?.plan, row?.scans];
        }),
      ),
    );
    assert.deepEqual(numbers, [
      [1, '8', 'force_custom_plan', 'on'],
      [2, '1', 'force_generic_plan', 'off'],
      [3, '8', 'force_custom_plan', 'on'],
    ]);
    // One that fails ends the transaction once the others have ended.
    const ended: unknown[] = [];
    await assert.rejects(
      database.transaction((inner) =>
        Promise.all([
          inner.query('select 1 / 0'),
          inner.query('select 1').catch((error: unknown) => ended.push(error)),
        ]),
      ),
      { code: '22012' },
    );
    assert.equal(ended.length, 1);
    // The connection is as before.
    assert.deepEqual(await database.query('select 1 as n'), [{ n: 1 }]);
    await pause(0);
    assert.deepEqual(warnings, []);
  });

  test('a named statement is prepared once for each connection', async (t) => {
    const database = open();
    t.after(() => database.close());
    for (const value of [1, 2]) {
      const query = { name: 'double', text: 'select $1::int * 2 as n' };
      assert.deepEqual(await database.query(query, [value]), [{ n: value * 2 }]);
    }
    const prepared = await database.query('select name from pg_prepared_statements');
    assert.deepEqual(prepared, [{ name: 'double' }]);
  });

  test('a transaction is kept whole: it commits, or leaves nothing', async (t) => {
    const database = open();
    t.after(() => database.close());
    await database.transaction(async (transaction) => {
      await transaction.query('insert into things (id) values (1)');
    });
    const failure = new Error('no');
    const failing = database.transaction(async (transaction) => {
      await transaction.query('insert into things (id) values (2)');
      throw failure;
    });
    await assert.rejects(failing, failure);
    assert.deepEqual(await database.query('select id from things'), [{ id: 1 }]);
  });

  test('a transaction that caught the failure of a statement has not committed, and says so', async (t) => {
    const database = open();
    t.after(() => database.close());
    const silenced = database.transaction(async (transaction) => {
      await transaction.query('insert into things (id) values (3)');
      await transaction.query('insert into things (id) values (3)').catch(() => undefined);
      await transaction.query('select id from things').catch(() => undefined);
      return 'done';
    });
    await assert.rejects(silenced, { code: '23505' });
    assert.deepEqual(await database.query('select id from things where id = 3'), []);
  });

  test('a refused statement surfaces as it is and does not cost the connection', async (t) => {
    const database = open();
    t.after(() => database.close());
    const session = await sessionOf(database);
    await database.query('insert into things (id) values (10)');
    await assert.rejects(database.query('insert into things (id) values (10)'), { code: '23505' });
    const insert = database.transaction((transaction) =>
      transaction.query('insert into things (id) values (10)'),
    );
    await assert.rejects(insert, { code: '23505' });
    assert.equal(await sessionOf(database), session);
  });

  test('the log of a lost connection holds what happened, and nothing of the address', async (t) => {
    const warnings: object[] = [];
    const database = openDatabase(
      { url: `${server.url}&application_name=secret-of-the-address` },
      { log: { ...log, warn: (details) => warnings.push(details) } },
    );
    t.after(() => database.close());
    const session = await sessionOf(database);
    await asOwner.query('select pg_terminate_backend($1, 2000)', [session]);
    while (warnings.length === 0) await pause(2);
    const logged = inspect(warnings, { depth: 20 });
    assert.match(logged, /terminating connection due to administrator command/);
    assert.doesNotMatch(logged, /secret-of-the-address/);
  });

  test('a connection that is lost while idle, in a statement or in a transaction is replaced', async (t) => {
    const database = open();
    t.after(() => database.close());
    const end = async (session: number) => {
      await asOwner.query('select pg_terminate_backend($1, 2000)', [session]);
    };
    const idle = await sessionOf(database);
    await end(idle);
    assert.notEqual(await sessionOf(database), idle);

    const session = await sessionOf(database);
    const sleeping = assert.rejects(database.query('select pg_sleep(10)'), assertUnavailable);
    await end(session);
    await sleeping;

    const between = database.transaction(async (transaction) => {
      const [row] = await transaction.query<{ id: number }>('select pg_backend_pid() as id');
      await end(row?.id ?? 0);
      await transaction.query('insert into things (id) values (20)');
    });
    await assert.rejects(between, assertUnavailable);
    assert.deepEqual(await database.query('select id from things where id = 20'), []);
  });

  test('a server that is away, full, or without a free connection is unavailable', async (t) => {
    const nowhere = openDatabase({ url: 'postgresql://u@localhost/x?host=/nonexistent' }, { log });
    t.after(() => nowhere.close());
    await assert.rejects(nowhere.query('select 1'), assertUnavailable);
    await assert.rejects(
      nowhere.transaction(async () => assert.fail()),
      assertUnavailable,
    );
    await assert.rejects(
      nowhere.listen('c', () => assert.fail()),
      assertUnavailable,
    );
    const database = open();
    t.after(() => database.close());
    // As the server raises them; each of these has its own condition.
    for (const state of ['53100', '53200', '53300', '57P01', '57P03', '58030', '25006']) {
      const raising = database.query(`do $$ begin raise sqlstate '${state}'; end $$`);
      await assert.rejects(raising, assertUnavailable, state);
    }
    await assert.rejects(
      database.transaction(async (transaction) => {
        await transaction.query('set local statement_timeout = 20');
        await transaction.query('select pg_sleep(5)');
      }),
      assertUnavailable,
    );
    // All connections are busy for longer than a caller is willing to wait.
    const busy = database.query('select pg_sleep(8)');
    await assert.rejects(database.query('select 1'), assertUnavailable);
    // Background statements, on which everything else depends, do not wait for the others.
    const background = { name: 'one', text: 'select 1 as n', kind: 'background' } as const;
    assert.deepEqual(await database.query(background), [{ n: 1 }]);
    await busy;
  });

  test('notifications arrive, also after the connection was lost', async (t) => {
    const database = open(2);
    t.after(() => database.close());
    const received: string[] = [];
    let onReceived = () => {};
    const listener = await database.listen('Some channel', (payload) => {
      received.push(payload);
      onReceived();
    });
    t.after(() => listener.close());
    const hear = async (payload: string) => {
      while (!received.includes(payload)) {
        const heard = new Promise<void>((resolve) => {
          onReceived = resolve;
          setTimeout(resolve, 50);
        });
        await database.query('select pg_notify($1, $2)', ['Some channel', payload]);
        await heard;
      }
    };
    await hear('one');
    const ended = await asOwner.query(
      `select pg_terminate_backend(pid, 2000) from pg_stat_activity
       where datname = current_database() and application_name = 'groupwright listener'`,
    );
    assert.equal(ended.length, 1);
    await hear('two');
    await listener.close();
    const left = await asOwner.query(
      `select from pg_stat_activity where datname = current_database() and application_name = 'groupwright listener'`,
    );
    assert.equal(left.length, 0);
  });
});
