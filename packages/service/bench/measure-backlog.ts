// From accepted to succeeded: a backlog of 20,000 groups of ten people, and one group on an idle service.
import { setTimeout as pause } from 'node:timers/promises';

import { openDatabase } from '../src/postgres/pool.ts';
import type { Bench } from './bench.ts';
import { createTeamBodies } from './bodies.ts';
import { median, send } from './load.ts';
import { type Line, ceilingLine, milliseconds, perSecond } from './report.ts';
import { authorize } from './running-service.ts';
import { waitUntilDone } from './wait-until-done.ts';

const groups = 20_000;
const atLeastPerSecond = 800;
const callers = 64;

export async function measureBacklog(bench: Bench): Promise<Line[]> {
  return [await measureSingle(bench), await measureMany(bench)];
}

async function measureMany({ service, owner, log }: Bench): Promise<Line> {
  const authorization = await authorize(service);
  const bodies = createTeamBodies(service.quickstart);
  const database = openDatabase(owner, { log, maxConnections: 1 });
  try {
    const startedAt = performance.now();
    await send(
      service.baseUrl,
      {
        method: 'POST',
        path: '/teams',
        headers: { authorization, 'content-type': 'application/json' },
        body: bodies,
      },
      { connections: callers, amount: groups },
    );
    const acceptedAfterMs = performance.now() - startedAt;
    const failed = await waitUntilDone(database);
    const tookMs = performance.now() - startedAt;
    if (failed > 0) throw new Error(`${failed} creations failed.`);
    const rate = (groups * 1_000) / tookMs;
    return {
      what: '20,000 groups of 10 people, accepted to succeeded',
      ours: perSecond(rate),
      floor: `accepted in ${(acceptedAfterMs / 1_000).toFixed(1)} s`,
      ratio: '',
      target: `≥ ${atLeastPerSecond}/s`,
      p50: '',
      p99: '',
      met: rate >= atLeastPerSecond,
    };
  } finally {
    await database.close();
  }
}

async function measureSingle({ service }: Bench): Promise<Line> {
  const authorization = await authorize(service);
  const bodies = createTeamBodies(service.quickstart);
  const tookMs: number[] = [];
  for (let round = 0; round < 50; round += 1) {
    const body = bodies();
    const startedAt = performance.now();
    const response = await fetch(`${service.baseUrl}/teams`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', prefer: 'wait=10' },
      body,
    });
    const { status } = (await response.json()) as { status: string };
    if (status !== 'succeeded') throw new Error(`A creation is ${status}.`);
    tookMs.push(performance.now() - startedAt);
    await pause(50);
  }
  const sorted = tookMs.toSorted((a, b) => a - b);
  return ceilingLine(
    'one group on an idle service, accepted to succeeded',
    median(sorted),
    50,
    'ms',
    {
      p50: milliseconds(median(sorted)),
      p99: milliseconds(sorted.at(-1) ?? Number.NaN),
    },
  );
}
