// POST /teams, every answer after a durable commit, beside single-row inserts into the same PostgreSQL; and with names
// from a counter, beside those without.
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { createChanges } from '../src/settings/configuration/changes.postgres.ts';
import { systemClock } from '../src/ground/clock.ts';
import { createIdGenerator } from '../src/ground/identifiers.ts';
import { openDatabase } from '../src/postgres/pool.ts';
import type { Database } from '../src/postgres/database.ts';
import type { Bench } from './bench.ts';
import { createTeamBodies } from './bodies.ts';
import { inTurn, load, type Measured } from './load.ts';
import { middlePair } from './measure-organisations.ts';
import { type Line, rateLine } from './report.ts';
import { authorize, type Quickstart } from './running-service.ts';
import { waitUntilDone } from './wait-until-done.ts';

const seconds = 5;
const insertConnections = 32;
const numberedTemplate = 'numbered';

export async function measureCreations({ service, owner, log }: Bench): Promise<Line[]> {
  const authorization = await authorize(service);
  const headers = { authorization, 'content-type': 'application/json' };
  const database = openDatabase(owner, { log, maxConnections: insertConnections });

  async function create(body: () => string): Promise<Measured> {
    const request = { method: 'POST', path: '/teams', headers, body } as const;
    const measured = await load(service.baseUrl, request, { connections: 64, seconds });
    // The other one of the pair is measured while nothing else runs.
    await waitUntilDone(database);
    return measured;
  }

  try {
    await database.query(
      'create table bench_rows (id bigint generated always as identity primary key, text text)',
    );
    const named = createTeamBodies(service.quickstart);
    const pairs = await inTurn(
      5,
      () => create(named),
      () => insertRows(database),
    );
    const [ours, floor] = middlePair(pairs);
    await addNumberedTemplate(database, service.quickstart);
    const numbered = createTeamBodies(service.quickstart, numberedTemplate);
    await untilAccepted(service.baseUrl, headers, numbered);
    const [withCounter, without] = middlePair(
      await inTurn(
        5,
        () => create(numbered),
        () => create(named),
      ),
    );
    return [
      rateLine(
        'POST /teams, 10 people, 64 connections',
        ours,
        { name: 'single-row commits', rate: floor.rate },
        { ratioAtLeast: 0.4, rateAtLeast: 6_000 },
      ),
      rateLine(
        'POST /teams with a counter, 64 connections',
        withCounter,
        { name: 'without a counter', rate: without.rate },
        { ratioAtLeast: 0.7 },
      ),
    ];
  } finally {
    await database.close();
  }
}

async function addNumberedTemplate(
  database: Database,
  { tenantId, organisation }: Quickstart,
): Promise<void> {
  const [found] = await database.query<{ organisationId: string }>(
    'select organisation_id from organisations where tenant_id = $1 and identifier = $2',
    [tenantId, organisation],
  );
  const organisationId = found?.organisationId ?? '';
  const createId = createIdGenerator({ clock: systemClock, randomBytes });
  await database.transaction((transaction) =>
    createChanges(transaction, { clock: systemClock, createId, randomBytes }).templates.create(
      { kind: 'operator', id: 'bench' },
      tenantId,
      organisationId,
      {
        name: 'Numbered',
        identifier: numberedTemplate,
        mailNicknamePattern: 'numbered-{{counter}}',
        displayNamePattern: 'Numbered {{counter}}',
        counter: {},
      },
    ),
  );
}

/** The service learns of the template within a second. */
async function untilAccepted(
  baseUrl: string,
  headers: Record<string, string>,
  body: () => string,
): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await fetch(`${baseUrl}/teams`, { method: 'POST', headers, body: body() });
    await answer.arrayBuffer();
    if (answer.status === 200) return;
    await pause(100);
  }
  throw new Error('The service does not accept names from a counter.');
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
