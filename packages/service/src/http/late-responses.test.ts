import { testCaller } from '../../testing/caller.ts';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Type } from 'typebox';
import { DomainError } from '../ground/errors.ts';
import { createLog } from '../ground/log.ts';
import { createServer } from './server.ts';

function build() {
  const time = { now: 1_800_000_000_000 };
  const token = { isRevoked: false };
  const server = createServer({
    config: { baseUrl: 'http://groups.example', trustedProxies: [], rateLimitPerMinute: undefined },
    log: createLog('silent'),
    randomBytes,
    clock: { now: () => time.now },
    verifyAccessToken() {
      if (token.isRevoked) throw new DomainError('invalid_token', 'The key was revoked.');
      return testCaller();
    },
  });
  /** A route that takes this long, during which the key may be revoked. */
  const answerAfter = async (milliseconds: number, isRevoked: boolean) => {
    token.isRevoked = false;
    const answer = server.inject({
      url: `/slow?milliseconds=${milliseconds}&isRevoked=${isRevoked}`,
      headers: { authorization: 'Bearer any' },
    });
    return await answer;
  };
  const querystring = Type.Object({ milliseconds: Type.Integer(), isRevoked: Type.Boolean() });
  const config = { scope: 'groups:read' } as const;
  server.get('/slow', { config, schema: { querystring } }, async ({ query }, reply) => {
    time.now += query.milliseconds;
    token.isRevoked = query.isRevoked;
    reply.header('location', 'https://groups.example/secret').header('etag', '"secret"');
    return { secret: true };
  });
  server.get('/failing', { config: { scope: 'groups:read' } }, async () => {
    time.now += 60_000;
    token.isRevoked = true;
    throw new DomainError('mail_nickname_taken', 'Another group has the alias.');
  });
  return {
    answerAfter,
    failLate: () => server.inject({ url: '/failing', headers: { authorization: 'Bearer any' } }),
  };
}

test('an answer that took long is not given to a caller whose token ended meanwhile', async () => {
  const { answerAfter } = build();
  const refused = await answerAfter(200, true);
  assert.equal(refused.statusCode, 401);
  assert.equal(refused.json().code, 'invalid_token');
  assert.ok(!refused.body.includes('secret'));
  assert.ok(!JSON.stringify(refused.headers).includes('secret'));
  assert.ok(refused.headers['request-id'] && refused.headers['www-authenticate']);
});

test('an answer that took long is given to a caller whose token lives, and a quick one is not checked twice', async () => {
  const { answerAfter } = build();
  assert.deepEqual((await answerAfter(60_000, false)).json(), { secret: true });
  assert.equal((await answerAfter(199, true)).statusCode, 200);
});

test('a late error is replaced by the refusal as a whole, like any answer', async () => {
  const refused = await build().failLate();
  assert.equal(refused.statusCode, 401);
  assert.equal(refused.json().code, 'invalid_token');
  assert.match(String(refused.headers['content-type']), /^application\/problem\+json/);
  assert.ok(refused.headers['www-authenticate']);
});
