import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProxyFor } from './proxies.ts';

const httpProxy = 'http://proxy.example:3128';
const httpsProxy = 'http://secure-proxy.example:3128';

function isDirect(url: string, noProxy: readonly string[] = []): boolean {
  const { protocol, hostname, port } = new URL(url);
  const proxy = createProxyFor({ httpProxy, httpsProxy, noProxy })({ protocol, hostname, port });
  if (proxy === undefined) return true;
  assert.equal(proxy.host, new URL(protocol === 'https:' ? httpsProxy : httpProxy).host);
  return false;
}

test('each scheme has its own proxy, and none where none is set', () => {
  assert.ok(!isDirect('https://graph.microsoft.com'));
  assert.ok(!isDirect('http://hooks.example'));
  const onlyHttp = createProxyFor({ httpProxy, httpsProxy: undefined, noProxy: [] });
  assert.equal(onlyHttp({ protocol: 'https:', hostname: 'graph.microsoft.com' }), undefined);
});

test('this machine and link-local addresses are reached directly', () => {
  const local = ['http://localhost:1', 'https://a.localhost', 'http://127.0.0.9', 'https://[::1]'];
  for (const url of [...local, 'http://169.254.169.254/metadata']) assert.ok(isDirect(url), url);
});

test('NO_PROXY takes names with their subdomains, wildcards, addresses, ranges and ports', () => {
  const cases: readonly [entry: string, direct: readonly string[], proxied: readonly string[]][] = [
    ['*', ['https://a.example'], []],
    ['a.example', ['https://a.example', 'https://x.A.example.'], ['https://ba.example']],
    ['.a.example', ['https://a.example', 'https://x.a.example'], ['https://b.example']],
    ['*.a.example', ['https://x.a.example'], ['https://a.example']],
    ['a.example:8443', ['https://a.example:8443'], ['https://a.example']],
    ['a.example:443', ['https://a.example'], ['http://a.example']],
    ['10.1.2.3', ['https://10.1.2.3'], ['https://10.1.2.4']],
    ['10.0.0.0/8', ['https://10.200.1.1'], ['https://11.0.0.1', 'https://a.example']],
    ['fd00::/8', ['https://[fd12::1]'], ['https://[2001:db8::1]']],
    ['[2001:db8::1]:443', ['https://[2001:db8::1]'], ['https://[2001:db8::1]:444']],
  ];
  for (const [entry, direct, proxied] of cases) {
    for (const url of direct) assert.ok(isDirect(url, ['other', entry]), `${entry} ${url}`);
    for (const url of proxied) assert.ok(!isDirect(url, ['other', entry]), `${entry} ${url}`);
  }
});
