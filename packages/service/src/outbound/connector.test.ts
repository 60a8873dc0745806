// With a real proxy, and real TLS to the target behind it.
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { createLoopbackCertificate } from '@groupwright/graph-simulator/certificate.ts';
import { Agent, request } from 'undici';
import { openConnectProxy, type ConnectProxy } from '../../testing/connect-proxy.ts';
import { createConnector } from './connector.http.ts';
import { createFetch } from './fetch.http.ts';
import { createProxyFor } from './proxies.ts';
import { createTargetAddresses } from './target-addresses.ts';
import { explainUnreachable } from './unreachable.http.ts';

const publicAddress = '8.8.8.8';
let target: Server;
let proxy: ConnectProxy;
const serverNames: (string | false | null)[] = [];

before(async () => {
  const { authority, certificate, key } = await createLoopbackCertificate(['target.example']);
  setDefaultCACertificates([...getCACertificates('default'), authority]);
  target = createServer({ cert: certificate, key }, (asked, answer) => {
    serverNames.push((asked.socket as TLSSocket).servername ?? null);
    answer.end(`for ${asked.headers.host ?? ''}`);
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  proxy = await openConnectProxy((target.address() as AddressInfo).port);
});

beforeEach(() => {
  proxy.asked.length = 0;
  serverNames.length = 0;
});

after(async () => {
  target.closeAllConnections();
  target.close();
  await proxy.close();
});

async function get(
  options: Partial<Parameters<typeof createConnector>[0]>,
  url = 'https://target.example/',
): Promise<string> {
  const proxyFor = createProxyFor({ httpProxy: undefined, httpsProxy: proxy.url, noProxy: [] });
  const agent = new Agent({
    connect: createConnector({ targets: undefined, proxyFor, connectWithinMs: 5_000, ...options }),
  });
  try {
    const answer = await request(url, { dispatcher: agent });
    return await answer.body.text();
  } finally {
    await agent.destroy();
  }
}

const guarded = createTargetAddresses([]);

test('a target of the operator is reached through the proxy, which resolves its name', async () => {
  assert.equal(await get({}), 'for target.example');
  assert.deepEqual(proxy.asked, [{ authority: 'target.example:443', authorization: undefined }]);
  assert.deepEqual(serverNames, ['target.example']);
});

test('a target of an administrator is resolved and checked here: the proxy gets the checked address', async () => {
  const resolve = async () => [publicAddress];
  assert.equal(await get({ targets: guarded, resolve }), 'for target.example');
  assert.deepEqual(proxy.asked, [{ authority: `${publicAddress}:443`, authorization: undefined }]);
  assert.deepEqual(serverNames, ['target.example']);
});

test('a target of an administrator that is not public is refused before the proxy is asked', async () => {
  for (const address of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1']) {
    const refused = get({ targets: guarded, resolve: async () => [publicAddress, address] });
    await assert.rejects(refused, /is not allowed/, address);
  }
  await assert.rejects(
    get({ targets: guarded }, 'https://10.0.0.1/'),
    /10\.0\.0\.1 is not allowed/,
  );
  await assert.rejects(get({ targets: guarded }, 'https://[fd00::1]/'), /fd00::1 is not allowed/);
  assert.deepEqual(proxy.asked, []);
});

test('a trusted name is left to the proxy even where addresses are checked', async () => {
  const resolve = async () => assert.fail('resolved');
  const isTrustedName = (name: string) => name === 'target.example';
  assert.equal(await get({ targets: guarded, resolve, isTrustedName }), 'for target.example');
  assert.deepEqual(
    proxy.asked.map(({ authority }) => authority),
    ['target.example:443'],
  );
});

test('the next address is tried where the proxy cannot reach the first', async () => {
  proxy.refuse('[2606:4700:4700::1111]:443', 502);
  const resolve = async () => ['2606:4700:4700::1111', publicAddress];
  assert.equal(await get({ targets: guarded, resolve }), 'for target.example');
});

test('the name and password of the proxy are sent to the proxy', async () => {
  const url = proxy.url.replace('http://', 'http://me:p%40ss@');
  const proxyFor = createProxyFor({ httpProxy: undefined, httpsProxy: url, noProxy: [] });
  await get({ proxyFor });
  const expected = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;
  assert.deepEqual(proxy.asked, [{ authority: 'target.example:443', authorization: expected }]);
});

test('a proxy that refuses, or cannot be reached, is named as the cause', async () => {
  proxy.refuse('denied.example:443', 407);
  const reasonOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => assert.fail('reached'),
      (error: unknown) => {
        const { reason, isUnsent } = explainUnreachable(error);
        assert.ok(isUnsent);
        return reason;
      },
    );
  assert.match(
    await reasonOf(get({}, 'https://denied.example/')),
    /^the proxy 127\.0\.0\.1:\d+ answered CONNECT with status 407$/,
  );
  const nowhere = createProxyFor({
    httpProxy: undefined,
    httpsProxy: 'http://127.0.0.1:1',
    noProxy: [],
  });
  assert.equal(
    await reasonOf(get({ proxyFor: nowhere })),
    'the proxy 127.0.0.1:1 cannot be reached: it refused the connection (ECONNREFUSED)',
  );
});

test('the sign-in by OpenID Connect goes through the proxy too', async () => {
  const proxyFor = createProxyFor({ httpProxy: undefined, httpsProxy: proxy.url, noProxy: [] });
  const answer = await createFetch(proxyFor)('https://target.example/.well-known');
  assert.equal(await answer.text(), 'for target.example');
  assert.deepEqual(
    proxy.asked.map(({ authority }) => authority),
    ['target.example:443'],
  );
});
