import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { defaultRetention } from '../../ground/config/read-retention.ts';
import { createPruning } from './pruning.postgres.ts';
import { createScheduleStore } from './schedules.postgres.ts';
import { createSchedules } from './schedules.ts';

const day = 86_400_000;
const hour = 3_600_000;
let at: TestDatabase;
/** The rows are then as if that much time had passed since the last claims. */
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
    const ages = [29 * day, 31 * day].map((ageMs) => new Date(Date.now() - ageMs));
    for (const [index, when] of ages.entries()) {
      await database.query(
        `insert into idempotency_keys (tenant_id, holder_id, key_hash, request_hash, created_at)
        select $1, gen_random_uuid(), n::text, '', $2 from generate_series(1, 6000) n`,
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
    await createPruning({ database, retention: defaultRetention }).run();
    const [left] = await database.query(
      `select (select count(*) from idempotency_keys) as keys,
        (select count(*) from webhook_attempts) as attempts,
        (select count(*) from webhook_deliveries where state = 'delivered') as delivered,
        (select count(*) from webhook_deliveries where state = 'pending') as pending`,
    );
    assert.deepEqual(left, {
      keys: 6000,
      attempts: 1,
      delivered: 1,
      pending: 2,
    });
  });

  test('incidents are kept for a year, signing keys for 90 days after their last token, and plays of failures as long as their group', async () => {
    const { database } = at;
    const tenantId = randomUUID();
    const ago = (days: number) => new Date(Date.now() - days * day);
    const groups = { present: randomUUID(), deleted: randomUUID(), justDeleted: randomUUID() };
    for (const [name, teamId] of Object.entries(groups)) {
      const deletedAt = { present: null, deleted: ago(31), justDeleted: ago(29) }[name];
      await database.query(
        `with made as (
          insert into teams (tenant_id, team_id, organisation_id, template_id, display_name, mail_nickname,
            people, properties, policy, created_at, created_by, request_id, deleted_at)
          values ($1, $2, $2, $2, $3, $3, '{}', '{}', '{}', $4, 'test', 'test', $5)
        ), ledger as (
          insert into provisionings (tenant_id, team_id, status, waiting, due_at, updated_at, completed_at)
          values ($1, $2, 'succeeded', false, $4, $4, $4)
        )
        insert into sandbox_rehearsals (tenant_id, marker, operation, plays) values ($1, $2, 'o', 1)`,
        [tenantId, teamId, name, ago(400), deletedAt],
      );
    }
    for (const days of [364, 366]) {
      await database.query(
        `insert into provisioning_incidents (tenant_id, team_id, step, attempt, occurred_at, code, detail)
        select $1, $2, 'create_group', n, $3, 'c', $4 from generate_series(1, 5001) n`,
        [tenantId, groups.present, ago(days), `${days}`],
      );
    }
    for (const days of [91, 89]) {
      await database.query(
        `insert into signing_keys (key_id, public_jwk, private_key_sealed, signs_from, signs_until, revision)
        values ($1, '{}', '', $2, $2, 0)`,
        [`until ${days} days ago`, ago(days)],
      );
    }
    await createPruning({ database, retention: defaultRetention }).run();
    const [left] = await database.query(
      `select (select string_agg(distinct detail, ' ') from provisioning_incidents) as incidents,
        (select string_agg(key_id, ', ') from signing_keys) as keys,
        (select string_agg(t.display_name, ' ' order by t.display_name)
          from sandbox_rehearsals r join teams t on t.tenant_id = r.tenant_id and t.team_id = r.marker) as plays`,
    );
    assert.deepEqual(left, {
      incidents: '364',
      keys: 'until 89 days ago',
      plays: 'justDeleted present',
    });

    // However old, the newest key remains: the next one begins after it.
    await database.query('update signing_keys set signs_until = $1', [ago(400)]);
    await createPruning({ database, retention: defaultRetention }).run();
    assert.equal((await database.query('select from signing_keys')).length, 1);
  });

  test('RETENTION decides to the minute when old deliveries, incidents and signing keys are removed', async () => {
    const { database } = at;
    const [tenantId, teamId] = [randomUUID(), randomUUID()];
    const keptFor = { deliveries: 5, incidents: 50, signing_keys: 8 };
    const retention = {
      ...defaultRetention,
      ...Object.fromEntries(Object.entries(keptFor).map(([name, days]) => [name, `P${days}D`])),
    };
    const atBoundary = (days: number) => [
      new Date(Date.now() - days * day + 60_000),
      new Date(Date.now() - days * day - 60_000),
    ];
    for (const table of ['provisioning_incidents', 'webhook_attempts', 'signing_keys']) {
      await database.query(`delete from ${table}`);
    }
    const insertIncident = `
      insert into provisioning_incidents (tenant_id, team_id, step, attempt, occurred_at, code, detail)
      values ($1, $2, 'create_group', $4, $3, 'c', '')`;
    await database.query(
      `with made as (
        insert into teams (tenant_id, team_id, organisation_id, template_id, display_name, mail_nickname,
          people, properties, policy, created_at, created_by, request_id)
        values ($1, $2, $2, $2, 'n', $2::uuid::text, '{}', '{}', '{}', now(), 'test', 'test')
      )
      insert into provisionings (tenant_id, team_id, status, waiting, due_at, updated_at, completed_at)
      values ($1, $2, 'succeeded', false, now(), now(), now())`,
      [tenantId, teamId],
    );
    for (const [n, when] of atBoundary(keptFor.incidents).entries()) {
      await database.query(insertIncident, [tenantId, teamId, when, n]);
    }
    for (const [n, when] of atBoundary(keptFor.deliveries).entries()) {
      await database.query(
        `insert into webhook_attempts
          (tenant_id, endpoint_id, position, event_id, event_type, attempted_at, duration_ms, outcome)
        select tenant_id, endpoint_id, $2, 'e', 't', $1, 1, 'delivered' from webhook_endpoints limit 1`,
        [when, n],
      );
    }
    for (const [n, when] of atBoundary(keptFor.signing_keys).entries()) {
      await database.query(
        `insert into signing_keys (key_id, public_jwk, private_key_sealed, signs_from, signs_until, revision)
        values ($1, '{}', '', $2, $2, 0), ($1 || ' newest', '{}', '', now(), now(), 0)`,
        [`${n}`, when],
      );
    }
    await createPruning({ database, retention }).run();
    const [left] = await database.query(
      `select (select string_agg(attempt::text, ' ') from provisioning_incidents) as incidents,
        (select string_agg(position::text, ' ') from webhook_attempts) as attempts,
        (select string_agg(key_id, ' ' order by key_id) from signing_keys) as keys`,
    );
    assert.deepEqual(left, { incidents: '0', attempts: '0', keys: '0 0 newest 1 newest' });
  });
});
