import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { createTestDatabase, openAsOwner, type TestDatabase } from '../../testing/database.ts';
import { createBatcher } from '../ground/batcher.ts';
import { systemClock } from '../ground/clock.ts';
import type { DomainError } from '../ground/errors.ts';
import { createPoller } from '../ground/poller.ts';
import type { Database } from './database.ts';
import { joinTransactions } from './joined-transactions.ts';

const transactionId = `select coalesce(pg_current_xact_id_if_assigned()::text, 'none') as id`;

async function transactionOf(database: Database): Promise<string> {
  const [row] = await database.query<{ id: string }>(transactionId);
  return row?.id ?? 'none';
}

suite('within a transaction of one request', () => {
  let at: TestDatabase;
  before(async () => {
    at = await createTestDatabase();
  });
  after(() => at.close());

  /** The id of its transaction, which has written something; the others have none. */
  async function writeIn(database: Database): Promise<string> {
    const [row] = await database.query<{ id: string }>('select pg_current_xact_id()::text as id');
    return row?.id ?? '';
  }

  test('a call of the request is no part of a batch with others', async () => {
    const { database, together } = joinTransactions(at.database);
    const sizes: number[] = [];
    const read = createBatcher<string, string>({
      tenantOf: () => 'tenant',
      maxItems: 10,
      maxConcurrent: 1,
      async flush(items) {
        sizes.push(items.length);
        const id = await transactionOf(database);
        return items.map(() => id);
      },
    });
    const begun = Promise.withResolvers<void>();
    const othersRead = Promise.withResolvers<void>();
    const request = together(async () => {
      const ownId = await writeIn(database);
      begun.resolve();
      await othersRead.promise;
      return { ownId, seen: await read('of the request') };
    });
    await begun.promise;
    const others = Promise.all([read('one'), read('another')]);
    othersRead.resolve();
    const { ownId, seen } = await request;
    assert.match(ownId, /^\d+$/);
    assert.equal(seen, ownId);
    assert.deepEqual(await others, ['none', 'none']);
    assert.deepEqual(
      sizes.toSorted((one, other) => one - other),
      [1, 2],
    );
  });

  test('a loop that the request starts runs outside of its transaction', async () => {
    const { database, together } = joinTransactions(at.database);
    const seen = await together(async () => {
      await writeIn(database);
      return new Promise<string>((resolve, reject) => {
        const poller = createPoller({
          async run() {
            void poller.stop();
            resolve(await transactionOf(database));
          },
          everyMs: 1_000,
          timers: systemClock,
          onError: reject,
        });
        poller.start();
      });
    });
    assert.equal(seen, 'none');
  });

  test('what follows the commit is done once, also if a conflict had the work repeated', async () => {
    const { database, together, whenCommitted } = joinTransactions(at.database);
    let runs = 0;
    let followed = 0;
    await together(async () => {
      runs += 1;
      await whenCommitted(() => (followed += 1));
      await database.transaction((transaction) =>
        transaction.query(
          runs > 1
            ? 'select 1'
            : "do $$ begin raise exception 'conflict' using errcode = '40P01'; end $$",
        ),
      );
    });
    assert.deepEqual([runs, followed], [2, 1]);
  });

  test('a deadlock of parts that catch their failures has the whole repeated', async (t) => {
    const pool = openAsOwner(at.settings);
    t.after(() => pool.close());
    await pool.query('create table counted (id integer primary key, times integer not null)');
    await pool.query('insert into counted values (1, 0), (2, 0)');
    const { database, together } = joinTransactions(pool);
    const met = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const failures: unknown[] = [];
    const count = (id: number) =>
      database.transaction((transaction) =>
        transaction.query('update counted set times = times + 1 where id = $1', [id]),
      );
    const countBoth = ([first, second]: readonly [number, number], own: 0 | 1) =>
      together(async () => {
        await count(first);
        met[own].resolve();
        await met[own === 0 ? 1 : 0].promise;
        await count(second).catch((error: unknown) => failures.push(error));
      });
    await Promise.all([countBoth([1, 2], 0), countBoth([2, 1], 1)]);
    assert.deepEqual(
      failures.map((error) => (error as DomainError).code),
      ['unavailable'],
    );
    assert.deepEqual(await pool.query('select id, times from counted order by id'), [
      { id: 1, times: 2 },
      { id: 2, times: 2 },
    ]);
  });
});
