import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after, before, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { createLoopbackCertificate } from '@groupwright/graph-simulator/certificate.ts';
import type { Client } from 'pg';

import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { freePort } from '../../testing/free-port.ts';
import { startTestPooler, type TestPooler } from '../../testing/pooler.ts';
import { startRelay } from '../../testing/relay.ts';
import { DomainError } from '../ground/errors.ts';
import { refuseSharedSessions, type VerifiedConnection } from './connect.ts';
import { externalDatabase } from './connection-settings.ts';
import { silentLog } from './log.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './pool.ts';
import { DatabaseStartError } from './unavailable.ts';
import { verifyConnection } from './verify-connection.ts';

const settingsQuery = `
  select current_user as role, current_setting('statement_timeout') as timeout,
    current_setting('timezone') as zone, current_setting('plan_cache_mode') as planning`;
const asAskedFor = {
  role: 'groupwright_app',
  timeout: '15s',
  zone: 'UTC',
  planning: 'force_custom_plan',
};

suite('a connection', () => {
  let at: TestDatabase;
  const poolers: TestPooler[] = [];
  before(async () => {
    at = await createTestDatabase();
  });
  after(async () => {
    await Promise.all(poolers.map((pooler) => pooler.close()));
    await at.close();
  });

  async function startPooler(options?: string): Promise<string> {
    const pooler = await startTestPooler(at.url, options);
    poolers.push(pooler);
    return `127.0.0.1:${pooler.port}`;
  }
  function through(hosts: readonly string[], query = '') {
    const { username, pathname } = new URL(at.url);
    return externalDatabase(`postgres://${username}@${hosts.join(',')}${pathname}${query}`);
  }

  test('has its role and settings behind a pooler that drops them at the start', async (t) => {
    const roles = through([await startPooler()]);
    await migrate(roles.owner, { log: silentLog });
    const database = openDatabase(roles.application, { log: silentLog, maxConnections: 2 });
    t.after(() => database.close());
    assert.deepEqual(await database.query(settingsQuery), [asAskedFor]);
    assert.deepEqual(
      await database.transaction((transaction) => transaction.query(settingsQuery)),
      [asAskedFor],
    );
  });

  test('may take longer while the service starts', async (t) => {
    const relay = await startRelay(Number((await startPooler()).split(':')[1]));
    t.after(relay.close);
    const { application } = through([`127.0.0.1:${relay.port}`]);
    let isStarting = true;
    const connectTimeoutMs = 50;
    const options = { log: silentLog, connectTimeoutMs, isStarting: () => isStarting };
    const database = openDatabase(application, options);
    t.after(() => database.close());
    relay.cut();
    const asked = database.query('select 1 as n');
    await Promise.race([asked, pause(connectTimeoutMs * 4)]);
    relay.heal();
    assert.deepEqual(await asked, [{ n: 1 }]);
    isStarting = false;
    relay.cut();
    const background = database.query({ text: 'select 1 as n', kind: 'background' });
    await assert.rejects(background, { code: 'unavailable' });
  });

  test('is refused where the server only reads, with a sentence at the start', async (t) => {
    const roles = through([await startPooler('-c default_transaction_read_only=on')]);
    await assert.rejects(
      migrate(roles.owner, { log: silentLog }),
      (error) => error instanceof DatabaseStartError && /is read-only/.test(error.message),
    );
    const database = openDatabase(roles.application, { log: silentLog });
    t.after(() => database.close());
    await assert.rejects(
      database.query('select 1'),
      (error) => error instanceof DomainError && error.code === 'unavailable',
    );
  });

  test('goes to the first of several hosts that can be written, and to another when that one is lost', async (t) => {
    const away = `127.0.0.1:${await freePort()}`;
    const readOnly = await startPooler('-c default_transaction_read_only=on');
    const first = await startTestPooler(at.url, undefined);
    const second = await startPooler();
    const hosts = [away, readOnly, `127.0.0.1:${first.port}`, second];
    const roles = through(hosts, '?target_session_attrs=read-write');
    await migrate(roles.owner, { log: silentLog });
    const database = openDatabase(roles.application, { log: silentLog });
    t.after(() => database.close());
    assert.deepEqual(await database.query(settingsQuery), [asAskedFor]);
    let onNotified: ((payload: string) => void) | undefined;
    const listener = await database.listen('hosts', (payload) => onNotified?.(payload));
    t.after(() => listener.close());

    await first.close();
    // The loss is noticed by the statement that meets it, or before.
    await database.query('select 1').catch(() => undefined);
    assert.deepEqual(await database.query(settingsQuery), [asAskedFor]);
    const notified = new Promise<string>((resolve) => {
      onNotified = resolve;
    });
    const ring = setInterval(
      () => void at.database.query(`select pg_notify('hosts', 'again')`).catch(() => undefined),
      50,
    );
    t.after(() => clearInterval(ring));
    assert.equal(await notified, 'again');
  });
});

test('a server older than PostgreSQL 15 is refused by its version, and each later one is accepted', async () => {
  /** Answers as a server of that version does. */
  const verify = (version: number) => {
    const proof = {
      version,
      isStandby: false,
      isReadOnly: false,
      startedAt: '1',
      backendId: 7,
      settings: {},
    };
    const client = { processID: 7, query: async () => ({ rows: [proof] }) };
    return verifyConnection(client as unknown as Client, { url: '' }, {});
  };
  for (const version of [9, 14]) {
    await assert.rejects(
      verify(version),
      (error) =>
        error instanceof DatabaseStartError &&
        error.message.startsWith(
          `The database is PostgreSQL ${version}. The service needs PostgreSQL 15 or later;`,
        ),
    );
  }
  for (const version of [15, 16, 17, 18, 19]) {
    assert.deepEqual(await verify(version), { startedAt: '1', backendId: 7, isPooled: false });
  }
});

test('a pooler that shares sessions between clients is refused with the way out', async () => {
  const server = { startedAt: '1', backendId: 7, isPooled: true };
  const another = (backendId: number) => async () =>
    ({
      client: { end: async () => undefined },
      server: { ...server, backendId },
    }) as unknown as VerifiedConnection;
  await assert.rejects(
    refuseSharedSessions(server, another(7)),
    (error) => error instanceof DatabaseStartError && /pool_mode to session/.test(error.message),
  );
  await refuseSharedSessions(server, another(8));
  await refuseSharedSessions({ ...server, isPooled: false }, () => assert.fail('needless'));
});

suite('a certificate of the database that is not trusted', () => {
  /** Speaks TLS after the request of PostgreSQL for it, and nothing else. */
  async function startTlsServer() {
    const { certificate, key } = await createLoopbackCertificate();
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.write('S');
        new TLSSocket(socket, { isServer: true, cert: certificate, key }).on(
          'error',
          () => undefined,
        );
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return { url: `postgres://me@127.0.0.1:${port}/any?sslmode=verify-full`, server };
  }

  test('refuses a start with the way out, and makes calls of a running service fail as unavailable', async (t) => {
    const { url, server } = await startTlsServer();
    t.after(() => void server.close());
    await assert.rejects(
      migrate({ url }, { log: silentLog }),
      (error) =>
        error instanceof DatabaseStartError &&
        /^The TLS certificate of the database was not accepted \([^;]+\)\. Add sslrootcert/.test(
          error.message,
        ),
    );
    const database = openDatabase({ url }, { log: silentLog, maxConnections: 1 });
    t.after(() => database.close());
    await assert.rejects(
      database.query('select 1'),
      (error) => error instanceof DomainError && error.code === 'unavailable',
    );
  });
});
