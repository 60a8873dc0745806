import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identityOf, type SignInProvider } from './sign-in-provider.ts';

const provider: SignInProvider = {
  issuer: 'https://id.example',
  clientId: 'groupwright',
  scope: 'openid email',
  emailClaim: 'email',
  roleClaim: undefined,
};

test('an address that the provider does not vouch for is nobody, also where it says so by a text', () => {
  const emailOf = (verified: unknown) =>
    identityOf({ sub: 'ada', email: 'Ada@Nordlicht.example', email_verified: verified }, provider)
      ?.email;
  for (const verified of [true, 'true', 'True']) {
    assert.equal(emailOf(verified), 'ada@nordlicht.example', String(verified));
  }
  for (const verified of [undefined, false, 'false', 'False', '', null, 0, 'no', {}]) {
    assert.equal(emailOf(verified), undefined, JSON.stringify(verified));
  }
});

test('an address without a word on its verification counts only where the provider is known to vouch for it', () => {
  const directory = '0f7a3b52-9d1e-4c7c-8f64-2b1d0c9e7a55';
  const vouches = (changes: Partial<SignInProvider>, verified?: unknown) =>
    identityOf(
      { sub: 'ada', email: 'ada@nordlicht.example', email_verified: verified },
      { ...provider, ...changes },
    ) !== undefined;
  const entra = `https://login.microsoftonline.com/${directory}/v2.0`;
  assert.ok(vouches({ issuer: entra }));
  assert.ok(vouches({ trustsEmail: true }));
  assert.ok(!vouches({ issuer: entra }, false));
  assert.ok(!vouches({ trustsEmail: true }, false));
  for (const issuer of [
    'https://login.microsoftonline.com/common/v2.0',
    'https://login.microsoftonline.com/organizations/v2.0',
    `https://login.microsoftonline.com.evil.example/${directory}/v2.0`,
    'https://accounts.example',
  ]) {
    assert.ok(!vouches({ issuer }), issuer);
  }
});

test('claims without a subject are nobody', () => {
  assert.equal(
    identityOf({ email: 'ada@nordlicht.example', email_verified: true }, provider),
    undefined,
  );
});
