// The managed identity of the host, against endpoints as App Service and virtual machines have them.
import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { calm } from '@groupwright/graph-simulator/profile.ts';
import { createGraphSimulator } from '@groupwright/graph-simulator/simulator.ts';
import { systemClock } from '../ground/clock.ts';
import { createProxyFor } from '../outbound/proxies.ts';
import { openConnectProxy } from '../../testing/connect-proxy.ts';
import { testMarkingKeys } from '../../testing/simulated-graph.ts';
import type { ManagedIdentityConnection } from '../directory/connection.ts';
import { DirectoryError, type Directory } from '../directory/directory.ts';
import { createMicrosoftGraphDirectory } from './microsoft-graph.ts';
import type { IdentityEndpoint } from './sign-in.ts';
import { createTokenSource } from './token.ts';
import { createTransport, type RawRequest } from './transport.ts';

const signal = new AbortController().signal;
const call = { signal, teamId: 'managed identity test' };
const header = 'header-of-the-platform';
const entraTenantId = '99a7ab56-e434-4457-ac92-aaba252cf320';
const clientId = '134251fd-4239-43d2-b53d-c3d3866ce32f';

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly retryAfter?: string;
}

/** It answers as App Service does, on loopback. */
let server: Server;
let endpoint: IdentityEndpoint;
let host: string;
const asked: { url: URL; headers: IncomingHttpHeaders }[] = [];
let answer: () => Answer;

before(async () => {
  server = createServer((request, response) => {
    asked.push({ url: new URL(request.url ?? '', 'http://endpoint'), headers: request.headers });
    const { status, body, retryAfter } = answer();
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
    });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  endpoint = { url: `http://${host}/msi/token`, header };
});

beforeEach(() => {
  asked.length = 0;
});

after(() => {
  server.closeAllConnections();
  server.close();
});

const tokenOf = (claims: object): string =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;

const nowSeconds = () => Math.floor(Date.now() / 1000);

const issue = (token: string, expiresOn: unknown = String(nowSeconds() + 86_400)): Answer => ({
  status: 200,
  body: { access_token: token, expires_on: expiresOn, token_type: 'Bearer' },
});

const connectionBy = (
  change: Partial<ManagedIdentityConnection> = {},
): ManagedIdentityConnection => ({
  kind: 'microsoft365',
  credential: 'managed_identity',
  entraTenantId,
  graphBaseUrl: 'https://graph.microsoft.com',
  loginBaseUrl: 'https://login.microsoftonline.com',
  limits: {},
  ...change,
});

async function tokenBy(
  change: Partial<ManagedIdentityConnection> = {},
  identityEndpoint: IdentityEndpoint | undefined = endpoint,
): Promise<string> {
  const transport = createTransport();
  try {
    const tokens = createTokenSource(connectionBy(change), {
      secret: undefined,
      clock: systemClock,
      transport,
      identityEndpoint,
    });
    return await tokens.token(signal);
  } finally {
    await transport.close();
  }
}

test('the token comes by the system-assigned identity of App Service', async () => {
  const token = tokenOf({ tid: entraTenantId.toUpperCase() });
  answer = () => issue(token);
  assert.equal(await tokenBy(), token);
  const [{ url, headers } = { url: new URL('about:blank'), headers: {} }] = asked;
  assert.equal(url.pathname, '/msi/token');
  assert.deepEqual(Object.fromEntries(url.searchParams), {
    'api-version': '2019-08-01',
    resource: 'https://graph.microsoft.com',
  });
  assert.equal(headers['x-identity-header'], header);
});

test('a user-assigned identity is named by its client id, and the token is for the Graph of the cloud', async () => {
  answer = () => issue(tokenOf({ tid: entraTenantId }), nowSeconds() + 3_600);
  await tokenBy({ clientId, graphBaseUrl: 'https://graph.microsoft.us' });
  assert.deepEqual(Object.fromEntries(asked[0]?.url.searchParams ?? []), {
    'api-version': '2019-08-01',
    resource: 'https://graph.microsoft.us',
    client_id: clientId,
  });
});

test('without an endpoint of the platform, the token comes from the one of virtual machines', async () => {
  const sent: RawRequest[] = [];
  const token = tokenOf({ tid: entraTenantId });
  const tokens = createTokenSource(connectionBy({ clientId }), {
    secret: undefined,
    clock: systemClock,
    transport: {
      async send(request) {
        sent.push(request);
        return { status: 200, headers: {}, body: JSON.stringify(issue(token).body) };
      },
      close: async () => undefined,
    },
  });
  assert.equal(await tokens.token(signal), token);
  const url = new URL(sent[0]?.url ?? '');
  assert.equal(
    `${url.origin}${url.pathname}`,
    'http://169.254.169.254/metadata/identity/oauth2/token',
  );
  assert.deepEqual(Object.fromEntries(url.searchParams), {
    'api-version': '2018-02-01',
    resource: 'https://graph.microsoft.com',
    client_id: clientId,
  });
  assert.deepEqual(sent[0]?.headers, { metadata: 'true' });
});

test('a token of another Entra tenant is refused, and both tenants are named', async () => {
  const other = '11111111-2222-4333-8444-555555555555';
  answer = () => issue(tokenOf({ tid: other }));
  await assert.rejects(tokenBy(), {
    code: 'permission_missing',
    message: `The managed identity belongs to the Entra tenant ${other}, and the connection names ${entraTenantId}. A managed identity only works in its own tenant.`,
  });
});

const refusals: readonly { title: string; answer: Answer; code: string; says: RegExp }[] = [
  {
    title: 'an identity that the host does not have',
    answer: {
      status: 400,
      body: { error: 'invalid_request', error_description: 'Identity not found' },
    },
    code: 'permission_missing',
    says: /identity endpoint at 127\.0\.0\.1:\d+ says: “Identity not found”\. Assign the managed identity to this host, and check the client id\.$/,
  },
  {
    title: 'the same in the form of App Service',
    answer: {
      status: 400,
      body: { statusCode: 400, message: `Unable to load the identity. ${header}` },
    },
    code: 'permission_missing',
    says: /says: “Unable to load the identity\. \(secret\)”\. Assign/,
  },
  {
    title: 'a code of Entra that is known',
    answer: {
      status: 400,
      body: {
        error: 'invalid_resource',
        error_description: 'AADSTS500011: The resource principal was not found. Trace ID: x',
      },
    },
    code: 'permission_missing',
    says: /“The resource principal was not found” \(AADSTS500011\)\. This cloud has no Microsoft Graph/,
  },
  {
    title: 'an endpoint that is updated',
    answer: { status: 410, body: {}, retryAfter: '70' },
    code: 'unavailable',
    says: /^Azure issued no token at the moment: its identity endpoint at 127\.0\.0\.1:\d+ says: status 410\.$/,
  },
  {
    title: 'an answer that is no token',
    answer: { status: 200, body: '<html>' },
    code: 'unavailable',
    says: /the answer from 127\.0\.0\.1:\d+ is not a token response/,
  },
  {
    title: 'a token that names no tenant',
    answer: issue('opaque'),
    code: 'unavailable',
    says: /is not a token response/,
  },
  {
    title: 'a token that never expires',
    answer: issue(tokenOf({ tid: entraTenantId }), 'never'),
    code: 'unavailable',
    says: /is not a token response/,
  },
];
for (const { title, answer: given, code, says } of refusals) {
  test(`${title} is explained, with the endpoint's host and without its secret`, async () => {
    answer = () => given;
    await assert.rejects(tokenBy(), (error: unknown) => {
      assert.ok(error instanceof DirectoryError);
      assert.equal(error.code, code);
      assert.match(error.message, says);
      assert.ok(!error.message.includes(header));
      const { retryAfter } = given;
      if (retryAfter !== undefined) assert.equal(error.retryAfterMs, Number(retryAfter) * 1000);
      return true;
    });
  });
}

test('an identity endpoint that cannot be reached is named with its host and the cause', async () => {
  await assert.rejects(tokenBy({}, { url: 'http://127.0.0.1:1/msi/token', header }), {
    code: 'unavailable',
    message:
      'Azure issued no token: its identity endpoint at 127.0.0.1:1 cannot be reached: it refused the connection (ECONNREFUSED).',
  });
});

test('a host whose kind of identity endpoint is not supported is refused before anything is sent', async () => {
  await assert.rejects(tokenBy({}, { ...endpoint, header: undefined }), {
    code: 'permission_missing',
    message: /IDENTITY_ENDPOINT is set without IDENTITY_HEADER/,
  });
  assert.deepEqual(asked, []);
});

test('an endpoint that keeps returning a token that is about to expire is asked twice a minute at most', async () => {
  const clock = { at: 0, now: () => clock.at };
  const lifeMs = 10 * 60_000;
  answer = () => issue(tokenOf({ tid: entraTenantId }), lifeMs / 1000);
  const transport = createTransport();
  const tokens = createTokenSource(connectionBy(), {
    secret: undefined,
    clock,
    transport,
    identityEndpoint: endpoint,
  });
  for (; clock.at < lifeMs; clock.at += 1_000) await tokens.token(signal);
  await transport.close();
  assert.equal(asked.length, 1 + 10, 'once, and every 30 seconds in the last five minutes');
});

test('a connection by managed identity works, and a proxy is never asked for the identity endpoint', async (context) => {
  const simulator = createGraphSimulator({ seed: 'managed', profile: calm, tenants: [{}] });
  const { graphBaseUrl } = await simulator.listen();
  const proxy = await openConnectProxy(Number(host.split(':')[1]));
  const opened: Directory[] = [];
  context.after(async () => {
    await Promise.all(opened.map((directory) => directory.close()));
    await simulator.close();
    await proxy.close();
  });
  const tenantId = simulator.tenants[0]?.tenantId ?? '';
  answer = () => issue(simulator.issueToken(tenantId));
  const testBy = (url: string) => {
    const directory = createMicrosoftGraphDirectory({
      markingKeys: async () => testMarkingKeys,
      tenantId: '44444444-4444-4444-8444-444444444444',
      connection: connectionBy({ entraTenantId: tenantId, graphBaseUrl }),
      secret: undefined,
      clock: systemClock,
      identityEndpoint: { url, header },
      proxyFor: createProxyFor({ httpProxy: proxy.url, httpsProxy: proxy.url, noProxy: [] }),
    });
    opened.push(directory);
    return directory.testConnection(call);
  };
  const { notes: _, permissions: __, ...report } = await testBy(endpoint.url);
  assert.deepEqual(report, {
    ok: true,
    code: 'works',
    detail: 'The sign-in works, and people and groups can be read.',
    missing: [],
  });
  const { detail } = await testBy('http://identity.invalid/msi/token');
  assert.match(detail, /its identity endpoint at identity\.invalid cannot be reached: its name/);
  assert.deepEqual(proxy.asked, []);
});
