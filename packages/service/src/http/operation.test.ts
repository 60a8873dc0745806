import { testCaller } from '../../testing/caller.ts';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { systemClock } from '../ground/clock.ts';
import { createLog } from '../ground/log.ts';
import { registerHealthRoutes, type ReadinessCheck } from './health.ts';
import { createMetrics } from './metrics.ts';
import { createServer } from './server.ts';

function build(checks: Record<string, ReadinessCheck>, metricsToken?: string) {
  const metrics = createMetrics();
  const server = createServer({
    config: { baseUrl: 'http://x.example', trustedProxies: [], rateLimitPerMinute: undefined },
    log: createLog('silent', { write: () => undefined }),
    clock: systemClock,
    metrics,
    randomBytes,
    verifyAccessToken: () => testCaller(),
  });
  registerHealthRoutes(server, { metrics, checks, metricsToken });
  server.get('/things/:id', { config: { access: 'public' } }, () => ({ ok: true }));
  return server;
}

test('alive does not depend on anything, ready depends on every check', async () => {
  const good = build({ database: async () => undefined });
  assert.deepEqual((await good.inject('/livez')).json(), { status: 'ok' });
  assert.deepEqual((await good.inject('/readyz')).json(), { status: 'ok' });
  const bad = build({
    database: async () => {
      throw new Error('password authentication failed for user "x"');
    },
    worker: () => Promise.withResolvers<undefined>().promise,
    start: async () => 'it is not complete',
    cache: async () => undefined,
  });
  assert.equal((await bad.inject('/livez')).statusCode, 200);
  const answer = await bad.inject('/readyz');
  assert.equal(answer.statusCode, 503);
  assert.equal(
    answer.json().detail,
    'Not ready: database (its check failed), worker (no answer within two seconds), start (it is not complete).',
  );
  assert.ok(answer.headers['retry-after']);
});

test('requests are counted by route and status, not by address', async () => {
  const server = build({});
  for (let id = 0; id < 3; id++) await server.inject(`/things/${id}?secret=1`);
  await server.inject('/nowhere/at/all');
  const { body, headers } = await server.inject('/metrics');
  assert.match(String(headers['content-type']), /^text\/plain; version=0\.0\.4/);
  const name = 'groupwright_http_request_duration_seconds';
  assert.ok(body.includes(`${name}_count{method="GET",route="/things/:id",status="200"} 3`));
  assert.ok(
    body.includes(`${name}_bucket{le="+Inf",method="GET",route="/things/:id",status="200"} 3`),
  );
  assert.ok(body.includes(`${name}_count{method="*",route="(none)",status="404"} 1`));
  assert.ok(body.includes('process_resident_memory_bytes'));
  assert.doesNotMatch(body, /secret|nowhere/);
});

test('the buckets of a histogram grow and end with the count', async () => {
  const metrics = createMetrics();
  const route = metrics.ofRoute('GET', '/x');
  for (const durationMs of [0.1, 1, 1.1, 40, 60_000]) route.observe(200, durationMs);
  const text = await metrics.registry.metrics();
  const counts = [...text.matchAll(/_bucket\{le="([^"]+)"[^}]*\} (\d+)/g)].map(([, le, count]) => [
    le,
    Number(count),
  ]);
  assert.deepEqual(counts[0], ['0.001', 2]);
  assert.deepEqual(counts.at(-1), ['+Inf', 5]);
  assert.deepEqual(counts.at(-2), ['30', 4]);
  const values = counts.map(([, count]) => Number(count));
  assert.deepEqual(
    values,
    values.toSorted((one, other) => one - other),
  );
});

test('with a token set, the metrics are for who sends it, and health is for everyone', async () => {
  const token = 'prometheus-0123456789';
  const server = build({}, token);
  for (const authorization of [undefined, 'Bearer x', `Bearer ${token}0`, `Basic ${token}`]) {
    const answer = await server.inject({
      url: '/metrics',
      headers: authorization === undefined ? {} : { authorization },
    });
    assert.equal(answer.statusCode, 401);
    assert.equal(answer.json().code, 'invalid_token');
    assert.doesNotMatch(answer.body, /groupwright_|prometheus/);
  }
  const headers = { authorization: `Bearer ${token}` };
  assert.equal((await server.inject({ url: '/metrics', headers })).statusCode, 200);
  assert.equal((await server.inject('/livez')).statusCode, 200);
  assert.equal((await server.inject('/readyz')).statusCode, 200);
});
