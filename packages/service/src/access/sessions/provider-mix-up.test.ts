// Mix-up attacks on the sign-in with OpenID Connect (RFC 9700, section 4.4), played by a tenant that owns its provider:
// the browser begins there, is sent on to the provider of another tenant, and comes back with a code of that one.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { type AdminService, startAdminService } from '../../../testing/admin-service.ts';
import {
  startSignInProvider,
  type TestSignInProvider,
  trustProvider,
} from '../../../testing/sign-in-provider.ts';
import { testOperator } from '../../../testing/tenant.ts';

const email = 'ada@nordlicht.example';
let admin: AdminService;
/** It belongs to the tenant of the service, whose people are attacked. */
let honest: TestSignInProvider;
/** It belongs to another tenant. */
let hostile: TestSignInProvider;
let ours: string;
let theirs: string;

before(async () => {
  [admin, honest, hostile] = await Promise.all([
    startAdminService(),
    startSignInProvider(),
    startSignInProvider(),
  ]);
  ours = admin.tenantId;
  ({ tenantId: theirs } = await admin.change((changes) =>
    changes.tenants.create(testOperator, { name: 'Other', directory: { kind: 'sandbox' } }),
  ));
  await trustProvider(admin.store, ours, honest);
  await trustProvider(admin.store, theirs, hostile);
  for (const tenantId of [ours, theirs]) {
    await admin.administrators.put(tenantId, { email, role: 'administrator' }, testOperator);
  }
});
beforeEach(() => {
  for (const provider of [honest, hostile]) {
    provider.asked.length = 0;
    delete provider.metadata['authorization_response_iss_parameter_supported'];
  }
});
after(async () => {
  honest.close();
  hostile.close();
  await admin.close();
});

interface Visit {
  readonly redirectUri: string;
  readonly state: string;
  readonly cookie: string;
}

interface Flow {
  readonly name: string;
  readonly begin: (tenantId: string) => Promise<Visit>;
  readonly signedIn: RegExp;
}

async function visitOf(url: URL, answer: Response): Promise<Visit> {
  await answer.arrayBuffer();
  for (const provider of [honest, hostile]) {
    provider.present.nonce = url.searchParams.get('nonce') ?? '';
    provider.present.claims = { sub: 'ada', email, email_verified: true };
  }
  return {
    redirectUri: url.searchParams.get('redirect_uri') ?? '',
    state: url.searchParams.get('state') ?? '',
    cookie: answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  };
}

const flows: readonly Flow[] = [
  {
    name: 'administrators',
    signedIn: /groupwright-session-/,
    async begin(tenantId) {
      const answer = await fetch(`${admin.adminUrl}/api/${tenantId}/sign-in/provider`, {
        redirect: 'manual',
      });
      return visitOf(new URL(answer.headers.get('location') ?? ''), answer);
    },
  },
  {
    name: 'people who decide',
    signedIn: /groupwright-decider=[^;]/,
    async begin(tenantId) {
      const answer = await fetch(`${admin.baseUrl}/decide/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ tenantId }),
      });
      const { url } = (await answer.clone().json()) as { url: string };
      return visitOf(new URL(url), answer);
    },
  },
];

/** @returns the cookies that the browser gets */
async function comeBack(
  redirectUri: string,
  { state, cookie }: Pick<Visit, 'state' | 'cookie'>,
  more = '',
): Promise<string> {
  const url = new URL(redirectUri);
  const answer = await fetch(`${url.origin}${url.pathname}?code=x&state=${state}${more}`, {
    redirect: 'manual',
    headers: { cookie },
  });
  await answer.arrayBuffer();
  return answer.headers.getSetCookie().join('\n');
}

const tokensAsked = () =>
  [honest, hostile].map(({ asked }) => asked.filter((path) => path === '/token').length);

for (const { name, begin, signedIn } of flows) {
  test(`a code of one tenant’s provider never reaches another’s token endpoint: ${name}`, async () => {
    const [visit, own] = [await begin(theirs), await begin(ours)];
    assert.notEqual(visit.redirectUri, own.redirectUri);
    for (const [redirectUri, cookie] of [
      [own.redirectUri, visit.cookie],
      // Both sign-ins are in progress in this browser.
      [own.redirectUri, `${visit.cookie}; ${own.cookie}`],
      // The attacker renames the cookie.
      [own.redirectUri, visit.cookie.replaceAll(bare(theirs), bare(ours))],
      [own.redirectUri.replace(`/${ours}`, ''), visit.cookie],
    ] as const) {
      const cookies = await comeBack(redirectUri, { state: visit.state, cookie });
      assert.doesNotMatch(cookies, signedIn);
    }
    assert.deepEqual(tokensAsked(), [0, 0]);
    assert.match(await comeBack(own.redirectUri, await begin(ours)), signedIn);
    assert.deepEqual(tokensAsked(), [1, 0]);
  });

  test(`an answer of a provider that the tenant has replaced meanwhile is refused: ${name}`, async (t) => {
    const visit = await begin(ours);
    await trustProvider(admin.store, ours, hostile);
    t.after(() => trustProvider(admin.store, ours, honest));
    assert.doesNotMatch(await comeBack(visit.redirectUri, visit), signedIn);
    assert.deepEqual(tokensAsked(), [0, 0]);
  });

  test(`an answer that names another issuer is refused (RFC 9207): ${name}`, async () => {
    const iss = (value: string) => `&iss=${encodeURIComponent(value)}`;
    for (const wrong of [hostile.issuer, `${honest.issuer}/`, 'x']) {
      const visit = await begin(ours);
      assert.doesNotMatch(await comeBack(visit.redirectUri, visit, iss(wrong)), signedIn, wrong);
    }
    const twice = await begin(ours);
    const both = iss(honest.issuer) + iss(hostile.issuer);
    assert.doesNotMatch(await comeBack(twice.redirectUri, twice, both), signedIn);
    assert.deepEqual(tokensAsked(), [0, 0]);
    const right = await begin(ours);
    assert.match(await comeBack(right.redirectUri, right, iss(honest.issuer)), signedIn);
  });

  test(`a provider that says it names its issuer has to do so (RFC 9207): ${name}`, async () => {
    honest.metadata['authorization_response_iss_parameter_supported'] = true;
    // Other settings: the service reads what the provider publishes.
    await trustProvider(admin.store, ours, hostile);
    await trustProvider(admin.store, ours, { issuer: `${honest.issuer}/` });
    const visit = await begin(ours);
    assert.doesNotMatch(await comeBack(visit.redirectUri, visit), signedIn);
    assert.deepEqual(tokensAsked(), [0, 0]);
    await trustProvider(admin.store, ours, honest);
  });
}

function bare(tenantId: string): string {
  return tenantId.replaceAll('-', '');
}
