// A run of callers, services and killings: three services share one durable PostgreSQL, and all four are killed with
// SIGKILL again and again while callers create groups, change them, and keep a ledger of every accepted answer. The
// service that owns PostgreSQL may have several processes, which are killed one by one, too.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Changes } from '../src/settings/configuration/changes.postgres.ts';
import { startEmbeddedPostgres } from '../src/embedded/embedded.ts';
import type { Database } from '../src/postgres/database.ts';
import { silentLog } from '../src/postgres/log.ts';
import { assertNothingLost } from './assert-no-loss.ts';
import { assertEventsComplete, assertOperationsEnded, countEvents } from './assert-operations.ts';
import { type CrashCallers, startCallers } from './crash-callers.ts';
import { freePort } from './free-port.ts';
import { createSeededRandom } from './seeded-random.ts';
import {
  createTestDataDirectory,
  startServiceProcess,
  type ServiceProcess,
  type TestDataDirectory,
} from './service-process.ts';
import { addTestTenant, type AddedTenant } from './tenant.ts';

export interface CrashRun extends Pick<
  CrashCallers,
  'accepted' | 'operations' | 'events' | 'wrongResponses'
> {
  readonly directory: TestDataDirectory;
  readonly tenant: AddedTenant;
  /** Number of kills of each process. */
  readonly kills: Readonly<Record<string, number>>;
  /** They belong to processes that nobody killed, with what they said. */
  readonly deaths: readonly string[];
}

/** A run lasts until so many were accepted. */
const least = { creations: 20, operations: 20 };
const settleWithinMs = 60_000;
/** The services start slowly on a busy machine. */
const extraMs = 120_000;
const victims = ['all', 'api', 'worker', 'postgres', 'child'] as const;

/** A process manager does the same: a process that finds no database yet ends, and is started again. */
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

/** The processes of a supervisor, with those that took the place of others, by what it has logged. */
function childrenOf(supervisor: ServiceProcess): readonly number[] {
  const children = new Map<string, number>();
  for (const line of supervisor.output().split('\n')) {
    if (!/"msg":"(?:all processes are running|a process is back)"/.test(line)) continue;
    const { processes, process, processId } = JSON.parse(line) as {
      processes?: Record<string, number>;
      process: string;
      processId: number;
    };
    for (const [name, id] of Object.entries(processes ?? { [process]: processId })) {
      children.set(name, id);
    }
  }
  return [...children.values()];
}

/**
 * @param options.durationMs for how long there is killing
 * @param options.processes of the service that owns PostgreSQL
 * @param options.restMs of the callers
 */
export async function runCrashes(options: {
  seed: number;
  durationMs: number;
  processes: number;
  restMs?: number;
}): Promise<CrashRun> {
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
        {
          ...common,
          BASE_URL: shared.BASE_URL,
          GROUPWRIGHT_DATA_DIR: directory.path,
          PROCESSES: `${options.processes}`,
        },
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

  const deaths: string[] = [];
  const kills: Record<string, number> = { all: 0, api: 0, worker: 0, postgres: 0, child: 0 };
  const callers = startCallers({
    addresses: [running.all.address, running.api.address],
    tenant,
    // Apart from the draws of the killings, so that a seed gives the same killings whatever the callers do.
    seed: options.seed + 1,
    restMs: options.restMs,
  });

  async function killPostgres(): Promise<void> {
    const file = join(directory.path, 'postgresql', 'postmaster.pid');
    const processId = Number((await readFile(file, 'utf8')).split('\n')[0]);
    process.kill(processId, 'SIGKILL');
  }

  function killChild(): void {
    const children = childrenOf(running.all);
    const child = children[Math.floor(draw() * children.length)];
    try {
      if (child !== undefined) process.kill(child, 'SIGKILL');
    } catch {
      // It is dead already, and is being started again.
    }
  }

  async function kill(): Promise<void> {
    const victim = victims[Math.floor(draw() * victims.length)] ?? 'all';
    kills[victim] = (kills[victim] ?? 0) + 1;
    if (victim === 'postgres') {
      // It may be dead already, and be started again just now.
      await killPostgres().catch(() => undefined);
      return;
    }
    if (victim === 'child') {
      killChild();
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

  const startedAt = performance.now();
  const hasEnough = (): boolean =>
    performance.now() - startedAt > options.durationMs &&
    callers.accepted.length >= least.creations &&
    callers.operations.length >= least.operations;
  try {
    if (options.processes > 1) {
      kills['child'] = 1;
      killChild();
    }
    while (!hasEnough()) {
      assert.ok(performance.now() - startedAt < options.durationMs + extraMs, 'too slow');
      await pause(50 + draw() * 900);
      await kill();
    }
  } finally {
    await callers.stop();
  }
  const events = await directory.withDatabase(async (database) => {
    await settle(database);
    return countEvents(database, tenant.tenantId);
  });
  await callers.readEvents(events);
  // The one whose PostgreSQL the others use ends last. None has died by itself, and each stops cleanly.
  for (const name of ['worker', 'api', 'all'] as const) {
    const { code, signal } = await running[name].end('SIGTERM');
    if (code !== 0) deaths.push(`${name} ended with ${code ?? signal}: ${running[name].output()}`);
  }
  return { directory, tenant, kills, deaths, ...callers };
}

/** Waits until everything that was accepted is final; as long as something ends, it may take its time. */
export async function settle(database: Database): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  let giveUpAt = 0;
  for (;;) {
    const [row] = await database.query<{ left: number }>(
      `select (select count(*) from provisionings where status in ('accepted', 'running'))
         + (select count(*) from operations where status in ('accepted', 'running')) as left`,
    );
    const { left = 0 } = row ?? {};
    if (left === 0) return;
    if (left < least) giveUpAt = performance.now() + settleWithinMs;
    least = Math.min(least, left);
    assert.ok(performance.now() < giveUpAt, `${left} are not final`);
    await pause(100);
  }
}

/** @throws AssertionError if the run broke a guarantee */
export async function assertRunIsWhole(run: CrashRun): Promise<void> {
  await assertAcceptedIsWhole(run, run.directory.withDatabase);
}

/** @throws AssertionError if something that was accepted is lost, was done twice or was never done */
export async function assertAcceptedIsWhole(
  run: Pick<
    CrashRun,
    'accepted' | 'operations' | 'events' | 'wrongResponses' | 'tenant' | 'deaths'
  >,
  withDatabase: TestDataDirectory['withDatabase'],
): Promise<void> {
  const { tenantId } = run.tenant;
  assert.deepEqual(run.wrongResponses, []);
  assert.deepEqual(run.deaths, []);
  await withDatabase(async (database) => {
    const people = () => ({ owners: 2, members: 3 });
    await assertNothingLost(database, tenantId, run.accepted, people);
    await assertOperationsEnded(database, tenantId, run.operations);
    await assertEventsComplete(database, tenantId, run.events);
  });
}

/** The result is text for the diagnostics of a test. */
export function describeRun({ accepted, operations, events, kills }: CrashRun): string {
  return `${accepted.length} creations, ${operations.length} operations, ${events.length} events, ${JSON.stringify(kills)}`;
}
