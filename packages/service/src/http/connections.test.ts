// Behaviour that only real connections show.
import { testCaller } from '../../testing/caller.ts';
import { createManualTimers } from '../../testing/manual-timers.ts';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  Agent,
  type IncomingMessage,
  request as httpRequest,
  type Server as HttpServer,
} from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { Type } from 'typebox';
import { systemClock, type Timers } from '../ground/clock.ts';
import { createLog } from '../ground/log.ts';
import { callerOf } from './authenticate.ts';
import { createServer } from './server.ts';

/** More than the buffers of a connection hold. */
const largeBytes = 32 * 1024 * 1024;
const secretToken = 'token-hunter2';

async function listen(
  t: TestContext,
  trustedProxies: readonly string[] = [],
  requestMs = 400,
  timers: Timers = systemClock,
) {
  const lines: string[] = [];
  const server = createServer({
    config: { baseUrl: 'http://configured.example', trustedProxies, rateLimitPerMinute: undefined },
    log: createLog('info', { write: (line) => void lines.push(line) }),
    clock: systemClock,
    timers,
    randomBytes,
    verifyAccessToken: () => testCaller({ tenantId: 'tenant-1', apiKeyId: 'key-1' }),
    timeouts: {
      headersMs: requestMs / 2,
      requestMs,
      // A test that waited for an idle connection would not end in time.
      idleMs: 600_000,
      keepAliveMs: 600_000,
      unreadMs: 500,
      checkEveryMs: 50,
      lateRequestsMs: 300,
      drainMs: 300,
    },
  });
  const gate = Promise.withResolvers<undefined>();
  const begun = Promise.withResolvers<undefined>();
  server.post(
    '/things',
    {
      config: { scope: 'groups:read' },
      schema: { body: Type.Object({ text: Type.String() }) },
    },
    ({ body }) => ({ length: body.text.length }),
  );
  server.get('/slow', { config: { access: 'public' } }, async () => {
    begun.resolve(undefined);
    await gate.promise;
    return { done: true };
  });
  server.get('/large', { config: { access: 'public' } }, () => 'x'.repeat(largeBytes));
  server.get('/endless', { config: { access: 'public' } }, (_request, reply) => {
    reply.hijack();
    const timer = setInterval(() => reply.raw.write('x'.repeat(100_000)), 5);
    reply.raw.once('close', () => clearInterval(timer));
    return reply;
  });
  const querystring = { type: 'object', properties: { token: { type: 'string' } } } as const;
  server.get(
    '/who/:name',
    { config: { scope: 'groups:read' }, schema: { querystring } },
    (request) => {
      const { tenantId, apiKeyId } = callerOf(request);
      return { tenantId, apiKeyId, ip: request.clientAddress };
    },
  );
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  t.after(async () => {
    gate.resolve(undefined);
    await server.close();
  });
  return { server, port, lines, hasBegun: begun.promise, open: () => gate.resolve(undefined) };
}

/** Sends text as it is and gives everything that comes back until the connection ends. */
async function converse(
  port: number,
  text: string,
  more?: (socket: Socket) => void,
): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const parts: string[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  socket.setEncoding('utf8');
  socket.on('data', (part: string) => parts.push(part));
  socket.on('close', () => resolve(parts.join('')));
  socket.on('error', (error: NodeJS.ErrnoException) =>
    error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve(parts.join('')) : reject(error),
  );
  socket.write(text);
  more?.(socket);
  return promise;
}

function assertProblem(answer: string, status: number, code: string): void {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  assert.match(head, new RegExp(`^HTTP/1.1 ${status} `));
  assert.match(head, /content-type: application\/problem\+json/i);
  const problem = JSON.parse(body) as { code: string; requestId: string };
  assert.equal(problem.code, code);
  assert.ok(head.toLowerCase().includes(`request-id: ${problem.requestId.toLowerCase()}`));
}

const head = (method: string, path: string, headers: readonly string[]) =>
  `${[`${method} ${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${secretToken}`, ...headers].join('\r\n')}\r\n\r\n`;

test('what Node would answer by itself is answered with a problem, or as if it had not been said', async (t) => {
  const { port } = await listen(t);
  const withoutHost = await converse(port, 'GET /slow HTTP/1.1\r\nConnection: close\r\n\r\n');
  assertProblem(withoutHost, 400, 'invalid_request');
  for (const second of ['Host: x', 'host: y', 'HOST:']) {
    const twoHosts = `GET /slow HTTP/1.1\r\nHost: x\r\n${second}\r\nConnection: close\r\n\r\n`;
    assertProblem(await converse(port, twoHosts), 400, 'invalid_request');
  }
  for (const second of [`Authorization: Bearer ${secretToken}`, 'authorization: Bearer other']) {
    const two = head('GET', '/who/me', [second, 'Connection: close']);
    assertProblem(await converse(port, two), 400, 'invalid_request');
  }
  const whole = '{"text":"a"}';
  const ofType = (type: string) => `Content-Type: ${type}`;
  for (const second of ['application/json', 'text/plain']) {
    const headers = [ofType('application/json'), ofType(second), `Content-Length: ${whole.length}`];
    const two = head('POST', '/things', [...headers, 'Connection: close']);
    assertProblem(await converse(port, two + whole), 400, 'invalid_request');
  }
  const old = await converse(port, 'GET /nowhere HTTP/1.0\r\n\r\n');
  assertProblem(old, 404, 'not_found');
  const answer = await converse(
    port,
    'GET /nowhere HTTP/1.1\r\nHost: x\r\nExpect: something\r\nConnection: close\r\n\r\n',
  );
  assertProblem(answer, 404, 'not_found');
});

test('a body of 2 MiB is read, one byte more is refused, by its length or as it comes', async (t) => {
  const { port } = await listen(t, [], 30_000);
  const send = async (size: number, headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}/things`, {
      method: 'POST',
      headers: { authorization: 'Bearer x', 'content-type': 'application/json', ...headers },
      body: `{"text":"${'x'.repeat(size - '{"text":""}'.length)}"}`,
    });
  const max = 2 * 1024 * 1024;
  const whole = await send(max, {});
  assert.deepEqual(await whole.json(), { length: max - '{"text":""}'.length });
  const tooLong = await converse(
    port,
    head('POST', '/things', ['Content-Type: application/json', `Content-Length: ${max + 1}`]),
  );
  assertProblem(tooLong, 413, 'payload_too_large');
  const chunk = 'x'.repeat(65_536);
  const streamed = await converse(
    port,
    head('POST', '/things', ['Content-Type: application/json', 'Transfer-Encoding: chunked']),
    (socket) => {
      for (let sent = 0; sent <= max; sent += chunk.length) {
        socket.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`);
      }
    },
  );
  assertProblem(streamed, 413, 'payload_too_large');
});

test('a caller that sends its headers or its body too slowly gets an error and is cut off', async (t) => {
  const { port } = await listen(t);
  assertProblem(
    await converse(port, 'GET /slow HTTP/1.1\r\nHost: x\r\nX-A'),
    408,
    'request_timeout',
  );
  const body = await converse(
    port,
    head('POST', '/things', ['Content-Type: application/json', 'Content-Length: 100']) + '{"te',
  );
  assertProblem(body, 408, 'request_timeout');
});

test('what is no HTTP, and headers beyond the limit, get a problem with a request id', async (t) => {
  const { port } = await listen(t);
  assertProblem(await converse(port, 'HELLO\r\n\r\n'), 400, 'invalid_request');
  const large = head('GET', '/slow', [`X-Large: ${'x'.repeat(17_000)}`]);
  assertProblem(await converse(port, large), 431, 'headers_too_large');
  const twoLengths = head('POST', '/things', ['Content-Length: 5', 'Content-Length: 6']);
  assertProblem(await converse(port, twoLengths), 400, 'invalid_request');
  const smuggled = head('POST', '/things', ['Content-Length: 5', 'Transfer-Encoding: chunked']);
  assertProblem(await converse(port, smuggled), 400, 'invalid_request');
});

test('closing finishes what runs, says Connection: close, and waits for no idle connection', async (t) => {
  const { server, port, hasBegun, open } = await listen(t);
  const idle = connect(port, '127.0.0.1');
  const running = converse(port, head('GET', '/slow', []));
  await hasBegun;
  while ((await connectionsOf(server)) < 2) await pause(5);
  const closed = server.close();
  while (server.server.listening) await pause(5);
  await assert.rejects(fetch(`http://127.0.0.1:${port}/slow`));
  open();
  const answer = await running;
  assert.match(answer, /^HTTP\/1.1 200 /);
  assert.match(answer, /\r\nConnection: close\r\n/i);
  assert.match(answer, /\{"done":true\}$/);
  // The idle connection is still open at its other end.
  await closed;
  idle.destroy();
});

test('before a stop, callers leave: answers end their connections, then the port closes, and requests on their way are answered', async (t) => {
  const timers = createManualTimers();
  const { server, port } = await listen(t, [], 60_000, timers);
  const [kept, late, proxy] = [1, 2, 3].map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
  assert.ok(kept !== undefined && late !== undefined && proxy !== undefined);
  t.after(() => [kept, late, proxy].forEach((agent) => agent.destroy()));
  const ask = async (agent?: Agent) => {
    const sent = httpRequest({
      port,
      agent,
      path: '/who/me',
      headers: { authorization: 'Bearer x' },
    }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    await text(response);
    return `${response.statusCode} ${response.headers.connection}`;
  };
  for (const agent of [kept, late]) assert.equal(await ask(agent), '200 keep-alive');
  const drained = server.draining.begin(5_000);
  assert.equal(server.draining.begin(0), drained, 'a second call changed the first one');
  // On a kept connection, and on a new one.
  for (const agent of [kept, kept]) assert.equal(await ask(agent), '200 close');
  const silent = connect(port, '127.0.0.1');
  await once(silent, 'connect');
  await timers.pass(4_000);
  // A proxy that still connects has no new connection when the port closes.
  for (const agent of [proxy, proxy]) assert.equal(await ask(agent), '200 keep-alive');
  await timers.pass(1_000);
  while (server.server.listening) await pause(5);
  // Nothing told their callers yet.
  for (const agent of [proxy, late]) assert.equal(await ask(agent), '200 close');
  await assert.rejects(ask(), /ECONNREFUSED/);
  silent.write(head('GET', '/who/me', []));
  const [first] = (await once(silent, 'data')) as [Buffer];
  assert.match(String(first), /^HTTP\/1.1 200 /);
  await timers.pass(300);
  await drained;
  await server.close();
});

test('closing does not wait for who never finishes sending', async (t) => {
  const { server, port } = await listen(t);
  // The limits on headers and bodies do not hold here: they are longer than a stop may take.
  server.server.headersTimeout = 0;
  server.server.requestTimeout = 0;
  const body = head('POST', '/things', ['Content-Type: application/json', 'Content-Length: 100']);
  const halves = [converse(port, `${body}{"te`), converse(port, 'GET /slow HTTP/1.1\r\nHost: x')];
  while ((await connectionsOf(server)) < 2) await pause(5);
  await pause(50);
  const startedAt = performance.now();
  await server.close();
  const tookMs = performance.now() - startedAt;
  assert.ok(tookMs > 200, `it gave them ${tookMs} ms`);
  await Promise.all(halves);
});

function connectionsOf({ server }: { server: HttpServer }): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  server.getConnections((_error, count) => resolve(count));
  return promise;
}

test('a request is one line in the log, without headers, body, query or path parameters', async (t) => {
  const { port, lines } = await listen(t);
  const answer = await fetch(`http://127.0.0.1:${port}/who/name-hunter2?token=query-hunter2`, {
    headers: {
      authorization: `Bearer ${secretToken}`,
      'x-request-id': 'id-hunter2',
      cookie: 'a=hunter2',
    },
  });
  await answer.text();
  await fetch(`http://127.0.0.1:${port}/things`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretToken}`, 'content-type': 'application/json' },
    body: '{"text":"hunter2","hunter2":',
  });
  const logged = () =>
    lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg === 'request');
  while (logged().length < 2) await pause(5);
  const requests = logged();
  assert.equal(requests.length, 2);
  assert.doesNotMatch(lines.join(''), /hunter2/);
  const { time, durationMs, ...rest } = requests[0] ?? {};
  assert.deepEqual(rest, {
    level: 30,
    requestId: answer.headers.get('request-id'),
    method: 'GET',
    route: '/who/:name',
    status: 200,
    tenantId: 'tenant-1',
    apiKeyId: 'key-1',
    peer: '127.0.0.1',
    msg: 'request',
  });
  assert.equal(new Date(String(time)).toISOString(), time);
  assert.equal(typeof durationMs, 'number');
});

test('a caller that hangs up is in the log as such', async (t) => {
  const { port, lines, hasBegun } = await listen(t);
  const socket = connect(port, '127.0.0.1');
  socket.write(head('GET', '/slow', []));
  await hasBegun;
  socket.destroy();
  while (!lines.some((line) => line.includes('"route":"/slow"'))) await pause(5);
  assert.ok(lines.some((line) => line.includes('"aborted":true')));
});

test('X-Forwarded-For tells the peer only when it comes by a trusted proxy', async (t) => {
  const untrusting = await listen(t);
  const trusting = await listen(t, ['127.0.0.0/8']);
  const peerBy = async (port: number) => {
    const answer = await fetch(`http://127.0.0.1:${port}/who/me`, {
      headers: { authorization: 'Bearer x', 'x-forwarded-for': '203.0.113.9' },
    });
    return ((await answer.json()) as { ip: string }).ip;
  };
  assert.equal(await peerBy(untrusting.port), '127.0.0.1');
  assert.equal(await peerBy(trusting.port), '203.0.113.9');
});

test('neither Host nor X-Forwarded headers come back in an answer', async (t) => {
  const { port } = await listen(t, ['127.0.0.0/8']);
  const forged = [
    'X-Forwarded-Host: forged.example',
    'X-Forwarded-Proto: gopher',
    'Connection: close',
  ];
  for (const path of ['/who/me', '/nowhere', '/things']) {
    const answer = await converse(
      port,
      head('GET', path, forged).replace('Host: x', 'Host: forged.example'),
    );
    assert.match(answer, /^HTTP\/1.1 [24]/);
    assert.doesNotMatch(answer, /forged|gopher/);
  }
});

test('requests on one connection are answered in their order', async (t) => {
  const { port } = await listen(t);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => agent.destroy());
  const ids = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      httpRequest(
        { port, agent, path: '/who/me', headers: { authorization: 'Bearer x' } },
        (response) => {
          response.resume();
          response.on('end', () => resolve(String(response.headers['request-id'])));
        },
      )
        .on('error', reject)
        .end();
      return promise;
    }),
  );
  assert.equal(new Set(ids).size, 20);
  assert.deepEqual(ids, ids.toSorted());
});

test('each request of a connection is that of the token it sends, also after another one', async (t) => {
  const server = createServer({
    config: {
      baseUrl: 'http://configured.example',
      trustedProxies: [],
      rateLimitPerMinute: undefined,
    },
    log: createLog('silent'),
    clock: systemClock,
    randomBytes,
    verifyAccessToken: (token) => testCaller({ tenantId: 'tenant-1', apiKeyId: token }),
  });
  server.get('/who', { config: { scope: 'groups:read' } }, (request) => callerOf(request).apiKeyId);
  await server.listen({ host: '127.0.0.1', port: 0 });
  t.after(() => server.close());
  const { port } = server.server.address() as AddressInfo;
  const ask = async (agent: Agent, token: string) => {
    const sent = httpRequest({
      port,
      agent,
      path: '/who',
      headers: { authorization: `Bearer ${token}` },
    }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: answer.statusCode, text: await text(answer) };
  };
  const [one, other] = [1, 2].map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
  assert.ok(one !== undefined && other !== undefined);
  t.after(() => [one, other].forEach((agent) => agent.destroy()));

  for (const token of ['first', 'first', 'second', 'first']) {
    assert.deepEqual(await ask(one, token), { status: 200, text: token });
  }
  assert.deepEqual(await ask(other, 'first'), { status: 200, text: 'first' });
  assert.equal((await ask(one, 'not a token')).status, 401);
});

/** An answer that does not end fails its test, and not the whole file. */
const endsWithin = { timeout: 60_000 };

test(
  'an answer of which the reader takes no byte ends, also while something arrives or is added',
  endsWithin,
  async (t) => {
    for (const path of ['/large', '/endless']) {
      const { server, port } = await listen(t);
      const closed = Promise.withResolvers<void>();
      server.server.once('connection', (socket: Socket) => socket.once('close', closed.resolve));
      const socket = connect(port, '127.0.0.1').pause();
      socket.on('error', () => undefined);
      socket.write(head('GET', path, []));
      const more = setInterval(() => socket.write(head('GET', '/large', [])), 100);
      t.after(() => {
        clearInterval(more);
        socket.destroy();
      });
      await closed.promise;
    }
  },
);

test('an answer whose reader is slow is whole', async (t) => {
  const { port } = await listen(t);
  const response = await new Promise<IncomingMessage>((resolve) => {
    httpRequest({ port, path: '/large', headers: { connection: 'close' } }, resolve).end();
  });
  let read = 0;
  // Less than a second in all without a pause, and a byte at least within each time without one.
  for await (const part of response) {
    const before = Math.floor(read / 2_000_000);
    read += (part as Buffer).length;
    if (Math.floor(read / 2_000_000) > before) await pause(100);
  }
  assert.equal(read, largeBytes);
});
