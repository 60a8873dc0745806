// The service as a user starts it: one process, with a durable PostgreSQL and a separate data directory.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import type { Log } from '../src/ground/log.ts';
import type { ConnectionSettings } from '../src/postgres/connection-settings.ts';
import { familyOf } from './processor-time.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** The command of `npm start`, which npm itself would outlive. */
const { start } = (
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
).scripts;
const startsWithinMs = 180_000;

/** The content of quickstart.json. */
export interface Quickstart {
  readonly baseUrl: string;
  readonly tenantId: string;
  readonly keyId: string;
  readonly secret: string;
  readonly organisation: string;
  readonly templates: readonly string[];
  readonly people: readonly string[];
}

export interface RunningService {
  readonly baseUrl: string;
  readonly quickstart: Quickstart;
  /** The time counts from the start of the process until /readyz said yes. */
  readonly readyAfterMs: number;
  readonly processId: number;
  /** Resident memory of the Node processes, in MiB. */
  residentMiB(): number;
  stop(): Promise<void>;
}

/** A running service, and a way into its database. */
export interface Bench {
  readonly service: RunningService;
  /** Its data. */
  readonly directory: string;
  readonly owner: ConnectionSettings;
  /** The PostgreSQL server's process. */
  readonly postgresId: () => number;
  readonly log: Log;
}

/** The first start of a service in a clone would do so beside what is measured. */
export function buildAdminCenter(): void {
  const build = join(root, 'packages/console/build.ts');
  const { status } = spawnSync(process.execPath, [build], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('The admin center was not built.');
}

/** @param settings more variables of its environment */
export async function startService(
  dataDirectory: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningService> {
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const child = spawn('sh', ['-c', start], {
    cwd: root,
    env: {
      ...process.env,
      PATH: [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
      PORT: String(port),
      GROUPWRIGHT_DATA_DIR: dataDirectory,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'info',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  while (!(await isReady(baseUrl))) {
    if (child.exitCode !== null) throw new Error(`The service ended with code ${child.exitCode}.`);
    if (performance.now() - startedAt > startsWithinMs)
      throw new Error('The service does not get ready.');
    await pause(5);
  }
  const readyAfterMs = performance.now() - startedAt;
  // Written once ready, on the first start only.
  const file = join(dataDirectory, 'quickstart.json');
  let quickstart: Quickstart | undefined;
  for (let tries = 0; quickstart === undefined && tries < 400; tries += 1) {
    try {
      quickstart = JSON.parse(readFileSync(file, 'utf8')) as Quickstart;
    } catch {
      await pause(5);
    }
  }
  if (quickstart === undefined) throw new Error(`There is no ${file}.`);
  return {
    baseUrl,
    quickstart,
    readyAfterMs,
    processId: child.pid ?? 0,
    residentMiB() {
      const ofNode = [...familyOf([child.pid ?? 0])]
        .map((pid) => readFileSync(`/proc/${pid}/status`, 'utf8'))
        .filter((status) => !status.startsWith('Name:\tpostgres'));
      return ofNode.reduce(
        (sum, status) => sum + Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024,
        0,
      );
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function isReady(baseUrl: string): Promise<boolean> {
  try {
    const response = await fetch(`${baseUrl}/readyz`);
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
}

/** A token of the demo's key, as the header that carries it. */
export async function authorize({ baseUrl, quickstart }: RunningService): Promise<string> {
  const { tenantId, keyId, secret } = quickstart;
  const response = await fetch(`${baseUrl}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenantId, keyId, secret }),
  });
  const { accessToken } = (await response.json()) as { accessToken: string };
  return `Bearer ${accessToken}`;
}
