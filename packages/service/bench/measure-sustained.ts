// The service as one command under full load, the load generator beside it: how much of what it accepts it also
// provisions meanwhile, and how many groups it brings from accepted to succeeded in a minute.
import { setTimeout as pause } from 'node:timers/promises';

import { openDatabase } from '../src/postgres/pool.ts';
import type { Database } from '../src/postgres/database.ts';
import { createTeamBodies } from './bodies.ts';
import { load, type Request, send } from './load.ts';
import { type Line, perSecond } from './report.ts';
import { type Bench, authorize } from './running-service.ts';
import { waitUntilDone } from './wait-until-done.ts';

const connections = 64;
/** With 64 connections that wait for their answers, a quarter of two processors stays idle. */
const fullLoadConnections = 128;
const fullLoadSeconds = 15;
const sustainedSeconds = 60;
/** Callers pause while more than this wait. */
const mostWaiting = 4_000;
const groupsAtOnce = 2_000;
const goals = { share: 0.5, acceptedPerSecond: 3_450, succeededPerSecond: 2_440 };

export async function measureSustained(bench: Bench): Promise<Line[]> {
  const { service, owner, log } = bench;
  const database = openDatabase(owner, { log, maxConnections: 1 });
  const request: Request = {
    method: 'POST',
    path: '/teams',
    headers: { authorization: await authorize(service), 'content-type': 'application/json' },
    body: createTeamBodies(service.quickstart),
  };
  try {
    await send(service.baseUrl, request, { connections, amount: 2_000 });
    await waitUntilDone(database);
    const sustained = await measureMinute(service.baseUrl, request, database);
    return [await measureFullLoad(service.baseUrl, request, database), sustained];
  } finally {
    await database.close();
  }
}

async function measureFullLoad(
  baseUrl: string,
  request: Request,
  database: Database,
): Promise<Line> {
  const before = await countSucceeded(database);
  const accepted = await load(baseUrl, request, {
    connections: fullLoadConnections,
    seconds: fullLoadSeconds,
  });
  const succeeded = (await countSucceeded(database)) - before;
  const share = succeeded / (accepted.rate * fullLoadSeconds);
  await waitUntilDone(database);
  return {
    what: `provisioned : accepted, ${fullLoadSeconds} s of full load`,
    ours: `${perSecond(succeeded / fullLoadSeconds)} : ${perSecond(accepted.rate)}`,
    floor: '',
    ratio: share.toFixed(2),
    goal: `≥ ${goals.share}, ≥ ${perSecond(goals.acceptedPerSecond)} accepted`,
    met: share >= goals.share && accepted.rate >= goals.acceptedPerSecond,
  };
}

async function measureMinute(baseUrl: string, request: Request, database: Database): Promise<Line> {
  const before = await countSucceeded(database);
  const startedAt = performance.now();
  const until = startedAt + sustainedSeconds * 1_000;
  let sent = 0;
  while (performance.now() < until) {
    const waiting = sent - ((await countSucceeded(database)) - before);
    if (waiting > mostWaiting) {
      await pause(50);
      continue;
    }
    await send(baseUrl, request, { connections, amount: groupsAtOnce });
    sent += groupsAtOnce;
  }
  const rate =
    (((await countSucceeded(database)) - before) * 1_000) / (performance.now() - startedAt);
  await waitUntilDone(database);
  return {
    what: `accepted to succeeded, sustained over ${sustainedSeconds} s`,
    ours: perSecond(rate),
    floor: '',
    ratio: '',
    goal: `≥ ${perSecond(goals.succeededPerSecond)}`,
    met: rate >= goals.succeededPerSecond,
  };
}

/** The numbers that groups get when they are listed give the count: counting rows would be work for the server. */
async function countSucceeded(database: Database): Promise<number> {
  const [row] = await database.query<{ listed: number }>(
    'select sum(groups_listed)::double precision as listed from lanes',
  );
  return row?.listed ?? 0;
}
