// PgBouncer itself between the service and PostgreSQL. Skipped where the program is not installed; PGBOUNCER names it.
import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { externalDatabase } from '../src/postgres/connection-settings.ts';
import { silentLog } from '../src/postgres/log.ts';
import { migrate } from '../src/postgres/migrate.ts';
import { openDatabase } from '../src/postgres/pool.ts';
import { DatabaseStartError } from '../src/postgres/start-error.ts';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';
import { startReplicatedServers, type ReplicatedServers } from './replicated-servers.ts';

const program = process.env['PGBOUNCER'] ?? 'pgbouncer';
const isInstalled = spawnSync(program, ['--version']).status === 0;
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
  async function startPooler(mode: 'session' | 'transaction'): Promise<string> {
    const server = new URL(servers.primaryUrl());
    const database = server.pathname.slice(1);
    const port = await freePort();
    const users = join(directory, `${mode}.users`);
    const settings = join(directory, `${mode}.ini`);
    await writeFile(users, `"${server.username}" "${server.password}"\n`, { mode: 0o644 });
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
default_pool_size = 20
ignore_startup_parameters = options
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
    return `postgresql://${server.username}:${server.password}@127.0.0.1:${port}/${database}`;
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

  test('in transaction mode is refused at the start, with the setting to change', async () => {
    const roles = externalDatabase(await startPooler('transaction'));
    await assert.rejects(
      migrate(roles.owner, { log: silentLog }),
      (error) =>
        error instanceof DatabaseStartError && /Set pool_mode to session/.test(error.message),
    );
  });
});
