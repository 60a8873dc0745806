import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { appendFile, chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { Database } from './database.ts';
import { startEmbeddedPostgres } from '../embedded/embedded.ts';
import type { EmbeddedPostgres } from '../embedded/embedded.ts';
import { openCluster } from '../embedded/cluster.ts';
import { startServer } from '../embedded/server.ts';
import { serverSettings } from '../embedded/server-settings.ts';
import { silentLog as log } from './log.ts';
import { migrate } from './migrate.ts';
import { applicationRole } from './connection-settings.ts';
import { openDatabase } from './pool.ts';
import { createReadinessProbe } from './readiness.ts';
import { DomainError } from '../ground/errors.ts';
import { eventually } from '../../testing/eventually.ts';
import { dataParent } from '../../testing/data-parent.ts';

const settlesWithinMs = 60_000;

function withPath(address: URL, database: string): string {
  const other = new URL(address);
  other.pathname = `/${database}`;
  return other.href;
}

suite('readiness', { concurrency: false }, () => {
  // A separate server: its settings are changed for all sessions.
  let dataDirectory: string;
  let postgres: EmbeddedPostgres;
  let owner: Database;
  let database: Database;
  let now = 0;
  const processId = randomUUID();

  async function open(): Promise<void> {
    postgres = await startEmbeddedPostgres({
      dataDirectory,
      log,
      settings: { fsync: 'off', shared_buffers: '16MB' },
    });
    owner = openDatabase(postgres.owner, { log, maxConnections: 1 });
    database = openDatabase(postgres.application, { log });
  }

  async function close(): Promise<void> {
    await Promise.all([owner.close(), database.close()]);
    await postgres.stop();
  }

  async function set(name: string, value: string): Promise<void> {
    await owner.query(`alter system set ${name} = '${value}'`);
    await owner.query('select pg_reload_conf()');
    // In the connections of the pool, too, also those that the probe takes: the server tells one after the other.
    while ((await show(name)) !== value || (await show(name, 'hot')) !== value) await pause(5);
  }

  async function show(name: string, kind?: 'hot'): Promise<string | undefined> {
    const text = 'select current_setting($1) as value';
    const query = kind === undefined ? text : { name: 'show_setting', kind, text };
    const [row] = await database.query<{ value: string }>(query, [name]);
    return row?.value;
  }

  /** Asks afresh. */
  async function isReady(): Promise<boolean> {
    return (await whyNot()) === undefined;
  }

  function whyNot(asked = database): Promise<string | undefined> {
    return createReadinessProbe({
      database: asked,
      processId,
      monotonicNow: () => now,
      onFailure: () => undefined,
    })();
  }

  /** A machine that is busy elsewhere may let a write take longer than it may. */
  async function untilReady(): Promise<void> {
    const giveUpAt = performance.now() + settlesWithinMs;
    while (!(await isReady())) assert.ok(performance.now() < giveUpAt, 'it does not get ready');
  }

  async function waitingCommits(): Promise<number> {
    const rows = await owner.query(
      "select from pg_stat_activity where wait_event = 'SyncRep' and state = 'active'",
    );
    return rows.length;
  }

  before(async () => {
    dataDirectory = await mkdtemp(join(dataParent, 'groupwright-readiness-'));
    await chmod(dataDirectory, 0o711);
    await open();
    await migrate(postgres.owner, { log });
  });
  after(async () => {
    await close();
    await rm(dataDirectory, { recursive: true });
  });

  test('a process is ready where its write is committed', async () => {
    await untilReady();
    await untilReady();
    const rows = await database.query('select process_id from readiness_probes');
    assert.deepEqual(rows, [{ processId }]);
  });

  test('rows of processes that have ended are removed', async () => {
    await owner.query(
      "insert into readiness_probes values (gen_random_uuid(), now() - interval '2 days')",
    );
    await untilReady();
    const rows = await database.query('select process_id from readiness_probes');
    assert.deepEqual(rows, [{ processId }]);
  });

  test('a flood of questions is one write, and the answer is renewed a second later', async () => {
    const failures: unknown[] = [];
    let writes = 0;
    const counted: Database = {
      ...database,
      query: (query, values) => {
        writes += 1;
        return database.query(query, values);
      },
    };
    const ask = createReadinessProbe({
      database: counted,
      processId,
      monotonicNow: () => now,
      onFailure: (error) => failures.push(error),
    });
    const answers = await Promise.all(Array.from({ length: 1000 }, () => ask()));
    assert.deepEqual(new Set(answers), new Set([undefined]));
    now += 999;
    await ask();
    assert.equal(writes, 1);
    now += 1;
    await ask();
    assert.equal(writes, 2);
    assert.deepEqual(failures, []);
  });

  test('a process is not ready where the database takes no writes', async () => {
    await set('default_transaction_read_only', 'on');
    try {
      assert.equal(await whyNot(), 'it is read-only');
    } finally {
      await set('default_transaction_read_only', 'off');
    }
    await untilReady();
  });

  test('a process is not ready while commits wait for a dead standby, and what it gave up is cancelled', async () => {
    await set('synchronous_standby_names', 'missing');
    try {
      // The checkpointer has to hear of it, too.
      while (await isReady()) await pause(10);
      for (let round = 0; round < 2; round += 1) assert.equal(await isReady(), false);
      // Creations give up later, by the same way.
      const write = {
        text: 'insert into readiness_probes values (gen_random_uuid(), now())',
        withinMs: 100,
      };
      for (let round = 0; round < 3; round += 1) {
        await assert.rejects(database.query(write), { code: 'unavailable' });
      }
      const giveUpAt = performance.now() + settlesWithinMs;
      while ((await waitingCommits()) > 0) {
        assert.ok(performance.now() < giveUpAt, 'commits pile up');
        await pause(10);
      }
    } finally {
      await set('synchronous_standby_names', '');
    }
    await untilReady();
  });

  test('a database that gives no connection is away, whatever it says instead, and readiness says why', async () => {
    const address = new URL(postgres.owner.url);
    const asOwner = async (database: string, ...statements: string[]) => {
      const client = new Client({ connectionString: withPath(address, database) });
      await client.connect();
      try {
        for (const statement of statements) await client.query(statement);
      } finally {
        await client.end();
      }
    };
    const own = address.pathname.slice(1);
    // The server lets in the accounts that this file maps to ours.
    const map = join(dataDirectory, 'postgresql', 'pg_ident.conf');
    await appendFile(map, `groupwright ${userInfo().username} caller\n`);
    await owner.query('select pg_reload_conf()');
    await asOwner(own, `create role caller login in role ${applicationRole}`);
    const barred = async (why: string, bar: string, admit: string) => {
      const asked = new URL(address);
      asked.username = 'caller';
      const called = openDatabase({ url: asked.href, role: applicationRole }, { log });
      try {
        await untilReady();
        assert.equal(await whyNot(called), undefined);
        await asOwner(
          'postgres',
          bar,
          `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'caller'`,
        );
        await eventually(async () => (await whyNot(called)) === why, `readiness says: ${why}`);
        const isAway = (error: unknown) =>
          error instanceof DomainError &&
          error.code === 'unavailable' &&
          error.retryAfterMs !== undefined;
        await assert.rejects(called.query('select 1'), isAway);
        await assert.rejects(
          called.transaction(async () => undefined),
          isAway,
        );
      } finally {
        await asOwner('postgres', admit);
        await called.close();
      }
    };
    const refuses = 'it refuses the account of the service';
    await barred(refuses, 'alter role caller nologin', 'alter role caller login');
    await barred(
      'it has no connections or memory left',
      'alter role caller connection limit 0',
      'alter role caller connection limit -1',
    );
    await barred(
      'it accepts no connections',
      `alter database "${own}" allow_connections false`,
      `alter database "${own}" allow_connections true`,
    );
    await barred(
      refuses,
      `revoke connect on database "${own}" from public`,
      `grant connect on database "${own}" to public`,
    );
    const missing = openDatabase({ url: withPath(address, 'missing') }, { log });
    assert.equal(await whyNot(missing), 'it does not exist');
    await missing.close();
  });

  test('a process is not ready on a standby', async () => {
    await close();
    const signal = join(dataDirectory, 'postgresql', 'standby.signal');
    await writeFile(signal, '');
    const { uid, gid } = await stat(join(dataDirectory, 'postgresql'));
    await chown(signal, uid, gid);
    // A start by the service removes the file, and a running server is adopted.
    const cluster = await openCluster(dataDirectory, { durable: true });
    await startServer(cluster, serverSettings(cluster), new AbortController().signal);
    await open();
    assert.equal(await isReady(), false);
    // The pool refuses a standby, so the promotion takes a connection of the driver.
    const driver = new Client({ connectionString: postgres.owner.url });
    await driver.connect();
    await driver.query('select pg_promote()');
    await driver.end();
    await untilReady();
  });
});
