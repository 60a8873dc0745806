// `npm run bench [-- name …]`: measures what people feel of the service, beside its floors and peers, in one run on one
// machine, and prints a table. Machines are noisy: pairs are measured in turn several times and the middle one is shown.
// `callers=NUMBER` and `memory=NUMBER` create so many groups instead of 25,000 and 60,000, `graph=NUMBER` compares so many
// teams with those of a script instead of 500, and the windows of `neighbours=NUMBER` have so many seconds instead of 12.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createLog } from '../src/ground/log.ts';
import { startEmbeddedPostgres } from '../src/embedded/embedded.ts';
import { freePort } from '../testing/free-port.ts';
import { measureCallers } from './measure-callers.ts';
import { measureContributor } from './measure-contributor.ts';
import { measureGraph } from './measure-graph.ts';
import { measureIdle } from './measure-idle.ts';
import { measureMemory } from './measure-memory.ts';
import { measureNeighbours } from './measure-neighbours.ts';
import { measurePeers } from './measure-peers.ts';
import { measureStart } from './measure-start.ts';
import { measureSustained } from './measure-sustained.ts';
import { measureTokens } from './measure-tokens.ts';
import { type Line, table } from './report.ts';
import { type Bench, buildAdminCenter, startService } from './running-service.ts';

const log = createLog('error');
const tableFile = fileURLToPath(new URL('../../../node_modules/.cache/bench.txt', import.meta.url));

interface OnOneService {
  readonly measure: (bench: Bench) => Promise<Line[]>;
  /** Variables of its environment. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** No worker provisions what is accepted meanwhile, so it may wait for as long as the measurement takes. */
const withoutWorker = { ROLES: 'api', MAX_WAIT_SECONDS: 'off' };

const onOneService: Record<string, OnOneService> = {
  callers: { measure: (bench) => measureCallers(bench, amountOf('callers', 25_000, 1_000)) },
  peers: { measure: measurePeers, settings: withoutWorker },
  sustained: { measure: measureSustained },
  idle: { measure: measureIdle },
  tokens: { measure: measureTokens },
};

async function withService<T>(
  work: (bench: Bench) => Promise<T>,
  settings: OnOneService['settings'] = {},
): Promise<T> {
  return withDirectory(async (directory) => {
    const service = await startService(directory, settings);
    const postgres = await startEmbeddedPostgres({ dataDirectory: directory, log, mode: 'borrow' });
    try {
      return await work({
        service,
        directory,
        owner: postgres.owner,
        postgresId: () => postgres.processId(),
        log,
      });
    } finally {
      await postgres.stop();
      await service.stop();
    }
  });
}

function inspected(port: number) {
  return { NODE_OPTIONS: `--inspect=127.0.0.1:${port}`, PROCESSES: '1' };
}

async function withDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'groupwright-bench-'));
  try {
    return await work(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The measurements that were named, with their amounts. */
const chosen = new Map(
  process.argv.slice(2).map((argument): [string, string | undefined] => {
    const [name = '', amount] = argument.split('=');
    return [name, amount];
  }),
);
const isChosen = (name: string) => chosen.size === 0 || chosen.has(name);

function amountOf(name: string, usual: number, step: number): number {
  const amount = Number(chosen.get(name) ?? usual);
  if (amount > 0 && amount % step === 0) return amount;
  throw new Error(`The number of ${name}=NUMBER must be a multiple of ${step}.`);
}

const lines: Line[] = [];

/** The table has all parts so far, also when a later one fails or the run is interrupted. */
async function measure(name: string, work: () => Promise<readonly Line[]>): Promise<void> {
  console.error(`measuring ${name} …`);
  const startedAt = performance.now();
  try {
    lines.push(...(await work()));
  } catch (error) {
    console.error(error);
    const what = `${name}: ${String(error).split('\n')[0]?.slice(0, 80)}`;
    lines.push({ what, ours: 'failed', floor: '', ratio: '', goal: '', met: false });
  }
  console.error(`${name}: after ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
  mkdirSync(dirname(tableFile), { recursive: true });
  writeFileSync(tableFile, `${table(lines)}\n`);
}

const parts: Record<string, () => Promise<readonly Line[]>> = {
  contributor: () => withDirectory(measureContributor),
  start: () => withDirectory(measureStart),
  ...Object.fromEntries(
    Object.entries(onOneService).map(([name, one]) => [
      name,
      () => withService(one.measure, one.settings),
    ]),
  ),
  neighbours: async () => {
    // Both tenants within the limits that a service has by default.
    const port = await freePort();
    const settings = { RATE_LIMIT: '', ...inspected(port) };
    const seconds = amountOf('neighbours', 12, 1);
    return withService((bench) => measureNeighbours(bench, port, seconds), settings);
  },
  memory: async () => {
    const creations = amountOf('memory', 60_000, 20_000);
    const port = await freePort();
    return withService((bench) => measureMemory(bench, port, creations), inspected(port));
  },
};

buildAdminCenter();
for (const [name, work] of Object.entries(parts)) {
  if (isChosen(name) && name !== 'idle') await measure(name, work);
}
// Calls and virtual times of the one, and the processor time of another process: neither changes the other's.
await Promise.all([
  isChosen('idle') && measure('idle', () => withService(measureIdle)),
  isChosen('graph') && measure('graph', () => measureGraph(amountOf('graph', 500, 10))),
]);
console.log(table(lines));
console.error(`The table is also in ${tableFile}.`);
process.exitCode = lines.every(({ met }) => met) ? 0 : 1;
