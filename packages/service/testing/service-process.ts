// The service as a separate process, started as a user would, to be killed: with a data directory it runs its own
// durable PostgreSQL, with a database address it shares one.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createChanges, type Changes } from '../src/settings/configuration/changes.postgres.ts';
import { systemClock } from '../src/ground/clock.ts';
import { createIdGenerator } from '../src/ground/identifiers.ts';
import type { Database } from '../src/postgres/database.ts';
import { startEmbeddedPostgres, stopAbandoned } from '../src/embedded/embedded.ts';
import { silentLog } from '../src/postgres/log.ts';
import { openDatabase } from '../src/postgres/pool.ts';
import { childEnvironment } from './child-environment.ts';
import { freePort } from './free-port.ts';
import { dataParent } from './data-parent.ts';

const mainFile = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Several processes load their code at once, on a machine that may do much else. */
const startTimeoutMs = 180_000;

const children = new Set<ChildProcess>();
// Left behind by a test that failed. Files share a process, so this is no hook of one of them.
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ServiceProcess {
  readonly processId: number;
  /** Where it listens, and the base address it hands out; a worker answers for its health there. */
  readonly address: string;
  /** Its standard output and error so far. */
  output(): string;
  signal(name: NodeJS.Signals): void;
  /** Sends the signal and waits for the end. */
  end(name: NodeJS.Signals): Promise<Exit>;
  readonly exited: Promise<Exit>;
}

/**
 * Resolves once it serves (or works).
 * @param env the whole environment of the service, besides PORT and BASE_URL
 * @param options.port to be found at the same address again after a restart
 * @param options.entry another program in the place of `main.ts`
 * @param options.command another command, run at the root of the repository
 */
export async function startServiceProcess(
  env: Readonly<Record<string, string>>,
  options: { port?: number; entry?: string; command?: readonly [string, ...string[]] } = {},
): Promise<ServiceProcess> {
  const port = options.port ?? (await freePort());
  const address = `http://127.0.0.1:${port}`;
  const [program, ...parameters] = options.command ?? [process.execPath, options.entry ?? mainFile];
  const child = spawn(program, parameters, {
    ...(options.command !== undefined && { cwd: root }),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...childEnvironment,
      PORT: `${port}`,
      BASE_URL: address,
      RATE_LIMIT: 'off',
      ADMIN_RATE_LIMIT: 'off',
      GROUPWRIGHT_DEMO: 'off',
      PROCESSES: '1',
      SHUTDOWN_DELAY_SECONDS: '0',
      ...env,
    },
  });
  children.add(child);
  const running = followProcess(child);
  await Promise.race([
    running.says(
      (env['PROCESSES'] ?? '1') === '1'
        ? /the service is listening|the worker is running/
        : /all processes are running/,
    ),
    running.exited.then(({ code, signal }) => {
      throw new Error(`the service ended with ${code ?? signal}: ${running.output()}`);
    }),
    new Promise((_, reject) => {
      const error = new Error('the service did not start in time');
      setTimeout(reject, startTimeoutMs, error).unref();
    }),
  ]);
  return {
    processId: child.pid ?? 0,
    address,
    output: running.output,
    signal: (name) => void child.kill(name),
    end(name) {
      child.kill(name);
      return running.exited;
    },
    exited: running.exited,
  };
}

function followProcess(child: ChildProcess) {
  let output = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      for (const listener of listeners) listener();
    });
  }
  const { promise: exited, resolve } = Promise.withResolvers<Exit>();
  child.once('exit', (code, signal) => {
    children.delete(child);
    resolve({ code, signal });
  });
  return {
    exited,
    output: () => output,
    says(expression: RegExp): Promise<void> {
      const said = Promise.withResolvers<void>();
      const look = () => {
        if (!expression.test(output)) return;
        listeners.delete(look);
        said.resolve();
      };
      listeners.add(look);
      look();
      return said.promise;
    },
  };
}

export interface TestDataDirectory {
  readonly path: string;
  /** Works on its database beside the service, which is started for it where none runs. */
  withDatabase<T>(this: void, work: (database: Database) => Promise<T>): Promise<T>;
  /** Changes configuration as an operator would. */
  change<T>(this: void, work: (changes: Changes) => Promise<T>): Promise<T>;
  /** Stops what still runs on it and removes it. */
  remove(this: void): Promise<void>;
}

/** A separate data directory (GROUPWRIGHT_DATA_DIR). */
export async function createTestDataDirectory(): Promise<TestDataDirectory> {
  const path = await mkdtemp(join(dataParent, `groupwright-test-${process.pid}-`));
  await chmod(path, 0o711);
  const createId = createIdGenerator({ clock: systemClock, randomBytes });

  const withDatabase: TestDataDirectory['withDatabase'] = async (work) => {
    const postgres = await startEmbeddedPostgres({
      dataDirectory: path,
      log: silentLog,
      mode: 'borrow',
    });
    const database = openDatabase(postgres.application, { log: silentLog, maxConnections: 2 });
    try {
      return await work(database);
    } finally {
      await database.close();
      await postgres.stop();
    }
  };
  return {
    path,
    withDatabase,
    change: (work) =>
      withDatabase((database) =>
        database.transaction((transaction) =>
          work(createChanges(transaction, { clock: systemClock, createId, randomBytes })),
        ),
      ),
    async remove() {
      await stopAbandoned(path);
      await rm(path, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
