// The drills of docs/backup.md for a server of the operator's own: a dump of a running service, and a recovery to the
// moment before a mistake. Skipped where no PostgreSQL is installed.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { createChanges } from '../src/settings/configuration/changes.postgres.ts';
import { systemClock } from '../src/ground/clock.ts';
import { createIdGenerator } from '../src/ground/identifiers.ts';
import { externalDatabase } from '../src/postgres/connection-settings.ts';
import { silentLog } from '../src/postgres/log.ts';
import { migrate } from '../src/postgres/migrate.ts';
import { eventually } from './eventually.ts';
import {
  isServerInstalled,
  startInstalledServer,
  type InstalledServer,
} from './installed-server.ts';
import { runOperator } from './operator.ts';
import { startServiceProcess, type ServiceProcess } from './service-process.ts';
import { addTestTenant, teamRequest, type AddedTenant } from './tenant.ts';

const skip = !isServerInstalled && 'no PostgreSQL is installed';

suite('a server of the operator', { skip }, () => {
  let server: InstalledServer;
  let service: ServiceProcess | undefined;
  let tenant: AddedTenant;
  let serviceDirectory: string;
  const key = randomBytes(32).toString('base64');
  const env = (database: string) => ({
    DATABASE_URL: server.urlOf(database),
    GROUPWRIGHT_DATA_DIR: serviceDirectory,
    GROUPWRIGHT_ENCRYPTION_KEY: key,
  });

  before(async () => {
    server = await startInstalledServer('own-server', (directory) => ({
      archive_mode: 'on',
      archive_command: `test ! -f ${directory}/archive/%f && cp %p ${directory}/archive/%f`,
      restore_command: `cp ${directory}/archive/%f %p`,
    }));
    serviceDirectory = await server.makeDirectory('service');
    await server.makeDirectory('archive');
    for (const name of ['first', 'second']) {
      await server.asSuper(`create database ${name} owner operator`);
    }
    await migrate(externalDatabase(server.urlOf('first')).owner, { log: silentLog });
    const deps = { clock: systemClock, randomBytes };
    const createId = createIdGenerator(deps);
    tenant = await server.withDatabase('first', (database) =>
      database.transaction((transaction) =>
        addTestTenant(createChanges(transaction, { ...deps, createId })),
      ),
    );
  });
  after(async () => {
    await service?.end('SIGTERM');
    await server.remove();
  });

  async function createGroup(name: string): Promise<void> {
    const post = (path: string, body: object, token = '') =>
      fetch(`${service?.address}${path}`, {
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

  const complete = (database: string, names: readonly string[]) =>
    server.withDatabase(database, (open) =>
      eventually(
        async () => {
          const rows = await open.query<{ mailNickname: string }>(
            `select t.mail_nickname from provisionings p join teams t using (tenant_id, team_id)
          where p.status = 'succeeded' and not exists (select from activity_unsealed) order by 1`,
          );
          return rows.map((row) => row.mailNickname).join(' ') === names.toSorted().join(' ');
        },
        `${names.join(', ')} are complete`,
      ),
    );

  async function verifyChain(database: string): Promise<void> {
    const verified = await runOperator(['audit', 'verify'], env(database));
    assert.equal(verified.code, 0, verified.out + verified.err);
  }

  test('a dump has everything of a running service; restored, the chain is whole, the rights are the same and the service continues', async () => {
    service = await startServiceProcess(env('first'));
    for (const name of ['one', 'two']) await createGroup(name);
    await complete('first', ['one', 'two']);

    const dump = join(serviceDirectory, 'groupwright.dump');
    await server.run('pg_dump', '--format=custom', '--file', dump, env('first').DATABASE_URL);
    await service.end('SIGTERM');
    service = undefined;
    const restore = (database: string, file: string) => {
      const options = ['--single-transaction', '--clean', '--if-exists', '--no-owner'];
      return server.run('pg_restore', ...options, '--dbname', env(database).DATABASE_URL, file);
    };
    await restore('second', dump);
    const cut = join(serviceDirectory, 'cut.dump');
    const whole = await readFile(dump);
    await writeFile(cut, whole.subarray(0, whole.length - 1000));
    await assert.rejects(restore('second', cut), /end of file/);
    await complete('second', ['one', 'two']);

    await verifyChain('second');
    await server.withDatabase('second', async (database) => {
      for (const table of ['activity', 'activity_seals', 'activity_archives']) {
        await assert.rejects(database.query(`delete from ${table}`), /permission denied/);
      }
    });
    service = await startServiceProcess(env('second'));
    await createGroup('three');
    await complete('second', ['one', 'three', 'two']);
    await service.end('SIGTERM');
    service = undefined;
  });

  test('a base backup and the archived log bring back the moment before a mistake, with what was accepted until then', async () => {
    const base = join(server.directory, 'base');
    await server.run('pg_basebackup', '-D', base, '-d', superUrl(), '--checkpoint=fast');
    service = await startServiceProcess(env('first'));
    await createGroup('after-the-backup');
    await complete('first', ['after-the-backup', 'one', 'two']);
    await server.asSuper(`select pg_create_restore_point('before the mistake')`);
    await service.end('SIGTERM');
    service = undefined;
    await server.withDatabase('first', (database) =>
      database.query(`update teams set mail_nickname = 'mistake-' || team_id`),
    );
    await server.asSuper('select pg_switch_wal()');
    await server.asSuper('checkpoint');

    await appendFile(
      join(base, 'postgresql.auto.conf'),
      `recovery_target_name = 'before the mistake'\nrecovery_target_action = 'promote'\n`,
    );
    await writeFile(join(base, 'recovery.signal'), '');
    await server.restart(base);
    await complete('first', ['after-the-backup', 'one', 'two']);
    await verifyChain('first');
    service = await startServiceProcess(env('first'));
    await createGroup('after-the-recovery');
    await complete('first', ['after-the-backup', 'after-the-recovery', 'one', 'two']);
    await verifyChain('first');
  });

  const superUrl = () =>
    `postgresql://super@localhost/postgres?host=${encodeURIComponent(server.directory)}`;
});
