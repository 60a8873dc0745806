// Resident memory of the service after half of many creations and after all of them, each time after a forced collection:
// it must not grow with what the service has done.
import { setTimeout as pause } from 'node:timers/promises';

import { openDatabase } from '../src/postgres/pool.ts';
import type { Bench } from './running-service.ts';
import { createTeamBodies } from './bodies.ts';
import { createGroups } from './create-groups.ts';
import { openInspector } from './inspector.ts';
import { ceilingLine, type Line } from './report.ts';
import { waitUntilDone } from './wait-until-done.ts';

const groupsAtOnce = 2_000;
const atMostMiB = 240;
/** Timers that keep something for a while have run out, such as those of idle lanes and of cached plans. */
const settledAfterMs = 15_000;

/**
 * @param inspectorPort of the service's process, which was started with `--inspect`
 * @param creations a multiple of 4,000
 */
export async function measureMemory(
  { service, owner, log }: Bench,
  inspectorPort: number,
  creations: number,
): Promise<Line[]> {
  const half = creations / 2;
  const startedAt = performance.now();
  const database = openDatabase(owner, { log, maxConnections: 1 });
  const body = createTeamBodies(service.quickstart);
  let created = 0;
  let waits = 0;
  async function createUpTo(groups: number): Promise<void> {
    while (created < groups) {
      waits += await createGroups(service, body, groupsAtOnce);
      const failed = await waitUntilDone(database);
      if (failed > 0) throw new Error(`${failed} creations failed.`);
      created += groupsAtOnce;
      if (created % (creations / 10) < groupsAtOnce) report('groups');
    }
    await pause(settledAfterMs);
  }
  const report = (what: string) => {
    const seconds = (performance.now() - startedAt) / 1_000;
    console.error(
      `${created.toLocaleString('en')} after ${seconds.toFixed(0)} s, asked to wait ${waits} times: ${what}`,
    );
  };
  try {
    await createUpTo(half);
    const first = await collect(inspectorPort);
    report(`heap ${first.heapMiB.toFixed(1)} MiB, process ${first.residentMiB.toFixed(0)} MiB`);
    await createUpTo(creations);
    const second = await collect(inspectorPort);
    report(`heap ${second.heapMiB.toFixed(1)} MiB, process ${second.residentMiB.toFixed(0)} MiB`);
    return [
      ceilingLine(
        `resident memory (Node) after ${creations.toLocaleString('en')} creations`,
        second.residentMiB,
        atMostMiB,
        'MiB',
        {
          floor: `${first.residentMiB.toFixed(0)} MiB after half of them`,
          ratio: (second.residentMiB / first.residentMiB).toFixed(2),
        },
      ),
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

/** Collects garbage, and answers what is left. */
async function collect(port: number): Promise<Memory> {
  const inspector = await openInspector(port);
  try {
    // The first collection may free a thing whose contents only the next one finds.
    for (let time = 0; time < 3; time += 1) await inspector.call('HeapProfiler.collectGarbage');
    const { heapUsed, external, rss } =
      await inspector.evaluate<NodeJS.MemoryUsage>('process.memoryUsage()');
    return { heapMiB: (heapUsed + external) / 2 ** 20, residentMiB: rss / 2 ** 20 };
  } finally {
    inspector.close();
  }
}
