// GET /organisations/{id}, beside a bare node:http server that sends the same bytes.
import { writeFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import type { Bench } from './bench.ts';
import { createTeamBodies } from './bodies.ts';
import { type Floor, inTurn, load, median, startFloor } from './load.ts';
import { type Line, ceilingLine, milliseconds, rateLine } from './report.ts';
import { authorize } from './running-service.ts';
import { addExistingGroups } from './seed.ts';

const rounds = 5;
const many = 100_000;

export async function measureOrganisations(bench: Bench): Promise<Line[]> {
  const few = await measureReads(bench, 100, 'GET organisation, 100 groups');
  const large = await measureReads(bench, many, 'GET organisation, 100,000 groups');
  return [few, large, await measureReadAfterCreation(bench)];
}

async function measureReads(bench: Bench, groups: number, what: string): Promise<Line> {
  const { service } = bench;
  const authorization = await authorize(service);
  const path = `/organisations/${service.quickstart.organisation}`;
  const bytes = await growTo(bench, groups, authorization);
  return withFloor(bytes, async ({ baseUrl: floorUrl }) => {
    const options = { connections: 32, seconds: 3 };
    const pairs = await inTurn(
      rounds,
      () => load(service.baseUrl, { method: 'GET', path, headers: { authorization } }, options),
      () => load(floorUrl, { method: 'GET', path: '/' }, options),
    );
    const [ours, floor] = middlePair(pairs);
    return rateLine(
      what,
      ours,
      { name: 'bare node:http', rate: floor.rate },
      { ratioAtLeast: 0.6 },
    );
  });
}

/** One read at a time, each right after one more group was created. */
async function measureReadAfterCreation({ service }: Bench): Promise<Line> {
  const authorization = await authorize(service);
  const url = `${service.baseUrl}/organisations/${service.quickstart.organisation}`;
  const bodies = createTeamBodies(service.quickstart);
  const first = await timedRead(url, authorization);
  return withFloor(first.bytes, async ({ baseUrl: floorUrl }) => {
    const pairs: [number, number][] = [];
    for (let round = 0; round < 30; round += 1) {
      const bare = await timedRead(floorUrl);
      const created = await fetch(`${service.baseUrl}/teams`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', prefer: 'wait=10' },
        body: bodies(),
      });
      const { teamId, status } = (await created.json()) as { teamId: string; status: string };
      if (status !== 'succeeded') throw new Error(`A creation is ${status}.`);
      const read = await timedRead(url, authorization);
      if (!read.bytes.includes(teamId)) throw new Error('The new group is not in the answer.');
      pairs.push([read.tookMs, bare.tookMs]);
    }
    const ours = pairs.map(([tookMs]) => tookMs);
    const bare = median(pairs.map(([, tookMs]) => tookMs));
    const ratio = median(ours) / bare;
    return ceilingLine(
      'GET organisation, 100,000 groups, right after one more',
      ratio,
      2,
      '× bare',
      {
        floor: `${milliseconds(bare)} bare node:http`,
        ratio: ratio.toFixed(2),
        p50: milliseconds(median(ours)),
        p99: milliseconds(Math.max(...ours)),
      },
    );
  });
}

async function timedRead(
  url: string,
  authorization?: string,
): Promise<{ tookMs: number; bytes: Buffer }> {
  const startedAt = performance.now();
  const response = await fetch(url, {
    headers: authorization === undefined ? {} : { authorization },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { tookMs: performance.now() - startedAt, bytes };
}

/** Adds groups until the organisation has so many, and answers its bytes. */
export async function growTo(bench: Bench, groups: number, authorization: string): Promise<Buffer> {
  const { service, owner, log } = bench;
  const { tenantId, organisation } = service.quickstart;
  const read = async () => {
    const { bytes } = await timedRead(
      `${service.baseUrl}/organisations/${organisation}`,
      authorization,
    );
    return { bytes, count: (JSON.parse(bytes.toString()) as { groups: unknown[] }).groups.length };
  };
  const { count } = await read();
  await addExistingGroups(owner, log, { tenantId, organisation, groups: groups - count });
  for (;;) {
    const now = await read();
    if (now.count === groups) return now.bytes;
    await pause(100);
  }
}

/** A bare node:http server that sends these bytes. */
export async function withFloor<T>(bytes: Buffer, work: (floor: Floor) => Promise<T>): Promise<T> {
  const file = join(tmpdir(), `groupwright-bench-${process.pid}.json`);
  writeFileSync(file, bytes);
  const floor = await startFloor('bytes', file);
  try {
    return await work(floor);
  } finally {
    await floor.stop();
    rmSync(file);
  }
}

/** The pair with the middle ratio. */
export function middlePair<A extends { rate: number }, B extends { rate: number }>(
  pairs: readonly [A, B][],
): [A, B] {
  const sorted = pairs.toSorted(([a, b], [c, d]) => a.rate / b.rate - c.rate / d.rate);
  const middle = sorted[sorted.length >> 1];
  if (middle === undefined) throw new Error('Nothing was measured.');
  return middle;
}
