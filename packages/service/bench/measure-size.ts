// The cost of a creation with 1,000,000 existing groups, compared with 1,000.
import { openDatabase } from '../src/postgres/pool.ts';
import type { Bench } from './bench.ts';
import { createTeamBodies } from './bodies.ts';
import { inTurn, median } from './load.ts';
import { type Line, ceilingLine } from './report.ts';
import { authorize } from './running-service.ts';
import { addExistingGroups } from './seed.ts';
import { waitUntilDone } from './wait-until-done.ts';

const creations = 2_000;
const callers = 32;

export async function measureSize(small: Bench, large: Bench): Promise<Line[]> {
  await grow(small, 1_000);
  await grow(large, 1_000_000);
  // The first round warms both up.
  const pairs = (
    await inTurn(
      8,
      () => costMs(large),
      () => costMs(small),
    )
  ).slice(1);
  const ratio = median(pairs.map(([big, little]) => big / little));
  return [
    ceilingLine('a creation with 1,000,000 groups there', ratio, 1.2, '× one with 1,000', {
      floor: `${median(pairs.map(([, little]) => little)).toFixed(2)} ms with 1,000`,
      ratio: ratio.toFixed(2),
      p50: `${median(pairs.map(([big]) => big)).toFixed(2)} ms`,
    }),
  ];
}

async function grow({ service, owner, log }: Bench, groups: number): Promise<void> {
  const { tenantId, organisation } = service.quickstart;
  await addExistingGroups(owner, log, { tenantId, organisation, groups });
  const database = openDatabase(owner, { log, maxConnections: 1 });
  await database.query("set statement_timeout = '10min'");
  await database.query('vacuum analyze');
  await database.query('checkpoint');
  await database.close();
}

/** Milliseconds for each creation, from the first request until all have succeeded. */
async function costMs({ service, owner, log }: Bench): Promise<number> {
  const authorization = await authorize(service);
  const bodies = createTeamBodies(service.quickstart);
  const database = openDatabase(owner, { log, maxConnections: 1 });
  let left = creations;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (left > 0) {
        left -= 1;
        const response = await fetch(`${service.baseUrl}/teams`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: bodies(),
        });
        await response.arrayBuffer();
        if (response.status !== 200) throw new Error(`POST /teams: ${response.status}`);
      }
    }),
  );
  await waitUntilDone(database);
  const tookMs = performance.now() - startedAt;
  await database.close();
  return tookMs / creations;
}
