// The token request to Entra through a real proxy, with real TLS to the sign-in behind it.
import assert from 'node:assert/strict';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createLoopbackCertificate } from '@groupwright/graph-simulator/certificate.ts';
import { openConnectProxy } from '../../testing/connect-proxy.ts';
import { systemClock } from '../ground/clock.ts';
import { createProxyFor } from '../outbound/proxies.ts';
import { createTokenSource } from './token.ts';
import { createTransport } from './transport.ts';

const tenant = '11111111-1111-4111-8111-111111111111';
const login = 'https://login.example';

test('the token of Entra is asked for through the proxy', async (context) => {
  const { authority, certificate, key } = await createLoopbackCertificate(['login.example']);
  setDefaultCACertificates([...getCACertificates('default'), authority]);
  const server = createServer({ cert: certificate, key }, (_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ token_type: 'Bearer', expires_in: 3600, access_token: 'the token' }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy = await openConnectProxy((server.address() as AddressInfo).port);
  const proxyFor = createProxyFor({ httpProxy: undefined, httpsProxy: proxy.url, noProxy: [] });
  const transport = createTransport({ proxyFor });
  context.after(async () => {
    await transport.close();
    server.closeAllConnections();
    server.close();
    await proxy.close();
  });
  const connection = {
    kind: 'microsoft365',
    entraTenantId: tenant,
    clientId: tenant,
    credential: 'secret',
    graphBaseUrl: 'https://graph.example',
    loginBaseUrl: login,
    limits: {},
  } as const;
  const tokens = createTokenSource(connection, {
    secret: 'a-secret',
    clock: systemClock,
    transport,
  });
  assert.equal(await tokens.token(new AbortController().signal), 'the token');
  const authorities = new Set(proxy.asked.map((one) => one.authority));
  assert.deepEqual([...authorities], ['login.example:443']);
});
