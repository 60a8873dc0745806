import assert from 'node:assert/strict';
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { systemClock } from '../../ground/clock.ts';
import {
  SignJWT,
  createLocalJWKSet,
  decodeJwt,
  exportSPKI,
  generateKeyPair,
  importJWK,
  jwtVerify,
} from 'jose';
import type { CryptoKey, JWTPayload } from 'jose';
import type { ApiKey } from '../../settings/api-keys/api-key.ts';
import { generateSecret, hashSecret } from '../../settings/api-keys/secret.ts';
import { createConfiguration } from '../../settings/configuration/configuration.ts';
import type { StoredSigningKey } from '../../settings/configuration/configuration-copy.ts';
import { createEncryption } from '../../ground/encryption/encryption.ts';
import { DomainError } from '../../ground/errors.ts';
import { createAccessTokens } from './access-token.ts';
import { hasLowS } from './compact-jwt.ts';
import { createRequestToken } from './request-token.ts';
import type { WrongSecrets } from '../wrong-secrets.ts';
import { createSigningKeys, type SigningKeyStore } from './signing-keys.ts';

const issuer = 'https://groups.example';
const day = 86_400_000;
const start = Date.UTC(2026, 10, 21, 4);

/** The tokens of one process, on configuration that a test changes. */
/** Keeps the signing keys where the configuration of the test reads them. */
function storeOf(database: { signingKeys: StoredSigningKey[] }): SigningKeyStore {
  return {
    async addUnlessPresent(make) {
      const made = await make(database.signingKeys.at(-1)?.signsUntil ?? null);
      if (made !== undefined) database.signingKeys.push(made);
    },
  };
}

const noLimit: WrongSecrets = { count: () => undefined };

async function createDeps({ wrongSecrets = noLimit }: { wrongSecrets?: WrongSecrets } = {}) {
  const clock = { at: start, now: () => clock.at };
  const database = { isAway: false, revision: 1, signingKeys: [] as StoredSigningKey[] };
  const secret = generateSecret(randomBytes);
  let key: ApiKey = {
    tenantId: randomUUID(),
    keyId: randomUUID(),
    name: 'Test',
    createdAt: new Date(start),
    owner: null,
    purpose: null,
    createdBy: 'test',
    expiresAt: null,
    revokedAt: null,
    secrets: [{ secretId: randomUUID(), hash: hashSecret(secret), createdAt: '' }],
    scopes: ['groups:create', 'groups:read'],
    organisationIds: null,
    templateIds: null,
    ipRanges: null,
    source: null,
  };
  const configuration = createConfiguration({
    timers: systemClock,
    monotonicNow: () => clock.at,
    onError: () => undefined,
    source: {
      async readChanges() {
        if (database.isAway) throw new DomainError('unavailable', 'away');
        return {
          isComplete: false,
          history: 'one',
          revision: database.revision,
          tenants: [],
          apiKeys: [{ ...key, purgedAt: null }],
          organisations: [],
          templates: [],
          signingKeys: database.signingKeys,
        };
      },
    },
  });
  const signingKeys = createSigningKeys({
    configuration,
    clock: { ...systemClock, now: () => clock.now() },
    onError: (error) => assert.fail(String(error)),
    newId: randomUUID,
    encryption: createEncryption([randomBytes(32)], randomBytes),
    store: storeOf(database),
  });
  const tokens = createAccessTokens({
    configuration,
    signingKeys,
    clock,
    newId: randomUUID,
    issuer,
  });
  const requestToken = createRequestToken({
    configuration,
    accessTokens: tokens,
    wrongSecrets,
    clock,
    recordUse: () => undefined,
  });
  await configuration.refresh();
  await signingKeys.rotate();
  return {
    clock,
    database,
    configuration,
    signingKeys,
    tokens,
    key: () => key,
    secret,
    async change(changes: Partial<ApiKey>) {
      key = { ...key, ...changes };
      await configuration.refresh();
    },
    request: async (others: Partial<Record<'tenantId' | 'keyId' | 'secret', string>> = {}) =>
      await requestToken(
        { tenantId: key.tenantId, keyId: key.keyId, secret, ...others },
        '192.0.2.1',
      ),
  };
}

/** ECDSA takes (r, n - s) wherever it takes (r, s). */
function otherSignature(token: string): string {
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
  const cut = token.lastIndexOf('.') + 1;
  const signature = Buffer.from(token.slice(cut), 'base64url');
  const s = order - BigInt(`0x${signature.subarray(32).toString('hex')}`);
  const mirrored = Buffer.from(s.toString(16).padStart(64, '0'), 'hex');
  return (
    token.slice(0, cut) + Buffer.concat([signature.subarray(0, 32), mirrored]).toString('base64url')
  );
}

const hasCode = (code: string) => (error: unknown) =>
  error instanceof DomainError && error.code === code;

async function assertRefused(verifying: () => unknown, what: string, code = 'invalid_token') {
  await assert.rejects(async () => verifying(), hasCode(code), what);
}

suite('an access token', () => {
  test('is a JWT of RFC 9068 that any stock verifier accepts by the published keys', async () => {
    const deps = await createDeps();
    const { accessToken, expiresAt, tenantId } = await deps.request();
    const { payload, protectedHeader } = await jwtVerify(
      accessToken,
      createLocalJWKSet(deps.signingKeys.publicKeySet()),
      {
        issuer,
        audience: issuer,
        typ: 'at+jwt',
        algorithms: ['ES256'],
        currentDate: new Date(start),
      },
    );
    assert.equal(protectedHeader.alg, 'ES256');
    assert.equal(payload['tenant_id'], tenantId);
    assert.equal(payload['client_id'], deps.key().keyId);
    assert.ok(payload.jti);
    assert.equal((payload.exp ?? 0) * 1_000, expiresAt.getTime());
    assert.ok(!JSON.stringify(deps.signingKeys.publicKeySet()).includes('"d"'));
  });

  test('lives exactly 24 hours', async () => {
    const deps = await createDeps();
    const { accessToken, expiresAt } = await deps.request();
    assert.equal(expiresAt.getTime(), start + day);
    deps.clock.at = start + day - 1;
    await deps.configuration.refresh();
    assert.equal((await deps.tokens.verify(accessToken)).apiKeyId, deps.key().keyId);
    deps.clock.at = start + day;
    await deps.configuration.refresh();
    await assertRefused(() => deps.tokens.verify(accessToken), 'remembered');
    const stranger = createAccessTokens({ ...deps, newId: randomUUID, issuer });
    await assertRefused(() => stranger.verify(accessToken), 'never seen');
  });

  test('dies with its API key', async () => {
    const deps = await createDeps();
    const { accessToken } = await deps.request();
    await deps.tokens.verify(accessToken);
    await deps.change({ expiresAt: new Date(start + 1_000) });
    deps.clock.at += 1_000;
    await assertRefused(() => deps.tokens.verify(accessToken), 'the key has expired');
    await deps.change({ expiresAt: null });
    assert.ok(await deps.tokens.verify(accessToken));
    await deps.change({ revokedAt: new Date(start) });
    await assertRefused(() => deps.tokens.verify(accessToken), 'the key was revoked');
  });

  test('is never allowed while its key cannot be checked, and no error escapes meanwhile', async (t) => {
    const deps = await createDeps();
    const { accessToken } = await deps.request();
    await deps.tokens.verify(accessToken);
    const escaped: unknown[] = [];
    const note = (error: unknown) => void escaped.push(error);
    process.on('unhandledRejection', note);
    t.after(() => process.off('unhandledRejection', note));
    deps.database.isAway = true;
    deps.clock.at += 2_000;
    await assertRefused(() => deps.tokens.verify(accessToken), 'stale', 'unavailable');
    await assert.rejects(deps.request(), hasCode('unavailable'));
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(escaped, []);
    deps.database.isAway = false;
    assert.ok(await deps.tokens.verify(accessToken));
  });

  test('that was forged, signed for others or tampered with is refused', async () => {
    const deps = await createDeps();
    const { accessToken } = await deps.request();
    const [header = '', , signature = ''] = accessToken.split('.');
    const claims = decodeJwt(accessToken);
    const [stored] = deps.database.signingKeys;
    const kid = stored?.keyId ?? '';
    const { privateKey: foreign } = await generateKeyPair('ES256');
    const publicKey = (await importJWK(stored?.publicJwk ?? {}, 'ES256', {
      extractable: true,
    })) as CryptoKey;
    const pem = await exportSPKI(publicKey);
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const signed = (
      payload: JWTPayload,
      protectedHeader: { alg?: string; typ?: string; kid?: string } = {},
    ) =>
      new SignJWT(payload)
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid, ...protectedHeader })
        .sign(foreign);
    const hmac = (secret: string) => {
      const content = `${encode({ alg: 'HS256', typ: 'at+jwt', kid })}.${encode(claims)}`;
      return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
    };
    const cases: Record<string, string> = {
      'another key under our kid': await signed(claims),
      'an unknown kid': await signed(claims, { kid: randomUUID() }),
      'no kid': await signed(claims, { kid: '' }),
      'alg none': `${encode({ alg: 'none', typ: 'at+jwt', kid })}.${encode(claims)}.`,
      'alg none with our signature': `${encode({ alg: 'none', typ: 'at+jwt', kid })}.${encode(claims)}.${signature}`,
      'HS256 with the public key as secret': hmac(pem),
      'HS256 with the public JWK as secret': hmac(JSON.stringify(stored?.publicJwk)),
      'another tenant in the claims': `${header}.${encode({ ...claims, tenant_id: randomUUID() })}.${signature}`,
      'a longer life in the claims': `${header}.${encode({ ...claims, exp: 9_999_999_999 })}.${signature}`,
      'no signature': `${header}.${encode(claims)}.`,
      'not a token': 'gibberish',
      'two parts': 'a.b',
    };
    for (const [what, token] of Object.entries(cases))
      await assertRefused(() => deps.tokens.verify(token), what);
  });

  test('of another issuer, audience or type is refused, although our key signed it', async () => {
    const deps = await createDeps();
    const { accessToken } = await deps.request();
    const claims = decodeJwt(accessToken);
    const { keyId: kid, privateKey } = deps.signingKeys.signingKey();
    const sign = async (payload: JWTPayload, typ = 'at+jwt') => {
      const header = { alg: 'ES256', typ, kid };
      const token = await new SignJWT(payload).setProtectedHeader(header).sign(privateKey);
      const signature = Buffer.from(token.split('.')[2] ?? '', 'base64url');
      return hasLowS(signature) ? token : otherSignature(token);
    };
    assert.ok(await deps.tokens.verify(await sign({ ...claims, jti: 'ours' })));
    const { exp: _, ...endless } = claims;
    const cases: Record<string, string> = {
      issuer: await sign({ ...claims, iss: 'https://elsewhere.example' }),
      audience: await sign({ ...claims, aud: 'https://elsewhere.example' }),
      type: await sign(claims, 'JWT'),
      'no expiry': await sign(endless),
      'no tenant': await sign({ ...claims, tenant_id: undefined }),
      'an unknown key of ours': await sign({ ...claims, client_id: randomUUID() }),
      'a key of another tenant': await sign({ ...claims, tenant_id: randomUUID() }),
    };
    for (const [what, token] of Object.entries(cases))
      await assertRefused(() => deps.tokens.verify(token), what);
  });

  test('has one spelling: padding, spare bits and the other signature of the same content are refused', async () => {
    const deps = await createDeps();
    const { accessToken } = await deps.request();
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = alphabet.indexOf(accessToken.at(-1) ?? '');
    const otherLast = alphabet[last ^ 1] ?? '';
    const [header = '', payload = '', signature = ''] = accessToken.split('.');
    const spellings: Record<string, string> = {
      'the other signature': otherSignature(accessToken),
      padding: `${accessToken}==`,
      'spare bits of the signature': `${accessToken.slice(0, -1)}${otherLast}`,
      'the standard alphabet': `${header}.${payload}.${Buffer.from(signature, 'base64url').toString('base64')}`,
      'a fourth segment': `${accessToken}.x`,
    };
    for (const verifiedBefore of [false, true]) {
      if (verifiedBefore) await deps.tokens.verify(accessToken);
      for (const [what, spelling] of Object.entries(spellings)) {
        await assertRefused(() => deps.tokens.verify(spelling), what);
      }
    }
  });

  test('takes one place in memory, also where the other signature of its content is sent', async () => {
    const deps = await createDeps();
    const tokens = createAccessTokens({ ...deps, newId: randomUUID, issuer, maxCached: 2 });
    const issue = async () => {
      deps.clock.at += 1_000;
      await deps.configuration.refresh();
      const { accessToken } = tokens.issue(deps.key());
      await tokens.verify(accessToken);
      return accessToken;
    };
    const first = await issue();
    const second = await issue();
    await assertRefused(() => tokens.verify(otherSignature(second)), 'the other signature');
    assert.ok(await tokens.verify(second));
    await issue();
    const answer = tokens.verify(first);
    assert.ok(
      !(answer instanceof Promise),
      'the first token is still known without a signature check',
    );
  });

  test('that is refused costs at most one signature check, and none where it is not for this service', async () => {
    const deps = await createDeps();
    const { accessToken } = await deps.request();
    let checks = 0;
    const tokens = createAccessTokens({
      ...deps,
      newId: randomUUID,
      issuer,
      signingKeys: {
        ...deps.signingKeys,
        publicKey(keyId) {
          checks += 1;
          return deps.signingKeys.publicKey(keyId);
        },
      },
    });
    const { keyId: kid } = deps.signingKeys.signingKey();
    const { privateKey: foreign } = await generateKeyPair('ES256');
    const sign = (claims: JWTPayload) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid }).sign(foreign);
    const claims = decodeJwt(accessToken);
    const forged = await sign(claims);
    const refusals = new Set<string>();
    const refuse = async (token: string) => {
      await assert.rejects(
        async () => tokens.verify(token),
        (error) => error instanceof DomainError && refusals.add(error.message).size > 0,
      );
    };
    for (const token of [
      await sign({ ...claims, iss: 'https://elsewhere.example' }),
      await sign({ ...claims, aud: 'https://elsewhere.example' }),
      await sign({ ...claims, exp: start / 1_000 }),
      'not.a.token',
    ])
      await refuse(token);
    assert.equal(checks, 0);
    for (let round = 0; round < 3; round += 1) await refuse(forged);
    assert.equal(checks, 1);
    await refuse(await sign({ ...claims, client_id: randomUUID() }));
    await refuse(await sign({ ...claims, tenant_id: randomUUID() }));
    assert.equal(checks, 3, 'a refusal does not show whether the API key exists');
    assert.equal(refusals.size, 1);
    assert.ok(await tokens.verify(accessToken), 'the right signature of the same content');
  });

  test('is given for the right credentials only, and every refusal is the same', async () => {
    const deps = await createDeps();
    assert.ok(await deps.request({ tenantId: deps.key().tenantId.toUpperCase() }));
    const refusals: Promise<unknown>[] = [
      deps.request({ tenantId: randomUUID() }),
      deps.request({ keyId: randomUUID() }),
      deps.request({ secret: generateSecret(randomBytes) }),
      deps.request({ secret: 'x' }),
    ];
    await deps.change({ revokedAt: new Date(start) });
    refusals.push(deps.request());
    await deps.change({ revokedAt: null, expiresAt: new Date(start) });
    refusals.push(deps.request());
    const errors = await Promise.all(
      refusals.map((refusal) => refusal.catch((error: unknown) => error)),
    );
    const activity = errors.map(
      (error) => error instanceof DomainError && [error.code, error.message],
    );
    assert.equal(new Set(activity.map((one) => JSON.stringify(one))).size, 1);
    assert.ok(hasCode('invalid_credentials')(errors[0]));
  });
});

suite('a refusal', () => {
  test('counts once the credentials are known as wrong, and not while the database is away', async () => {
    let left = 100;
    const wrongSecrets: WrongSecrets = {
      count() {
        if (left === 0) throw new DomainError('too_many_failed_attempts', 'Too many.');
        left -= 1;
      },
    };
    const deps = await createDeps({ wrongSecrets });
    const wrong = { secret: generateSecret(randomBytes) };
    deps.database.isAway = true;
    await assert.rejects(deps.request(wrong), hasCode('unavailable'));
    deps.database.isAway = false;
    const refusals = await Promise.all(
      Array.from({ length: 130 }, () =>
        deps.request(wrong).catch((error: unknown) => (error as DomainError).code),
      ),
    );
    const count = (code: string) => refusals.filter((one) => one === code).length;
    assert.equal(count('invalid_credentials'), 100);
    assert.equal(count('too_many_failed_attempts'), 30);
    assert.ok(await deps.request(), 'the right secret needs no budget');
  });

  test('takes the same time whatever is wrong with the credentials', async () => {
    const right = await createDeps();
    const revoked = await createDeps();
    await revoked.change({ revokedAt: new Date(start) });
    const expired = await createDeps();
    await expired.change({ expiresAt: new Date(start) });
    const [tenantId, keyId, secret] = [randomUUID(), randomUUID(), generateSecret(randomBytes)];
    const kinds: Record<string, () => Promise<unknown>> = {
      tenant: () => right.request({ tenantId }),
      key: () => right.request({ keyId }),
      secret: () => right.request({ secret }),
      almost: () => right.request({ secret: `${right.secret.slice(0, -1)}_` }),
      revoked: () => revoked.request(),
      expired: () => expired.request(),
    };
    async function medians(): Promise<number[]> {
      const times = Object.values(kinds).map((): number[] => []);
      // By turns, so that whatever else the machine does falls on all kinds alike.
      for (let round = 0; round < 3_000; round += 1) {
        for (const [index, request] of Object.values(kinds).entries()) {
          const startedAt = process.hrtime.bigint();
          await request().catch(() => undefined);
          times[index]?.push(Number(process.hrtime.bigint() - startedAt));
        }
      }
      return times.map((all) => all.toSorted((a, b) => a - b)[all.length / 2] ?? 0);
    }
    await medians();
    const found = await medians();
    const ratio = Math.max(...found) / Math.min(...found);
    assert.ok(ratio < 1.5, `${Object.keys(kinds).join()} take ${found.join()} ns`);
  });
});

suite('signing keys', () => {
  test('pass on to a successor that was published before, and old tokens stay valid', async () => {
    const deps = await createDeps();
    const first = deps.signingKeys.signingKey().keyId;
    deps.clock.at = start + 28.5 * day;
    await deps.configuration.refresh();
    await deps.signingKeys.rotate();
    assert.equal(deps.signingKeys.publicKeySet().keys.length, 2);
    assert.equal(deps.signingKeys.signingKey().keyId, first, 'the successor is only published');
    const { accessToken } = await deps.request();
    deps.clock.at += 2 * 3_600_000;
    await deps.configuration.refresh();
    await deps.signingKeys.rotate();
    assert.notEqual(deps.signingKeys.signingKey().keyId, first);
    assert.equal(deps.database.signingKeys.length, 2);
    const elsewhere = createAccessTokens({ ...deps, newId: randomUUID, issuer });
    assert.ok(await elsewhere.verify(accessToken), 'signed by the old key');
    deps.clock.at = start + 31 * day + 3_600_001;
    await deps.configuration.refresh();
    assert.equal(deps.signingKeys.publicKeySet().keys.length, 1, 'the old one is withdrawn');
  });

  test('that are withdrawn end the tokens they signed, remembered or not, and sign no others', async () => {
    const deps = await createDeps();
    const { accessToken } = await deps.request();
    await deps.tokens.verify(accessToken);
    const [withdrawn] = deps.database.signingKeys;
    assert.ok(withdrawn);
    deps.database.signingKeys = [{ ...withdrawn, withdrawnAt: new Date(start) }];
    await deps.configuration.refresh();
    await assertRefused(() => deps.tokens.verify(accessToken), 'remembered');
    const stranger = createAccessTokens({ ...deps, newId: randomUUID, issuer });
    await assertRefused(() => stranger.verify(accessToken), 'never seen');
    assert.deepEqual(deps.signingKeys.publicKeySet(), { keys: [] });
    assert.throws(() => deps.signingKeys.signingKey(), hasCode('unavailable'));
    await deps.signingKeys.rotate();
    deps.clock.at += 1_000;
    await deps.configuration.refresh();
    assert.ok(await deps.tokens.verify((await deps.request()).accessToken));
  });

  test('are created again where the encryption key is gone, and old tokens stay valid', async () => {
    const deps = await createDeps();
    const { accessToken } = await deps.request();
    const { configuration, clock, database } = deps;
    const signingKeys = createSigningKeys({
      configuration,
      clock: { ...systemClock, now: () => clock.now() },
      onError: (error) => assert.fail(String(error)),
      newId: randomUUID,
      encryption: createEncryption([randomBytes(32)], randomBytes),
      store: storeOf(database),
    });
    assert.throws(() => signingKeys.signingKey(), hasCode('unavailable'));
    await signingKeys.rotate();
    const made = signingKeys.signingKey().keyId;
    await signingKeys.rotate();
    assert.equal(database.signingKeys.length, 2, 'one is enough');
    assert.equal(database.signingKeys[1]?.keyId, made);
    const tokens = createAccessTokens({ ...deps, signingKeys, newId: randomUUID, issuer });
    assert.ok(await tokens.verify(accessToken));
    assert.ok(await deps.tokens.verify(tokens.issue(deps.key()).accessToken), 'and elsewhere');
    assert.notEqual(
      deps.signingKeys.signingKey().keyId,
      made,
      'a process with the old one continues',
    );
  });

  test('are there at once after a standstill of months', async () => {
    const deps = await createDeps();
    deps.clock.at = start + 100 * day;
    await deps.configuration.refresh();
    await assert.rejects(deps.request(), hasCode('unavailable'));
    await deps.signingKeys.rotate();
    assert.ok(await deps.request());
  });
});
