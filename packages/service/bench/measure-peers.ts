// The creation of a group beside a SCIM server that keeps its groups in memory: npm's scimmy with its routers on
// Express. It makes no promise that survives its process; ours stores each group with its history before it answers.
// They are no dependencies: the bench installs them in a temporary folder.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createTeamBodies } from './bodies.ts';
import { type Floor, inTurn, median, type Request, send, startFloor } from './load.ts';
import { onOneProcessor } from './one-processor.ts';
import { spentUs } from './processor-time.ts';
import { costLine, type Line } from './report.ts';
import { type Bench, authorize } from './running-service.ts';

const packages = ['scimmy@1.3.5', 'scimmy-routers@1.3.2', 'express@5.1.0'];
const name = 'SCIM server, in memory';
const people = 10;
const rounds = 5;
/** V8 compiles and optimizes for the first 20,000 requests or so. */
const warmUpRounds = 3;
const connections = 32;

export async function measurePeers(bench: Bench): Promise<Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'groupwright-peers-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages];
    execFileSync('npm', install, { cwd: folder, stdio: 'ignore' });
    const floor = await startFloor('scim', folder);
    try {
      return [await creation(bench, floor)];
    } finally {
      await floor.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function creation(bench: Bench, floor: Floor): Promise<Line> {
  return beside(bench, 'POST /teams, 10 people', {
    request: {
      method: 'POST',
      path: '/teams',
      headers: {
        authorization: await authorize(bench.service),
        'content-type': 'application/json',
      },
      body: createTeamBodies(bench.service.quickstart),
    },
    floor,
    floorRequest: scimCreation(),
    name,
    requests: 2_000,
  });
}

/** Processor time of a request, beside that of another one to a floor, in turn. */
async function beside(
  { service, postgresId }: Bench,
  what: string,
  {
    request,
    floor,
    floorRequest,
    name,
    requests,
  }: {
    request: Request;
    floor: Floor;
    floorRequest: Request;
    name: string;
    requests: number;
  },
): Promise<Line> {
  const costOf = async (roots: number[], url: string, sent: Request) =>
    (await spentUs(roots, () => send(url, sent, { connections, amount: requests }))) / requests;
  const pairs = await onOneProcessor([service.processId, floor.processId], async () => {
    for (let round = 0; round < warmUpRounds; round += 1) {
      await costOf([], service.baseUrl, request);
      await costOf([], floor.baseUrl, floorRequest);
    }
    return inTurn(
      rounds,
      () => costOf([service.processId, postgresId()], service.baseUrl, request),
      () => costOf([floor.processId], floor.baseUrl, floorRequest),
    );
  });
  const ratio = median(pairs.map(([ours, bare]) => bare / ours));
  return costLine(what, median(pairs.map(([ours]) => ours)), {
    name,
    us: median(pairs.map(([, bare]) => bare)),
    ratio,
  });
}

const scimHeaders = { authorization: 'Bearer bench' };

function scimCreation(): Request {
  let number = 0;
  return {
    method: 'POST',
    path: '/scim/Groups',
    headers: { ...scimHeaders, 'content-type': 'application/scim+json' },
    body() {
      number += 1;
      return JSON.stringify({
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
        displayName: `Group ${number}`,
        members: Array.from({ length: people }, (_, n) => ({ value: `person-${n}` })),
      });
    },
  };
}
