// Creation and read of a group beside a SCIM server that keeps its groups in memory: npm's scimmy with its routers on
// Express. It makes no promise that survives its process; ours stores each group with its history before it answers.
// They are no dependencies: the bench installs them in a temporary folder.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Bench } from './bench.ts';
import { createTeamBodies } from './bodies.ts';
import { type Floor, type Request, startFloor } from './load.ts';
import { beside } from './measure-answers.ts';
import type { Line } from './report.ts';
import { authorize } from './running-service.ts';

const packages = ['scimmy@1.3.5', 'scimmy-routers@1.3.2', 'express@5.1.0'];
const name = 'SCIM server, in memory';
const people = 10;

export async function measurePeers(bench: Bench): Promise<Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'groupwright-peers-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages];
    execFileSync('npm', install, { cwd: folder, stdio: 'ignore' });
    const floor = await startFloor('scim', folder);
    try {
      return [await creation(bench, floor), await read(bench, floor)];
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
    target: {},
    requests: 2_000,
  });
}

async function read(bench: Bench, floor: Floor): Promise<Line> {
  const headers = { authorization: await authorize(bench.service) };
  const created = await fetch(`${bench.service.baseUrl}/teams`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: createTeamBodies(bench.service.quickstart)(),
  });
  const { teamId } = (await created.json()) as { teamId: string };
  return beside(bench, 'GET a group', {
    request: { method: 'GET', path: `/teams/${teamId}`, headers },
    floor,
    floorRequest: { method: 'GET', path: '/scim/Groups/1', headers: scimHeaders },
    name,
    target: {},
    requests: 4_000,
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
