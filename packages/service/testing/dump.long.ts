// The drill of docs/backup.md for a server of the operator's own: pg_dump of a running service, pg_restore into another
// database. Skipped where no PostgreSQL with pg_dump is installed; POSTGRESQL_BIN names its programs.
import assert from 'node:assert/strict';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { createChanges } from '../src/configuration/changes.postgres.ts';
import { systemClock } from '../src/foundation/clock.ts';
import { createIdGenerator } from '../src/foundation/identifiers.ts';
import { externalDatabase } from '../src/postgres/connection-settings.ts';
import { silentLog } from '../src/postgres/log.ts';
import { migrate } from '../src/postgres/migrate.ts';
import { openDatabase } from '../src/postgres/pool.ts';
import { eventually } from './eventually.ts';
import { runOperator } from './operator.ts';
import { startServiceProcess, type ServiceProcess } from './service-process.ts';
import { addTestTenant, teamRequest, type AddedTenant } from './tenant.ts';

const programs = process.env['POSTGRESQL_BIN'] ?? '/usr/lib/postgresql/15/bin';
const isInstalled = existsSync(join(programs, 'pg_dump'));
/** PostgreSQL refuses to run as root. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;
const run = promisify(execFile);

suite('a dump of a server of the operator', { skip: !isInstalled && 'no pg_dump' }, () => {
  let directory: string;
  let server: ChildProcess;
  let service: ServiceProcess | undefined;
  let tenant: AddedTenant;
  const key = randomBytes(32).toString('base64');
  const urlOf = (user: string, database: string) =>
    `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(directory)}`;
  const env = (database: string) => ({
    DATABASE_URL: urlOf('operator', database),
    GROUPWRIGHT_DATA_DIR: join(directory, 'service'),
    GROUPWRIGHT_ENCRYPTION_KEY: key,
  });

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), `groupwright-test-${process.pid}-dump-`));
    await mkdir(join(directory, 'service'));
    if (account !== undefined) await chown(directory, account.uid, account.gid);
    await chmod(directory, 0o700);
    const data = join(directory, 'data');
    const options = { ...account, cwd: '/' };
    await run(join(programs, 'initdb'), ['-D', data, '-U', 'super', '--auth=trust'], options);
    server = spawn(
      join(programs, 'postgres'),
      ['-D', data, '-c', 'listen_addresses=', '-c', `unix_socket_directories=${directory}`],
      { ...options, stdio: 'ignore' },
    );
    await eventually(
      () =>
        asSuper('select 1').then(
          () => true,
          () => false,
        ),
      'PostgreSQL starts',
    );
    // As docs/operator.md says for a user who may not create roles.
    await asSuper('create role operator login');
    await asSuper('create role groupwright_app nologin');
    await asSuper('grant groupwright_app to operator');
    for (const name of ['first', 'second']) await asSuper(`create database ${name} owner operator`);
  });
  after(async () => {
    await service?.end('SIGTERM');
    server.kill('SIGINT');
    await new Promise((resolve) => void server.once('exit', resolve));
    await rm(directory, { recursive: true, force: true });
  });

  async function asSuper(statement: string): Promise<void> {
    const client = new Client({ connectionString: urlOf('super', 'postgres') });
    try {
      await client.connect();
      await client.query(statement);
    } finally {
      await client.end();
    }
  }

  async function withDatabase<T>(
    name: string,
    work: (database: ReturnType<typeof openDatabase>) => Promise<T>,
  ): Promise<T> {
    const roles = externalDatabase(urlOf('operator', name));
    const database = openDatabase(roles.application, { log: silentLog, maxConnections: 2 });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }

  async function createGroup(address: string, name: string): Promise<void> {
    const post = (path: string, body: object, token = '') =>
      fetch(`${address}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      });
    const { tenantId, keyId, secret } = tenant;
    const answer = await post('/token', { tenantId, keyId, secret });
    const { accessToken } = (await answer.json()) as { accessToken: string };
    const created = await post('/teams', teamRequest(name), accessToken);
    assert.equal(created.status, 200, await created.text());
  }

  const complete = (name: string, groups: number) =>
    withDatabase(name, (database) =>
      eventually(async () => {
        const rows = await database.query(
          `select from provisionings where status = 'succeeded' and not exists (select from activity_unsealed)`,
        );
        return rows.length === groups;
      }, `${groups} groups are complete`),
    );

  test('has everything of a running service; restored, the chain is whole, the rights are the same and the service continues', async () => {
    await migrate(externalDatabase(urlOf('operator', 'first')).owner, { log: silentLog });
    const deps = { clock: systemClock, randomBytes };
    const createId = createIdGenerator(deps);
    tenant = await withDatabase('first', (database) =>
      database.transaction((transaction) =>
        addTestTenant(createChanges(transaction, { ...deps, createId })),
      ),
    );
    service = await startServiceProcess(env('first'));
    for (const name of ['one', 'two']) await createGroup(service.address, name);
    await complete('first', 2);

    const dump = join(directory, 'service', 'groupwright.dump');
    await run(join(programs, 'pg_dump'), [
      '--format=custom',
      '--file',
      dump,
      env('first').DATABASE_URL,
    ]);
    await service.end('SIGTERM');
    service = undefined;
    const restore = ['--clean', '--if-exists', '--no-owner', '--exit-on-error'];
    const target = ['--dbname', env('second').DATABASE_URL, dump];
    await run(join(programs, 'pg_restore'), [...restore, ...target]);

    const verified = await runOperator(['audit', 'verify'], env('second'));
    assert.equal(verified.code, 0, verified.out + verified.err);
    await withDatabase('second', async (database) => {
      for (const table of ['activity', 'activity_seals', 'activity_archives']) {
        await assert.rejects(database.query(`delete from ${table}`), /permission denied/);
      }
    });
    service = await startServiceProcess(env('second'));
    await createGroup(service.address, 'three');
    await complete('second', 3);
  });
});
