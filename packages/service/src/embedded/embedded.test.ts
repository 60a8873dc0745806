import { strict as assert } from 'node:assert';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DomainError } from '../ground/errors.ts';
import { startEmbeddedPostgres, stopAbandoned } from './embedded.ts';
import type { EmbeddedPostgres } from './embedded.ts';
import { silentLog } from '../postgres/log.ts';
import { openDatabase } from '../postgres/pool.ts';
import { eventually } from '../../testing/eventually.ts';
import { isRunning } from '../../testing/is-running.ts';
import { dataParent } from '../../testing/data-parent.ts';

const log = silentLog;
/** Quick: the processes are killed here, not the machine. */
const settings = { fsync: 'off', shared_buffers: '16MB' };
const isRoot = process.getuid?.() === 0;
const nobody = 65_534;
const processFile = fileURLToPath(new URL('../../testing/embedded-process.ts', import.meta.url));

/** Cleanups to run after a test, the latest first. */
const leftovers: (() => Promise<unknown>)[] = [];

/** A directory that others may pass through. */
async function makeDirectory(): Promise<string> {
  const directory = await mkdtemp(join(dataParent, 'groupwright-embedded-'));
  await chmod(directory, 0o711);
  leftovers.push(() => rm(directory, { recursive: true }));
  return directory;
}

async function start(dataDirectory: string, mode: 'own' | 'borrow' = 'own') {
  const postgres = await startEmbeddedPostgres({ dataDirectory, log, mode, settings });
  leftovers.push(() => postgres.stop());
  return postgres;
}

/** Starts another process that owns the data. */
async function startProcess(dataDirectory: string, options: { uid?: number; gid?: number } = {}) {
  const child = spawn(process.execPath, [processFile, dataDirectory], {
    ...options,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // After the child, or its supervision would start the server again.
  leftovers.push(() => stopAbandoned(dataDirectory));
  leftovers.push(async () => child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const exited = once(child, 'exit');
  const line = await Promise.race([
    once(child.stdout, 'data').then(([chunk]) => String(chunk)),
    exited.then(() => ''),
  ]);
  if (line === '') throw new Error(stderr);
  const { processId, url } = JSON.parse(line) as { processId: number; url: string };
  return {
    processId,
    url,
    async end(signal: NodeJS.Signals) {
      child.kill(signal);
      await exited;
    },
  };
}

/** A process that is ending has left its directory a moment before it has ended. */
const assertEnds = (processId: number) =>
  eventually(() => !isRunning(processId), `process ${processId} has ended`);

async function ask(postgres: { owner: { url: string } }, text = 'select 1 as n') {
  const database = openDatabase(postgres.owner, { log });
  try {
    return await database.query(text);
  } finally {
    await database.close();
  }
}

async function write(postgres: EmbeddedPostgres) {
  await ask(postgres, 'create table if not exists kept (n int)');
  await ask(postgres, 'insert into kept values (1)');
}

suite('embedded PostgreSQL', { concurrency: false }, () => {
  // Most tests follow each other on one data directory, since the first start takes the longest.
  let directory: string;
  let dataDirectory: string;
  before(async () => {
    directory = await mkdtemp(join(dataParent, 'groupwright-embedded-'));
    await chmod(directory, 0o711);
    dataDirectory = join(directory, 'data');
  });
  afterEach(async () => {
    for (const clear of leftovers.splice(0).reverse()) await clear();
  });
  after(async () => {
    await stopAbandoned(dataDirectory);
    await rm(directory, { recursive: true });
  });

  test('keeps its data from one start to the next, durably, closed to other users', async () => {
    const dataDirectory = join(await makeDirectory(), 'data');
    const first = await startEmbeddedPostgres({ dataDirectory, log });
    leftovers.push(() => first.stop());
    await write(first);
    const [row] = await ask(
      first,
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
              current_setting('full_page_writes') as pages, current_setting('listen_addresses') as listens,
              current_setting('data_checksums') as checksums, current_setting('timezone') as zone,
              current_setting('server_encoding') as encoding, lower('ÅÉ') = 'åé' as folds, 'Z' < 'a' as "by code"`,
    );
    assert.deepEqual(row, {
      fsync: 'on',
      commit: 'on',
      pages: 'on',
      listens: '',
      checksums: 'on',
      zone: 'UTC',
      encoding: 'UTF8',
      folds: true,
      'by code': true,
    });
    for (const name of ['postgresql', 'run']) {
      assert.equal((await stat(join(dataDirectory, name))).mode & 0o777, 0o700, name);
    }
    const serverProcess = first.processId();
    // The event loop of the service goes first, where both want one processor.
    assert.equal(getPriority(serverProcess) - getPriority(), 5);
    await first.stop();
    await assertEnds(serverProcess);

    const second = await start(dataDirectory);
    assert.deepEqual(await ask(second, 'select n from kept'), [{ n: 1 }]);
    await second.stop();
  });

  test('the runtime role signs in and is not a superuser', async () => {
    const postgres = await start(dataDirectory);
    const rows = await ask(
      { owner: postgres.application },
      'select current_user as name, rolsuper, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user',
    );
    await postgres.stop();
    assert.deepEqual(rows, [
      { name: 'groupwright_app', rolsuper: false, rolcreaterole: false, rolcreatedb: false },
    ]);
  });

  test('a second owner is refused, with the name of the owner; a borrower comes and goes', async () => {
    const owner = await start(dataDirectory);
    await assert.rejects(start(dataDirectory), {
      name: 'DatabaseStartError',
      message: new RegExp(
        `in use by another running service \\(groupwright own, process ${process.pid}\\)`,
      ),
    });
    const borrower = await start(dataDirectory, 'borrow');
    assert.equal(borrower.processId(), owner.processId());
    await borrower.stop();
    assert.deepEqual(await ask(owner), [{ n: 1 }]);
    await owner.stop();
  });

  test('of owners that start at once on an empty directory one wins', async () => {
    const dataDirectory = join(await makeDirectory(), 'data');
    const starts = await Promise.allSettled([1, 2, 3].map(() => start(dataDirectory)));
    const winners = starts.filter((result) => result.status === 'fulfilled');
    assert.equal(winners.length, 1);
    for (const result of starts) {
      if (result.status === 'rejected') assert.match(String(result.reason), /is in use by another/);
    }
    assert.deepEqual(winners[0] && (await ask(winners[0].value)), [{ n: 1 }]);
    await winners[0]?.value.stop();
  });

  test('the last borrower stops the server, unless an owner has come', async () => {
    const [one, two] = await Promise.all([
      start(dataDirectory, 'borrow'),
      start(dataDirectory, 'borrow'),
    ]);
    assert.equal(one.processId(), two.processId());
    await one.stop();
    assert.deepEqual(await ask(two), [{ n: 1 }]);
    await two.stop();
    await assertEnds(two.processId());

    for (let round = 0; round < 5; round += 1) {
      const borrower = await start(dataDirectory, 'borrow');
      const [owner] = await Promise.all([
        pause(round).then(() => start(dataDirectory)),
        borrower.stop(),
      ]);
      assert.deepEqual(await ask(owner), [{ n: 1 }]);
      await owner.stop();
    }
  });

  test('a server that is killed is started again by itself, and the pool finds it', async () => {
    const postgres = await start(dataDirectory);
    const database = openDatabase(postgres.owner, { log });
    await write(postgres);
    for (let round = 0; round < 3; round += 1) {
      const killed = postgres.processId();
      process.kill(killed, 'SIGKILL');
      const deadline = performance.now() + 30_000;
      while (postgres.processId() === killed) {
        assert.ok(performance.now() < deadline, 'the server was not started again');
        await database.query('select 1').catch((error: unknown) => {
          assert.ok(error instanceof DomainError && error.code === 'unavailable', String(error));
        });
        await pause(2);
      }
      assert.ok(isRunning(postgres.processId()));
      assert.deepEqual(await database.query('select n from kept'), [{ n: 1 }]);
    }
    await database.close();
    await postgres.stop();
    await assertEnds(postgres.processId());
  });

  test('a stop while the server is being started again leaves none running', async () => {
    for (const pauseMs of [0, 5, 15, 40]) {
      const postgres = await start(dataDirectory);
      process.kill(postgres.processId(), 'SIGKILL');
      await pause(pauseMs);
      await postgres.stop();
      const lines = await readFile(join(dataDirectory, 'postgresql/postmaster.pid'), 'utf8').catch(
        () => '',
      );
      assert.ok(lines === '' || !isRunning(Number.parseInt(lines, 10)), `after ${pauseMs} ms`);
    }
  });

  test('the server of a service that was killed is adopted, not started a second time', async () => {
    const service = await startProcess(dataDirectory);
    await assert.rejects(start(dataDirectory), /is in use by another running service/);
    await service.end('SIGKILL');
    assert.ok(isRunning(service.processId));
    const next = await start(dataDirectory);
    assert.equal(next.processId(), service.processId);
    process.kill(next.processId(), 'SIGKILL');
    await eventually(() => next.processId() !== service.processId, 'the server is started again');
    assert.deepEqual(await ask(next), [{ n: 1 }]);
    await next.stop();
  });

  test('an owner that was killed does not hinder the next one before PostgreSQL notices its end', async () => {
    const service = await startProcess(dataDirectory);
    const [session] = await ask(
      { owner: { url: service.url } },
      "select pid from pg_stat_activity where application_name like 'groupwright own%'",
    );
    const pid = Number(session?.['pid']);
    // As on a busy machine: the process of the session does not run for a while.
    process.kill(pid, 'SIGSTOP');
    await service.end('SIGKILL');
    setTimeout(() => process.kill(pid, 'SIGCONT'), 500);
    const next = await start(dataDirectory);
    assert.equal(next.processId(), service.processId);
    await next.stop();
  });

  test('lock files whose process is a stranger do not hinder the start', async () => {
    const postgres = await start(dataDirectory);
    const lockFiles = ['postgresql/postmaster.pid', 'run/.s.PGSQL.5432.lock'].map((file) =>
      join(dataDirectory, file),
    );
    const contents = await Promise.all(lockFiles.map((file) => readFile(file, 'utf8')));
    await postgres.stop();
    // As after a restart of a container: the number is some living process's of the same account.
    const { uid, gid } = await stat(join(dataDirectory, 'postgresql'));
    const stranger = spawn('sleep', ['60'], { uid, gid });
    leftovers.push(async () => stranger.kill());
    for (const [index, file] of lockFiles.entries()) {
      await writeFile(file, contents[index]?.replace(/^\d+/, String(stranger.pid)) ?? '');
      await chown(file, uid, gid);
    }
    const next = await start(dataDirectory);
    assert.deepEqual(await ask(next), [{ n: 1 }]);
    await next.stop();
    assert.ok(stranger.pid && isRunning(stranger.pid));
  });

  test('lock files without a number, as a full disk leaves them, do not hinder the start', async () => {
    const { uid, gid } = await stat(join(dataDirectory, 'postgresql'));
    for (const content of ['', '\0\0\0\0', 'garbage\n']) {
      for (const name of ['postgresql/postmaster.pid', 'run/.s.PGSQL.5432.lock']) {
        const file = join(dataDirectory, name);
        await writeFile(file, content);
        await chown(file, uid, gid);
      }
      const postgres = await start(dataDirectory);
      assert.deepEqual(await ask(postgres), [{ n: 1 }]);
      await postgres.stop();
    }
  });

  test('only the socket leads in, also where someone changed the rules of the data', async () => {
    const { uid, gid } = await stat(join(dataDirectory, 'postgresql'));
    const file = join(dataDirectory, 'postgresql/pg_hba.conf');
    await writeFile(file, 'local all all trust\nhost all all 127.0.0.1/32 trust\n');
    await chown(file, uid, gid);
    const postgres = await start(dataDirectory);
    const rules = await ask(postgres, 'select type, auth_method as method from pg_hba_file_rules');
    assert.deepEqual(rules, [{ type: 'local', method: isRoot ? 'peer' : 'trust' }]);
    await postgres.stop();
  });

  test(
    'root: another process of the account of PostgreSQL is let in by no role',
    { skip: !isRoot && 'needs root' },
    async () => {
      const postgres = await start(dataDirectory);
      for (const { url } of [postgres.owner, postgres.application]) {
        const code = `import pg from 'pg'; await new pg.Client({ connectionString: process.argv[1] }).connect();`;
        const { status, stderr } = spawnSync(
          process.execPath,
          ['--input-type=module', '--eval', code, url],
          { uid: nobody, gid: nobody, encoding: 'utf8' },
        );
        assert.equal(status, 1);
        assert.match(stderr, /Peer authentication failed/);
      }
      await postgres.stop();
    },
  );

  test('data of another release and directories of something else are refused untouched', async () => {
    const dataDirectory = join(await makeDirectory(), 'data');
    const version = join(dataDirectory, 'postgresql/PG_VERSION');
    await mkdir(join(dataDirectory, 'postgresql'), { recursive: true });
    await writeFile(version, '17\n');
    await assert.rejects(start(dataDirectory), {
      name: 'DatabaseStartError',
      message: /was written by PostgreSQL 17; this release runs PostgreSQL 18/,
    });
    await rm(version);
    await writeFile(join(dataDirectory, 'postgresql/letter.txt'), 'dear');
    await assert.rejects(start(dataDirectory), {
      name: 'DatabaseStartError',
      message: /contains files but no PostgreSQL data/,
    });
    assert.equal(await readFile(join(dataDirectory, 'postgresql/letter.txt'), 'utf8'), 'dear');
  });

  test('no empty database takes the place of one that a restore or an upgrade has moved aside', async () => {
    const dataDirectory = join(await makeDirectory(), 'data');
    const aside = join(dataDirectory, 'postgresql.before-restore-20261122T120000Z');
    await mkdir(aside, { recursive: true });
    await assert.rejects(start(dataDirectory), {
      name: 'DatabaseStartError',
      message: /cut short. Rename that directory to postgresql/,
    });
    assert.equal((await readdir(dataDirectory)).includes('postgresql'), false);
  });

  test('a path too long for a socket, with odd characters, will do', async () => {
    const directory = await makeDirectory();
    const dataDirectory = join(directory, `a, "b" 'c' % é `.padEnd(120, 'x'));
    const postgres = await start(dataDirectory);
    const socketDirectory = new URL(postgres.owner.url).searchParams.get('host') ?? '';
    assert.ok(Buffer.byteLength(socketDirectory) < 80);
    assert.equal((await stat(socketDirectory)).mode & 0o777, 0o700);
    assert.deepEqual(await ask(postgres), [{ n: 1 }]);
    await postgres.stop();
    // Nothing stays in the directory for temporary files.
    await assert.rejects(stat(socketDirectory), { code: 'ENOENT' });
  });

  test(
    'root: data in a directory closed to others, as below /root',
    { skip: !isRoot && 'needs root' },
    async () => {
      const directory = await makeDirectory();
      await chmod(directory, 0o700);
      const dataDirectory = join(directory, 'data');
      const service = await startProcess(dataDirectory);
      const owner = await stat(join(dataDirectory, 'postgresql'));
      assert.equal(owner.uid, nobody);
      assert.deepEqual(await ask({ owner: service }), [{ n: 1 }]);
      await service.end('SIGKILL');
      const next = await start(dataDirectory);
      assert.equal(next.processId(), service.processId);
      await next.stop();
      const again = await start(dataDirectory);
      assert.deepEqual(await ask(again), [{ n: 1 }]);
      await again.stop();
      assert.equal((await stat(directory)).mode & 0o777, 0o700);
    },
  );

  test('an ordinary user runs it as itself', { skip: !isRoot && 'this run is one' }, async () => {
    const directory = await makeDirectory();
    const dataDirectory = join(directory, 'data');
    await mkdir(dataDirectory);
    await chown(dataDirectory, nobody, nobody);
    const service = await startProcess(dataDirectory, { uid: nobody, gid: nobody });
    assert.deepEqual(await ask({ owner: service }), [{ n: 1 }]);
    await service.end('SIGTERM');
    await assertEnds(service.processId);
  });

  const mayMount = isRoot && process.platform === 'linux';
  test(
    'a full disk makes it unavailable, and room makes it work again',
    { skip: !mayMount && 'needs root to mount a small file system' },
    async (t) => {
      const disk = join(await makeDirectory(), 'disk');
      await mkdir(disk);
      const mounted = spawnSync('mount', [
        '-t',
        'tmpfs',
        '-o',
        'size=120m,mode=755',
        'tmpfs',
        disk,
      ]);
      if (mounted.status !== 0) {
        t.skip(`cannot mount a small file system: ${mounted.stderr.toString()}`);
        return;
      }
      leftovers.push(async () => spawnSync('umount', ['--lazy', disk]));
      const dataDirectory = join(disk, 'data');
      const postgres = await start(dataDirectory);
      const database = openDatabase(postgres.owner, { log });
      await database.query('create table kept (n int)');
      const { bavail, bsize } = await statfs(disk);
      const filler = join(disk, 'filler');
      await writeFile(filler, Buffer.alloc(bavail * bsize - 2 ** 20));

      let written = 0;
      const write = async () => {
        // Fills the write-ahead log, which hits the server hardest: it ends, and cannot start.
        await database.query('insert into kept values ($1)', [written + 1]);
        written += 1;
        await database.query(`select pg_logical_emit_message(true, 'x', repeat('x', 4000000))`);
      };
      const isUnavailable = (error: unknown) => {
        assert.ok(error instanceof DomainError && error.code === 'unavailable', String(error));
        return true;
      };
      await assert.rejects(async () => {
        for (;;) await write();
      }, isUnavailable);
      await pause(200);
      await assert.rejects(write(), isUnavailable);

      await rm(filler);
      const deadline = performance.now() + 20_000;
      let failing = true;
      while (failing) {
        assert.ok(performance.now() < deadline, 'it did not come back');
        failing = await database.query('select 1').then(() => false, isUnavailable);
        await pause(20);
      }
      const [row] = await database.query<{ n: number }>('select count(*) as n from kept');
      assert.ok(row && row.n >= written, `${row?.n} of ${written} were kept`);
      await write();
      await database.close();
      await postgres.stop();
    },
  );
});
