// What callers and administrators wait for, with few groups in the tenant and with many: an answer may not take longer
// because others exist.
import { setTimeout as pause } from 'node:timers/promises';

import { openDatabase } from '../src/postgres/pool.ts';
import type { Database } from '../src/postgres/database.ts';
import { startOperator } from '../testing/operator-process.ts';
import { createTeamBodies } from './bodies.ts';
import { createGroups } from './create-groups.ts';
import { median, percentile } from './load.ts';
import { ceilingLine, type Line, milliseconds, perSecond } from './report.ts';
import { type Bench, authorize } from './running-service.ts';
import { waitUntilDone } from './wait-until-done.ts';

const partOfFew = 5;
const groupsOfBulk = 5_000;
const groupsOfRequest = 1_000;
const costlyAtOnce = 2;
const creationsPerSecond = 200;
const seconds = 15;
const readsOfEach = 40;
const atMostRatio = 2;

/** One answer, by what it is called: the most milliseconds that half of its reads may take. */
interface Answer {
  readonly what: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly atMostMs: number;
}

/** @param groups that the tenant has at the end */
export async function measureCallers(bench: Bench, groups: number): Promise<Line[]> {
  const { service, owner, log } = bench;
  const database = openDatabase(owner, { log, maxConnections: 1 });
  const createBody = createTeamBodies(service.quickstart);
  const grow = async (count: number) => {
    await createGroups(service, createBody, count);
    await waitUntilDone(database);
    // PostgreSQL does so within a minute.
    await database.query('analyze');
  };
  try {
    const few = groups / partOfFew;
    await grow(few);
    const answers = await answersOf(bench);
    const before = await timesOf(answers);
    const storedBefore = await storage(database);
    const bulk = await measureBulk(bench, database, createBody);
    const creations = await measureCreations(bench, createBody);
    await grow(groups - few - groupsOfBulk - creationsPerSecond * seconds);
    const stored = await storage(database);
    const after = await timesOf(answers);
    return [
      ...creations,
      ...bulk,
      ...answers.map((answer, index) => lineOf(answer, before[index] ?? [], after[index] ?? [])),
      await measureExport(bench, answers),
      ...storedLines(storedBefore, stored),
    ];
  } finally {
    await database.close();
  }
}

async function answersOf(bench: Bench): Promise<readonly Answer[]> {
  const { service } = bench;
  const { baseUrl, quickstart } = service;
  const ofCaller = { authorization: await authorize(service) };
  const ofAdministrator = { cookie: await signIn(bench) };
  const admin = `${baseUrl}/admin/api/${quickstart.tenantId}`;
  const [person = ''] = quickstart.people;
  const listed = await fetch(`${baseUrl}/teams?limit=1`, { headers: ofCaller });
  const [{ teamId } = { teamId: '' }] = ((await listed.json()) as { items: { teamId: string }[] })
    .items;
  const at = new Date().toISOString().slice(0, 10);
  const ask = (what: string, path: string, atMostMs: number): Answer => ({
    what,
    url: `${baseUrl}${path}`,
    headers: ofCaller,
    atMostMs,
  });
  const list = (what: string, path: string): Answer => ({
    what,
    url: `${admin}${path}`,
    headers: ofAdministrator,
    atMostMs: 50,
  });
  return [
    ask('a group', `/teams/${teamId}`, 5),
    ask('a status', `/teams/${teamId}/status`, 5),
    ask('50 groups', '/teams?limit=50', 10),
    ask('50 groups of a responsible person', `/teams?limit=50&responsible=${person}`, 10),
    ask('100 events', '/events?limit=100', 20),
    ask('50 groups of a person', `/people/${person}/groups?limit=50`, 10),
    ask('who was responsible', `/teams/${teamId}/responsibility?at=${at}`, 5),
    list('the list of groups', '/teams?limit=50'),
    list('the search for a name', '/teams?limit=50&search=group%2037'),
    list('the search for a person', `/teams?limit=50&search=${person.split('.')[0]}`),
    list('the report of creations', '/reports/creations'),
    list('the overview', '/overview'),
  ];
}

/** @returns the cookie of an administrator's session */
async function signIn({ service, owner, directory }: Bench): Promise<string> {
  const { baseUrl, quickstart } = service;
  const { tenantId } = quickstart;
  const args = [
    'admin',
    'link',
    '--tenant',
    tenantId,
    '--email',
    'bench@nordlicht.example',
    '--json',
  ];
  const { out, err } = await startOperator(args, {
    DATABASE_URL: owner.url,
    GROUPWRIGHT_DATA_DIR: directory,
  });
  if (out === '') throw new Error(err);
  const { url } = JSON.parse(out) as { url: string };
  const answer = await fetch(`${baseUrl}/admin/api/${tenantId}/sign-in/link`, {
    method: 'POST',
    headers: { origin: baseUrl, 'content-type': 'application/json' },
    body: JSON.stringify({ token: new URL(url).hash.slice(1) }),
  });
  if (!answer.ok) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`);
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** Each answer in turn, so that a slower moment of the machine is in all of them. */
async function timesOf(answers: readonly Answer[]): Promise<readonly (readonly number[])[]> {
  const times = answers.map((): number[] => []);
  for (let read = 0; read < readsOfEach; read += 1) {
    for (const [index, { url, headers }] of answers.entries()) {
      const startedAt = performance.now();
      const answer = await fetch(url, { headers });
      const text = await answer.text();
      times[index]?.push(performance.now() - startedAt);
      if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text}`);
    }
  }
  return times;
}

function lineOf({ what, atMostMs }: Answer, few: readonly number[], all: readonly number[]): Line {
  const [ours, floor] = [median(all), median(few)];
  return {
    what: `${what}, p50`,
    ours: milliseconds(ours),
    floor: `${milliseconds(floor)} with a fifth of the groups`,
    ratio: (ours / floor).toFixed(2),
    goal: `≤ ${atMostMs} ms, ≤ ${atMostRatio} × with a fifth`,
    met: ours <= atMostMs && ours / floor <= atMostRatio,
  };
}

/** The creations come at a steady pace, whatever the earlier ones take. */
async function measureCreations({ service }: Bench, createBody: () => string): Promise<Line[]> {
  const authorization = await authorize(service);
  const headers = { authorization, 'content-type': 'application/json' };
  const times: number[] = [];
  const sent: Promise<unknown>[] = [];
  const startedAt = performance.now();
  const send = async () => {
    const sentAt = performance.now();
    const answer = await fetch(`${service.baseUrl}/teams`, {
      method: 'POST',
      headers,
      body: createBody(),
    });
    const text = await answer.text();
    times.push(performance.now() - sentAt);
    if (!answer.ok) throw new Error(`POST /teams: ${answer.status} ${text}`);
  };
  for (let count = 0; count < creationsPerSecond * seconds; count += 1) {
    const dueAt = startedAt + (count * 1_000) / creationsPerSecond;
    if (dueAt > performance.now()) await pause(dueAt - performance.now());
    sent.push(send());
  }
  await Promise.all(sent);
  const what = `POST /teams at ${creationsPerSecond} a second, p99`;
  const floor = `${milliseconds(percentile(times, 0.5))} at p50`;
  return [ceilingLine(what, percentile(times, 0.99), 25, 'ms', { floor })];
}

/** There are as many costly requests at once as a key may have in progress. */
async function measureBulk(
  { service }: Bench,
  database: Database,
  createBody: () => string,
): Promise<Line[]> {
  const authorization = await authorize(service);
  const headers = { authorization, 'content-type': 'application/json' };
  let left = groupsOfBulk / groupsOfRequest;
  const startedAt = performance.now();
  const sendInTurn = async () => {
    while (left > 0) {
      left -= 1;
      const body = `[${Array.from({ length: groupsOfRequest }, createBody).join(',')}]`;
      const answer = await fetch(`${service.baseUrl}/teams/bulk`, {
        method: 'POST',
        headers,
        body,
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`bulk: ${answer.status} ${text}`);
    }
  };
  await Promise.all(Array.from({ length: costlyAtOnce }, sendInTurn));
  const acceptedMs = performance.now() - startedAt;
  await waitUntilDone(database);
  const doneMs = performance.now() - startedAt;
  const what = `${groupsOfBulk.toLocaleString('en')} groups by bulk`;
  return [
    ceilingLine(`${what}: accepted`, acceptedMs / 1_000, 0.9, 's'),
    ceilingLine(`${what}: all there`, doneMs / 1_000, 2.5, 's'),
  ];
}

async function measureExport({ service }: Bench, answers: readonly Answer[]): Promise<Line> {
  const { baseUrl, quickstart } = service;
  const headers = answers.at(-1)?.headers ?? {};
  const startedAt = performance.now();
  const answer = await fetch(`${baseUrl}/admin/api/${quickstart.tenantId}/teams/export`, {
    headers: { ...headers, accept: 'text/csv, application/json' },
  });
  const text = await answer.text();
  const tookMs = performance.now() - startedAt;
  if (!answer.ok) throw new Error(`export: ${answer.status} ${text}`);
  const rows = text.trimEnd().split('\n').length - 1;
  const rate = (rows * 1_000) / tookMs;
  return {
    what: 'rows of the export of groups',
    ours: perSecond(rate),
    floor: `${rows.toLocaleString('en')} rows`,
    ratio: '',
    goal: '≥ 20,000/s',
    met: rate >= 20_000,
  };
}

interface Stored {
  readonly wal: number;
  readonly bytes: number;
  readonly groups: number;
}

async function storage(database: Database): Promise<Stored> {
  const [row] = await database.query<Stored>(`
    select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::double precision as wal, bytes, groups
    from (
      select sum(pg_total_relation_size(relid))::double precision as bytes from pg_stat_user_tables
    ) tables, (select count(*)::double precision as groups from teams) teams`);
  if (row === undefined) throw new Error('The server has no statistics.');
  return row;
}

function storedLines(before: Stored, after: Stored): Line[] {
  const groups = after.groups - before.groups;
  const kilobytes = (from: number, to: number) => (to - from) / groups / 1_000;
  return [
    ceilingLine('tables and indexes of a group', kilobytes(before.bytes, after.bytes), 8.2, 'kB'),
    ceilingLine('write-ahead log of a group', kilobytes(before.wal, after.wal), 10.3, 'kB'),
  ];
}
