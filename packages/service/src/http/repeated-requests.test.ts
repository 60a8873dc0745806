// Requests that a connection sends again, on real connections.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { suite, test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { testCaller } from '../../testing/caller.ts';
import { noTracer } from '../ground/trace.ts';
import { DomainError } from '../ground/errors.ts';
import type { AnsweredRequest } from '../ground/answered-request.ts';
import type { Caller } from '../ground/caller.ts';
import { createLog } from '../ground/log.ts';
import type { RawAnswer } from './raw-answer.ts';
import { createServer, type ServerOptions } from './server.ts';

const timeouts = {
  headersMs: 10_000,
  requestMs: 10_000,
  idleMs: 600_000,
  keepAliveMs: 600_000,
  checkEveryMs: 50,
  drainMs: 300,
};

/** A service with one route; `caller` and `answer` are what a request finds at the moment. */
async function listen(t: TestContext, options: Partial<ServerOptions> = {}) {
  const state: {
    caller: Caller | DomainError | (() => Promise<Caller>);
    answer: RawAnswer | undefined;
    /** Idle connections are closed after it. */
    onClose: () => Promise<void>;
  } = {
    caller: testCaller(),
    answer: { status: 200, headers: ['content-type', 'text/plain'], body: 'Zürich' },
    onClose: () => Promise.resolve(),
  };
  const lines: string[] = [];
  const kept: AnsweredRequest[] = [];
  let usual = 0;
  const server = createServer({
    config: { baseUrl: 'http://groups.example', trustedProxies: [], rateLimitPerMinute: undefined },
    log: createLog('info', { write: (line) => void lines.push(line) }),
    randomBytes,
    clock: { now: () => 1_800_000_000_000 },
    verifyAccessToken() {
      if (state.caller instanceof DomainError) throw state.caller;
      return typeof state.caller === 'function' ? state.caller() : state.caller;
    },
    keepRequest: (request) => void kept.push(request),
    timeouts,
    ...options,
  });
  server.get(
    '/lists/:teamId',
    {
      config: {
        rawAnswers: true,
        scope: 'groups:read',
        answerAtOnce: () => state.answer,
      },
      schema: { response: { 200: {} } },
    },
    (request, reply) => {
      usual += 1;
      const answer = state.answer ?? { status: 200, headers: [], body: 'read again' };
      server.sendRaw(request, reply, answer);
    },
  );
  server.addHook('preClose', () => state.onClose());
  await server.listen({ host: '127.0.0.1', port: 0 });
  t.after(() => server.close());
  const { port } = server.server.address() as AddressInfo;
  return { server, state, lines, kept, port, usual: () => usual };
}

const path = '/lists/8d0c5f1e-6a3f-4c39-9f3e-0c1f5b1d2a77';
const get = (...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: groups.example', ...headers, '', ''].join('\r\n');
const authorization = 'Authorization: Bearer one';
const usualRequest = get(authorization, 'User-Agent: poller/1');

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A connection on which one request follows the answer to the one before. */
async function open(t: TestContext, port: number) {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  t.after(() => socket.destroy());
  let received = Buffer.alloc(0);
  async function send(text: string): Promise<Answer> {
    socket.write(text);
    for (;;) {
      const end = received.indexOf('\r\n\r\n');
      const [first = '', ...fields] = received
        .subarray(0, Math.max(0, end))
        .toString()
        .split('\r\n');
      const headers = Object.fromEntries(
        fields.map((field) => [
          field.slice(0, field.indexOf(':')).toLowerCase(),
          field.slice(field.indexOf(':') + 2),
        ]),
      );
      const length = Number(headers['content-length'] ?? 0);
      if (end >= 0 && received.length >= end + 4 + length) {
        const body = received.subarray(end + 4, end + 4 + length).toString();
        received = received.subarray(end + 4 + length);
        return { status: Number(first.split(' ')[1]), headers, body };
      }
      const [part] = (await once(socket, 'data')) as [Buffer];
      received = Buffer.concat([received, part]);
    }
  }
  return { send, socket };
}

const withoutId = ({ status, headers, body }: Answer) => ({
  status,
  body,
  headers: { ...headers, 'request-id': undefined, date: undefined },
});

suite('repeated requests', () => {
  test('the same request again has the same answer under its own id, and is recorded like the first', async (t) => {
    const { port, usual, lines, kept, server } = await listen(t);
    const { send } = await open(t, port);
    const answers = [];
    for (let time = 0; time < 3; time += 1) answers.push(await send(usualRequest));
    assert.equal(usual(), 1, 'Fastify answers the first one only');
    assert.deepEqual(withoutId(answers[1] as Answer), withoutId(answers[0] as Answer));
    assert.equal(answers[2]?.body, 'Zürich');
    const ids = answers.map(({ headers }) => headers['request-id']);
    assert.equal(new Set(ids).size, 3);
    while (kept.length < 3) await pause(1);
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const same = ({ requestId: _id, durationMs, ...rest }: Record<string, unknown>) => ({
      ...rest,
      durationMs: typeof durationMs,
    });
    assert.deepEqual(
      logged.map(({ requestId }) => requestId),
      ids,
    );
    assert.deepEqual(same(logged[2] ?? {}), same(logged[0] ?? {}));
    const comparable = ({ requestId: _id, durationMs: _ms, ...rest }: AnsweredRequest) => rest;
    assert.deepEqual(
      comparable(kept[2] as AnsweredRequest),
      comparable(kept[0] as AnsweredRequest),
    );
    assert.equal(kept[2]?.groupId, path.slice('/lists/'.length));
    assert.equal(kept[2]?.userAgent, 'poller/1');
    assert.equal(server.server.listenerCount('request'), 1);
  });

  test('several at once are answered in order', async (t) => {
    const { port, usual } = await listen(t);
    const { send, socket } = await open(t, port);
    await send(usualRequest);
    socket.write(usualRequest);
    const answers = [await send(usualRequest), await send('')];
    assert.deepEqual(
      answers.map(({ body }) => body),
      ['Zürich', 'Zürich'],
    );
    assert.equal(usual(), 1);
  });

  const refusals: Readonly<Record<string, readonly [Caller | DomainError, number, string]>> = {
    'of a revoked key': [new DomainError('invalid_token', 'The key was revoked.'), 401, 'token'],
    'of a key without the scope': [testCaller({ scopes: [] }), 403, 'scope_missing'],
    'from a forbidden address': [testCaller({ ipRanges: ['192.0.2.0/24'] }), 403, 'address_not'],
  };
  for (const [what, [caller, status, code]] of Object.entries(refusals)) {
    test(`a repeated request ${what} is refused as a new one is`, async (t) => {
      const { port, state } = await listen(t);
      const { send } = await open(t, port);
      await send(usualRequest);
      assert.equal((await send(usualRequest)).status, 200);
      state.caller = caller;
      const refused = await send(usualRequest);
      assert.equal(refused.status, status);
      assert.match(refused.body, new RegExp(code));
      const { send: sendAnew } = await open(t, port);
      assert.equal((await sendAnew(usualRequest)).status, status);
      state.caller = testCaller();
      assert.equal((await send(usualRequest)).status, 200);
    });
  }

  test('each one counts for the rate limit, and the one beyond it is refused', async (t) => {
    const { port } = await listen(t, {
      config: { baseUrl: 'http://groups.example', trustedProxies: [], rateLimitPerMinute: 3 },
    });
    const { send } = await open(t, port);
    const answers = [];
    for (let time = 0; time < 4; time += 1) answers.push(await send(usualRequest));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 429],
    );
    const left = answers.map(({ headers }) => /r=(\d+)/.exec(headers['ratelimit'] ?? '')?.[1]);
    assert.deepEqual(left, ['2', '1', '0', '0']);
    assert.equal(Number(answers[3]?.headers['retry-after']), 20);
  });

  test('the caller of each one is looked up, and may have to be waited for', async (t) => {
    const { port, state, usual, kept } = await listen(t);
    const { send } = await open(t, port);
    await send(usualRequest);
    state.caller = () => Promise.resolve(testCaller({ apiKeyId: 'k-2' }));
    assert.equal((await send(usualRequest)).status, 200);
    state.caller = () => Promise.reject(new DomainError('unavailable', 'The database is away.'));
    assert.equal((await send(usualRequest)).status, 503);
    assert.equal(usual(), 2);
    state.caller = testCaller({ apiKeyId: 'k-3' });
    await send(usualRequest);
    while (kept.length < 3) await pause(1);
    assert.deepEqual(
      kept.filter(({ status }) => status === 200).map(({ apiKeyId }) => apiKeyId),
      ['k-1', 'k-2', 'k-3'],
    );
  });

  test('without an answer at once, the usual way answers', async (t) => {
    const { port, state, usual } = await listen(t);
    const { send } = await open(t, port);
    await send(usualRequest);
    state.answer = undefined;
    assert.equal((await send(usualRequest)).body, 'read again');
    assert.equal(usual(), 2);
  });

  test('a request that differs in one byte takes the usual way', async (t) => {
    const { port, usual } = await listen(t);
    const { send } = await open(t, port);
    const others = [
      get('Authorization: Bearer two', 'User-Agent: poller/1'),
      get('authorization: Bearer two', 'User-Agent: poller/1'),
      get('authorization: Bearer two'),
      usualRequest
        .replace('HTTP/1.1', 'HTTP/1.0')
        .replace('\r\n\r\n', '\r\nConnection: keep-alive\r\n\r\n'),
      usualRequest.replace(' HTTP', '?a HTTP'),
      usualRequest,
    ];
    for (const [number, other] of others.entries()) {
      assert.equal((await send(other)).status, 200, other);
      assert.equal(usual(), number + 1);
    }
    const refused = await send(get(authorization, 'User-Agent: poller/1', 'Accept: image/png'));
    assert.equal(refused.status, 406);
    assert.equal((await send(usualRequest.replace('Host: groups.example\r\n', ''))).status, 400);
  });

  for (const header of [
    'traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    'X-Forwarded-For: 192.0.2.7',
    'Content-Length: 0',
  ]) {
    test(`a request with ${header.split(':')[0]} takes the usual way each time`, async (t) => {
      const { port, usual } = await listen(t);
      const { send } = await open(t, port);
      await send(get(authorization, header));
      await send(get(authorization, header));
      assert.equal(usual(), 2);
    });
  }

  test('where requests are recorded as spans, each takes the usual way', async (t) => {
    const { port, usual } = await listen(t, { tracer: { ...noTracer, isOn: true } });
    const { send } = await open(t, port);
    await send(usualRequest);
    await send(usualRequest);
    assert.equal(usual(), 2);
  });

  test('once the server closes, an answer ends its connection', async (t) => {
    const { port, server, usual, state } = await listen(t);
    const { send } = await open(t, port);
    await send(usualRequest);
    let last: Answer | undefined;
    state.onClose = async () => {
      last = await send(usualRequest);
    };
    await server.close();
    assert.equal(last?.headers['connection'], 'close');
    assert.equal(usual(), 2);
  });
});
