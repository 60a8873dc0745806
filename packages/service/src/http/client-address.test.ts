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
    log: createLog('info', { write: (line: string) => void lines.push(line) }),
    randomBytes,
    clock: { now: () => time.now },
    verifyAccessToken: () => Promise.reject(new DomainError('invalid_token', 'No.')),
  });
  server.get('/who', { config: { access: 'public' } }, (request) => ({
    address: request.clientAddress,
  }));
  const ask = (headers: Readonly<Record<string, string>> = {}, remoteAddress = '10.0.0.7') =>
    server.inject({ url: '/who', remoteAddress, headers });
  const addressOf = async (...asked: Parameters<typeof ask>) =>
    (await ask(...asked)).json<{ address: string }>().address;
  const warnings = () => lines.filter((line) => line.includes('TRUSTED_PROXIES'));
  return { time, lines, ask, addressOf, warnings };
}

/** A pair has the address as a proxy writes it, and the address. */
const nodes = [
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:51234', '203.0.113.9'],
  ['203.0.113.9:_hidden', '203.0.113.9'],
  ['[203.0.113.9]:80', 'unknown'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['[::FFFF:cb00:7109]:51234', '203.0.113.9'],
  ['2001:DB8::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8:0:0:0:0:0:1]:443', '2001:db8::1'],
  ['2001:db8:0:0:0:0:0:1:51234', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[fe80::1%25eth0]:443', 'fe80::1'],
  ['"[2001:db8::1]:443"', '2001:db8::1'],
  ['"203.0.113.9:51234"', '203.0.113.9'],
  ['unknown', 'unknown'],
  ['_gazonk', 'unknown'],
  ['203.0.113.09', 'unknown'],
  ['0x7f.1', 'unknown'],
  ['3405803785', 'unknown'],
  ['203.0.113.9.example', 'unknown'],
] as const;

test('an address in X-Forwarded-For has one spelling, however a proxy writes it', async () => {
  const { addressOf } = build(['10.0.0.0/8']);
  for (const [written, address] of nodes) {
    for (const header of [written, `198.51.100.1, ${written}`, ` ,${written} , `]) {
      assert.equal(await addressOf({ 'x-forwarded-for': header }), address, header);
    }
  }
});

test('an address in Forwarded is read like one in X-Forwarded-For', async () => {
  const { addressOf } = build(['10.0.0.0/8']);
  for (const [written, address] of nodes) {
    const value = written.startsWith('"') ? written : `"${written}"`;
    for (const header of [
      `for=${value}`,
      `For=${value};proto=https;by=203.0.113.43`,
      `for=198.51.100.1, host="a.example";FOR=${value}`,
      `for="198.51.100.1, for=${value}`,
      `for=${value};`,
      `;;proto=https; ;for=${value};`,
    ]) {
      assert.equal(await addressOf({ forwarded: header }), address, header);
    }
  }
  for (const header of [
    'proto=https',
    'for=',
    'for=203.0.113.9;for=203.0.113.8',
    'for=203.0.113.9;x="',
    'for=[2001:db8::1]',
    'for=203.0.113.9;host="a, for=198.51.100.1"',
  ]) {
    assert.equal(await addressOf({ forwarded: header }), 'unknown', header);
  }
});

test('the nearest address that is no trusted proxy counts, whatever a caller wrote before it', async () => {
  const { addressOf } = build(['10.0.0.0/8', '2001:db8:9::/48']);
  for (const [header, address] of [
    ['192.0.2.1, 203.0.113.9:4711, 10.0.0.8:80', '203.0.113.9'],
    ['203.0.113.9, [2001:db8:9::1]:80', '203.0.113.9'],
    ['10.1.1.1, 10.0.0.8', '10.1.1.1'],
    ['192.0.2.1, unknown, 10.0.0.8', 'unknown'],
    ['', '10.0.0.7'],
  ] as const) {
    assert.equal(await addressOf({ 'x-forwarded-for': header }), address, header);
  }
  const both = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=192.0.2.1' };
  assert.equal(await addressOf(both), '203.0.113.9', 'most proxies leave Forwarded as it came');
});

test('the headers of a peer that is not trusted count for nothing', async () => {
  for (const trusted of [[], ['192.0.2.0/24']]) {
    const { addressOf } = build(trusted);
    for (const name of ['x-forwarded-for', 'forwarded']) {
      assert.equal(await addressOf({ [name]: 'for=203.0.113.9' }), '10.0.0.7');
    }
    assert.equal(await addressOf({}, '::ffff:192.0.2.7'), '192.0.2.7');
    assert.equal(await addressOf({}, 'fe80::2%eth1'), 'fe80::2');
  }
  const mapped = build(['::ffff:192.0.2.0/120']);
  assert.equal(
    await mapped.addressOf({ 'x-forwarded-for': '203.0.113.9' }, '::ffff:192.0.2.7'),
    '203.0.113.9',
  );
});

test('the log has the address without its port', async () => {
  const { ask, lines } = build(['10.0.0.0/8']);
  await ask({ 'x-forwarded-for': '203.0.113.9:51234' });
  const peers = lines.map((line) => (JSON.parse(line) as { peer?: string }).peer);
  assert.deepEqual(peers.filter(Boolean), ['203.0.113.9']);
});

test('a header of a peer that is not trusted is warned of once a minute', async () => {
  for (const trusted of [[], ['192.0.2.0/24']]) {
    const { time, ask, warnings } = build(trusted);
    await ask();
    assert.equal(warnings().length, 0);
    await ask({ 'x-forwarded-for': '198.51.100.1' });
    await ask({ forwarded: 'for=198.51.100.2' });
    assert.equal(warnings().length, 1);
    assert.match(warnings()[0] ?? '', /10\.0\.0\.7/);
    time.now += 60_000;
    await ask({ forwarded: 'for=198.51.100.1' });
    assert.equal(warnings().length, 2);
  }
});

test('a header of a trusted proxy is no reason for a warning', async () => {
  const { ask, warnings } = build(['10.0.0.0/8']);
  await ask({ 'x-forwarded-for': '198.51.100.1' });
  assert.equal(warnings().length, 0);
});
