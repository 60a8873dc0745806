// Processor time of the work on a group, each kind by itself: its acceptance by a process of the API, its provisioning
// in the sandbox by a worker, and the delivery of its events. The floor is a bare Fastify that stores what it gets, many
// bodies with one commit, in the same PostgreSQL.
import { setTimeout as pause } from 'node:timers/promises';

import { openDatabase } from '../src/postgres/pool.ts';
import type { Database } from '../src/postgres/database.ts';
import { startOperator } from '../testing/operator-process.ts';
import type { Bench } from './bench.ts';
import { createTeamBodies } from './bodies.ts';
import { type Floor, median, type Request, send, startFloor } from './load.ts';
import { familyOf, processorTimeUs, spentUs } from './processor-time.ts';
import { costLine, type Line, microseconds, perSecond } from './report.ts';
import { authorize, type RunningService, startService } from './running-service.ts';
import { waitUntilDone } from './wait-until-done.ts';

const rounds = 4;
/** Until V8 has optimized what a creation runs through. */
const warmUpRounds = 3;
const groupsPerRound = 4_000;
const connections = 64;
const endpoints = 4;
const deliveriesAtLeastPerSecond = 2_500;

/** Of one round: microseconds for each request, group or delivery; Node's part and PostgreSQL's. */
interface Cost {
  readonly node: number;
  readonly postgres: number;
}

interface Round {
  readonly floor: Cost;
  readonly acceptance: Cost;
  readonly provisioning: Cost;
}

export async function measureWork(bench: Bench): Promise<Line[]> {
  const { owner, log, directory } = bench;
  const database = openDatabase(owner, { log, maxConnections: 1 });
  await database.query(
    'create table bench_rows (id bigint generated always as identity primary key, text text)',
  );
  const worker = await startService(directory, {
    ROLES: 'worker',
    DATABASE_URL: owner.url,
    WEBHOOK_NETWORKS: '127.0.0.0/8',
  });
  const floor = await startFloor('commits', owner.url);
  try {
    const measured: Round[] = [];
    for (let round = 0; round < warmUpRounds + rounds; round += 1) {
      const one = await measureRound(bench, { database, worker, floor });
      if (round >= warmUpRounds) measured.push(one);
    }
    const stored = await storedPerGroup(bench, { database, worker });
    const { line: deliveries, rate } = await measureDeliveries(bench, {
      database,
      worker,
      floorUs: median(measured.map((one) => total(one.floor))),
    });
    return [
      line('accept a group of 10 people', measured, 'acceptance', 0.49, 0.65),
      line('provision it in the sandbox', measured, 'provisioning', 0.18, 0.33),
      ...stored,
      deliveries,
      rate,
    ];
  } finally {
    await floor.stop();
    await worker.stop();
    await database.close();
  }
}

interface Parts {
  readonly database: Database;
  readonly worker: RunningService;
}

async function measureRound(
  bench: Bench,
  { database, worker, floor }: Parts & { readonly floor: Floor },
): Promise<Round> {
  const creations = await creationsOf(bench);
  const floorRequest: Request = { ...creations, path: '/' };
  // The worker sleeps while the API accepts.
  signal(worker, 'SIGSTOP');
  const acceptance = await costOf(bench, bench.service.processId, () =>
    send(bench.service.baseUrl, creations, { connections, amount: groupsPerRound }),
  );
  const provisioning = await costOf(bench, worker.processId, async () => {
    signal(worker, 'SIGCONT');
    await waitUntilDone(database);
    await untilSealed(database);
  });
  const bare = await costOf(bench, floor.processId, () =>
    send(floor.baseUrl, floorRequest, { connections, amount: groupsPerRound }),
  );
  return { floor: bare, acceptance, provisioning };
}

async function creationsOf({ service }: Bench): Promise<Request> {
  return {
    method: 'POST',
    path: '/teams',
    headers: { authorization: await authorize(service), 'content-type': 'application/json' },
    body: createTeamBodies(service.quickstart),
  };
}

async function costOf(
  { postgresId }: Bench,
  processId: number,
  work: () => Promise<unknown>,
  count = groupsPerRound,
): Promise<Cost> {
  const postgresBefore = processorTimeUs([postgresId()]);
  // Together: the server is a child of the process that started it.
  const both = await spentUs([processId, postgresId()], work);
  const postgres = processorTimeUs([postgresId()]) - postgresBefore;
  return { node: (both - postgres) / count, postgres: postgres / count };
}

const total = ({ node, postgres }: Cost) => node + postgres;

function line(
  what: string,
  measured: readonly Round[],
  part: 'acceptance' | 'provisioning',
  before: number,
  ratioAtLeast: number,
): Line {
  const medianOf = (of: (round: Round) => number) => median(measured.map(of));
  const us = medianOf((round) => total(round[part]));
  return costLine(
    what,
    {
      us,
      text: `${microseconds(us)} (${Math.round(medianOf((round) => round[part].node))} + ${Math.round(medianOf((round) => round[part].postgres))})`,
    },
    {
      name: 'Fastify, batched commit',
      us: medianOf(({ floor }) => total(floor)),
      ratio: medianOf((round) => total(round.floor) / total(round[part])),
    },
    { before, ratioAtLeast },
  );
}

/** Bytes of the write-ahead log and of tables for each group, and how many updates of the ledger touch no index. */
async function storedPerGroup(bench: Bench, { database, worker }: Parts): Promise<Line[]> {
  const before = await storage(database);
  signal(worker, 'SIGSTOP');
  await send(bench.service.baseUrl, await creationsOf(bench), {
    connections,
    amount: groupsPerRound,
  });
  signal(worker, 'SIGCONT');
  await waitUntilDone(database);
  await untilSealed(database);
  // Counters of updates arrive a second later.
  await pause(2_000);
  const after = await storage(database);
  const perGroup = (from: number, to: number) => (to - from) / groupsPerRound / 1_000;
  const wal = perGroup(before.wal, after.wal);
  const hot = (after.hot - before.hot) / (after.updates - before.updates);
  const table = after.bytes / after.groups / 1_000;
  return [
    figure('write-ahead log for each group', `${wal.toFixed(1)} kB`, '11.7', '≤ 7 kB', wal <= 7),
    figure(
      'tables and indexes for each group',
      `${table.toFixed(1)} kB`,
      '8.7',
      '≤ 4 kB',
      table <= 4,
    ),
    figure(
      'updates of the ledger without an index',
      `${Math.round(hot * 100)} %`,
      '25',
      '≥ 80 %',
      hot >= 0.8,
    ),
  ];
}

function figure(what: string, ours: string, before: string, target: string, met: boolean): Line {
  return { what, ours, floor: '', ratio: '', before, target, p50: '', p99: '', met };
}

async function storage(database: Database) {
  const [row] = await database.query<
    Record<'wal' | 'hot' | 'updates' | 'bytes' | 'groups', number>
  >(`
    select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::double precision as wal, hot, updates, bytes, groups
    from (
      select sum(n_tup_hot_upd)::double precision as hot, sum(n_tup_upd)::double precision as updates
      from pg_stat_user_tables where relname like 'provisionings%'
    ), (
      select sum(pg_total_relation_size(relid))::double precision as bytes
      from pg_stat_user_tables where relname <> 'bench_rows'
    ), (select count(*)::double precision as groups from teams)`);
  if (row === undefined) throw new Error('The server has no statistics.');
  return row;
}

async function measureDeliveries(
  bench: Bench,
  { database, worker, floorUs }: Parts & { readonly floorUs: number },
): Promise<{ line: Line; rate: Line }> {
  const sink = await startFloor('bytes', '/dev/null');
  try {
    await addEndpoints(bench, sink);
    await database.query('update webhook_endpoints set disabled_at = now()');
    await send(bench.service.baseUrl, await creationsOf(bench), {
      connections,
      amount: groupsPerRound,
    });
    await waitUntilDone(database);
    await untilSealed(database);
    signal(worker, 'SIGSTOP');
    await database.query('update webhook_endpoints set disabled_at = null');
    // Without an endpoint the worker looks every five seconds: it has to look at once when it continues.
    await pause(5_000);
    const startedAt = performance.now();
    const cost = await costOf(
      bench,
      worker.processId,
      async () => {
        signal(worker, 'SIGCONT');
        await untilDelivered(database);
      },
      1,
    );
    const tookMs = performance.now() - startedAt;
    const delivered = await countDelivered(database);
    const rate = (delivered * 1_000) / tookMs;
    const us = total(cost) / delivered;
    return {
      line: costLine(
        'deliver one event to a webhook',
        {
          us,
          text: `${microseconds(us)} (${Math.round(cost.node / delivered)} + ${Math.round(cost.postgres / delivered)})`,
        },
        { name: 'Fastify, batched commit', us: floorUs, ratio: floorUs / us },
        { before: 0.09, ratioAtLeast: 0.3 },
      ),
      rate: {
        what: `deliveries to ${endpoints} healthy endpoints`,
        ours: perSecond(rate),
        floor: `${delivered.toLocaleString('en')} events`,
        ratio: '',
        before: '',
        target: `≥ ${perSecond(deliveriesAtLeastPerSecond)}`,
        p50: '',
        p99: '',
        met: rate >= deliveriesAtLeastPerSecond,
      },
    };
  } finally {
    await sink.stop();
  }
}

async function addEndpoints({ service, owner, directory }: Bench, sink: Floor): Promise<void> {
  for (let added = 0; added < endpoints; added += 1) {
    const { code, err } = await startOperator(
      ['webhook', 'add', `${sink.baseUrl}/${added}`, '--tenant', service.quickstart.tenantId],
      {
        DATABASE_URL: owner.url,
        GROUPWRIGHT_DATA_DIR: directory,
        WEBHOOK_NETWORKS: '127.0.0.0/8',
      },
    );
    if (code !== 0) throw new Error(err);
  }
}

/** Looks for the last row of each endpoint by an index: what reads more would be measured with the deliveries. */
async function untilDelivered(database: Database): Promise<void> {
  for (;;) {
    const waiting = await database.query(`
      select from webhook_endpoints e
      left join lateral (
        select s.first_position + cardinality(s.entry_ids) - 1 as position from activity_seals s
        where s.tenant_id = e.tenant_id order by s.first_position desc limit 1
      ) head on true
      left join lateral (
        select d.position from webhook_deliveries d
        where d.tenant_id = e.tenant_id and d.endpoint_id = e.endpoint_id and d.state = 'pending'
        order by d.position desc limit 1
      ) pending on true
      where e.position < head.position or pending.position is not null`);
    if (waiting.length === 0) return;
    await pause(100);
  }
}

async function countDelivered(database: Database): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*)::int as count from webhook_deliveries where state = 'delivered'`,
  );
  return row?.count ?? 0;
}

async function untilSealed(database: Database): Promise<void> {
  for (;;) {
    const [waiting] = await database.query('select from activity_unsealed limit 1');
    if (waiting === undefined) return;
    await pause(50);
  }
}

function signal({ processId }: RunningService, name: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of familyOf([processId])) process.kill(pid, name);
}
