// The service as a user starts it, while its dependencies fail: it says 503, loses nothing, and recovers by
// itself; and when it is asked to stop it finishes what it has begun.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { assertNothingLost, type Accepted } from './assert-no-loss.ts';
import {
  createTestDataDirectory,
  startServiceProcess,
  type ServiceProcess,
  type TestDataDirectory,
} from './service-process.ts';
import { eventually } from './eventually.ts';
import { addTestTenant, teamRequest, type AddedTenant, type TenantOptions } from './tenant.ts';

const recoversWithinMs = 45_000;
const people = () => ({ owners: 2, members: 3 });

interface Running {
  readonly directory: TestDataDirectory;
  readonly service: ServiceProcess;
  readonly tenant: AddedTenant;
  readonly token: string;
}

async function startWithTenant(
  directory: TestDataDirectory,
  options: TenantOptions = {},
  env: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const service = await startServiceProcess({ GROUPWRIGHT_DATA_DIR: directory.path, ...env });
  const tenant = await directory.change((changes) => addTestTenant(changes, options));
  // The running service learns of the new tenant within a second.
  await pause(1_000);
  const { tenantId, keyId, secret } = tenant;
  const answer = await post(service, '/token', { tenantId, keyId, secret });
  assert.equal(answer.status, 200);
  const { accessToken } = (await answer.json()) as { accessToken: string };
  return { directory, service, tenant, token: accessToken };
}

function post(
  { address }: ServiceProcess,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

function create({ service, token }: Running, alias: string, headers = {}): Promise<Response> {
  return post(service, '/teams', teamRequest(alias), {
    authorization: `Bearer ${token}`,
    ...headers,
  });
}

async function acceptedBy(answer: Response, mailNickName: string): Promise<Accepted> {
  assert.equal(answer.status, 200);
  const { teamId } = (await answer.json()) as { teamId: string };
  return { teamId, mailNickName };
}

/** Asks with one Idempotency-Key until there is an answer, as a careful caller does. */
async function createInTheEnd(running: Running, alias: string): Promise<Accepted> {
  const giveUpAt = performance.now() + recoversWithinMs;
  for (;;) {
    const answer = await create(running, alias, { 'idempotency-key': alias });
    if (answer.status === 200) return acceptedBy(answer, alias);
    assert.equal(answer.status, 503);
    assert.ok(performance.now() < giveUpAt, 'it does not recover');
    await answer.arrayBuffer();
    await pause(200);
  }
}

async function assertUnavailable(answer: Response): Promise<void> {
  assert.equal(answer.status, 503);
  assert.ok(Number(answer.headers.get('retry-after')) >= 1);
  const problem = (await answer.json()) as { code: string };
  assert.equal(problem.code, 'unavailable');
}

async function assertAllFinal(running: Running, accepted: readonly Accepted[]): Promise<void> {
  const { directory, tenant } = running;
  const giveUpAt = performance.now() + recoversWithinMs;
  await directory.withDatabase(async (database) => {
    for (;;) {
      const [row] = await database.query<{ left: number }>(
        "select count(*) as left from provisionings where status in ('accepted', 'running')",
      );
      if (row?.left === 0) break;
      assert.ok(performance.now() < giveUpAt, 'not everything becomes final');
      await pause(50);
    }
    await assertNothingLost(database, tenant.tenantId, accepted, people);
  });
}

/** The server and all its processes. */
function postgresProcesses({ path }: TestDataDirectory): number[] {
  const file = readFileSync(join(path, 'postgresql', 'postmaster.pid'), 'utf8');
  const server = Number(file.split('\n')[0]);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === server;
      } catch {
        return false;
      }
    })
    .map(Number);
  return [server, ...children];
}

suite('the running service', { concurrency: true }, () => {
  test('says 503 while PostgreSQL hangs or is gone, and recovers by itself', async () => {
    const directory = await createTestDataDirectory();
    try {
      const running = await startWithTenant(directory);
      const { service, token } = running;
      const accepted = [await acceptedBy(await create(running, 'before'), 'before')];

      const stopped = postgresProcesses(directory);
      for (const id of stopped) process.kill(id, 'SIGSTOP');
      try {
        // An answer that was fresh a moment ago may be served for less than a second.
        await pause(1_000);
        const headers = { authorization: `Bearer ${token}` };
        const { tenantId, keyId, secret } = running.tenant;
        const answers = await Promise.all([
          create(running, 'meanwhile'),
          post(service, '/token', { tenantId, keyId, secret }),
          fetch(`${service.address}/organisations/aare`, { headers }),
          fetch(`${service.address}/teams`, { headers }),
          fetch(`${service.address}/readyz`),
        ]);
        for (const answer of answers) await assertUnavailable(answer);
        assert.equal((await fetch(`${service.address}/livez`)).status, 200);
      } finally {
        for (const id of stopped) process.kill(id, 'SIGCONT');
      }
      accepted.push(await createInTheEnd(running, 'after-standstill'));

      process.kill(stopped[0] ?? 0, 'SIGKILL');
      accepted.push(await createInTheEnd(running, 'after-kill'));
      await assertAllFinal(running, accepted);
      assert.deepEqual(await service.end('SIGTERM'), { code: 0, signal: null });
    } finally {
      await directory.remove();
    }
  });

  test('finishes requests, ends waits and streams and releases its lanes when asked to stop', async () => {
    const directory = await createTestDataDirectory();
    try {
      const running = await startWithTenant(
        directory,
        { directory: { kind: 'sandbox', teamCreationMs: 60_000 } },
        { SHUTDOWN_DELAY_SECONDS: '6' },
      );
      const { service, token } = running;
      const waiting = create(running, 'waiting', { prefer: 'wait=30' });
      const followed = await acceptedBy(await create(running, 'followed'), 'followed');
      const stream = await fetch(`${service.address}/teams/${followed.teamId}/status`, {
        headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      });
      const events = stream.text();
      await pause(300);

      const startedAt = performance.now();
      const exited = service.end('SIGTERM');
      // For a moment, it serves as before, and sends its callers away.
      const readiness = async () => {
        const answer = await fetch(`${service.address}/readyz`);
        const { detail } = (await answer.json()) as { detail?: string };
        return [answer.status, detail, answer.headers.get('connection')];
      };
      const draining = [503, 'Not ready: stopping.', 'close'];
      await eventually(async () => isDeepStrictEqual(await readiness(), draining), 'it drains');
      const late = await create(running, 'late');
      assert.equal(late.headers.get('connection'), 'close');
      await acceptedBy(late, 'late');
      const exit = await exited;
      assert.deepEqual(exit, { code: 0, signal: null });
      // Sooner than the wait would have ended.
      assert.ok(performance.now() - startedAt < 25_000);
      await acceptedBy(await waiting, 'waiting');
      assert.match(await events, /event: status/);
      await directory.withDatabase(async (database) => {
        const lanes = await database.query('select from lanes where holder is not null');
        assert.equal(lanes.length, 0);
      });
    } finally {
      await directory.remove();
    }
  });

  const mayMount = process.platform === 'linux' && process.getuid?.() === 0;
  test(
    'says 503 while the disk is full, and recovers by itself',
    { skip: !mayMount && 'needs root, to mount a small disk' },
    async () => {
      const directory = await createTestDataDirectory();
      try {
        execFileSync('mount', [
          '-t',
          'tmpfs',
          '-o',
          'size=300m,mode=0711',
          'tmpfs',
          directory.path,
        ]);
        const running = await startWithTenant(directory);
        const accepted = [await acceptedBy(await create(running, 'before'), 'before')];
        const ballast = join(directory.path, 'ballast');
        fill(directory.path, ballast);
        let refused: Response | undefined;
        for (let index = 0; refused === undefined && index < 4_000; index += 1) {
          const alias = `filling-${index}`;
          const answer = await create(running, alias, { 'idempotency-key': alias });
          if (answer.status === 200) accepted.push(await acceptedBy(answer, alias));
          else refused = answer;
        }
        assert.ok(refused !== undefined, 'the disk does not become full');
        await assertUnavailable(refused);
        const { status, text } = await readiness(running);
        assert.equal(status, 503);
        assert.match(text, /Not ready: database \(its disk is full\)/);
        rmSync(ballast);
        accepted.push(await createInTheEnd(running, 'after'));
        await assertAllFinal(running, accepted);
        assert.deepEqual(await running.service.end('SIGTERM'), { code: 0, signal: null });
      } finally {
        await directory.remove().catch(() => undefined);
        execFileSync('umount', ['-l', directory.path]);
        rmSync(directory.path, { recursive: true, force: true });
      }
    },
  );
});

async function readiness({ service }: Running) {
  const answer = await fetch(`${service.address}/readyz`);
  return { status: answer.status, text: await answer.text() };
}

/** Leaves next to nothing free. The database may take some of it meanwhile; then, the disk is full sooner. */
function fill(path: string, file: string): void {
  const { bavail, bsize } = statfsSync(path);
  const ballast = Buffer.alloc(Math.max(0, bavail * bsize - 256 * 1024));
  try {
    writeFileSync(file, ballast);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
