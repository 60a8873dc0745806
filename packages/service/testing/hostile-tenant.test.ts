// The delay that one tenant's worst client causes for another tenant, with the service as a separate process.
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  createTestDataDirectory,
  startServiceProcess,
  type ServiceProcess,
  type TestDataDirectory,
} from './service-process.ts';
import { addTestTenant, teamRequest, type AddedTenant } from './tenant.ts';

const mainFile = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const probeFile = new URL('turn-probe.ts', import.meta.url).href;
const windowMs = 4000;
const windows = 3;
/** Windows in which a busy machine may not get to the answers that the test needs do not count. */
const maxWindows = 12;
const maxP95Ms = 100;

let data: TestDataDirectory;
let service: ServiceProcess;
let hostile: AddedTenant;
let other: AddedTenant;
/** That the worst client was answered with. */
const statuses = new Set<number>();
before(async () => {
  data = await createTestDataDirectory();
  service = await startServiceProcess(
    { GROUPWRIGHT_DATA_DIR: data.path, LOG_LEVEL: 'info' },
    { command: [process.execPath, '--import', probeFile, mainFile] },
  );
  [hostile, other] = await data.change(async (changes) => [
    await addTestTenant(changes),
    await addTestTenant(changes),
  ]);
});
after(async () => {
  await service.end('SIGTERM');
  await data.remove();
});

interface Measurement {
  readonly p50: number;
  readonly p95: number;
  readonly worst: number;
}

async function tokenOf({ tenantId, keyId, secret }: AddedTenant): Promise<string> {
  for (;;) {
    const answer = await fetch(`${service.address}/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tenantId, keyId, secret }),
    });
    const { accessToken } = (await answer.json()) as { accessToken?: string };
    if (accessToken !== undefined) return accessToken;
    // The running service learns of new keys within a second.
    await pause(100);
  }
}

/** Measures turns of the service during the work. */
async function measureTurns(work: () => Promise<unknown>): Promise<Measurement> {
  const before = service.output().length;
  const said = async (expression: RegExp): Promise<string> => {
    for (;;) {
      const found = expression.exec(service.output().slice(before))?.[1];
      if (found !== undefined) return found;
      await pause(20);
    }
  };
  service.signal('SIGUSR2');
  await said(/(turns are measured)/);
  await work();
  service.signal('SIGUSR2');
  return JSON.parse(await said(/turns (\{.*\})\n/)) as Measurement;
}

const entries = <T>(count: number, entry: T): T[] => Array.from({ length: count }, () => entry);
const people = (count: number) => Array.from({ length: count }, (_, n) => `p${n}@x.example`);
const broad = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`unknown-${n}`, 1]));

const worstBodies: readonly {
  readonly path: string;
  readonly body: string;
  readonly type?: string;
}[] = [
  { path: '/teams/bulk', body: JSON.stringify(entries(49_000, { a: 1 })) },
  {
    path: '/teams/bulk',
    body: JSON.stringify(entries(1000, teamRequest('a b', { members: people(300) }))),
  },
  {
    path: '/teams/bulk',
    body: entries(100, JSON.stringify(broad(2000))).join('\n'),
    type: 'application/jsonl',
  },
  { path: '/teams/plan', body: JSON.stringify(teamRequest('plan', { members: people(25_000) })) },
  { path: '/teams', body: JSON.stringify(broad(3000)) },
  { path: '/teams', body: JSON.stringify(teamRequest('none', { members: entries(25_000, 'x') })) },
];

/** Answers the status; undefined where there was no answer before the end of the window. */
async function statusBefore(
  untilMs: number,
  path: string,
  request: RequestInit,
): Promise<number | undefined> {
  const signal = AbortSignal.timeout(Math.max(1, Math.ceil(untilMs - performance.now())));
  try {
    const answer = await fetch(service.address + path, { ...request, signal });
    await answer.arrayBuffer();
    return answer.status;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

/** Sends one after the other until the time is over. */
async function sendInLoop(
  token: string,
  { path, body, type = 'application/json' }: (typeof worstBodies)[number],
  untilMs: number,
): Promise<void> {
  const headers = { 'content-type': type, authorization: `Bearer ${token}` };
  while (performance.now() < untilMs) {
    const status = await statusBefore(untilMs, path, { method: 'POST', headers, body });
    if (status !== undefined) statuses.add(status);
    // A client with no more than two costly requests waits, too.
    if (status === 429) await pause(20);
  }
}

/** Bodies that are announced large and come in drops. */
async function sendSlowly(token: string, untilMs: number): Promise<void> {
  const sockets: Socket[] = Array.from({ length: 10 }, () => {
    const socket = connect(Number(new URL(service.address).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `POST /teams/bulk HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 2000000\r\n\r\n[`,
    );
    return socket;
  });
  while (performance.now() < untilMs) {
    await pause(50);
    for (const socket of sockets) if (socket.writable) socket.write(' '.repeat(10_000));
  }
  for (const socket of sockets) socket.destroy();
}

test('the worst client of one tenant leaves the p95 of another below 100 ms of processor time', async () => {
  const [worst, calm] = [await tokenOf(hostile), await tokenOf(other)];
  const measured: Measurement[] = [];
  let readings = 0;
  async function read(untilMs: number): Promise<void> {
    while (performance.now() < untilMs) {
      const headers = { authorization: `Bearer ${calm}` };
      const status = await statusBefore(untilMs, '/organisations/aare', { headers });
      if (status === undefined) return;
      // 503: a machine that is busy elsewhere let the check of the configuration take too long.
      assert.ok(status === 200 || status === 503, String(status));
      if (status === 200) readings += 1;
    }
  }
  const hasAnswers = (): boolean => readings > 0 && statuses.has(422) && statuses.has(200);
  for (let window = 0; window < maxWindows; window += 1) {
    const measurement = await measureTurns(async () => {
      const untilMs = performance.now() + windowMs;
      await Promise.all([
        ...worstBodies.map((body) => sendInLoop(worst, body, untilMs)),
        sendSlowly(worst, untilMs),
        read(untilMs),
      ]);
    });
    measured.push(measurement);
    if (!hasAnswers()) continue;
    if (measurement.p95 < maxP95Ms || measured.length >= windows) break;
  }
  assert.ok(
    measured.some(({ p95 }) => p95 < maxP95Ms),
    JSON.stringify(measured),
  );
  assert.ok(hasAnswers(), `${readings} readings, ${[...statuses].join()}`);
});
