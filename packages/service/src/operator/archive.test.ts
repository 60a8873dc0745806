import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { after, afterEach, before, beforeEach, suite, test } from 'node:test';
import { createArchiveStore } from '../audit/archive.postgres.ts';
import { createArchiveReader } from '../audit/archive-reader.ts';
import { createChainReader } from '../audit/chain-reader.postgres.ts';
import { createChainStore, readChainHeads } from '../audit/chain-appender.postgres.ts';
import { createVerifyChain, type NotedHead } from '../audit/verify-chain.ts';
import { withoutRest } from '../ground/turns.ts';
import { createFeedStore } from '../events/feed.postgres.ts';
import { DomainError } from '../ground/errors.ts';
import type { Database, Queryable } from '../postgres/database.ts';
import { silentLog } from '../postgres/log.ts';
import { openDatabase } from '../postgres/pool.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { testOperator } from '../../testing/tenant.ts';
import { runOperator } from '../../testing/operator.ts';
import { archiveActivity } from './archive.ts';

const dayMs = 86_400_000;
const now = Date.parse('2026-11-22T12:00:00Z');
const daysAgo = (days: number) => new Date(now - days * dayMs);

let at: TestDatabase;
let owner: Database;
let directory: string;
let tenantId: string;

before(async () => {
  at = await createTestDatabase();
  owner = openDatabase(at.settings.owner, { log: silentLog, maxConnections: 2 });
});
after(async () => {
  await owner.close();
  await at.close();
});
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'groupwright-archive-'));
  tenantId = randomUUID();
  await at.database.query(
    `insert into tenants (tenant_id, name, directory, revision) values ($1, 'T', '{"kind":"sandbox"}', 0)`,
    [tenantId],
  );
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** Entries that were written and sealed on a day: one seal. */
async function write(entries: number, days: number): Promise<void> {
  await at.database.query(
    `insert into activity (tenant_id, occurred_at, actor_kind, actor_id, action, subject_kind, subject_id, data)
    select $1::uuid, $3, 'operator', 'k', 'tenant.changed', 'tenant', $4, jsonb_build_object('n', n, 'b', 'é')
    from generate_series(1, $2::integer) n`,
    [tenantId, entries, daysAgo(days), tenantId],
  );
  const clock = { now: () => now - days * dayMs };
  await createChainStore({ database: at.database, clock }).appendBatch();
}

const archive = (days: number, database = owner) =>
  archiveActivity(
    database,
    { tenantId, before: daysAgo(days), directory, actor: testOperator },
    () => new Date(now),
  );
const verify = (noted?: NotedHead) =>
  createVerifyChain({
    reader: createChainReader({ database: at.database }),
    rest: withoutRest,
  })(tenantId, noted);
const verifyFiles = (noted?: NotedHead) =>
  createVerifyChain({ reader: createArchiveReader(directory), rest: withoutRest })(tenantId, noted);

async function countRows(): Promise<number> {
  const [row] = await at.database.query<{ count: number }>(
    'select count(*)::integer as count from activity where tenant_id = $1',
    [tenantId],
  );
  return row?.count ?? 0;
}

/** `operator audit head` prints the same. */
async function headNow(): Promise<NotedHead> {
  const head = (await readChainHeads(at.database, [tenantId])).get(tenantId);
  assert.ok(head);
  return { position: head.position, hash: head.hash.toString('hex') };
}

const files = () => readdir(join(directory, tenantId));

suite('audit archive', () => {
  test('moves older entries into files; both parts of the chain are proved, and the second begins where the first ends', async () => {
    await write(3, 500);
    await write(4, 450);
    await write(5, 400);
    await write(2, 10);
    const noted = await headNow();
    const report = await archive(420);
    assert.deepEqual([report.archived, report.head?.position, await countRows()], [7, 7, 8]);
    const [inFiles, inDatabase] = [await verifyFiles(), await verify()];
    assert.deepEqual([inFiles.broken, inFiles.head.position], [undefined, 7]);
    assert.deepEqual(inFiles.head.hash, report.head?.hash);
    assert.deepEqual(
      [inDatabase.broken, inDatabase.start, inDatabase.head.position],
      [undefined, 7, 14],
    );
    assert.equal((await verify(noted)).broken, undefined);

    // The next step continues, and the chain grows as before.
    await write(1, 5);
    assert.equal((await archive(100)).archived, 5);
    assert.deepEqual(await files(), ['000000000000001.jsonl.gz', '000000000000008.jsonl.gz']);
    assert.deepEqual([(await verifyFiles()).head.position, (await verify()).start], [12, 12]);
    assert.deepEqual((await verify()).head.position, 16);
  });

  test('keeps the newest seal, so that the chain continues, and does nothing a second time', async () => {
    await write(3, 500);
    await write(2, 500);
    assert.equal((await archive(100)).archived, 3);
    assert.equal((await archive(100)).archived, 0);
    await write(1, 1);
    assert.deepEqual([(await verify()).head.position, (await verify()).broken], [7, undefined]);
  });

  test('readers of the feed begin after the archive, and continue from its last event', async () => {
    await write(3, 500);
    await write(2, 10);
    const feed = createFeedStore({ database: at.database });
    const [last] = await feed.read(tenantId, 3, 3);
    await archive(100);
    const [third] = await feed.read(tenantId, 3, 3);
    assert.equal(third, undefined);
    assert.deepEqual(await feed.archived(tenantId), { position: last?.position, hash: last?.hash });
    assert.deepEqual(
      (await feed.read(tenantId, 4, 10)).map(({ position }) => position),
      [4, 5],
    );
  });

  test('keeps what a webhook has yet to deliver, or may have to again', async () => {
    const endpointId = randomUUID();
    await at.database.query(
      `insert into webhook_endpoints (tenant_id, endpoint_id, url, description, signing_keys, created_at, created_by, position)
      values ($1, $2, 'https://x.example', '', '[]', now(), 'test', 4)`,
      [tenantId, endpointId],
    );
    await write(3, 500);
    await write(3, 490);
    await write(1, 10);
    const held = await archive(100);
    assert.deepEqual([held.archived, held.heldBackAt], [3, 4]);
    await at.database.query('update webhook_endpoints set position = 7 where tenant_id = $1', [
      tenantId,
    ]);
    await at.database.query(
      `insert into webhook_deliveries
        (tenant_id, endpoint_id, position, event_type, ordering_key, state, due_at, queued_at, finished_at)
      values ($1, $2, 5, 't', 'k', 'failed', now(), now(), now())`,
      [tenantId, endpointId],
    );
    assert.equal((await archive(100)).archived, 0);
    await at.database.query(
      `update webhook_deliveries set state = 'delivered' where tenant_id = $1`,
      [tenantId],
    );
    const free = await archive(100);
    assert.deepEqual([free.archived, free.heldBackAt], [3, undefined]);
  });

  test('a step that dies between its file and its commit removes nothing, and is done again', async () => {
    await write(3, 500);
    await write(3, 480);
    await write(1, 10);
    const dying: Database = {
      ...owner,
      transaction: (work) =>
        owner.transaction(async (transaction) => {
          await work(transaction);
          throw new Error('killed');
        }),
    };
    await assert.rejects(archive(490, dying), /killed/);
    assert.deepEqual([await countRows(), (await verify()).start], [7, 0]);
    assert.deepEqual(await files(), ['000000000000001.jsonl.gz']);
    assert.equal((await archive(100)).archived, 6);
    assert.deepEqual([await countRows(), (await verifyFiles()).head.position], [2, 6]);
  });

  test('removes nothing if an entry is not what it was', async () => {
    await write(3, 500);
    await write(1, 10);
    await owner.query(
      `update activity set actor_id = 'other' where tenant_id = $1 and data ->> 'n' = '2'`,
      [tenantId],
    );
    await assert.rejects(
      archive(100),
      (error) => error instanceof DomainError && /position 2 was changed/.test(error.message),
    );
    assert.deepEqual([await countRows(), await files().catch(() => [])], [4, []]);
  });

  test('refuses a directory that does not continue the archive', async () => {
    await write(3, 500);
    await write(3, 400);
    await write(1, 10);
    await archive(450);
    const elsewhere = join(directory, 'elsewhere');
    await assert.rejects(
      archiveActivity(
        owner,
        { tenantId, before: daysAgo(100), directory: elsewhere, actor: testOperator },
        () => new Date(),
      ),
      (error) => error instanceof DomainError && /must end at position 3/.test(error.message),
    );
    assert.equal(await countRows(), 5);
  });

  test('a step may take longer than any other transaction, and its times do not outlast it', async () => {
    const read = async (on: Queryable) =>
      (
        await on.query<{ setting: string }>(
          `select current_setting(name) as setting from unnest(array[
            'statement_timeout', 'idle_in_transaction_session_timeout']) as name`,
        )
      ).map(({ setting }) => setting);
    const usual = await read(owner);
    const within = await owner.transaction(async (transaction) => {
      assert.equal(await createArchiveStore(transaction).lock(), true);
      return read(transaction);
    });
    assert.deepEqual(
      [within, usual],
      [
        ['0', '0'],
        ['15s', '15s'],
      ],
    );
    assert.deepEqual(await read(owner), usual);
  });

  test('the owner of the database cannot hide entries behind a false end of the archive', async () => {
    await write(3, 500);
    await write(3, 400);
    await write(2, 10);
    /** An archiving does the same, and leaves an entry. */
    const hide = (position: number) =>
      owner.transaction(async (transaction) => {
        const [seal] = await transaction.query<{ hash: Buffer; entryHash: Buffer }>(
          `select hash, substr(entry_hashes, length(entry_hashes) - 31) as entry_hash from activity_seals
          where tenant_id = $1 and first_position <= $2 order by first_position desc limit 1`,
          [tenantId, position],
        );
        await transaction.query(
          `delete from activity where tenant_id = $1 and activity_id in (
            select unnest(entry_ids) from activity_seals where tenant_id = $1 and first_position <= $2)`,
          [tenantId, position],
        );
        await transaction.query(
          'delete from activity_seals where tenant_id = $1 and first_position <= $2',
          [tenantId, position],
        );
        await transaction.query(
          `insert into activity_archives values ($1, $2, $3, $4, now(), now())
          on conflict (tenant_id) do update
          set position = excluded.position, hash = excluded.hash, entry_hash = excluded.entry_hash`,
          [tenantId, position, seal?.hash, seal?.entryHash],
        );
      });
    await hide(3);
    assert.partialDeepStrictEqual((await verify()).broken, { kind: 'removed', position: 1 });
    assert.match((await verify()).broken?.detail ?? '', /no entry says/);
  });

  test('the entry of an earlier archiving vouches for no more than that one took', async () => {
    await write(3, 500);
    await write(3, 400);
    await write(2, 10);
    await archive(450);
    assert.equal((await verify()).broken, undefined);
    const [{ entries } = { entries: [] }] = await at.database.query<{ entries: object[] }>(
      `select array_agg(data) as entries from activity where tenant_id = $1 and action = 'activity.archived'`,
      [tenantId],
    );
    assert.partialDeepStrictEqual(entries, [{ position: 3 }]);
    await write(1, 5);
    assert.equal((await verify()).broken, undefined);
    await owner.query(
      `update activity_archives v set position = 6, hash = s.hash
      from activity_seals s where v.tenant_id = $1 and s.tenant_id = $1 and s.first_position = 4`,
      [tenantId],
    );
    await owner.query('delete from activity_seals where tenant_id = $1 and first_position = 4', [
      tenantId,
    ]);
    await owner.query(`delete from activity where tenant_id = $1 and occurred_at = $2`, [
      tenantId,
      daysAgo(400),
    ]);
    assert.match((await verify()).broken?.detail ?? '', /no entry says/);
  });

  test('the service itself cannot change the end of the archive', async () => {
    await assert.rejects(at.database.query('delete from activity_archives'), /permission denied/);
  });
});

suite('operator audit archive and verify-archive', () => {
  const operator = (...args: string[]) =>
    runOperator([...args, '--tenant', tenantId], {
      DATABASE_URL: at.url,
      GROUPWRIGHT_DATA_DIR: directory,
      RETENTION: 'activity=P1Y',
    });

  test('archive, prove the files, and find a changed one', async () => {
    await write(3, 500);
    await write(2, 10);
    const early = await operator('audit', 'archive', '--to', directory, '--older-than', 'P30D');
    assert.equal(early.code, 2);
    assert.match(early.err, /at least P90D/);
    const older = await operator('audit', 'archive', '--to', directory, '--older-than', 'P2Y');
    assert.match(older.out, /nothing|0 entries/i);
    // Without --older-than, as RETENTION says.
    const archived = await operator('audit', 'archive', '--to', directory);
    assert.equal(archived.code, 0, archived.err);
    const head = /3 entries archived, archive head (3:[0-9a-f]{64})/.exec(archived.out)?.[1] ?? '';
    const proof = ['audit', 'verify-archive', '--from', directory];
    const whole = await operator(...proof, '--noted', head);
    assert.equal(whole.code, 0, whole.err);
    assert.match(whole.out, /whole {3}3 entries verified/);
    const rest = await operator('audit', 'verify');
    assert.match(rest.out, /whole {3}2 entries verified after 3 archived ones/);

    const path = join(directory, tenantId, '000000000000001.jsonl.gz');
    const text = gunzipSync(await readFile(path)).toString();
    await writeFile(path, gzipSync(text.replace('"n":2', '"n":9')));
    const changed = await operator(...proof);
    assert.equal(changed.code, 4);
    assert.match(changed.out, /at position 2 was changed/);
    await rm(path);
    const missing = await operator(...proof);
    assert.deepEqual([missing.code, /does not continue/.test(missing.out)], [4, true]);
  });
});
