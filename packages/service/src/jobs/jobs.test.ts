import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createPruning } from './pruning.postgres.ts';
import { createScheduleStore } from './schedules.postgres.ts';
import { createSchedules } from './schedules.ts';

const day = 86_400_000;
const hour = 3_600_000;
let at: TestDatabase;
/** As if that much time had passed since the last claims. */
const pass = (ms: number) =>
  at.database.query(`update schedules set due_at = due_at - $1 * interval '1 millisecond'`, [ms]);

before(async () => {
  at = await createTestDatabase();
});
after(() => at.close());

suite('recurring tasks', () => {
  test('of several processes one does a task, and again only after its interval', async () => {
    const stores = [1, 2, 3].map(() => createScheduleStore({ database: at.database }));
    const claims = async () =>
      (await Promise.all(stores.map((store) => store.claim('sweep the yard', hour)))).filter(
        Boolean,
      ).length;
    assert.equal(await claims(), 1);
    assert.equal(await claims(), 0);
    await pass(hour - 60_000);
    assert.equal(await claims(), 0);
    await pass(60_000);
    assert.equal(await claims(), 1);
  });

  test('a claim that began before another one and came after it does the task no second time', async () => {
    const store = createScheduleStore({ database: at.database });
    assert.equal(await store.claim('rake the leaves', hour), true);
    await pass(-500);
    assert.equal(await store.claim('rake the leaves', hour), false);
  });

  test('a clock that was ahead for a moment keeps no task from being done', async () => {
    const store = createScheduleStore({ database: at.database });
    assert.equal(await store.claim('mend the fence', hour), true);
    await pass(-365 * day);
    assert.equal(await store.claim('mend the fence', hour), true);
    assert.equal(await store.claim('mend the fence', hour), false);
  });

  test('a task that fails does not keep the others from being done', async () => {
    const callbacks: (() => void)[] = [];
    const done: string[] = [];
    const errors: unknown[] = [];
    const schedules = createSchedules({
      store: createScheduleStore({ database: at.database }),
      tasks: [
        { name: 'breaks', everyMs: 1_000, run: () => Promise.reject(new Error('broken')) },
        {
          name: 'works',
          everyMs: 1_000,
          run: async () => {
            done.push('works');
          },
        },
      ],
      timers: {
        after(_, callback) {
          callbacks.push(callback);
          return () => undefined;
        },
      },
      onError: (error) => errors.push(error),
    });
    schedules.start();
    callbacks.shift()?.();
    await schedules.stop();
    // A stop lets the task in progress complete and begins no other.
    assert.deepEqual([errors.length, done.length], [1, 0]);
    schedules.start();
    await pass(1_000);
    const settled = new Promise<void>((resolve) => {
      const look = () => (done.length > 0 ? resolve() : void setImmediate(look));
      callbacks.shift()?.();
      look();
    });
    await settled;
    assert.equal(errors.length, 2);
    await schedules.stop();
  });

  test('Idempotency-Keys and the delivery log are kept for 30 days, answers of the admin API for one, and pending deliveries without limit', async () => {
    const { database } = at;
    const tenantId = randomUUID();
    const endpointId = randomUUID();
    await database.query(
      `insert into tenants (tenant_id, name, directory, revision) values ($1, 'T', '{"kind":"sandbox"}', 0)`,
      [tenantId],
    );
    await database.query(
      `insert into webhook_endpoints (tenant_id, endpoint_id, url, description, signing_keys, created_at, created_by, position)
      values ($1, $2, 'https://x.example', '', '[]', now(), 'test', 0)`,
      [tenantId, endpointId],
    );
    const administratorId = randomUUID();
    await database.query(
      `insert into administrators (tenant_id, administrator_id, email, role, source, created_at, created_by)
      values ($1, $2, 'ada@nordlicht.example', 'administrator', 'list', now(), 'test')`,
      [tenantId, administratorId],
    );
    for (const [keyHash, hours] of [
      ['younger', 23],
      ['older', 25],
    ] as const) {
      await database.query(
        `insert into admin_kept_answers
          (tenant_id, administrator_id, key_hash, request_hash, answer_sealed, created_at)
        values ($1, $2, $3, '', '', $4)`,
        [tenantId, administratorId, keyHash, new Date(Date.now() - hours * hour)],
      );
    }
    const ages = [29 * day, 31 * day].map((ageMs) => new Date(Date.now() - ageMs));
    for (const [index, when] of ages.entries()) {
      await database.query(
        `insert into idempotency_keys (tenant_id, api_key_id, idempotency_key, request_hash, team_id, created_at)
        select $1, gen_random_uuid(), n::text, '', gen_random_uuid(), $2 from generate_series(1, 6000) n`,
        [tenantId, when],
      );
      await database.query(
        `insert into webhook_attempts
          (tenant_id, endpoint_id, position, event_id, event_type, attempted_at, duration_ms, outcome)
        values ($1, $2, 1, 'e', 't', $3, 1, 'delivered')`,
        [tenantId, endpointId, when],
      );
      for (const [n, state] of ['delivered', 'pending'].entries()) {
        await database.query(
          `insert into webhook_deliveries
            (tenant_id, endpoint_id, position, event_type, ordering_key, state, due_at, queued_at, finished_at)
          values ($1, $2, $3, 't', 'k', $4::text, $5, $5, case when $4::text = 'pending' then null else $5::timestamptz end)`,
          [tenantId, endpointId, 10 * index + n, state, when],
        );
      }
    }
    await createPruning({ database }).run();
    const [left] = await database.query(
      `select (select count(*) from idempotency_keys) as keys,
        (select string_agg(key_hash, ' ') from admin_kept_answers) as answers,
        (select count(*) from webhook_attempts) as attempts,
        (select count(*) from webhook_deliveries where state = 'delivered') as delivered,
        (select count(*) from webhook_deliveries where state = 'pending') as pending`,
    );
    assert.deepEqual(left, {
      keys: 6000,
      answers: 'younger',
      attempts: 1,
      delivered: 1,
      pending: 2,
    });
  });
});
