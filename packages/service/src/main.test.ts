// The service as an operator sees it: a separate process, its output and its exit.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '../testing/database.ts';
import { childEnvironment } from '../testing/child-environment.ts';
import { freePort } from '../testing/free-port.ts';
import { eventually } from '../testing/eventually.ts';
import { createTestDataDirectory, startServiceProcess } from '../testing/service-process.ts';
import { dataParent } from '../testing/data-parent.ts';

const mainFile = fileURLToPath(new URL('main.ts', import.meta.url));
const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

function makeTemporaryDirectory(t: TestContext): string {
  const directory = mkdtempSync(join(dataParent, 'groupwright-main-'));
  t.after(() => rmSync(directory, { recursive: true }));
  return directory;
}

/** Runs the service until it ends by itself, because it cannot start. */
function startInVain(env: Readonly<Record<string, string | undefined>>, uid?: number) {
  const { status, stderr } = spawnSync(process.execPath, [mainFile], {
    cwd: '/',
    env: { ...childEnvironment, PORT: '0', LOG_LEVEL: 'silent', ...env },
    ...(uid !== undefined && { uid, gid: uid }),
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, stderr };
}

test('a data directory that may not be written is named, not the port', (t) => {
  const closed = makeTemporaryDirectory(t);
  // Root is refused nowhere, so it takes the part of another user.
  chmodSync(closed, isRoot ? 0o755 : 0o500);
  const dataDirectory = join(closed, 'data');
  for (const path of [dataDirectory, join(dataDirectory, 'below')]) {
    const env = { GROUPWRIGHT_DATA_DIR: path };
    const { status, stderr } = startInVain(env, isRoot ? nobody : undefined);
    assert.equal(status, 78);
    assert.ok(stderr.startsWith(`The data directory ${path} cannot be used (EACCES`), stderr);
    assert.match(stderr, /Set GROUPWRIGHT_DATA_DIR to a directory that this user may write\./);
  }
});

test('a data directory that is a file is named', (t) => {
  const file = join(makeTemporaryDirectory(t), 'data');
  writeFileSync(file, '');
  const { status, stderr } = startInVain({ GROUPWRIGHT_DATA_DIR: file });
  assert.equal(status, 78);
  assert.match(stderr, /^The data directory .*\/data cannot be used/);
});

test('a port in use is reported before a database is made', async (t) => {
  const other = createServer().listen(0, '127.0.0.1');
  t.after(() => other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const dataDirectory = join(makeTemporaryDirectory(t), 'data');
  const env = { PORT: `${port}`, PROCESSES: '1', GROUPWRIGHT_DATA_DIR: dataDirectory };
  const { status, stderr } = startInVain(env);
  assert.equal(status, 1);
  assert.match(stderr, new RegExp(`^Port ${port} of 127\\.0\\.0\\.1 is in use by another process`));
  assert.ok(!existsSync(join(dataDirectory, 'postgresql')));
});

test('a key without its database is a volume that is not mounted: nothing begins empty', (t) => {
  const dataDirectory = makeTemporaryDirectory(t);
  const key = join(dataDirectory, 'encryption.key');
  writeFileSync(key, `${Buffer.alloc(32, 1).toString('base64')}\n`, { mode: 0o600 });
  for (const env of [{}, { GROUPWRIGHT_ENCRYPTION_KEY: Buffer.alloc(32, 2).toString('base64') }]) {
    const { status, stderr } = startInVain({ GROUPWRIGHT_DATA_DIR: dataDirectory, ...env });
    assert.equal(status, 78);
    assert.match(stderr, /has the key of a database, encryption\.key, but no database/);
    assert.ok(!existsSync(join(dataDirectory, 'postgresql')));
  }
});

test('a start waits for a database that is away, and tells probes and callers', async (t) => {
  const at = await createTestDatabase();
  t.after(() => at.close());
  const port = await freePort();
  // The server listens in a directory, which the service finds once it has this name.
  const url = new URL(at.url);
  const directory = url.searchParams.get('host') ?? '';
  const later = join(makeTemporaryDirectory(t), 'later');
  url.searchParams.set('host', later);
  const GROUPWRIGHT_DATA_DIR = makeTemporaryDirectory(t);
  const starting = startServiceProcess({ DATABASE_URL: url.href, GROUPWRIGHT_DATA_DIR }, { port });
  const get = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
    const body = (await answer?.json()) as { detail?: string; code?: string } | undefined;
    return { status: answer?.status, detail: body?.detail, code: body?.code, answer };
  };
  await eventually(async () => (await get('/livez')).status === 200, 'it is alive');
  const { status, detail } = await get('/readyz');
  assert.deepEqual([status, detail], [503, 'Not ready: database (it cannot be reached).']);
  const called = await get('/teams');
  assert.deepEqual([called.status, called.code], [503, 'unavailable']);
  assert.equal(called.answer?.headers.get('retry-after'), '2');

  symlinkSync(directory, later);
  const service = await starting;
  await eventually(async () => (await get('/readyz')).status === 200, 'it is ready');
  assert.match(service.output(), /"reason":"The database cannot be reached \(.*ENOENT/);
  await service.end('SIGTERM');
});

test('a start that waits for its database ends at once by SIGTERM', async (t) => {
  const port = await freePort();
  const child = spawn(process.execPath, [mainFile], {
    env: {
      ...childEnvironment,
      PORT: `${port}`,
      DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x',
      GROUPWRIGHT_DATA_DIR: makeTemporaryDirectory(t),
    },
    stdio: 'ignore',
  });
  t.after(() => child.kill('SIGKILL'));
  const isAlive = async () =>
    (await fetch(`http://127.0.0.1:${port}/livez`).catch(() => undefined))?.status === 200;
  await eventually(isAlive, 'it waits');
  child.kill('SIGTERM');
  assert.deepEqual(await once(child, 'exit'), [0, null]);
});

test('a database that does not exist is not waited for', async (t) => {
  const at = await createTestDatabase();
  t.after(() => at.close());
  const absent = new URL(at.url);
  absent.pathname = '/absent';
  const { status, stderr } = startInVain({ DATABASE_URL: absent.href });
  assert.equal(status, 1);
  assert.match(stderr, /^The database refuses the connection/);
});

test('compiled code is kept where no other user can write, whatever the umask', (t) => {
  const dataDirectory = makeTemporaryDirectory(t);
  mkdirSync(join(dataDirectory, 'postgresql'));
  // Ends the start before a server is made.
  writeFileSync(join(dataDirectory, 'postgresql', 'PG_VERSION'), '1\n');
  // It omits the cache that all programs of a test run share.
  const env = { GROUPWRIGHT_DATA_DIR: dataDirectory, NODE_COMPILE_CACHE: undefined };
  const before = process.umask(0);
  try {
    startInVain(env);
  } finally {
    process.umask(before);
  }
  const cache = join(dataDirectory, 'compile-cache');
  assert.equal(statSync(cache).mode & 0o777, 0o700);
  // Someone opened it to others.
  chmodSync(cache, 0o777);
  startInVain(env);
  assert.equal(statSync(cache).mode & 0o777, 0o700);
});

test('SIGTERM to npm start drains and ends everything, several processes as well', async () => {
  const directory = await createTestDataDirectory();
  try {
    const env = {
      GROUPWRIGHT_DATA_DIR: directory.path,
      PROCESSES: '2',
      npm_config_update_notifier: 'false',
    };
    const npm = await startServiceProcess(env, { command: ['npm', 'start'] });
    assert.deepEqual(await npm.end('SIGTERM'), { code: 0, signal: null });
    assert.match(npm.output(), /"msg":"stopping"/);
    await assert.rejects(fetch(`${npm.address}/livez`), 'the service still answers');
    assert.ok(!existsSync(join(directory.path, 'postgresql', 'postmaster.pid')));
  } finally {
    await directory.remove();
  }
});

test('a first start is ready once quickstart.json is written, and logs its migrations in one line', async () => {
  const directory = await createTestDataDirectory();
  try {
    const port = await freePort();
    const quickstart = join(directory.path, 'quickstart.json');
    const starting = startServiceProcess(
      { GROUPWRIGHT_DATA_DIR: directory.path, GROUPWRIGHT_DEMO: 'auto' },
      { port },
    );
    let status: number | undefined;
    let failure: unknown;
    starting.catch((error: unknown) => (failure = error));
    while (status !== 200) {
      assert.equal(failure, undefined);
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
      status = answer?.status;
      await pause(1);
    }
    assert.ok(existsSync(quickstart), 'ready before quickstart.json is there');
    const service = await starting;
    await service.end('SIGTERM');
    const lines = service.output().split('\n');
    const migrated = lines.filter((line) => line.includes('migrat'));
    assert.equal(migrated.length, 1);
    assert.match(migrated[0] ?? '', /"migrations":\d+,"durationMs":\d+/);
  } finally {
    await directory.remove();
  }
});

test('with PORT=0 every address has the port that was chosen', async () => {
  const directory = await createTestDataDirectory();
  try {
    const service = await startServiceProcess({
      GROUPWRIGHT_DATA_DIR: directory.path,
      GROUPWRIGHT_DEMO: 'auto',
      PORT: '0',
      BASE_URL: '',
    });
    const path = join(directory.path, 'quickstart.json');
    await eventually(() => existsSync(path), 'quickstart.json is written');
    const stored = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
    const { tenantId, keyId, secret, baseUrl = '' } = stored;
    assert.match(baseUrl, /^http:\/\/127\.0\.0\.1:[1-9]\d+$/);
    assert.ok(stored['adminUrl']?.startsWith(`${baseUrl}/`));
    assert.ok(stored['adminSignInUrl']?.startsWith(`${baseUrl}/`));
    const { status } = await fetch(`${baseUrl}/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tenantId, keyId, secret }),
    });
    assert.equal(status, 200);
    await service.end('SIGTERM');
  } finally {
    await directory.remove();
  }
});
