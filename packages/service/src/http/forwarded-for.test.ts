import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { DomainError } from '../ground/errors.ts';
import { createLog } from '../ground/log.ts';
import { createServer } from './server.ts';

function build(trustedProxies: readonly string[]) {
  const lines: string[] = [];
  const time = { now: 1_800_000_000_000 };
  const server = createServer({
    config: { baseUrl: 'http://groups.example', trustedProxies, rateLimitPerMinute: undefined },
    log: createLog('warn', { write: (line: string) => void lines.push(line) }),
    randomBytes,
    clock: { now: () => time.now },
    verifyAccessToken: () => Promise.reject(new DomainError('invalid_token', 'No.')),
  });
  const ask = (forwardedFor?: string) =>
    server.inject({
      url: '/any',
      remoteAddress: '10.0.0.7',
      headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
    });
  const warnings = () => lines.filter((line) => line.includes('TRUSTED_PROXIES'));
  return { time, ask, warnings };
}

test('X-Forwarded-For of a peer that is not trusted is warned of once a minute', async () => {
  for (const trusted of [[], ['192.0.2.0/24']]) {
    const { time, ask, warnings } = build(trusted);
    await ask();
    assert.equal(warnings().length, 0);
    await ask('198.51.100.1');
    await ask('198.51.100.2');
    assert.equal(warnings().length, 1);
    assert.match(warnings()[0] ?? '', /10\.0\.0\.7/);
    time.now += 60_000;
    await ask('198.51.100.1');
    assert.equal(warnings().length, 2);
  }
});

test('X-Forwarded-For of a trusted proxy is no reason for a warning', async () => {
  const { ask, warnings } = build(['10.0.0.0/8']);
  await ask('198.51.100.1');
  assert.equal(warnings().length, 0);
});
