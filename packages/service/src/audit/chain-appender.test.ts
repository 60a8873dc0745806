import assert from 'node:assert/strict';
import { after, before, beforeEach, suite, test } from 'node:test';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { systemClock } from '../ground/clock.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createManualTimers } from '../../testing/manual-timers.ts';
import { createSharedPoll } from '../postgres/jobs/shared-poll.postgres.ts';
import type { Query } from '../postgres/database.ts';
import { createChainReader } from './chain-reader.postgres.ts';
import { createChainAppender, type AppendedBatch } from './chain-appender.ts';
import { askForUnsealed, createChainStore, readChainHeads } from './chain-appender.postgres.ts';
import { createVerifyChain } from './verify-chain.ts';
import { withoutRest } from '../ground/turns.ts';

let at: TestDatabase;
let owner: Client;
let tenantId: string;

before(async () => {
  at = await createTestDatabase();
  owner = new Client({ connectionString: at.settings.owner.url });
  await owner.connect();
});
after(async () => {
  await owner.end();
  await at.close();
});
beforeEach(async () => {
  tenantId = randomUUID();
  await addTenant(tenantId);
});

async function addTenant(id: string): Promise<void> {
  await at.database.query(
    `insert into tenants (tenant_id, name, directory, revision) values ($1, 'T', '{"kind":"sandbox"}', 0)`,
    [id],
  );
}

/** One statement, as creations that arrive together are written. */
async function write(entries: number, tenant = tenantId): Promise<void> {
  await at.database.query(
    `insert into activity (tenant_id, occurred_at, actor_kind, actor_id, action, subject_kind, subject_id, data)
    select $1, now(), 'api_key', 'k', 'group.accepted', 'group', n::text, jsonb_build_object('n', n, 'b', 'é')
    from generate_series(1, $2::integer) n`,
    [tenant, entries],
  );
}

const store = () => createChainStore({ database: at.database, clock: systemClock });
const verify = (tenant = tenantId, noted?: { position: number; hash: string }) =>
  createVerifyChain({
    reader: createChainReader({ database: at.database }),
    rest: withoutRest,
  })(tenant, noted);

async function appendAll(): Promise<AppendedBatch[]> {
  const chain = store();
  const batches: AppendedBatch[] = [];
  for (let more = true; more;) {
    const batch = await chain.appendBatch();
    ({ more } = batch);
    batches.push(batch);
  }
  return batches;
}

/** It acts as the owner of the database, whom no privilege holds back. */
async function tamper(statement: string, values: readonly unknown[] = []): Promise<void> {
  await owner.query(statement, [...values]);
}

suite('seals', () => {
  test('every entry gets the next position of its tenant, whatever other tenants do', async () => {
    const other = randomUUID();
    await addTenant(other);
    await write(3);
    await write(2, other);
    await write(2500);
    await appendAll();
    await write(1, other);
    await appendAll();
    const heads = await readChainHeads(at.database, [tenantId, other]);
    assert.equal(heads.get(tenantId)?.position, 2503);
    assert.equal(heads.get(other)?.position, 3);
    for (const tenant of [tenantId, other]) {
      const report = await verify(tenant);
      assert.equal(report.broken, undefined);
      assert.deepEqual(report.head, heads.get(tenant));
    }
  });

  test('a batch cuts no story: what one transaction wrote about a group comes in causal order, however long it is', async () => {
    const actions = ['group.operation_accepted', 'task.opened', 'group.expired', 'task.lapsed'];
    await at.database.transaction(async (transaction) => {
      for (const action of actions) {
        await transaction.query(
          `insert into activity (tenant_id, occurred_at, actor_kind, actor_id, action, subject_kind, subject_id, data)
          select $1, now(), 'policy', 'p', $2, 'group', n::text, '{}' from generate_series(1, 600) n`,
          [tenantId, action],
        );
      }
    });
    const batches = await appendAll();
    assert.ok(batches.length > 1, 'they are more than one batch takes');
    const rows = await at.database.query<{ subjectId: string; action: string }>(
      `select a.subject_id, a.action from activity_seals s
      cross join lateral unnest(s.entry_ids) with ordinality as e (activity_id, n)
      join activity a using (tenant_id, activity_id)
      where s.tenant_id = $1 order by s.first_position + e.n`,
      [tenantId],
    );
    assert.equal(rows.length, 2_400);
    const told = Map.groupBy(rows, ({ subjectId }) => subjectId);
    const stories = new Set(
      [...told.values()].map((story) => story.map(({ action }) => action).join()),
    );
    assert.deepEqual(
      [...stories],
      [['task.lapsed', 'group.expired', 'task.opened', 'group.operation_accepted'].join()],
    );
    const { head, broken } = await verify();
    assert.deepEqual([head.position, broken], [2_400, undefined]);
  });

  test('an entry of a transaction that commits late is sealed when it commits', async () => {
    const late = new Client({ connectionString: at.url });
    await late.connect();
    try {
      await late.query('begin');
      await late.query(
        `insert into activity (tenant_id, occurred_at, actor_kind, actor_id, action, subject_kind, subject_id, data)
        values ($1, now(), 'api_key', 'k', 'late', 'group', 'g', '{}')`,
        [tenantId],
      );
      await write(2);
      await appendAll();
      assert.equal((await readChainHeads(at.database, [tenantId])).get(tenantId)?.position, 2);
      await late.query('commit');
      await appendAll();
      assert.equal((await readChainHeads(at.database, [tenantId])).get(tenantId)?.position, 3);
      assert.equal((await verify()).broken, undefined);
    } finally {
      await late.end();
    }
  });

  test('several sealers at once seal each entry exactly once', async () => {
    const chains = [store(), store(), store()];
    const progress = { written: 0 };
    const writers = (async () => {
      for (; progress.written < 40; progress.written += 1) await write(7);
    })();
    await Promise.all(
      chains.map(async (chain) => {
        while (progress.written < 40) await chain.appendBatch();
      }),
    );
    await writers;
    await appendAll();
    const report = await verify();
    assert.equal(report.broken, undefined);
    assert.equal(report.head.position, 280);
  });

  test('the role that serves can neither change nor remove entries or seals', async () => {
    await write(1);
    await appendAll();
    for (const statement of [
      'update activity set actor_id = $1::text',
      'delete from activity where $1::text is not null',
      'update activity_seals set sealed_at = now() where $1::text is not null',
      'delete from activity_seals where $1::text is not null',
    ]) {
      await assert.rejects(at.database.query(statement, ['x']), { code: '42501' }, statement);
    }
    await assert.rejects(at.database.query('truncate activity_seals'), { code: '42501' });
    await assert.rejects(at.database.query('truncate activity'), { code: '42501' });
  });

  test('a changed, a removed and an inserted entry are named', async () => {
    await write(5);
    await appendAll();
    const { rows } = await owner.query<{ activity_id: string }>(
      'select activity_id from activity where tenant_id = $1 order by activity_id',
      [tenantId],
    );
    const ids = rows.map(({ activity_id }) => Number(activity_id));

    await tamper(`update activity set data = '{"n": 3, "b": "e"}' where activity_id = $1`, [
      ids[2],
    ]);
    const changed = (await verify()).broken;
    assert.deepEqual([changed?.kind, changed?.activityId], ['changed', ids[2]]);

    await tamper('delete from activity where activity_id = $1', [ids[1]]);
    const removed = (await verify()).broken;
    assert.deepEqual([removed?.kind, removed?.position], ['removed', 2]);
  });

  test('an entry that was slipped in past the chain is named', async () => {
    await write(2);
    await appendAll();
    await tamper('alter table activity disable trigger note_unsealed');
    await write(1);
    await tamper('alter table activity enable trigger note_unsealed');
    const { broken } = await verify();
    assert.equal(broken?.kind, 'inserted');
    assert.notEqual(broken?.activityId, undefined);
  });

  test('a removed seal is named, and a chain cut off at its end by the head that was noted', async () => {
    for (let n = 0; n < 3; n += 1) {
      await write(2);
      await appendAll();
    }
    const { head } = await verify();
    const noted = { position: head.position, hash: head.hash.toString('hex') };
    assert.equal((await verify(tenantId, noted)).broken, undefined);
    await write(1);
    await appendAll();
    assert.equal((await verify(tenantId, noted)).broken, undefined, 'the chain grew since');

    const seals = 'delete from activity_seals where tenant_id = $1 and first_position';
    await tamper(`${seals} >= 5`, [tenantId]);
    await tamper('delete from activity where tenant_id = $1 and subject_id = any ($2)', [
      tenantId,
      ['none'],
    ]);
    const cut = (await verify(tenantId, noted)).broken;
    assert.deepEqual([cut?.kind, cut?.position], ['removed', 5]);
    await tamper(`${seals} = 1`, [tenantId]);
    assert.equal((await verify()).broken?.kind, 'seal_missing');
  });

  test('a chain that was rewritten throughout is detected by the noted head', async () => {
    await write(3);
    await appendAll();
    const { head } = await verify();
    const noted = { position: head.position, hash: head.hash.toString('hex') };
    await tamper('delete from activity_seals where tenant_id = $1', [tenantId]);
    await tamper(`update activity set actor_id = 'z' where tenant_id = $1`, [tenantId]);
    await tamper(
      'insert into activity_unsealed select tenant_id, activity_id from activity where tenant_id = $1',
      [tenantId],
    );
    await appendAll();
    assert.equal((await verify()).broken, undefined);
    assert.equal((await verify(tenantId, noted)).broken?.kind, 'changed');
  });

  test('the sealer begins to seal within a second of the commit, woken or found by the shared poll', async () => {
    const timers = createManualTimers();
    const sealed: AppendedBatch[] = [];
    let appending: Promise<AppendedBatch> | undefined;
    let polling: Promise<unknown> | undefined;
    const chain = store();
    const appender = createChainAppender({
      store: { appendBatch: () => (appending = chain.appendBatch()) },
      timers,
      onAppended: (batch) => sealed.push(batch),
      onError: (error) => assert.fail(String(error)),
    });
    const poll = createSharedPoll({
      database: {
        ...at.database,
        query<Row extends object>(query: Query | string, values?: readonly unknown[]) {
          const answer = at.database.query<Row>(query, values);
          polling = answer;
          return answer;
        },
      },
      questions: [askForUnsealed(() => appender.wake(0))],
      monotonicNow: () => timers.now(),
      timers,
      onError: (error) => assert.fail(String(error)),
    });
    appender.start();
    poll.start();
    try {
      for (const isWoken of [true, false]) {
        await write(1);
        if (isWoken) appender.wake();
        const expected = sealed.length + 1;
        // The statements take as long as they take; the pauses between them are shorter than a second.
        for (let passedMs = 0; sealed.length < expected && passedMs < 1_000; passedMs += 50) {
          await timers.pass(50);
          await polling;
          await new Promise(setImmediate);
          await timers.pass(0);
          await appending;
          await new Promise(setImmediate);
        }
        assert.equal(sealed.length, expected);
      }
    } finally {
      await poll.stop();
      await appender.stop();
    }
  });
});
