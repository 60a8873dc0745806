import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTargetAddresses } from '../../outbound/target-addresses.ts';
import { endpointUrlFaults } from './endpoint-url.ts';

test('an address that can never be delivered to is refused when it is registered', () => {
  const codes = (url: string, networks: string[] = []) =>
    endpointUrlFaults(url, createTargetAddresses(networks)).map(({ code }) => code);
  assert.deepEqual(codes('https://hooks.example/x?y=1'), []);
  assert.deepEqual(codes('http://hooks.example/'), ['not_encrypted']);
  assert.deepEqual(codes('http://127.0.0.1:9000/', ['127.0.0.0/8']), []);
  assert.deepEqual(codes('http://localhost:9000/', ['127.0.0.0/8']), []);
  assert.deepEqual(codes('http://8.8.8.8/', ['127.0.0.0/8']), ['not_encrypted']);
  for (const url of [
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::ffff:7f00:1]/',
  ]) {
    assert.deepEqual(codes(url), ['address_refused'], url);
  }
  for (const url of ['ftp://x.example', 'hooks', 'https://u:p@x.example', 'https://x.example/#a']) {
    assert.deepEqual(codes(url), ['not_valid'], url);
  }
});

test('a command that was started without the networks says so', () => {
  const sentence = (url: string, networks: string[]) =>
    endpointUrlFaults(url, createTargetAddresses(networks))[0]?.detail ?? '';
  for (const url of ['http://hooks.example/', 'https://10.0.0.1/']) {
    assert.match(sentence(url, []), /WEBHOOK_NETWORKS.* is not set here\.$/);
    assert.doesNotMatch(sentence(url, ['192.168.0.0/16']), /not set here/);
  }
});
