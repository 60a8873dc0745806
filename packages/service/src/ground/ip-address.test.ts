import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coversRange, createIpRanges, readIpRange } from './ip-address.ts';

test('a range contains its addresses, however they are written', () => {
  const { contains } = createIpRanges(['192.0.2.0/24', '203.0.113.7', '2001:db8:1::/48']);
  for (const inside of [
    '192.0.2.0',
    '192.0.2.255',
    '203.0.113.7',
    '::ffff:192.0.2.9',
    '::ffff:c000:209',
    '2001:db8:1::1',
    '2001:DB8:1:ffff:ffff:ffff:ffff:ffff',
    '2001:db8:1::1%eth0',
  ]) {
    assert.ok(contains(inside), inside);
  }
  for (const outside of [
    '192.0.3.0',
    '203.0.113.8',
    '2001:db8:2::1',
    '::192.0.2.9',
    '',
    'unknown',
    '192.0.2.9:443',
  ]) {
    assert.ok(!contains(outside), outside);
  }
  assert.ok(!createIpRanges([]).contains('192.0.2.1'));
  assert.ok(!createIpRanges(['::/0']).contains('::ffff:192.0.2.9'), 'it came by IPv4');
});

test('a typed range gets one spelling', () => {
  for (const [typed, range] of [
    ['192.0.2.0/24', '192.0.2.0/24'],
    [' 203.0.113.7 ', '203.0.113.7/32'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['255.255.255.255', '255.255.255.255/32'],
    ['2001:DB8:0:0::/32', '2001:db8::/32'],
    ['2001:db8::1', '2001:db8::1/128'],
    ['::/0', '::/0'],
    ['64:ff9b::192.0.2.0/120', '64:ff9b::c000:200/120'],
  ] as const) {
    assert.deepEqual(readIpRange(typed), { range }, typed);
  }
});

test('a range that is none is refused, and one with bits beside its prefix names the network', () => {
  for (const typed of [
    '',
    'office',
    '192.0.2',
    '192.0.2.256',
    '192.0.2.0/33',
    '192.0.2.0/',
    '192.0.2.0/-1',
    '192.0.2.0/024x',
    '192.0.2.0-192.0.2.9',
    '2001:db8::/129',
    '2001:db8::g',
    'fe80::1%eth0',
  ]) {
    assert.deepEqual(readIpRange(typed), { fault: 'not_a_range' }, typed);
  }
  const mapped = (network?: string) => ({ fault: 'mapped', ...(network && { network }) });
  assert.deepEqual(readIpRange('::ffff:192.0.2.9/120'), mapped('192.0.2.0/24'));
  assert.deepEqual(readIpRange('::ffff:192.0.2.9'), mapped('192.0.2.9/32'));
  assert.deepEqual(readIpRange('::ffff:0:0/96'), mapped('0.0.0.0/0'));
  assert.deepEqual(readIpRange('::ffff:0:0/90'), mapped());
  assert.deepEqual(readIpRange('192.0.2.9/24'), { fault: 'host_bits', network: '192.0.2.0/24' });
  assert.deepEqual(readIpRange('2001:db8::1/32'), { fault: 'host_bits', network: '2001:db8::/32' });
});

test('ranges cover a range only as a whole', () => {
  const ranges = ['192.0.2.0/24', '2001:db8::/32'];
  for (const inside of ['192.0.2.0/24', '192.0.2.128/25', '192.0.2.9/32', '2001:db8:1::/48']) {
    assert.ok(coversRange(ranges, inside), inside);
  }
  for (const outside of ['192.0.0.0/16', '192.0.3.0/24', '2001::/16', '0.0.0.0/0', '::/0']) {
    assert.ok(!coversRange(ranges, outside), outside);
  }
  assert.ok(!coversRange(['::/0'], '192.0.2.0/24'), 'IPv6 does not cover IPv4');
  assert.ok(!coversRange([], '192.0.2.9/32'));
});
