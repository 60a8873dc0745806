// How much longer a tenant's creations and reads take beside the worst that another tenant does within its limits, and
// the longest turn of the event loop meanwhile.
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

import { systemClock } from '../src/ground/clock.ts';
import { createIdGenerator } from '../src/ground/identifiers.ts';
import { scopes } from '../src/ground/schema/scope.schema.ts';
import { openDatabase } from '../src/postgres/pool.ts';
import type { Database } from '../src/postgres/database.ts';
import { createChanges } from '../src/settings/configuration/changes.postgres.ts';
import { addTestTenant, testOperator } from '../testing/tenant.ts';
import { createTeamBodies } from './bodies.ts';
import { type Inspector, openInspector } from './inspector.ts';
import type { NeighbourAnswers, NeighbourLoad } from './neighbour-load.ts';
import { percentile } from './load.ts';
import { type Line, milliseconds } from './report.ts';
import { type Bench, authorize, type Quickstart } from './running-service.ts';
import { addExistingGroups } from './seed.ts';
import { waitUntilDone } from './wait-until-done.ts';

const keys = 12;
const groupsOfBulk = 1_000;
const peopleOfGroup = 300;
const groupsOfOrganisation = 25_000;
const readsAtOnce = 16;
const exportsAtOnce = 2;
const secondsOfWindow = 12;
const everyMs = 40;
const atMostMoreMs = 20;
const atMostTurnMs = 20;

/** @param inspectorPort of the service's process, which was started with `--inspect` */
export async function measureNeighbours(bench: Bench, inspectorPort: number): Promise<Line[]> {
  const { service, owner, log } = bench;
  const inspector = await openInspector(inspectorPort);
  const database = openDatabase(owner, { log, maxConnections: 1 });
  try {
    const neighbour = await addNeighbour(database);
    const tokens = await Promise.all(
      neighbour.keys.map((key) =>
        tokenOf({ ...service, quickstart: { ...service.quickstart, ...key } }),
      ),
    );
    const { baseUrl } = service;
    const { tenantId, people } = neighbour;
    const organisation = 'aare';
    await addExistingGroups(owner, log, { tenantId, organisation, groups: groupsOfOrganisation });
    const probe = await createProbe(bench);
    // V8 compiles and optimizes.
    await probe(secondsOfWindow);

    const bulk = { organisation, template: 'any', groups: groupsOfBulk, people };
    const admin = `/admin/api/${tenantId}`;
    const load = (path: string, count: number, others: Partial<NeighbourLoad> = {}) => ({
      baseUrl,
      tokens: Array.from({ length: count }, (_, n) => tokens[n % keys] ?? ''),
      path,
      ...others,
    });
    const loads: [string, NeighbourLoad][] = [
      ['twelve bulks of 1,000 × 300 people', load('/teams/bulk', keys, { bulk })],
      [
        'two exports of groups of 300 people',
        load(`${admin}/activity/export?format=jsonl`, exportsAtOnce),
      ],
      ['two proofs of groups of 300 people', load(`${admin}/activity/proof`, exportsAtOnce)],
      [
        '16 reads of an organisation of 25,000',
        load(`/organisations/${organisation}`, readsAtOnce),
      ],
    ];
    const lines: Line[] = [];
    for (const [name, one] of loads) {
      const idle = await probe(secondsOfWindow);
      const end = startNeighbour(one);
      await startTurns(inspector);
      const beside = await probe(secondsOfWindow);
      const turnMs = await longestTurnMs(inspector);
      const answers = await end();
      console.error(`${name}: ${JSON.stringify(answers)}`);
      lines.push(
        moreLine(`a creation beside ${name}`, beside.creations, idle.creations),
        moreLine(`a read beside ${name}`, beside.reads, idle.reads),
        turnLine(name, turnMs),
      );
      await waitUntilDone(database);
    }
    return lines;
  } finally {
    await database.close();
    inspector.close();
  }
}

function moreLine(what: string, beside: readonly number[], idle: readonly number[]): Line {
  const [ours, floor] = [percentile(beside, 0.95), percentile(idle, 0.95)];
  return {
    what: `p95 of ${what}`,
    ours: milliseconds(ours),
    floor: `${milliseconds(floor)} idle`,
    ratio: `+${milliseconds(ours - floor)}`,
    target: `≤ ${atMostMoreMs} ms more`,
    p50: milliseconds(percentile(beside, 0.5)),
    p99: milliseconds(percentile(beside, 0.99)),
    met: ours - floor <= atMostMoreMs,
  };
}

function turnLine(what: string, { max, p99 }: Turns): Line {
  return {
    what: `longest turn of the event loop beside ${what}, of processor time`,
    ours: milliseconds(max),
    floor: '',
    ratio: '',
    target: `≤ ${atMostTurnMs} ms`,
    p50: '',
    p99: milliseconds(p99),
    met: max <= atMostTurnMs,
  };
}

type Key = Pick<Quickstart, 'tenantId' | 'keyId' | 'secret'>;

/** A tenant with so many keys, whose sandbox has as many people as a group of its bulks. */
async function addNeighbour(
  database: Database,
): Promise<{ tenantId: string; keys: readonly Key[]; people: readonly string[] }> {
  const people = Array.from({ length: peopleOfGroup }, (_, n) => `person-${n}@neighbour.example`);
  const createId = createIdGenerator({ clock: systemClock, randomBytes });
  return database.transaction(async (transaction) => {
    const changes = createChanges(transaction, { clock: systemClock, createId, randomBytes });
    const { tenantId, keyId, secret } = await addTestTenant(changes);
    await transaction.query(
      `insert into sandbox_people (tenant_id, person_id, email, display_name, kind)
       select $1, gen_random_uuid(), email, email, 'member' from unnest($2::text[]) as email`,
      [tenantId, people],
    );
    const added: Key[] = [{ tenantId, keyId, secret }];
    while (added.length < keys) {
      const { key, secret: another } = await changes.apiKeys.create(testOperator, tenantId, {
        name: `Neighbour ${added.length}`,
        scopes: [...scopes],
      });
      added.push({ tenantId, keyId: key.keyId, secret: another });
    }
    return { tenantId, keys: added, people };
  });
}

/** The running service learns of new keys within a second. */
async function tokenOf(service: Parameters<typeof authorize>[0]): Promise<string> {
  for (;;) {
    const header = await authorize(service);
    if (header !== 'Bearer undefined') return header.slice('Bearer '.length);
    await pause(100);
  }
}

interface Probed {
  /** In milliseconds, each. */
  readonly creations: readonly number[];
  readonly reads: readonly number[];
}

/** Creations and reads of the demo's tenant at a steady pace, whatever the earlier ones take. */
async function createProbe({ service }: Bench): Promise<(seconds: number) => Promise<Probed>> {
  const authorization = await authorize(service);
  const headers = { authorization, 'content-type': 'application/json' };
  const createBody = createTeamBodies(service.quickstart);
  const send = async (path: string, body?: string) => {
    const startedAt = performance.now();
    const method = body === undefined ? 'GET' : 'POST';
    const answer = await fetch(service.baseUrl + path, { method, headers, ...(body && { body }) });
    const text = await answer.text();
    const tookMs = performance.now() - startedAt;
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return { tookMs, text };
  };
  const { teamId } = JSON.parse((await send('/teams', createBody())).text) as { teamId: string };
  return async (seconds) => {
    const times = { creations: [] as number[], reads: [] as number[] };
    const sent: Promise<unknown>[] = [];
    const untilMs = performance.now() + seconds * 1_000;
    while (performance.now() < untilMs) {
      sent.push(
        send('/teams', createBody()).then(({ tookMs }) => times.creations.push(tookMs)),
        send(`/teams/${teamId}`).then(({ tookMs }) => times.reads.push(tookMs)),
      );
      await pause(everyMs);
    }
    await Promise.all(sent);
    return times;
  };
}

/** Answers what ends it. */
function startNeighbour(load: NeighbourLoad): () => Promise<NeighbourAnswers> {
  const worker = new Worker(new URL('neighbour-load.ts', import.meta.url), { workerData: load });
  return async () => {
    const { promise, resolve, reject } = Promise.withResolvers<NeighbourAnswers>();
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.postMessage('end', []);
    const answers = await promise;
    await worker.terminate();
    return answers;
  };
}

interface Turns {
  readonly max: number;
  readonly p99: number;
}

/** In time of the processor, so that turns in which the machine did other work do not count. */
async function startTurns(inspector: Inspector): Promise<void> {
  await inspector.evaluate(`
    globalThis.turns = [];
    globalThis.turnsBefore = process.threadCpuUsage();
    globalThis.turnsTimer = setInterval(() => {
      const { user, system } = process.threadCpuUsage(globalThis.turnsBefore);
      globalThis.turnsBefore = process.threadCpuUsage();
      globalThis.turns.push((user + system) / 1e3);
    }, 1);
    undefined;`);
}

async function longestTurnMs(inspector: Inspector): Promise<Turns> {
  return inspector.evaluate<Turns>(`
    clearInterval(globalThis.turnsTimer);
    globalThis.turns.sort((one, other) => one - other);
    ({ max: globalThis.turns.at(-1), p99: globalThis.turns[Math.floor(globalThis.turns.length * 0.99)] })`);
}
