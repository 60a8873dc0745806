// The sign-in of an administrator by OpenID Connect, from the first redirect to the session, with a provider that only
// a real proxy can reach.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createLoopbackCertificate } from '@groupwright/graph-simulator/certificate.ts';
import { startAdminService, type AdminService } from '../../testing/admin-service.ts';
import { openConnectProxy, type ConnectProxy } from '../../testing/connect-proxy.ts';
import {
  startSignInProvider,
  type TestSignInProvider,
  trustProvider,
} from '../../testing/sign-in-provider.ts';
import { testOperator } from '../../testing/tenant.ts';

const host = 'sign-in.example';
const email = 'ada@nordlicht.example';
let provider: TestSignInProvider;
let proxy: ConnectProxy;

before(async () => {
  const { authority, certificate, key } = await createLoopbackCertificate([host]);
  setDefaultCACertificates([...getCACertificates('default'), authority]);
  provider = await startSignInProvider({ issuer: `https://${host}`, certificate, key });
  proxy = await openConnectProxy(provider.port);
});

beforeEach(() => {
  proxy.asked.length = 0;
  provider.asked.length = 0;
});

after(async () => {
  provider.close();
  await proxy.close();
});

async function startService(env: Readonly<Record<string, string>>): Promise<AdminService> {
  const admin = await startAdminService(env);
  const { administrators, store, tenantId } = admin;
  await administrators.put(tenantId, { email, role: 'administrator' }, testOperator);
  await trustProvider(store, tenantId, provider);
  return admin;
}

const begin = ({ adminUrl, tenantId }: AdminService) =>
  fetch(`${adminUrl}/api/${tenantId}/sign-in/provider`, { redirect: 'manual' });

const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

test('an administrator signs in by OpenID Connect through the proxy of HTTPS_PROXY', async (context) => {
  const admin = await startService({ HTTPS_PROXY: proxy.url.replace('//', '//us:p%40ss@') });
  context.after(() => admin.close());

  const away = await begin(admin);
  assert.equal(away.status, 302, await away.text());
  const { origin, searchParams } = new URL(away.headers.get('location') ?? '');
  assert.equal(origin, provider.issuer);
  provider.present.nonce = searchParams.get('nonce') ?? '';
  provider.present.claims = { sub: 'ada-1', email, email_verified: true };
  const callback = `${searchParams.get('redirect_uri')}?code=x&state=${searchParams.get('state')}`;
  const back = await fetch(callback, {
    redirect: 'manual',
    headers: { cookie: cookiesOf(away) },
  });
  assert.equal(back.status, 303);
  assert.equal(back.headers.get('location'), `${admin.adminUrl}/${admin.tenantId}/`);
  const session = await fetch(`${admin.adminUrl}/api/${admin.tenantId}/session`, {
    headers: { cookie: cookiesOf(back) },
  });
  const { administrator } = (await session.json()) as { administrator: { email: string } };
  assert.equal(administrator.email, email);

  assert.deepEqual(provider.asked, ['/.well-known/openid-configuration', '/token']);
  const authorization = `Basic ${Buffer.from('us:p@ss').toString('base64')}`;
  assert.ok(proxy.asked.length > 0);
  for (const asked of proxy.asked) {
    assert.deepEqual(asked, { authority: `${host}:443`, authorization });
  }
});

test('a sign-in provider in NO_PROXY is never asked for at the proxy', async (context) => {
  const admin = await startService({ HTTPS_PROXY: proxy.url, NO_PROXY: host });
  context.after(() => admin.close());
  // No name server knows it, so it cannot be reached directly.
  const answer = await begin(admin);
  assert.equal(answer.status, 503);
  assert.deepEqual(proxy.asked, []);
  assert.deepEqual(provider.asked, []);
});

test('a proxy that refuses the sign-in provider is named in the log, without its password', async (context) => {
  proxy.refuse(`${host}:443`, 407);
  const admin = await startService({ HTTPS_PROXY: proxy.url.replace('//', '//us:p%40ss@') });
  context.after(() => admin.close());
  assert.equal((await begin(admin)).status, 503);
  const log = admin.log.join('\n');
  assert.match(
    log,
    /sign-in\.example cannot be reached: the proxy 127\.0\.0\.1:\d+ answered CONNECT with status 407/,
  );
  assert.doesNotMatch(log, /p%40ss|p@ss/);
});
