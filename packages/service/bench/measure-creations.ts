// POST /teams, every answer after a durable commit, beside single-row inserts into the same PostgreSQL.
import { openDatabase } from '../src/postgres/pool.ts';
import type { Database } from '../src/postgres/database.ts';
import type { Bench } from './bench.ts';
import { createTeamBodies } from './bodies.ts';
import { inTurn, load } from './load.ts';
import { middlePair } from './measure-organisations.ts';
import { type Line, rateLine } from './report.ts';
import { authorize } from './running-service.ts';
import { waitUntilDone } from './wait-until-done.ts';

const seconds = 5;
const insertConnections = 32;

export async function measureCreations({ service, owner, log }: Bench): Promise<Line[]> {
  const authorization = await authorize(service);
  const bodies = createTeamBodies(service.quickstart);
  const database = openDatabase(owner, { log, maxConnections: insertConnections });
  try {
    await database.query(
      'create table bench_rows (id bigint generated always as identity primary key, text text)',
    );
    const pairs = await inTurn(
      5,
      async () => {
        const measured = await load(
          service.baseUrl,
          {
            method: 'POST',
            path: '/teams',
            headers: { authorization, 'content-type': 'application/json' },
            body: bodies,
          },
          { connections: 64, seconds },
        );
        // The floor is measured while nothing else runs.
        await waitUntilDone(database);
        return measured;
      },
      () => insertRows(database),
    );
    const [ours, floor] = middlePair(pairs);
    return [
      rateLine(
        'POST /teams, 10 people, 64 connections',
        ours,
        { name: 'single-row commits', rate: floor.rate },
        { ratioAtLeast: 0.4, rateAtLeast: 6_000 },
      ),
    ];
  } finally {
    await database.close();
  }
}

/** Single-row commits a second from 32 connections. */
async function insertRows(database: Database): Promise<{ rate: number }> {
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  let commits = 0;
  await Promise.all(
    Array.from({ length: insertConnections }, async () => {
      while (performance.now() < until) {
        await database.query(
          { name: 'bench_insert', text: 'insert into bench_rows (text) values ($1)' },
          ['a row of the floor'],
        );
        commits += 1;
      }
    }),
  );
  return { rate: (commits * 1_000) / (performance.now() - startedAt) };
}
