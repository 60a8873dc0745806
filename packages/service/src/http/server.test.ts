import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Type } from 'typebox';
import { systemClock } from '../clock.ts';
import { DomainError } from '../errors.ts';
import { createLog } from '../log.ts';
import { callerOf } from './authenticate.ts';
import { createServer } from './server.ts';

const caller = { tenantId: 't-1', apiKeyId: 'k-1' };

function build() {
  const lines: string[] = [];
  const server = createServer({
    config: { baseUrl: 'http://groups.example', trustedProxies: [], rateLimitPerMinute: undefined },
    log: createLog('info', { write: (line: string) => void lines.push(line) }),
    randomBytes,
    clock: systemClock,
    verifyAccessToken: (token) => {
      if (token === 'good') return caller;
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
  server.post('/things', { schema: { body: Body, response: { 200: Answer } } }, (request) => ({
    name: request.body.displayName,
    tenantId: callerOf(request).tenantId,
  }));
  server.get('/things/:id', () => {
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
  assert.equal(refused.headers['www-authenticate'], 'Bearer');
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
      'mailNicname is not known here; did you mean mailNickName?',
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

test('a wrong method is told which are right, and an unknown address that nothing is there', async () => {
  const { server } = build();
  const wrongMethod = await server.inject({ method: 'PUT', url: '/things' });
  assert.equal(wrongMethod.statusCode, 405);
  assert.equal(wrongMethod.headers.allow, 'POST');
  const unknown = await server.inject('/nowhere');
  assert.equal(unknown.statusCode, 404);
  assert.equal(unknown.json().code, 'not_found');
  assert.ok(unknown.headers['request-id']);
});
