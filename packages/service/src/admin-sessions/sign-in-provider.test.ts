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
    identityOf({ email: 'Ada@Nordlicht.example', email_verified: verified }, provider)?.email;
  for (const verified of [true, 'true', 'True', undefined]) {
    assert.equal(emailOf(verified), 'ada@nordlicht.example', String(verified));
  }
  for (const verified of [false, 'false', 'False', '', null, 0, 'no', {}]) {
    assert.equal(emailOf(verified), undefined, JSON.stringify(verified));
  }
});
