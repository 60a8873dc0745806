// A run of callers, services and killings: three processes share one durable PostgreSQL, and all four are killed
// with SIGKILL again and again while callers create groups and keep a ledger of every accepted answer.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Changes } from '../src/configuration/changes.postgres.ts';
import { startEmbeddedPostgres } from '../src/postgres/embedded/embedded.ts';
import { silentLog } from '../src/postgres/log.ts';
import { createSeededRandom } from './seeded-random.ts';
import { freePort } from './free-port.ts';
import type { Accepted } from './assert-no-loss.ts';
import {
  createTestDataDirectory,
  startServiceProcess,
  type ServiceProcess,
  type TestDataDirectory,
} from './service-process.ts';
import { addTestTenant, teamRequest, type AddedTenant } from './tenant.ts';

export interface CrashRun {
  readonly directory: TestDataDirectory;
  readonly tenant: AddedTenant;
  readonly accepted: readonly Accepted[];
  /** Number of kills of each process. */
  readonly kills: Readonly<Record<string, number>>;
  /** Findings that a caller must never see, by kind. */
  readonly wrongResponses: readonly string[];
  /** Of processes that nobody killed, with what they said. */
  readonly deaths: readonly string[];
}

const callers = 4;
const settleWithinMs = 60_000;
const victims = ['all', 'api', 'worker', 'postgres'] as const;

/** As a process manager does: a process that finds no database yet ends, and is started again. */
async function startAgain(start: () => Promise<ServiceProcess>): Promise<ServiceProcess> {
  const giveUpAt = performance.now() + settleWithinMs;
  for (;;) {
    try {
      return await start();
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
      await pause(100);
    }
  }
}

/** @param options.durationMs for how long there is killing */
export async function runCrashes(options: { seed: number; durationMs: number }): Promise<CrashRun> {
  // Apart from the callers' draws, so that a seed gives the same killings whatever the callers do.
  const draw = createSeededRandom(options.seed);
  const directory = await createTestDataDirectory();
  const key = randomBytes(32).toString('base64');
  const common = { GROUPWRIGHT_ENCRYPTION_KEY: key, LOG_LEVEL: 'info' };
  const ports = { all: await freePort(), api: await freePort() };
  const postgres = await startEmbeddedPostgres({
    dataDirectory: directory.path,
    log: silentLog,
    mode: 'borrow',
  });
  const databaseUrl = postgres.owner.url;
  // One base address for all, since it is the issuer of the tokens.
  const shared = {
    ...common,
    BASE_URL: `http://127.0.0.1:${ports.all}`,
    DATABASE_URL: databaseUrl,
  };

  const start = {
    all: () =>
      startServiceProcess(
        { ...common, BASE_URL: shared.BASE_URL, GROUPWRIGHT_DATA_DIR: directory.path },
        { port: ports.all },
      ),
    api: () => startServiceProcess({ ...shared, ROLES: 'api' }, { port: ports.api }),
    worker: () => startServiceProcess({ ...shared, ROLES: 'worker' }),
  };
  const running: Record<keyof typeof start, ServiceProcess> = {
    all: await start.all(),
    api: await start.api(),
    worker: await start.worker(),
  };
  const tenant = await directory.change((changes: Changes) => addTestTenant(changes));
  await postgres.stop();
  // The running services learn of the new tenant within a second.
  await pause(1_000);

  const accepted: Accepted[] = [];
  const wrongResponses: string[] = [];
  const deaths: string[] = [];
  const kills: Record<string, number> = { all: 0, api: 0, worker: 0, postgres: 0 };
  const over = new AbortController();

  const chooseForCallers = createSeededRandom(options.seed + 1);

  async function request(path: string, body: unknown, headers: Record<string, string>) {
    const port = chooseForCallers() < 0.5 ? ports.all : ports.api;
    try {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(20_000),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, string> };
    } catch {
      return undefined;
    }
  }

  async function tokenFor(): Promise<string> {
    const { tenantId, keyId, secret } = tenant;
    while (!over.signal.aborted) {
      const answer = await request('/token', { tenantId, keyId, secret }, {});
      if (answer?.status === 200) return answer.body['accessToken'] ?? '';
      await pause(50);
    }
    return '';
  }

  /** Asks until there is an answer; a caller who sends no key does not ask again. */
  async function createGroups(caller: number): Promise<void> {
    const token = await tokenFor();
    for (let number = 0; !over.signal.aborted; number += 1) {
      const mailNickName = `c${caller}-${number}`;
      const hasKey = chooseForCallers() < 0.7;
      const headers = {
        authorization: `Bearer ${token}`,
        ...(hasKey && { 'idempotency-key': `"${mailNickName}"` }),
      };
      const giveUpAt = performance.now() + settleWithinMs;
      while (performance.now() < giveUpAt) {
        const answer = await request('/teams', teamRequest(mailNickName), headers);
        if (answer?.status === 200) {
          accepted.push({ teamId: answer.body['teamId'] ?? '', mailNickName, status: 'succeeded' });
          break;
        }
        if (answer !== undefined && answer.status !== 503)
          wrongResponses.push(`${mailNickName}: ${answer.status} ${answer.body['code']}`);
        if (!hasKey) break;
        await pause(30);
      }
      await pause(chooseForCallers() * 20);
    }
  }

  async function killPostgres(): Promise<void> {
    const file = join(directory.path, 'postgresql', 'postmaster.pid');
    const processId = Number((await readFile(file, 'utf8')).split('\n')[0]);
    process.kill(processId, 'SIGKILL');
  }

  async function kill(): Promise<void> {
    const victim = victims[Math.floor(draw() * victims.length)] ?? 'all';
    kills[victim] = (kills[victim] ?? 0) + 1;
    if (victim === 'postgres') {
      // It may be dead already, and be started again just now.
      await killPostgres().catch(() => undefined);
      return;
    }
    const { signal } = await running[victim].end('SIGKILL');
    if (signal !== 'SIGKILL') deaths.push(`${victim} died before: ${running[victim].output()}`);
    // Now and then PostgreSQL dies as well while nobody watches over it.
    if (victim === 'all' && draw() < 0.4) {
      kills['postgres'] = (kills['postgres'] ?? 0) + 1;
      await killPostgres().catch(() => undefined);
    }
    await pause(draw() * 300);
    running[victim] = await startAgain(start[victim]);
  }

  const calling = Array.from({ length: callers }, (_, caller) => createGroups(caller));
  const endsAt = performance.now() + options.durationMs;
  try {
    while (performance.now() < endsAt) {
      await pause(50 + draw() * 900);
      await kill();
    }
  } finally {
    over.abort();
    await Promise.all(calling);
  }

  const giveUpAt = performance.now() + settleWithinMs;
  await directory.withDatabase(async (database) => {
    while (performance.now() < giveUpAt) {
      const [row] = await database.query<{ left: number }>(
        "select count(*) as left from provisionings where status in ('accepted', 'running')",
      );
      if (row?.left === 0) return;
      await pause(100);
    }
  });
  // The one whose PostgreSQL the others use ends last. None has died by itself, and each stops cleanly.
  for (const name of ['worker', 'api', 'all'] as const) {
    const { code, signal } = await running[name].end('SIGTERM');
    if (code !== 0) deaths.push(`${name} ended with ${code ?? signal}: ${running[name].output()}`);
  }
  return { directory, tenant, accepted, kills, wrongResponses, deaths };
}
