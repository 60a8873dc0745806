import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { createCrashingDatabase } from './crashing-database.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

let at: TestDatabase;

before(async () => {
  at = await createTestDatabase();
});
after(() => at.close());

const tenantId = '00000000-0000-4000-8000-000000000001';
const insert = `
  insert into sandbox_rehearsals (tenant_id, marker, operation, plays)
  values ('${tenantId}', '${tenantId}', $1::integer::text, 1)`;

async function written(): Promise<number[]> {
  const rows = await at.database.query<{ number: number }>(
    'delete from sandbox_rehearsals returning operation::integer as number',
  );
  return rows.map(({ number }) => number).toSorted((one, other) => one - other);
}

suite('the database of a process that dies', () => {
  test('a statement is a boundary before and after, unless it declares that it is none', async () => {
    const crashing = createCrashingDatabase(at.database);
    crashing.failAt(Number.MAX_SAFE_INTEGER);
    await crashing.query('select 1');
    assert.equal(crashing.boundaries, 2);
    // A name alone makes no statement a poll.
    await crashing.query({ name: 'lanes_renew', text: 'select 1' });
    assert.equal(crashing.boundaries, 4);
    await crashing.query({ boundary: false, text: 'select 1' });
    assert.equal(crashing.boundaries, 4);
    await crashing.transaction(async (transaction) => await transaction.query('select 1'));
    assert.equal(crashing.boundaries, 8);
  });

  test('before the boundary a statement has not happened, after it the change persists', async () => {
    for (const [boundary, expected] of [
      [1, []],
      [2, [1]],
      [3, [1]],
      [4, [1, 2]],
    ] as const) {
      const crashing = createCrashingDatabase(at.database);
      crashing.failAt(boundary);
      const work = async (): Promise<void> => {
        for (const number of [1, 2, 3]) await crashing.query(insert, [number]);
      };
      await assert.rejects(work, { code: 'unavailable' });
      assert.deepEqual(await written(), expected, `boundary ${boundary}`);
    }
  });

  test('a transaction persists only once the process got past the commit', async () => {
    for (const [boundary, expected] of [
      [2, []],
      [3, []],
      [4, [1]],
    ] as const) {
      const crashing = createCrashingDatabase(at.database);
      crashing.failAt(boundary);
      const work = crashing.transaction((transaction) => transaction.query(insert, [1]));
      await assert.rejects(work, { code: 'unavailable' });
      assert.deepEqual(await written(), expected, `boundary ${boundary}`);
    }
  });

  test('a dead process runs no statement at all, polls included', async () => {
    const crashing = createCrashingDatabase(at.database);
    crashing.failAt(1);
    await assert.rejects(crashing.query('select 1'), { code: 'unavailable' });
    await assert.rejects(crashing.query({ boundary: false, text: insert }, [1]), {
      code: 'unavailable',
    });
    assert.deepEqual(await written(), []);
  });
});
