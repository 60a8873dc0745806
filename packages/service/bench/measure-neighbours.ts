// How much longer a tenant's creations and reads take beside what another tenant does within its limits, and the longest
// turn of the event loop meanwhile, by the histogram of the loop itself.
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
import { ceilingLine, type Line, milliseconds } from './report.ts';
import { type Bench, authorize, type Quickstart } from './running-service.ts';
import { addExistingGroups } from './seed.ts';
import { waitUntilDone } from './wait-until-done.ts';

const keys = 12;
/** A key may have no more costly requests in progress. */
const costlyOfKey = 2;
const readsAtOnce = 16;
const groupsOfBulk = 1_000;
const peopleOfGroup = 300;
const groupsOfTenant = 25_000;
/** The owners and these are as many people as a team takes. */
const peopleOfPlan = 24_990;
const everyMs = 40;
const atMostMoreMs = 20;
const atMostTurnMs = 20;

/**
 * @param inspectorPort of the service's process, which was started with `--inspect`
 * @param secondsOfWindow for each of two windows a load: without it, and beside it
 */
export async function measureNeighbours(
  bench: Bench,
  inspectorPort: number,
  secondsOfWindow: number,
): Promise<Line[]> {
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
    await addExistingGroups(owner, log, { tenantId, organisation, groups: groupsOfTenant });
    const probe = await createProbe(bench);
    // V8 compiles and optimizes.
    await probe(secondsOfWindow);

    const load = (
      connections: number,
      path: string,
      others: Partial<NeighbourLoad> = {},
    ): NeighbourLoad => ({
      baseUrl,
      tokens: Array.from({ length: connections }, (_, n) => tokens[n % tokens.length] ?? ''),
      path,
      ...others,
    });
    const some = people.slice(0, peopleOfGroup);
    const bulk = { organisation, template: 'any', groups: groupsOfBulk, people: some };
    const [responsible = '', deputy = '', ...members] = people;
    const request = { displayName: 'Neighbour', mailNickName: 'neighbour', responsible, deputy };
    const planned = {
      ...request,
      organisationIdOrIdentifier: organisation,
      templateIdOrIdentifier: 'any',
      owners: [],
      members: members.slice(0, peopleOfPlan),
    };
    const refused = Array.from({ length: groupsOfBulk }, () => request);
    const admin = `/admin/api/${tenantId}`;
    const loads: [string, NeighbourLoad][] = [
      ['twelve bulks of 1,000 groups of 300 people', load(keys, '/teams/bulk', { bulk })],
      [
        'two refused bulks of 1,000',
        load(costlyOfKey, '/teams/bulk', { body: JSON.stringify(refused) }),
      ],
      [
        'two plans of 25,000 members',
        load(costlyOfKey, '/teams/plan', { body: JSON.stringify(planned) }),
      ],
      [
        'two exports of groups of 300 people',
        load(costlyOfKey, `${admin}/activity/export?format=jsonl`),
      ],
      [
        'sixteen reads of an organisation of 25,000 groups',
        load(readsAtOnce, `/organisations/${organisation}`),
      ],
    ];
    const lines: Line[] = [];
    for (const [name, one] of loads) {
      const idle = await probe(secondsOfWindow);
      const end = startNeighbour(one);
      await startHistogram(inspector);
      const beside = await probe(secondsOfWindow);
      const longestMs = await longestTurnMs(inspector);
      const answers = await end();
      console.error(`${name}: ${JSON.stringify(answers)}`);
      lines.push(
        moreLine(`a creation beside ${name}`, beside.creations, idle.creations),
        moreLine(`a read beside ${name}`, beside.reads, idle.reads),
        ceilingLine(`longest turn of the event loop beside ${name}`, longestMs, atMostTurnMs, 'ms'),
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
    what: `${what}, p95`,
    ours: milliseconds(ours),
    floor: `${milliseconds(floor)} idle`,
    ratio: (ours / floor).toFixed(2),
    goal: `≤ ${atMostMoreMs} ms more than idle`,
    met: ours - floor <= atMostMoreMs,
  };
}

type Key = Pick<Quickstart, 'tenantId' | 'keyId' | 'secret'>;

/** A tenant with so many keys, whose sandbox has as many people as a team takes. */
async function addNeighbour(
  database: Database,
): Promise<{ tenantId: string; keys: readonly Key[]; people: readonly string[] }> {
  const people = Array.from(
    { length: peopleOfPlan + 2 },
    (_, n) => `person-${n}@neighbour.example`,
  );
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
  /** Each is in milliseconds. */
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

/** It samples every millisecond, which is in each of its values. */
const resolutionMs = 1;

async function startHistogram(inspector: Inspector): Promise<void> {
  await inspector.evaluate(`
    globalThis.loopDelay = process.getBuiltinModule('node:perf_hooks')
      .monitorEventLoopDelay({ resolution: ${resolutionMs} });
    globalThis.loopDelay.enable();
    undefined;`);
}

/** Time in which the machine did other work counts. */
async function longestTurnMs(inspector: Inspector): Promise<number> {
  const longestNs = await inspector.evaluate<number>(`
    globalThis.loopDelay.disable();
    globalThis.loopDelay.max`);
  return longestNs / 1e6 - resolutionMs;
}
