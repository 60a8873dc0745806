import assert from 'node:assert/strict';
import { test } from 'node:test';
import { administratorRoles } from './administrator.ts';
import {
  checkProvider,
  identityOf,
  type SignInProvider,
  valuesByRole,
} from './sign-in-provider.ts';

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

test('email_verified speaks for the claim email alone, and another claim needs the word of the operator', () => {
  const claims = {
    sub: 'eve',
    email: 'eve@mail.example',
    email_verified: true,
    preferred_username: 'ada@nordlicht.example',
    upn: 'ada@nordlicht.example',
    'https://nordlicht.example/mail': 'ada@nordlicht.example',
  };
  const entra = 'https://login.microsoftonline.com/0f7a3b52-9d1e-4c7c-8f64-2b1d0c9e7a55/v2.0';
  for (const emailClaim of ['preferred_username', 'upn', 'https://nordlicht.example/mail']) {
    for (const issuer of [provider.issuer, entra]) {
      const settings = { ...provider, issuer, emailClaim };
      assert.equal(identityOf(claims, settings), undefined, emailClaim);
      assert.throws(() => checkProvider(settings), {
        code: 'validation_failed',
        message: /--trust-email/,
      });
      const trusted = { ...settings, trustsEmail: true };
      checkProvider(trusted);
      for (const verified of [true, false, undefined]) {
        const found = identityOf({ ...claims, email_verified: verified }, trusted);
        assert.equal(found?.email, 'ada@nordlicht.example');
      }
    }
  }
});

test('a name that is no e-mail address is nobody', () => {
  const trusted = { ...provider, emailClaim: 'preferred_username', trustsEmail: true };
  for (const name of [
    'boss',
    '',
    ' ',
    '@',
    'boss@',
    '@nordlicht.example',
    'boss@@nordlicht.example',
    'the boss@nordlicht.example',
    'boss@nordlicht.example\u0000',
    `boss@${'x'.repeat(320)}`,
    7,
    ['boss@nordlicht.example'],
    null,
  ]) {
    const claims = { sub: 'boss', email: name, preferred_username: name, email_verified: true };
    assert.equal(identityOf(claims, provider), undefined, JSON.stringify(name));
    assert.equal(identityOf(claims, trusted), undefined, JSON.stringify(name));
  }
});

test('claims without a subject are nobody', () => {
  assert.equal(
    identityOf({ email: 'ada@nordlicht.example', email_verified: true }, provider),
    undefined,
  );
});

const roleClaim = {
  claim: 'roles',
  ownerValues: ['O'],
  administratorValues: ['A', 'Groupwright.Administrator'],
  operatorValues: ['P'],
  templateEditorValues: ['T'],
  readerValues: ['R'],
};

test('a claim grants each role, and of several the first in the order of roles', () => {
  const roleBy = (roles: unknown, settings: SignInProvider['roleClaim'] = roleClaim) =>
    identityOf(
      { sub: 'ada', email: 'ada@nordlicht.example', email_verified: true, roles },
      { ...provider, roleClaim: settings },
    )?.roleByClaim;
  for (const role of administratorRoles) {
    const [value] = valuesByRole(roleClaim)[role];
    assert.equal(roleBy(value), role);
    assert.equal(roleBy(['other', value]), role);
  }
  assert.equal(roleBy(['R', 'T', 'P', 'A', 'O']), 'owner');
  assert.equal(roleBy(['R', 'T', 'P', 'A']), 'administrator');
  assert.equal(roleBy(['R', 'T', 'P']), 'operator');
  assert.equal(roleBy(['R', 'T']), 'template_editor');
  for (const roles of [undefined, null, [], ['a'], [1], { A: true }, [['A']], 'A O']) {
    assert.equal(roleBy(roles), undefined, JSON.stringify(roles));
  }
});

test('an issuer is the address without its metadata, query and fragment', () => {
  for (const issuer of [
    'https://id.example/.well-known/openid-configuration',
    'https://id.example/?realm=x',
    'https://id.example/#x',
  ]) {
    assert.throws(() => checkProvider({ ...provider, issuer }), { code: 'validation_failed' });
  }
});

test('a role claim without a name, without a value or with an empty value is refused', () => {
  const none = {
    ownerValues: [],
    administratorValues: [],
    operatorValues: [],
    templateEditorValues: [],
    readerValues: [],
  };
  checkProvider({ ...provider, roleClaim: { ...none, claim: 'roles', operatorValues: ['P'] } });
  for (const wrong of [
    { ...roleClaim, claim: ' ' },
    { ...none, claim: 'roles' },
    { ...roleClaim, readerValues: ['R', ''] },
    { ...none, claim: 'roles', ownerValues: [' '] },
  ]) {
    assert.throws(() => checkProvider({ ...provider, roleClaim: wrong }), {
      code: 'validation_failed',
    });
  }
});

test('an address is one in each spelling of its domain, and a name has no characters that reorder or break a line', () => {
  const claims = { sub: 'ada', email_verified: true };
  for (const email of [
    'Ada@BÜCHER.example',
    ' ada@xn--bcher-kva.example',
    'ada@bu\u0308cher.example',
  ]) {
    assert.equal(identityOf({ ...claims, email }, provider)?.email, 'ada@xn--bcher-kva.example');
  }
  const nameOf = (name: string) =>
    identityOf({ ...claims, email: 'ada@nordlicht.example', name }, provider)?.name;
  assert.equal(nameOf('Ada\u202E\r\nX: y\u{E0041}'), 'Ada X: y');
  assert.equal(nameOf('Jo\u0308rg'), 'Jörg');
  assert.equal(nameOf('\u3164'), null);
});
