// Processor time of the hot answers, each beside a bare node:http server that sends the same bytes, and of a token
// beside npm's oidc-provider.
import type { Bench } from './bench.ts';
import { createTeamBodies } from './bodies.ts';
import { type Floor, inTurn, median, type Request, send, startFloor } from './load.ts';
import { onOneProcessor } from './one-processor.ts';
import { growTo, withFloor } from './measure-organisations.ts';
import { spentUs } from './processor-time.ts';
import { costLine, type Line } from './report.ts';
import { authorize } from './running-service.ts';

const rounds = 5;
/** V8 compiles and optimizes for the first 20,000 requests or so, which a floor hardly needs. */
const warmUpRounds = 3;
const connections = 32;
const requestsPerRound = 8_000;

export async function measureAnswers(bench: Bench): Promise<Line[]> {
  const { service } = bench;
  const authorization = await authorize(service);
  const status = await finalStatus(bench, authorization);
  const organisation: Request = {
    method: 'GET',
    path: `/organisations/${service.quickstart.organisation}`,
    headers: { authorization },
  };
  const few = await growTo(bench, 100, authorization);
  const lines = [
    await besideBytes(bench, 'GET organisation, 100 groups', organisation, few, {
      before: 0.44,
      ratioAtLeast: 0.65,
    }),
    await besideBytes(bench, 'GET a final status', status.request, status.bytes, {
      before: 0.24,
      ratioAtLeast: 0.4,
    }),
    ...(await tokens(bench)),
  ];
  const many = await growTo(bench, 5_000, authorization);
  lines.push(
    await besideBytes(
      bench,
      'GET organisation, 5,000 groups',
      organisation,
      many,
      { before: 0.68, ratioAtLeast: 0.85 },
      2_000,
    ),
  );
  return lines;
}

async function tokens(bench: Bench): Promise<Line[]> {
  const { tenantId, keyId, secret } = bench.service.quickstart;
  const request: Request = {
    method: 'POST',
    path: '/token',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenantId, keyId, secret }),
  };
  const answer = await fetch(`${bench.service.baseUrl}${request.path}`, {
    method: 'POST',
    headers: request.headers ?? {},
    body: String(request.body),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const target = { before: 0.31, ratioAtLeast: 0.5 };
  const lines = [await besideBytes(bench, 'POST /token', request, bytes, target)];
  for (const [kind, name] of [
    ['oidc', 'oidc-provider, opaque'],
    ['oidc-jwt', 'oidc-provider, ES256 JWT'],
  ] as const) {
    const floor = await startFloor(kind);
    try {
      lines.push(
        await beside(bench, 'POST /token', {
          request,
          floor,
          floorRequest: {
            method: 'POST',
            path: '/token',
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            body: 'grant_type=client_credentials&client_id=bench&client_secret=bench-secret',
          },
          name,
          target: {},
          requests: requestsPerRound,
        }),
      );
    } finally {
      await floor.stop();
    }
  }
  return lines;
}

/** The floor gets the same body and sends the same bytes. */
function besideBytes(
  bench: Bench,
  what: string,
  request: Request,
  bytes: Buffer,
  target: { before?: number; ratioAtLeast?: number },
  requests = requestsPerRound,
): Promise<Line> {
  return withFloor(bytes, (floor) =>
    beside(bench, what, {
      request,
      floor,
      floorRequest: { ...request, path: '/', headers: contentTypeOf(request) },
      name: 'bare node:http',
      target,
      requests,
    }),
  );
}

/** Processor time of a request, beside that of another one to a floor, in turn. */
export async function beside(
  { service, postgresId }: Bench,
  what: string,
  {
    request,
    floor,
    floorRequest,
    name,
    target,
    requests,
  }: {
    request: Request;
    floor: Floor;
    floorRequest: Request;
    name: string;
    target: { before?: number; ratioAtLeast?: number };
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
  return costLine(
    what,
    { us: median(pairs.map(([ours]) => ours)) },
    { name, us: median(pairs.map(([, bare]) => bare)), ratio },
    target,
  );
}

function contentTypeOf({ headers = {} }: Request): Record<string, string> {
  const contentType = headers['content-type'];
  return contentType === undefined ? {} : { 'content-type': contentType };
}

/** A group that has succeeded: how its status is asked for, and the answer. */
async function finalStatus(
  { service }: Bench,
  authorization: string,
): Promise<{ request: Request; bytes: Buffer }> {
  const created = await fetch(`${service.baseUrl}/teams`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', prefer: 'wait=10' },
    body: createTeamBodies(service.quickstart)(),
  });
  const { teamId } = (await created.json()) as { teamId: string };
  const path = `/teams/${teamId}/status`;
  const answer = await fetch(`${service.baseUrl}${path}`, { headers: { authorization } });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { status } = JSON.parse(bytes.toString()) as { status: string };
  if (status !== 'succeeded') throw new Error(`A creation is ${status}.`);
  return { request: { method: 'GET', path, headers: { authorization } }, bytes };
}
