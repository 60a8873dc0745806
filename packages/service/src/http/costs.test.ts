// Costs are bounded: limits weigh requests, few costly ones run at once, and bodies in transfer hold bounded
// memory for a bounded time.
import { testCaller } from '../../testing/caller.ts';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { AdminClient } from '../../testing/admin-client.ts';
import { startAdminService } from '../../testing/admin-service.ts';
import { leastMaxTurnMs, type ReceivedResponse, startSender } from '../../testing/longest-turn.ts';
import {
  startTestService,
  teamRequest,
  type TestService,
  type TestTenant,
} from '../../testing/service.ts';
import { createBodyBudget } from './body-budget.ts';
import { fastify } from 'fastify';
import { systemClock, type Clock, type Timers } from '../ground/clock.ts';
import { createLog } from '../ground/log.ts';
import { createServer } from './server.ts';
import { DomainError } from '../ground/errors.ts';
import { problemKinds } from './problem.ts';

let service: TestService;
let tenant: TestTenant;
before(async () => {
  service = await startTestService({ RATE_LIMIT: '1000' });
  tenant = await service.addTenant();
});
after(() => service.close());

const people = (count: number) => Array.from({ length: count }, (_, n) => `p${n}@x.example`);
const post = (path: string, body: unknown) => service.call(tenant, path, { method: 'POST', body });
test('a bulk request weighs as much as its entries', async () => {
  // Some are left, so that the second request is refused for its weight and not on arrival.
  const entries = Array.from({ length: 900 }, () => ({ a: 1 }));
  const first = await post('/teams/bulk', entries);
  assert.equal(first.status, 200);
  const second = await post('/teams/bulk', entries);
  assert.equal(second.status, 429);
  assert.ok(Number(second.headers.get('retry-after')) > 1);
  assert.match(JSON.stringify(second.body), /this one counts as 900/);
});

test('of one key two costly requests are answered at once, of one tenant four, and the next one waits', async () => {
  const server = createServer({
    config: {
      baseUrl: 'http://groups.example',
      trustedProxies: [],
      rateLimitPerMinute: undefined,
    },
    log: createLog('silent', { write: () => undefined }),
    clock: systemClock,
    randomBytes,
    verifyAccessToken: (token) =>
      testCaller({ tenantId: token.startsWith('new') ? 'new' : 'tenant', apiKeyId: token }),
  });
  let gate = Promise.withResolvers<object>();
  let begun = 0;
  server.get('/costly', { config: { scope: 'groups:read' } }, (request, reply) => {
    server.weighRequest(request, reply, 25);
    // A weight that is known later is no second request.
    server.weighRequest(request, reply, 100);
    begun++;
    return gate.promise;
  });
  const send = async (key: string) => {
    const headers = { authorization: `Bearer ${key}` };
    const { statusCode, headers: answered } = await server.inject({ url: '/costly', headers });
    return [statusCode, answered['retry-after']];
  };
  const under = [send('one'), send('one')];
  await until(() => begun === 2);
  assert.deepEqual(await send('one'), [429, '1']);
  const others = [send('other'), send('third')];
  await until(() => begun === 4);
  assert.deepEqual(await send('fourth'), [429, '1']);
  const neighbour = send('new');
  await until(() => begun === 5);
  gate.resolve({});
  assert.deepEqual(
    await Promise.all([...under, ...others, neighbour]),
    Array.from({ length: 5 }, () => [200, undefined]),
  );
  gate = Promise.withResolvers();
  gate.resolve({});
  assert.deepEqual(await send('one'), [200, undefined]);
  await server.close();
});

test('a long answer weighs as much as its bytes, and is never refused itself', async () => {
  const server = createServer({
    config: { baseUrl: 'http://groups.example', trustedProxies: [], rateLimitPerMinute: 100 },
    log: createLog('silent', { write: () => undefined }),
    clock: { now: () => 0 },
    randomBytes,
    verifyAccessToken: (token) => testCaller({ tenantId: 'tenant', apiKeyId: token }),
  });
  const options = {
    config: { scope: 'groups:read' },
    schema: { querystring: Type.Object({ n: Type.Integer() }) },
  } as const;
  server.get('/text', options, ({ query }) => 'x'.repeat(query.n));
  server.get('/bytes', options, ({ query }, reply) => reply.send(Buffer.alloc(query.n)));
  const leftAfter = async (url: string) => {
    const headers = { authorization: 'Bearer key' };
    const sent = await server.inject({ url, headers });
    assert.equal(sent.statusCode, 200);
    const { headers: answered } = await server.inject({ url: '/text?n=0', headers });
    return Number(/r=(\d+)/.exec(String(answered['ratelimit']))?.[1]);
  };
  assert.equal(await leftAfter('/text?n=60000'), 98);
  assert.equal(await leftAfter('/text?n=1000000'), 81);
  assert.equal(await leftAfter('/bytes?n=1000000'), 64);
  assert.equal(await leftAfter('/bytes?n=3900000'), 3);
  const last = server.inject({
    url: '/bytes?n=1000000',
    headers: { authorization: 'Bearer key' },
  });
  assert.equal((await last).statusCode, 200);
  const next = await server.inject({ url: '/text?n=0', headers: { authorization: 'Bearer key' } });
  assert.equal(next.statusCode, 429);
  await server.close();
});

test('a plan for many people weighs as much of the requests of an administrator', async () => {
  const admin = await startAdminService({ ADMIN_RATE_LIMIT: '12' });
  try {
    const session = await AdminClient.signedIn(admin);
    const left = async (sent: unknown) => {
      const answer = await session.call('POST', 'teams/plan', sent);
      assert.equal(answer.status, 200);
      return Number(/r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1]);
    };
    const small = await left(teamRequest('small'));
    const startedAt = performance.now();
    const large = await left(teamRequest('large', { members: people(24_000) }));
    // One is given back each five seconds.
    const givenBack = (performance.now() - startedAt) / 5_000;
    assert.ok(large < small - 4 + givenBack, `${large} are left of ${small}`);
  } finally {
    await admin.close();
  }
});

test('a plan for 25,000 people is whole, and keeps the event loop for no more than 50 ms in one turn', async () => {
  const other = await service.addTenant();
  const sender = startSender();
  after(() => sender.close());
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${other.token}` };
  const body = JSON.stringify(teamRequest('plan', { members: people(25_000) }));
  let answer: ReceivedResponse | undefined;
  const turn = await leastMaxTurnMs(
    async () => {
      answer = await sender.send({ url: `${service.address}/teams/plan`, headers, body });
    },
    { runs: 5, enoughMs: 50 },
  );
  assert.ok(turn < 50, `${turn} ms`);
  const plan = JSON.parse((await answer?.text()) ?? '') as {
    people: { reference: string }[];
    error: { detail: string; errors: unknown[] };
    steps: unknown;
  };
  assert.equal(plan.people.length, 25_002);
  assert.equal(plan.people[25_001]?.reference, 'p24999@x.example');
  assert.equal(plan.error.errors.length, 1000);
  assert.match(plan.error.detail, / Of 25000 faults, errors lists the first 1000\.$/);
  assert.ok(Array.isArray(plan.steps));
});

test('an administrator may send so many requests a minute, whatever the session', async () => {
  const admin = await startAdminService({ ADMIN_RATE_LIMIT: '3' });
  try {
    const sessions = [await AdminClient.signedIn(admin), await AdminClient.signedIn(admin)];
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => (await sessions[n % 2]?.get('session'))?.status),
    );
    assert.equal(statuses.filter((status) => status === 200).length, 3);
    assert.equal(statuses.filter((status) => status === 429).length, 5);
    const other = await AdminClient.signedIn(admin, 'rea@nordlicht.example', 'reader');
    assert.equal((await other.get('session')).status, 200);
  } finally {
    await admin.close();
  }
});

const limits = {
  known: { allBytes: 300_000, callerBytes: 200_000, bodyBytes: 1_000_000, freeBytes: 1000 },
  anyone: { allBytes: 30_000, callerBytes: 20_000, bodyBytes: 16_000, freeBytes: 1000 },
  graceMs: 300,
  minBytesPerSecond: 100_000,
};

/** On a busy machine a body may arrive slowly, so its time does not pass. */
const stoppedClock: Clock & Timers = { now: () => 0, after: () => () => undefined };

async function startCounting(time = stoppedClock) {
  const server = fastify({ bodyLimit: 1_000_000 });
  const bodies = createBodyBudget({ clock: time, timers: time, limits });
  server.decorateRequest('sessionHolder', null);
  server.decorateRequest('clientAddress', '');
  server.addHook('onRequest', (request, _reply, done) => {
    const caller = String(request.headers['x-caller']);
    const isKnown = caller.startsWith('key');
    Object.assign(request, {
      clientAddress: caller,
      caller: isKnown ? { tenantId: caller } : null,
    });
    done();
  });
  server.setErrorHandler((error, _request, reply) => {
    const code = error instanceof DomainError ? error.code : 'internal_error';
    void reply.code(problemKinds[code].status).send({ code });
  });
  server.post(
    '/',
    { preParsing: bodies.countBody, schema: { body: Type.Unknown() } },
    ({ body }) => ({ length: JSON.stringify(body).length }),
  );
  const address = new URL(await server.listen({ host: '127.0.0.1', port: 0 }));
  const sockets: Socket[] = [];
  return {
    bodies,
    /** Begins a request and sends so much of its body. */
    async begin(caller: string, announced: number | 'chunked', sent: string): Promise<Socket> {
      const socket = connect(Number(address.port), '127.0.0.1');
      sockets.push(socket);
      const length =
        announced === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${announced}`;
      socket.write(
        `POST / HTTP/1.1\r\nHost: x\r\nX-Caller: ${caller}\r\nContent-Type: application/json\r\n${length}\r\n\r\n${sent}`,
      );
      return socket;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await server.close();
    },
  };
}

async function statusOf(socket: Socket): Promise<number> {
  let text = '';
  for await (const part of socket) {
    text += String(part);
    const status = /^HTTP\/1\.1 (\d+)/.exec(text)?.[1];
    if (status !== undefined) return Number(status);
  }
  return 0;
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

const half = (bytes: number) => `"${'x'.repeat(bytes - 1)}`;

test('bodies in progress hold bounded memory for each caller and for the process, and release it', async () => {
  const server = await startCounting();
  try {
    await server.begin('key-1', 160_000, half(151_000));
    await until(() => server.bodies.bytesHeld() === 150_000);
    assert.equal(await statusOf(await server.begin('key-1', 100_000, half(90_000))), 429);
    const second = await server.begin('key-2', 160_000, half(151_000));
    await until(() => server.bodies.bytesHeld() === 300_000);
    assert.equal(await statusOf(await server.begin('key-3', 3000, half(2000))), 503);
    assert.equal(await statusOf(await server.begin('key-3', 4, '[10]')), 200);
    second.destroy();
    await until(() => server.bodies.bytesHeld() <= 150_000);
    const whole = JSON.stringify('x'.repeat(2000));
    assert.equal(await statusOf(await server.begin('key-3', whole.length, whole)), 200);
  } finally {
    await server.close();
  }
});

test('a body that is only announced holds nothing', async () => {
  const server = await startCounting();
  try {
    const whole = JSON.stringify('x'.repeat(150_000));
    for (let count = 0; count < 20; count += 1) await server.begin('key-1', 190_000, '[');
    assert.equal(await statusOf(await server.begin('key-1', whole.length, whole)), 200);
  } finally {
    await server.close();
  }
});

test('callers who are not known share little, by network, and take nothing from those who are', async () => {
  const server = await startCounting();
  try {
    assert.equal(await statusOf(await server.begin('192.0.2.1', 16_001, '[')), 413);
    const chunk = `3e80\r\n${'x'.repeat(16_000)}\r\n`;
    const chunked = await server.begin('192.0.2.1', 'chunked', `${chunk}1\r\nx\r\n`);
    assert.equal(await statusOf(chunked), 413);
    await until(() => server.bodies.bytesHeld() === 0);
    await server.begin('2001:db8::1', 16_000, half(15_000));
    await until(() => server.bodies.bytesHeld() === 14_000);
    assert.equal(await statusOf(await server.begin('2001:db8::2', 16_000, half(15_000))), 429);
    await server.begin('2001:db8:0:1::2', 16_000, half(15_000));
    await until(() => server.bodies.bytesHeld() === 28_000);
    assert.equal(await statusOf(await server.begin('192.0.2.2', 16_000, half(15_000))), 503);
    const small = await server.begin('192.0.2.2', 4, '[10]');
    assert.equal(await statusOf(small), 200);
    const whole = JSON.stringify('x'.repeat(190_000));
    assert.equal(await statusOf(await server.begin('key-1', whole.length, whole)), 200);
  } finally {
    await server.close();
  }
});

test('a body without a length is counted as it comes', async () => {
  const server = await startCounting();
  try {
    const piece = 'x'.repeat(0xffff);
    const chunk = `ffff\r\n${piece}\r\n`;
    const socket = await server.begin('key-1', 'chunked', chunk + chunk + chunk + chunk);
    assert.equal(await statusOf(socket), 429);
    await until(() => server.bodies.bytesHeld() === 0);
    const end = '2\r\n[]\r\n0\r\n\r\n';
    assert.equal(await statusOf(await server.begin('key-1', 'chunked', end)), 200);
  } finally {
    await server.close();
  }
});

test('a body that comes too slowly is ended, and its memory is given back', async () => {
  const server = await startCounting(systemClock);
  try {
    const status = await statusOf(await server.begin('key-1', 150_000, '['));
    assert.equal(status, 408);
    await until(() => server.bodies.bytesHeld() === 0);
  } finally {
    await server.close();
  }
});
