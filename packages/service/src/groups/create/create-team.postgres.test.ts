// The database's answer to one acceptance does not affect another of the same batch.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createCrashingDatabase } from '../../../testing/crashing-database.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { testAcceptance } from '../../../testing/acceptance.ts';
import type { Database } from '../../postgres/database.ts';
import { createAcceptanceStore } from './create-team.postgres.ts';
import type { Acceptance } from './create-team.ts';

let at: TestDatabase;
before(async () => {
  at = await createTestDatabase();
});
after(() => at.close());

/** Another process accepts; it commits once a statement waits for it. */
async function acceptElsewhere(
  acceptance: Acceptance,
): Promise<{ readonly committed: Promise<void> }> {
  const accepted = Promise.withResolvers<void>();
  const committed = at.database.transaction(async (transaction) => {
    const store = createAcceptanceStore({ ...at.database, ...transaction });
    assert.deepEqual(await store.accept(acceptance), { kind: 'accepted' });
    accepted.resolve();
    while (!(await somebodyWaits())) await pause(5);
  });
  await accepted.promise;
  return { committed };
}

async function somebodyWaits(): Promise<boolean> {
  const waiting = await at.database.query(
    `select from pg_locks where not granted and locktype = 'transactionid'
       and pid in (select pid from pg_stat_activity where datname = current_database())`,
  );
  return waiting.length > 0;
}

async function acceptedAliases(): Promise<string[]> {
  const rows = await at.database.query<{ aliasKey: string }>(
    'select alias_key from teams where alias_key is not null order by alias_key',
  );
  return rows.map(({ aliasKey }) => aliasKey);
}

test('what was accepted stays accepted when the second look at another one meets a collision', async () => {
  const holder = testAcceptance('taken');
  await createAcceptanceStore(at.database).accept(holder);
  const elsewhere = testAcceptance('elsewhere', { key: 'shared' });
  let collision: Promise<void> | undefined;
  let statements = 0;
  const database: Database = {
    ...at.database,
    async query(query, values) {
      statements += 1;
      if (statements === 2) {
        // Before the second look the alias is released, and another process commits the same Idempotency-Key.
        await at.database.query('update teams set alias_key = null where team_id = $1', [
          holder.teamId,
        ]);
        ({ committed: collision } = await acceptElsewhere(elsewhere));
      }
      return at.database.query(query, values);
    },
  };
  const store = createAcceptanceStore(database);

  const [first, second] = await Promise.all([
    store.accept(testAcceptance('free')),
    store.accept(testAcceptance('taken', { key: 'shared' })),
  ]);
  await collision;
  assert.deepEqual(first, { kind: 'accepted' });
  assert.deepEqual(second, {
    kind: 'replayed',
    teamId: elsewhere.teamId,
    status: 'accepted',
  });
  assert.deepEqual(await acceptedAliases(), ['elsewhere', 'free']);
});

test('what was accepted one by one stays accepted when the database goes away before the next', async () => {
  const before = await acceptedAliases();
  const { committed } = await acceptElsewhere(testAcceptance('a-first', { key: 'contested' }));
  const crashing = createCrashingDatabase(at.database);
  const store = createAcceptanceStore(crashing);
  // Before the batch, which collides; before and after the first of the three alone; before the second.
  crashing.failAt(4);

  const results = await Promise.allSettled([
    store.accept(testAcceptance('b-one')),
    store.accept(testAcceptance('c-two')),
    store.accept(testAcceptance('d-three', { key: 'contested' })),
  ]);
  await committed;
  const [first, ...others] = results;
  assert.deepEqual(first, { status: 'fulfilled', value: { kind: 'accepted' } });
  for (const refused of others) {
    assert.equal(refused.status, 'rejected');
    assert.equal((refused.reason as { code: unknown }).code, 'unavailable');
  }
  assert.deepEqual(await acceptedAliases(), ['a-first', 'b-one', ...before]);
});

test('a creation waits for few and light statements of a tenant that creates hundreds of large groups', async () => {
  const others = (n: number) => ({
    ...testAcceptance(`large-${n}`),
    people: {
      responsible: 'r',
      deputy: null,
      owners: [],
      members: Array.from({ length: 300 }, (_, person) => `p${person}@aare.example`),
    },
  });
  const statements: Acceptance[][] = [];
  const database: Database = {
    ...at.database,
    async query(_query, values) {
      const sent = JSON.parse(String(values?.[0])) as Acceptance[];
      statements.push(sent);
      await pause(1);
      return sent.map(({ teamId }) => ({ teamId, accepted: true })) as never;
    },
  };
  const store = createAcceptanceStore(database);
  const large = Array.from({ length: 600 }, (_, n) => store.accept(others(n)));
  while (statements.length < 4) await pause(1);
  const before = statements.length;
  const small = { ...testAcceptance('small'), tenantId: randomUUID() };
  await store.accept(small);
  const atOnce = statements.findIndex((one) => one.some(({ teamId }) => teamId === small.teamId));
  assert.ok(atOnce <= before + 1, `${atOnce} of ${before}`);
  await Promise.all(large);
  for (const { length } of statements) assert.ok(length <= 11, `${length} large groups at once`);
});
