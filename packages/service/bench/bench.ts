// `npm run bench [-- name …]`: measures the service beside its floors, in one run on one machine, and prints
// a table. Machines are noisy: each pair is measured in turn several times and the middle one is shown. Rates depend on
// what else the machine does; processor time for each request hardly does, so the ratios of the targets are of that.
// `memory=NUMBER` creates so many groups instead of 400,000.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createLog } from '../src/ground/log.ts';
import { startEmbeddedPostgres } from '../src/embedded/embedded.ts';
import type { ConnectionSettings } from '../src/postgres/connection-settings.ts';
import { freePort } from '../testing/free-port.ts';
import { measureAnswers } from './measure-answers.ts';
import { measureBacklog } from './measure-backlog.ts';
import { measureCreations } from './measure-creations.ts';
import { measureIdle } from './measure-idle.ts';
import { measureMemory } from './measure-memory.ts';
import { measureNeighbours } from './measure-neighbours.ts';
import { measureOrganisations } from './measure-organisations.ts';
import { measurePeers } from './measure-peers.ts';
import { measureSize } from './measure-size.ts';
import { measureStart } from './measure-start.ts';
import { measureSustained } from './measure-sustained.ts';
import { measureTokens } from './measure-tokens.ts';
import { measureWork } from './measure-work.ts';
import { type Line, table } from './report.ts';
import { type RunningService, startService } from './running-service.ts';

/** A running service, and a way into its database. */
export interface Bench {
  readonly service: RunningService;
  /** Its data. */
  readonly directory: string;
  readonly owner: ConnectionSettings;
  /** The PostgreSQL server's process. */
  readonly postgresId: () => number;
  readonly log: ReturnType<typeof createLog>;
}

const log = createLog('error');

interface OnOneService {
  readonly measure: (bench: Bench) => Promise<Line[]>;
  /** Variables of its environment. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** No worker provisions what is accepted meanwhile, so it may wait for as long as the measurement takes. */
const withoutWorker = { ROLES: 'api', MAX_WAIT_SECONDS: 'off' };

const onOneService: Record<string, OnOneService> = {
  answers: { measure: measureAnswers },
  work: { measure: measureWork, settings: withoutWorker },
  peers: { measure: measurePeers, settings: withoutWorker },
  sustained: { measure: measureSustained },
  processes: { measure: measureApart, settings: { PROCESSES: '2' } },
  idle: { measure: measureIdle },
  organisations: { measure: measureOrganisations },
  tokens: { measure: measureTokens },
  creations: { measure: measureCreations },
  backlog: { measure: measureBacklog },
};

/** As `sustained`, with the API and the worker in processes of one supervisor. */
async function measureApart(bench: Bench): Promise<Line[]> {
  const lines = [...(await measureSustained(bench)), ...(await measureBacklog(bench))];
  return lines.map((line) => Object.assign(line, { what: `${line.what}, PROCESSES=2` }));
}

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

const chosen = new Set(process.argv.slice(2));
const isChosen = (name: string) => chosen.size === 0 || chosen.has(name);
const lines: Line[] = [];

if (isChosen('start')) lines.push(...(await withDirectory(measureStart)));
for (const [name, { measure, settings }] of Object.entries(onOneService)) {
  if (!isChosen(name)) continue;
  console.error(`measuring ${name} …`);
  lines.push(...(await withService(measure, settings)));
}
if (isChosen('neighbours')) {
  console.error('measuring neighbours …');
  // Both tenants within the limits that a service has by default.
  const port = await freePort();
  const settings = { RATE_LIMIT: '', ...inspected(port) };
  lines.push(...(await withService((bench) => measureNeighbours(bench, port), settings)));
}
const memory = [...chosen].find((name) => name.startsWith('memory='));
if (isChosen('memory') || memory !== undefined) {
  const creations = Number(memory?.slice('memory='.length) ?? 400_000);
  if (!(creations > 0 && creations % 4_000 === 0)) {
    throw new Error('The number of memory=NUMBER must be a multiple of 4,000.');
  }
  console.error(`measuring memory: ${creations.toLocaleString('en')} groups are created …`);
  const port = await freePort();
  const measure = (bench: Bench) => measureMemory(bench, port, creations);
  lines.push(...(await withService(measure, inspected(port))));
}
if (isChosen('size')) {
  console.error('measuring size: 1,000,000 groups are added first …');
  lines.push(...(await withService((small) => withService((large) => measureSize(small, large)))));
}
console.log(table(lines));
process.exitCode = lines.every(({ met }) => met) ? 0 : 1;
