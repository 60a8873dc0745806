// PgBouncer itself between the service and PostgreSQL. Skipped where the program is not installed; PGBOUNCER names it.
import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { createChanges } from '../src/settings/configuration/changes.postgres.ts';
import { systemClock } from '../src/ground/clock.ts';
import { createIdGenerator } from '../src/ground/identifiers.ts';
import { externalDatabase } from '../src/postgres/connection-settings.ts';
import { silentLog } from '../src/postgres/log.ts';
import { migrate } from '../src/postgres/migrate.ts';
import { openDatabase } from '../src/postgres/pool.ts';
import { DatabaseStartError } from '../src/postgres/unavailable.ts';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';
import { runOperator } from './operator.ts';
import { startReplicatedServers, type ReplicatedServers } from './replicated-servers.ts';
import { startServiceProcess } from './service-process.ts';
import { addTestTenant, teamRequest, type AddedTenant } from './tenant.ts';

const createId = createIdGenerator({ clock: systemClock, randomBytes });
const program = process.env['PGBOUNCER'] ?? 'pgbouncer';
const isInstalled = spawnSync(program, ['--version']).status === 0;
/** Sessions of the server that all processes share in transaction mode. */
const poolSize = 8;
/** PgBouncer refuses to run as root. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

suite('PgBouncer', { skip: !isInstalled && 'pgbouncer is not installed' }, () => {
  let servers: ReplicatedServers;
  let directory: string;
  const running: ChildProcess[] = [];
  before(async () => {
    servers = await startReplicatedServers('asynchronous');
    directory = await mkdtemp(join(tmpdir(), `groupwright-test-${process.pid}-pgbouncer-`));
    await chmod(directory, 0o755);
  });
  after(async () => {
    for (const child of running) child.kill('SIGKILL');
    await servers.remove();
    await rm(directory, { recursive: true, force: true });
  });

  /** @returns the address to set as DATABASE_URL */
  async function startPooler(
    mode: 'session' | 'transaction',
    user = new URL(servers.primaryUrl()).username,
  ): Promise<string> {
    const server = new URL(servers.primaryUrl());
    const database = server.pathname.slice(1);
    const port = await freePort();
    const users = join(directory, `${port}.users`);
    const settings = join(directory, `${port}.ini`);
    await writeFile(users, `"${user}" "${server.password}"\n`, { mode: 0o644 });
    await writeFile(
      settings,
      `[databases]
${database} = host=${server.hostname} port=${server.port} password=${server.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = ${mode === 'session' ? 20 : poolSize}
${mode === 'session' || user !== 'pooled' ? 'ignore_startup_parameters = options' : ''}
`,
      { mode: 0o644 },
    );
    const child = spawn(program, [settings], { ...account, stdio: ['ignore', 'ignore', 'pipe'] });
    running.push(child);
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    await eventually(() => {
      assert.equal(child.exitCode, null, output);
      return output.includes('process up');
    }, 'PgBouncer listens');
    return `postgresql://${user}:${server.password}@127.0.0.1:${port}/${database}`;
  }

  test('in session mode keeps the role, the settings and the notifications of each connection', async (t) => {
    const roles = externalDatabase(await startPooler('session'));
    await migrate(roles.owner, { log: silentLog });
    const database = openDatabase(roles.application, { log: silentLog, maxConnections: 4 });
    t.after(() => database.close());
    const settings = await Promise.all(
      Array.from({ length: 8 }, () =>
        database.query<{ role: string; timeout: string }>(
          `select current_user as role, current_setting('statement_timeout') as timeout`,
        ),
      ),
    );
    for (const rows of settings) {
      assert.deepEqual(rows, [{ role: 'groupwright_app', timeout: '15s' }]);
    }
    const heard: string[] = [];
    const listener = await database.listen('pooled', (payload) => heard.push(payload));
    t.after(() => listener.close());
    await database.query(`select pg_notify('pooled', 'here')`);
    await eventually(() => heard.includes('here'), 'a notification arrives');
  });

  test('in transaction mode is refused at the start, with the settings to change', async () => {
    const roles = externalDatabase(await startPooler('transaction'));
    await assert.rejects(
      migrate(roles.owner, { log: silentLog }),
      (error) =>
        error instanceof DatabaseStartError &&
        /Set pool_mode to session.* or set DATABASE_DIRECT_URL/.test(error.message),
    );
  });

  test('in transaction mode beside a direct address, an account without its settings is refused with the statements to run; with them, several processes share few sessions', async (t) => {
    const direct = servers.primaryUrl();
    await migrate({ url: direct }, { log: silentLog });
    const { password } = new URL(direct);
    await asOwner(
      `create role pooled login password '${password}'; grant groupwright_app to pooled`,
    );
    const open = (url: string) =>
      openDatabase(externalDatabase(url, direct).application, { log: silentLog });

    const unprepared = open(await startPooler('transaction', 'pooled'));
    const refused = await unprepared.query('select 1').then(
      () => '',
      (error: unknown) => String((error as Error).cause ?? error),
    );
    await unprepared.close();
    const statements = refused.match(/alter role .*;/g) ?? [];
    assert.ok(statements.length >= 4, refused);
    await asOwner(statements.join('\n'));

    const url = await startPooler('transaction', 'pooled');
    const database = open(url);
    t.after(() => database.close());
    const roles = await Promise.all(
      Array.from({ length: 30 }, () =>
        database.query<{ role: string }>('select current_user as role, pg_sleep(0.01)'),
      ),
    );
    assert.ok(roles.flat().every(({ role }) => role === 'groupwright_app'));

    const tenant = await servers.withDatabase((owned) =>
      owned.transaction((transaction) =>
        addTestTenant(createChanges(transaction, { clock: systemClock, createId, randomBytes })),
      ),
    );
    const env = {
      DATABASE_URL: url,
      DATABASE_DIRECT_URL: direct,
      GROUPWRIGHT_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      BASE_URL: `http://127.0.0.1:${await freePort()}`,
    };
    const services = await Promise.all(
      ['api', 'api', 'worker'].map((ROLES) => startServiceProcess({ ...env, ROLES })),
    );
    t.after(() => Promise.all(services.map((service) => service.end('SIGTERM'))));
    const groups = 60;
    await Promise.all(
      Array.from({ length: groups }, async (_, n) => {
        const address = services[n % 2]?.address ?? '';
        const answer = await createGroup(address, tenant, `pooled-${n}`);
        assert.equal(answer.status, 200, await answer.text());
      }),
    );
    await eventually(async () => {
      const [row] = await database.query<{ done: number; sessions: number }>(
        `select (select count(*)::integer from provisionings where status = 'succeeded') as done,
          (select count(*)::integer from pg_stat_activity where usename = 'pooled') as sessions`,
      );
      // The pool has no more, and each process listens by a direct one.
      const most = poolSize + services.length;
      assert.ok((row?.sessions ?? 0) <= most, `${row?.sessions} sessions`);
      return row?.done === groups;
    }, 'all groups are created');
    const { code, out } = await runOperator(['audit', 'verify'], env);
    assert.equal(code, 0, out);
    for (const service of services) assert.doesNotMatch(service.output(), /"level":50/);
  });

  async function asOwner(statements: string): Promise<void> {
    const client = new Client({ connectionString: servers.primaryUrl() });
    try {
      await client.connect();
      await client.query(statements);
    } finally {
      await client.end();
    }
  }
});

async function createGroup(address: string, tenant: AddedTenant, name: string): Promise<Response> {
  const post = (path: string, body: object, token = '') =>
    fetch(`${address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  const { tenantId, keyId, secret } = tenant;
  const signedIn = await post('/token', { tenantId, keyId, secret });
  const { accessToken } = (await signedIn.json()) as { accessToken: string };
  return post('/teams', teamRequest(name), accessToken);
}
