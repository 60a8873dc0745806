import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { suite, test } from 'node:test';
import { testCaller } from '../../testing/caller.ts';
import { DomainError } from '../ground/errors.ts';
import { createLog } from '../ground/log.ts';
import { jsonContent, type RawAnswer } from './raw-answer.ts';
import { createServer } from './server.ts';

const json = '{"text":"Zürich 🏔"}';
const bodies: Readonly<Record<string, RawAnswer['body']>> = {
  text: json,
  bytes: Buffer.from(json),
  parts: [Buffer.from(json.slice(0, 7)), Buffer.from(json.slice(7))],
};

function build() {
  const time = { now: 1_800_000_000_000 };
  const token = { isRevoked: false };
  const server = createServer({
    config: { baseUrl: 'http://groups.example', trustedProxies: [], rateLimitPerMinute: 60 },
    log: createLog('silent'),
    randomBytes,
    clock: { now: () => time.now },
    verifyAccessToken() {
      if (token.isRevoked) throw new DomainError('invalid_token', 'The key was revoked.');
      return testCaller();
    },
  });
  const headers = ['etag', '"1"', ...jsonContent];
  const schema = { response: { 200: {} } };
  server.get('/usual', { config: { scope: 'groups:read' }, schema }, (_request, reply) => {
    reply.header('etag', '"1"').header('content-type', jsonContent[1]).send(json);
  });
  const config = { scope: 'groups:read', rawAnswers: true } as const;
  for (const [name, body] of Object.entries(bodies)) {
    server.get(`/${name}`, { config, schema }, (request, reply) => {
      server.sendRaw(request, reply, { status: 200, headers, body });
    });
  }
  server.get('/unchanged', { config, schema }, (request, reply) => {
    server.sendRaw(request, reply, { status: 304, headers: ['etag', '"1"'], body: undefined });
  });
  server.get('/late', { config, schema }, (request, reply) => {
    time.now += 200;
    token.isRevoked = request.query !== null && 'revoked' in (request.query as object);
    server.sendRaw(request, reply, { status: 200, headers, body: bodies['parts'] });
  });
  server.get('/failing', { config, schema }, () => {
    throw new DomainError('mail_nickname_taken', 'Another group has the alias.');
  });
  const ask = (url: string, method: 'GET' | 'HEAD' = 'GET') =>
    server.inject({ url, method, headers: { authorization: 'Bearer any' } });
  return { ask };
}

const constant = [
  'request-id',
  'x-content-type-options',
  'referrer-policy',
  'content-security-policy',
];

suite('raw answers', () => {
  for (const name of Object.keys(bodies)) {
    test(`an answer of ${name} has the bytes and headers that Fastify would send`, async () => {
      const { ask } = build();
      for (const method of ['GET', 'HEAD'] as const) {
        const [usual, raw] = [await ask('/usual', method), await ask(`/${name}`, method)];
        assert.equal(raw.statusCode, usual.statusCode);
        assert.equal(raw.body, usual.body);
        const comparable = ({ headers }: typeof raw) => ({
          ...headers,
          'request-id': undefined,
          date: undefined,
          // One request more was counted.
          ratelimit: typeof headers['ratelimit'],
        });
        assert.deepEqual(comparable(raw), comparable(usual));
        for (const header of constant) assert.ok(raw.headers[header], header);
      }
    });
  }

  test('an answer without a body has the headers of every answer', async () => {
    const answer = await build().ask('/unchanged');
    assert.deepEqual([answer.statusCode, answer.body, answer.headers['etag']], [304, '', '"1"']);
    for (const header of constant) assert.ok(answer.headers[header], header);
    assert.equal(answer.headers['content-length'], undefined);
  });

  test('an error of such a route has the headers of every answer', async () => {
    const answer = await build().ask('/failing');
    assert.equal(answer.statusCode, 409);
    for (const header of constant) assert.ok(answer.headers[header], header);
  });

  test('a late answer is not given to a caller whose token ended meanwhile', async () => {
    const { ask } = build();
    const given = await ask('/late');
    assert.deepEqual([given.statusCode, given.body, given.headers['etag']], [200, json, '"1"']);
    const refused = await ask('/late?revoked');
    assert.equal(refused.statusCode, 401);
    assert.equal(refused.headers['etag'], undefined);
    assert.ok(!refused.body.includes('Zürich'));
    for (const header of constant) assert.ok(refused.headers[header], header);
  });
});
