import { testCaller } from '../../testing/caller.ts';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Type } from 'typebox';
import { DomainError } from '../ground/errors.ts';
import { createLog } from '../ground/log.ts';
import { callerOf } from './authenticate.ts';
import { createServer } from './server.ts';

const caller = testCaller();
const guarded = { config: { scope: 'groups:read' } } as const;

const authorized = { authorization: 'Bearer good' };

function build(rateLimitPerMinute?: number) {
  const lines: string[] = [];
  const server = createServer({
    config: { baseUrl: 'http://groups.example', trustedProxies: [], rateLimitPerMinute },
    log: createLog('info', { write: (line: string) => void lines.push(line) }),
    randomBytes,
    clock: { now: () => 1_800_000_000_000 },
    verifyAccessToken: (token) => {
      if (token === 'good') return caller;
      if (token === 'later') {
        const error = new DomainError('unavailable', 'Not now.', { retryAfterMs: 2500 });
        return Promise.reject(error);
      }
      if (token === 'slow') return Promise.resolve(caller);
      throw new DomainError('invalid_token', 'The access token is not valid.');
    },
  });
  const Body = Type.Object(
    {
      displayName: Type.String({ minLength: 1, maxLength: 5 }),
      mailNickName: Type.String(),
      deputy: Type.Optional(Type.Union([Type.String({ maxLength: 3 }), Type.Null()])),
      owners: Type.Array(Type.String({ pattern: '^a', 'x-fault': 'must be a GUID' })),
    },
    { additionalProperties: false },
  );
  const Answer = Type.Object({ name: Type.String(), tenantId: Type.String() });
  server.post(
    '/things',
    { ...guarded, schema: { body: Body, response: { 200: Answer } } },
    (request) => ({
      name: request.body.displayName,
      tenantId: callerOf(request).tenantId,
    }),
  );
  server.get('/things/:id', guarded, () => {
    throw new Error('secret internals');
  });
  server.get('/open', { config: { access: 'public' } }, () => ({ ok: true }));
  return { server, lines };
}

test('a route needs a token unless it says that it is public', async () => {
  const { server } = build();
  assert.equal((await server.inject('/open')).statusCode, 200);
  const refused = await server.inject({ method: 'POST', url: '/things', payload: {} });
  assert.equal(refused.statusCode, 401);
  assert.equal(refused.headers['www-authenticate'], 'Bearer realm="groupwright"');
  assert.equal(refused.headers['content-type'], 'application/problem+json');
  for (const token of ['good', 'slow']) {
    const taken = await server.inject({
      method: 'POST',
      url: '/things',
      headers: { authorization: `Bearer ${token}` },
      payload: { displayName: 'x', mailNickName: 'y', owners: [] },
    });
    assert.deepEqual(taken.json(), { name: 'x', tenantId: 't-1' });
  }
});

test('every fault of a body is said at once, in the order of the body', async () => {
  const { server } = build();
  const answer = await server.inject({
    method: 'POST',
    url: '/things',
    headers: { authorization: 'Bearer good' },
    payload: { owners: ['a', 1, 'b'], mailNicname: 'y', deputy: 'abcd', displayName: 'toolong' },
  });
  assert.equal(answer.statusCode, 422);
  assert.deepEqual(
    answer.json().errors.map(({ detail }: { detail: string }) => detail),
    [
      'owners/1 must be a string, not a number.',
      'owners/2 must be a GUID.',
      'mailNicname is unknown; did you mean mailNickName?',
      'deputy must have at most 3 characters.',
      'displayName must have at most 5 characters.',
      'mailNickName is missing.',
    ],
  );
});

test('what was not expected tells nothing to the caller and everything to the log', async () => {
  const { server, lines } = build();
  const answer = await server.inject({
    url: '/things/1',
    headers: { authorization: 'Bearer good' },
  });
  assert.equal(answer.statusCode, 500);
  assert.ok(!answer.body.includes('secret internals'));
  assert.ok(lines.some((line) => line.includes('secret internals')));
  assert.equal(answer.json().requestId, answer.headers['request-id']);
});

test('an address without a route answers before anything of the body is read', async () => {
  const { server } = build();
  const malformed = { payload: '{"a":', headers: { 'content-type': 'application/json' } };
  const wrongMethod = await server.inject({ method: 'PUT', url: '/things', ...malformed });
  assert.equal(wrongMethod.statusCode, 405);
  assert.equal(wrongMethod.headers.allow, 'POST');
  const withParameter = await server.inject({ method: 'DELETE', url: '/things/7?x=1' });
  assert.equal(withParameter.headers.allow, 'GET, HEAD');
  const unknown = await server.inject({ method: 'POST', url: '/nowhere', ...malformed });
  assert.equal(unknown.statusCode, 404);
  assert.equal(unknown.json().code, 'not_found');
});

test('every answer carries a unique request id and the headers of an API', async () => {
  const { server } = build();
  const answers = [
    await server.inject('/open'),
    await server.inject('/nowhere'),
    await server.inject({ method: 'PATCH', url: '/open' }),
    await server.inject('/things/1'),
    await server.inject({ url: '/things/1', headers: authorized }),
    await server.inject({ url: '/open', headers: { accept: 'image/png' } }),
    await server.inject('/%zz'),
    await server.inject({ method: 'POST', url: '/things', headers: authorized, payload: {} }),
    await server.inject({
      method: 'POST',
      url: '/things',
      headers: { ...authorized, 'content-type': 'application/json' },
      payload: '{',
    }),
  ];
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [200, 404, 405, 401, 500, 406, 404, 422, 400],
  );
  assert.equal(new Set(answers.map(({ headers }) => headers['request-id'])).size, answers.length);
  for (const { headers } of answers) {
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.match(String(headers['content-security-policy']), /^default-src 'none'/);
  }
});

test('a caller-made X-Request-Id or Request-Id is not taken for ours', async () => {
  const { server } = build();
  const answer = await server.inject({
    url: '/open',
    headers: { 'x-request-id': 'mine', 'request-id': 'mine' },
  });
  assert.notEqual(answer.headers['request-id'], 'mine');
});

test('a body of another media type, or of none, is refused with those that are read', async () => {
  const { server } = build();
  const send = (contentType: string | undefined, payload: string | undefined) =>
    server.inject({
      method: 'POST',
      url: '/things',
      headers: { ...authorized, ...(contentType && { 'content-type': contentType }) },
      ...(payload !== undefined && { payload }),
    });
  const good = '{"displayName":"x","mailNickName":"y","owners":[]}';
  for (const contentType of [
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'nonsense',
    undefined,
  ]) {
    const answer = await send(contentType, good);
    assert.equal(answer.statusCode, 415, contentType);
    assert.equal(answer.headers['accept'], 'application/json');
  }
  for (const contentType of ['application/json', 'Application/JSON; charset=utf-8']) {
    assert.equal((await send(contentType, good)).statusCode, 200);
  }
  assert.equal((await send('application/json', '')).statusCode, 400);
});

test('who is not known learns nothing of the body, the media type or the fields', async () => {
  const { server } = build();
  for (const payload of ['{', '{"a":1}', 'x'.repeat(100)]) {
    const answer = await server.inject({
      method: 'POST',
      url: '/things',
      headers: { 'content-type': 'text/plain', authorization: 'Bearer bad' },
      payload,
    });
    assert.equal(answer.statusCode, 401);
    assert.equal(
      answer.headers['www-authenticate'],
      'Bearer realm="groupwright", error="invalid_token"',
    );
  }
});

test('a token in the query or in the body is not read', async () => {
  const { server } = build();
  const inQuery = await server.inject('/things/1?access_token=good');
  assert.equal(inQuery.statusCode, 401);
  const inBody = await server.inject({
    method: 'POST',
    url: '/things',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'access_token=good',
  });
  assert.equal(inBody.statusCode, 401);
});

test('a verification that fails later ends like one that fails at once', async () => {
  const { server } = build();
  const answer = await server.inject({
    url: '/things/1',
    headers: { authorization: 'Bearer later' },
  });
  assert.equal(answer.statusCode, 503);
  assert.equal(answer.headers['retry-after'], '3');
});

test('a route that declares neither a scope nor its access prevents the start', () => {
  const { server } = build();
  assert.throws(
    () => server.delete('/things', () => ({ ok: true })),
    /DELETE \/things declares neither a scope nor its access/,
  );
});

test('a route of a plugin is guarded like any other', async () => {
  const { server } = build();
  void server.register((inner, _options, done) => {
    inner.get('/inner', guarded, () => ({ ok: true }));
    done();
  });
  assert.equal((await server.inject('/inner')).statusCode, 401);
  assert.equal((await server.inject({ url: '/inner', headers: authorized })).statusCode, 200);
});

test('the limit of an API key holds for all its routes and is reported in every answer', async () => {
  const { server } = build(2);
  const statuses = [];
  for (const url of ['/things/1', '/things/2', '/things/1']) {
    const answer = await server.inject({ url, headers: authorized });
    statuses.push([answer.statusCode, answer.headers['ratelimit'], answer.headers['retry-after']]);
  }
  assert.deepEqual(statuses, [
    [500, '"default";r=1;t=30', undefined],
    [500, '"default";r=0;t=60', undefined],
    [429, '"default";r=0;t=60', '30'],
  ]);
  assert.equal((await server.inject('/open')).statusCode, 200);
});

test('while the database is away there is one warning, not one for each request', async () => {
  const { server, lines } = build();
  for (let count = 0; count < 50; count++) {
    await server.inject({ url: '/things/1', headers: { authorization: 'Bearer later' } });
  }
  assert.equal(lines.filter((line) => line.includes('"level":40')).length, 1);
});

test('a form is read where a route says so, strictly', async () => {
  const { server } = build();
  server.post(
    '/form',
    {
      config: { access: 'public', consumes: ['application/x-www-form-urlencoded'] },
      schema: { body: Type.Object({ a: Type.String() }, { additionalProperties: false }) },
    },
    ({ body }) => body,
  );
  const send = (payload: string | Buffer) =>
    server.inject({
      method: 'POST',
      url: '/form',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    });
  assert.deepEqual((await send('a=b%20c+d')).json(), { a: 'b c d' });
  assert.equal((await send('a=1&a=2')).statusCode, 400);
  assert.equal((await send(Buffer.from([0x61, 0x3d, 0xff]))).statusCode, 400);
  assert.equal(
    (await send(Array.from({ length: 101 }, (_, index) => `f${index}=1`).join('&'))).statusCode,
    400,
  );
  assert.equal((await send('a=1&__proto__=2')).statusCode, 422);
  for (const wrong of ['a=%', 'a=%zz', 'a=%ff', 'a=1&b=%c3%28', '%=1']) {
    assert.equal((await send(wrong)).statusCode, 400, wrong);
  }
});

test('a body with a coding is refused as such, and one where none is taken is not dropped', async () => {
  const { server } = build();
  const taken = Type.Object({}, { additionalProperties: true });
  server.post('/taken', { config: { access: 'public' }, schema: { body: taken } }, () => 'taken');
  server.delete('/gone', { config: { access: 'public' } }, () => 'gone');
  const query = Type.Object({ reason: Type.Optional(Type.String()) });
  server.delete(
    '/why',
    { config: { access: 'public' }, schema: { querystring: query } },
    () => 'gone',
  );
  const send = async (method: 'POST' | 'DELETE', url: string, body: string, coding?: string) => {
    const { statusCode, payload, headers } = await server.inject({
      method,
      url,
      headers: {
        'content-type': 'application/json',
        ...(coding !== undefined && { 'content-encoding': coding }),
      },
      payload: coding === 'gzip' ? gzipSync(body) : body,
    });
    const { code, detail } = payload.startsWith('{')
      ? (JSON.parse(payload) as { code?: string; detail?: string })
      : {};
    return { statusCode, code, detail, acceptEncoding: headers['accept-encoding'] };
  };
  for (const coding of ['gzip', 'br', 'GZIP', 'identity, deflate']) {
    const refused = await send('POST', '/taken', '{}', coding);
    assert.deepEqual([refused.statusCode, refused.code], [415, 'unsupported_media_type'], coding);
    assert.equal(refused.acceptEncoding, 'identity');
  }
  assert.equal((await send('POST', '/taken', '{}', 'Identity')).statusCode, 200);
  for (const body of ['{"reason":"x"}', '[]', '"x"', '7', 'null']) {
    const { statusCode, code } = await send('DELETE', '/gone', body);
    assert.deepEqual([statusCode, code], [400, 'invalid_request'], body);
  }
  for (const body of ['', '{}', ' { } ']) {
    assert.equal((await send('DELETE', '/gone', body)).statusCode, 200, body);
  }
  assert.match((await send('DELETE', '/why', '{"reason":"x"}')).detail ?? '', /in the query/);
});

test('a traced request has its span as its id, in the answer and in the log', async () => {
  const { server, lines } = build();
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
  const { headers: answered } = await server.inject({ url: '/open', headers });
  const requestId = String(answered['request-id']);
  assert.match(requestId, new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
  const { requestId: logged, traceId: loggedTrace } = JSON.parse(lines.at(-1) ?? '');
  assert.deepEqual([logged, loggedTrace], [requestId, traceId]);

  await server.inject({ url: '/open', headers: { traceparent: `${headers.traceparent}\u0022x` } });
  const untraced = JSON.parse(lines.at(-1) ?? '');
  assert.match(untraced.requestId, /^[\w-]{18}$/);
  assert.ok(!('traceId' in untraced));
});
