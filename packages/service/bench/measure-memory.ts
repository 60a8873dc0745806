// Memory of the service after 200,000 and after 400,000 creations, each time after a forced collection: what it keeps
// must not grow with what it has done.
import { setTimeout as pause } from 'node:timers/promises';

import { openDatabase } from '../src/postgres/pool.ts';
import type { Bench } from './bench.ts';
import { createTeamBodies } from './bodies.ts';
import { send } from './load.ts';
import { ceilingLine, type Line } from './report.ts';
import { authorize } from './running-service.ts';
import { waitUntilDone } from './wait-until-done.ts';

const connections = 64;
const groupsAtOnce = 2_000;
const half = 200_000;
const atMostRatio = 1.2;
/** Timers that keep something for a while have run out, such as those of idle lanes and of cached plans. */
const settledAfterMs = 15_000;

/** @param inspectorPort of the service's process, which was started with `--inspect` */
export async function measureMemory(
  { service, owner, log }: Bench,
  inspectorPort: number,
): Promise<Line[]> {
  const database = openDatabase(owner, { log, maxConnections: 1 });
  const body = createTeamBodies(service.quickstart);
  async function create(groups: number): Promise<void> {
    for (let sent = 0; sent < groups; sent += groupsAtOnce) {
      const headers = {
        authorization: await authorize(service),
        'content-type': 'application/json',
      };
      await send(
        service.baseUrl,
        { method: 'POST', path: '/teams', headers, body },
        { connections, amount: groupsAtOnce },
      );
      await waitUntilDone(database);
    }
    await pause(settledAfterMs);
  }
  try {
    await create(half);
    const first = await collect(inspectorPort);
    console.error(`after ${half.toLocaleString('en')}: ${first.heapMiB.toFixed(1)} MiB`);
    await create(half);
    const second = await collect(inspectorPort);
    const name = `after ${(2 * half).toLocaleString('en')} creations / after ${half.toLocaleString('en')}`;
    const line = (what: string, before: number, after: number): Line =>
      ceilingLine(`${what} ${name}`, after / before, atMostRatio, '', {
        floor: `${after.toFixed(0)} MiB, ${before.toFixed(0)} MiB`,
      });
    return [
      line('heap', first.heapMiB, second.heapMiB),
      line('resident memory (Node)', first.residentMiB, second.residentMiB),
    ];
  } finally {
    await database.close();
  }
}

interface Memory {
  /** Objects, and buffers beside them. */
  readonly heapMiB: number;
  readonly residentMiB: number;
}

/** Collects garbage by the inspector, and answers what is left. */
async function collect(port: number): Promise<Memory> {
  const targets = await fetch(`http://127.0.0.1:${port}/json/list`);
  const [target] = (await targets.json()) as { webSocketDebuggerUrl: string }[];
  if (target === undefined) throw new Error('The service has no inspector.');
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  const answers = new Map<number, (result: unknown) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: unknown };
    answers.get(id)?.(result);
  });
  await new Promise((opened, failed) => {
    socket.addEventListener('open', opened, { once: true });
    socket.addEventListener('error', failed, { once: true });
  });
  let calls = 0;
  const call = (method: string, params: object = {}) => {
    calls += 1;
    const answer = new Promise((resolve) => answers.set(calls, resolve));
    socket.send(JSON.stringify({ id: calls, method, params }));
    return answer;
  };
  try {
    // The first collection may free a thing whose contents only the next one finds.
    for (let time = 0; time < 3; time += 1) await call('HeapProfiler.collectGarbage');
    const { result } = (await call('Runtime.evaluate', {
      expression: 'process.memoryUsage()',
      returnByValue: true,
    })) as { result: { value: NodeJS.MemoryUsage } };
    const { heapUsed, external, rss } = result.value;
    return { heapMiB: (heapUsed + external) / 2 ** 20, residentMiB: rss / 2 ** 20 };
  } finally {
    socket.close();
  }
}
