import { testCaller } from '../../testing/caller.ts';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { systemClock } from '../ground/clock.ts';
import { DomainError, problemCodes } from '../ground/errors.ts';
import { createLog } from '../ground/log.ts';
import { problemExample, registerProblemPages } from './problem-pages.ts';
import { problemGuide } from './problem-guide.ts';
import { problemKinds, problemObject } from './problem.ts';
import { createServer } from './server.ts';

const baseUrl = 'https://x.example/groups';

function build() {
  const server = createServer({
    config: { baseUrl, trustedProxies: [], rateLimitPerMinute: undefined },
    log: createLog('silent', { write: () => undefined }),
    clock: systemClock,
    randomBytes,
    verifyAccessToken: () => testCaller(),
  });
  registerProblemPages(server, { baseUrl });
  server.get('/fail/:code', { config: { scope: 'groups:read' } }, ({ params }) => {
    const { code } = params as { code: string };
    throw new DomainError(problemCodes.find((known) => known === code) ?? 'not_found', 'Why.', {
      retryAfterMs: 1234,
      faults: [{ pointer: '/a', code: 'required', detail: 'c' }],
    });
  });
  return server;
}

const headers = { authorization: 'Bearer x' };

test('each code is answered with its status as a whole problem', async () => {
  const server = build();
  for (const code of problemCodes) {
    const answer = await server.inject({ url: `/fail/${code}`, headers });
    assert.equal(answer.statusCode, problemKinds[code].status);
    assert.equal(answer.headers['content-type'], 'application/problem+json');
    assert.equal(answer.headers['retry-after'], '2');
    assert.deepEqual(answer.json(), {
      type: `${baseUrl}/problems/${code}`,
      title: problemKinds[code].title,
      status: problemKinds[code].status,
      detail: 'Why.',
      code,
      requestId: answer.headers['request-id'],
      errors: [{ pointer: '/a', code: 'required', detail: 'c' }],
    });
  }
});

test('behind each type is a page that explains it, for people and for programs', async () => {
  const server = build();
  for (const code of problemCodes) {
    const path = `/problems/${code}`;
    const forPeople = await server.inject({
      url: path,
      headers: { accept: 'text/html,*/*;q=0.1' },
    });
    assert.equal(forPeople.statusCode, 200);
    assert.ok(forPeople.body.includes(problemKinds[code].title));
    assert.doesNotMatch(forPeople.body, /<script|https?:\/\/(?!x\.example)/);
    const forPrograms = await server.inject({ url: path, headers: { accept: 'application/json' } });
    assert.equal(forPrograms.json().meaning, problemGuide[code].meaning);
    assert.equal(forPrograms.json().type, `${baseUrl}${path}`);
  }
  const list = await server.inject({ url: '/problems', headers: { accept: 'text/html' } });
  for (const code of problemCodes) assert.ok(list.body.includes(`problems/${code}`));
  assert.equal((await server.inject('/problems/nothing')).statusCode, 404);
});

test('the style of a page is let through by its own policy and nothing else is', async () => {
  const { createHash } = await import('node:crypto');
  const { body, headers: sent } = await build().inject('/problems');
  const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(body) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  assert.match(String(sent['content-security-policy']), /^default-src 'none';/);
  assert.ok(String(sent['content-security-policy']).includes(`style-src 'sha256-${hash}'`));
});

test('absent and foreign things get the same bytes but for the request id', async () => {
  const server = build();
  const answers = [
    await server.inject({ url: '/nowhere', headers }),
    await server.inject({ url: '/also/nowhere?x=1', headers }),
    await server.inject({ url: '/%ff', headers }),
  ];
  const [first, ...others] = answers.map(({ body, headers: { date: _date, ...rest } }) =>
    JSON.stringify([body, rest]).replaceAll(/[\w-]{12}00000\w/g, 'ID'),
  );
  for (const other of others) assert.equal(other, first);
});

test('an unknown error tells nothing, with or without a request', () => {
  const problem = problemObject(new Error('select * from secrets'), baseUrl);
  assert.equal(problem.code, 'internal_error');
  assert.doesNotMatch(JSON.stringify(problem), /secrets/);
});

test('the example of each code is a problem of that code', () => {
  for (const code of problemCodes) {
    const example = problemExample(code, baseUrl);
    assert.equal(example.status, problemKinds[code].status);
    assert.ok(example.detail.endsWith('.'));
  }
});
