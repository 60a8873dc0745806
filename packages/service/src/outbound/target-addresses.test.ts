import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createTargetAddresses } from './target-addresses.ts';

const refused = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '239.255.255.255',
  '255.255.255.255',
  '168.63.129.16',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'ff02::1',
  'not an address',
  '',
];
const permitted = [
  '1.1.1.1',
  '8.8.8.8',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700:4700::1111',
  '2a00::1',
];

suite('target addresses', () => {
  test('only public addresses may be reached', () => {
    const targets = createTargetAddresses([]);
    for (const address of refused) assert.equal(targets.permits(address), false, address);
    for (const address of permitted) assert.equal(targets.permits(address), true, address);
  });

  test('a named network may be reached too, but for what tells machines their credentials', () => {
    const targets = createTargetAddresses([
      '127.0.0.0/8',
      '::1/128',
      '10.0.0.0/8',
      '169.254.0.0/16',
      'fd00::/8',
    ]);
    for (const address of ['127.0.0.1', '::1', '10.9.9.9', '::ffff:127.0.0.1']) {
      assert.equal(targets.permits(address), true, address);
      assert.equal(targets.isNamed(address), true, address);
    }
    const tellers = ['169.254.169.254', 'fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254'];
    for (const address of ['192.168.1.1', '100.100.100.200', ...tellers]) {
      assert.equal(targets.permits(address), false, address);
    }
    assert.equal(targets.isNamed('8.8.8.8'), false);
  });
});
