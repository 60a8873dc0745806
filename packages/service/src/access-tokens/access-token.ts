// Access tokens: JWTs of the profile of RFC 9068, signed with ES256, valid for exactly 24 hours.
// A verified token is remembered by the hash of what its signature covers; its API key and its signing key are
// looked at again on every use, so that revoking either ends the token at once. Claims that are not ours, and signatures
// that were refused before, cost no signature check. Claims that a caller cannot know, such as which API keys exist,
// are read only after it, so that the time of a refusal does not reveal them.
import { type KeyObject, hash, sign as signOneShot } from 'node:crypto';

import { type JWTPayload, type JWTVerifyGetKey, errors, jwtVerify } from 'jose';

import type { ApiKey } from '../api-keys/api-key.ts';
import type { KeyAccess } from '../api-keys/scopes.ts';
import type { Clock } from '../foundation/clock.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { DomainError } from '../foundation/errors.ts';
import { createRecentMap } from '../foundation/recent-map.ts';
import { hasLowS, withLowS } from './low-s.ts';
import type { SigningKeys } from './signing-keys.ts';

/** 24 hours: section 8 of the specification. */
export const accessTokenLifetimeSeconds = 86_400;

/** The caller: an API key of a tenant, with the access that its record has at this moment. */
export interface Caller extends KeyAccess {
  readonly tenantId: string;
  readonly apiKeyId: string;
}

export interface IssuedToken {
  readonly accessToken: string;
  readonly tenantId: string;
  readonly expiresAt: Date;
}

export interface AccessTokens {
  issue(key: ApiKey): IssuedToken;
  /**
   * The caller a token speaks for; without a promise when the token is known and the copy of the keys fresh.
   * @throws DomainError `invalid_token`, or `unavailable` when revocation cannot be checked
   */
  verify(token: string): Caller | Promise<Caller>;
}

interface VerifiedToken extends Pick<Caller, 'tenantId' | 'apiKeyId'> {
  readonly signingKeyId: string;
  readonly signature: string;
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number;
}

const defaultMaxCached = 50_000;
const maxRefused = 10_000;
const requiredClaims = ['exp', 'iat', 'sub', 'client_id', 'tenant_id', 'jti'];
/** A JWT in compact serialisation with an ES256 signature, which has 64 bytes. */
const compactForm = /^[\w-]+\.[\w-]+\.[\w-]{86}$/;

export function createAccessTokens(deps: {
  configuration: Configuration;
  signingKeys: SigningKeys;
  clock: Clock;
  newId: () => string;
  /** Issuer and audience: the service's base address. */
  issuer: string;
  /** Number of verified tokens in one generation of the cache; 50,000 unless a test needs fewer. */
  maxCached?: number;
}): AccessTokens {
  const { configuration, signingKeys, clock, newId, issuer } = deps;
  const { maxCached = defaultMaxCached } = deps;
  const verifiedTokens = createRecentMap<VerifiedToken>(maxCached);
  /** Hashes of tokens with wrong signatures: no later key makes them right. */
  const refusedTokens = createRecentMap<true>(maxRefused);
  // A key that asks again within the second gets the token of that second again: times in a JWT are in
  // whole seconds, so another one would differ by its id only, and signing is most of the work.
  let lastIssuedAt = 0;
  const issuedNow = new Map<string, IssuedToken>();

  const keyOfToken: JWTVerifyGetKey = async ({ kid }) => {
    let key = await signingKeys.publicKey(kid ?? '');
    if (key === undefined) {
      // Another process may have made its first key a moment ago.
      await configuration.catchUp();
      key = await signingKeys.publicKey(kid ?? '');
    }
    if (key === undefined) throw new errors.JWKSNoMatchingKey();
    return key;
  };

  function findCached(content: string, signature: string): VerifiedToken | undefined {
    const known = verifiedTokens.get(content);
    return known?.signature === signature ? known : undefined;
  }

  function requireLiving(verified: VerifiedToken): Caller {
    const now = clock.now();
    const { tenantId, apiKeyId } = verified;
    const key = configuration.apiKey(tenantId, apiKeyId);
    const signingKey = configuration.signingKey(verified.signingKeyId);
    if (
      signingKey === undefined ||
      signingKey.withdrawnAt !== null ||
      now >= verified.expiresAt ||
      key === undefined ||
      key.revokedAt !== null ||
      (key.expiresAt !== null && key.expiresAt.getTime() <= now)
    ) {
      throw invalidToken();
    }
    return { tenantId, apiKeyId, scopes: key.scopes, organisationIds: key.organisationIds };
  }

  async function verifyFresh(
    token: string,
    content: string,
    signature: string,
    freshness: Promise<void> | undefined,
  ): Promise<Caller> {
    await freshness;
    const known = findCached(content, signature);
    if (known !== undefined) return requireLiving(known);
    const verified = { ...(await readToken(token)), signature };
    if (configuration.apiKey(verified.tenantId, verified.apiKeyId) === undefined) {
      // Another process may have issued it to a key that was made a moment ago.
      await configuration.catchUp();
    }
    verifiedTokens.set(content, verified);
    return requireLiving(verified);
  }

  async function readToken(token: string): Promise<Omit<VerifiedToken, 'signature'>> {
    if (!hasOneSpelling(token) || !isForUs(token)) throw invalidToken();
    const tokenHash = hash('sha256', token, 'base64');
    if (refusedTokens.get(tokenHash) !== undefined) throw invalidToken();
    let payload: JWTPayload;
    let signingKeyId: string | undefined;
    let hasOneSignature: unknown;
    try {
      ({
        payload,
        protectedHeader: { kid: signingKeyId, low_s: hasOneSignature },
      } = await jwtVerify(token, keyOfToken, {
        algorithms: ['ES256'],
        typ: 'at+jwt',
        issuer,
        audience: issuer,
        requiredClaims,
        currentDate: new Date(clock.now()),
      }));
    } catch (cause) {
      if (cause instanceof DomainError) throw cause;
      if (cause instanceof errors.JWSSignatureVerificationFailed)
        refusedTokens.set(tokenHash, true);
      throw invalidToken(cause);
    }
    // A token of the previous release may have either signature.
    if (hasOneSignature === true && !hasLowS(signatureOf(token))) throw invalidToken();
    const { tenant_id: tenantId, client_id: apiKeyId, exp } = payload;
    if (
      typeof tenantId !== 'string' ||
      typeof apiKeyId !== 'string' ||
      exp === undefined ||
      signingKeyId === undefined
    ) {
      throw invalidToken();
    }
    return { tenantId, apiKeyId, signingKeyId, expiresAt: exp * 1_000 };
  }

  /** By claims that every caller knows. Saves the signature check, with which `jwtVerify` checks them again. */
  function isForUs(token: string): boolean {
    const [header, claims] = token.split('.', 2).map(decode);
    return (
      header?.['alg'] === 'ES256' &&
      header['typ'] === 'at+jwt' &&
      typeof header['kid'] === 'string' &&
      claims?.['iss'] === issuer &&
      claims['aud'] === issuer &&
      typeof claims['exp'] === 'number' &&
      claims['exp'] * 1_000 > clock.now() &&
      requiredClaims.every((name) => claims[name] !== undefined)
    );
  }

  function sign(key: ApiKey, issuedAt: number, kid: string, privateKey: KeyObject): IssuedToken {
    const expiresAt = issuedAt + accessTokenLifetimeSeconds;
    const content = `${encode({ alg: 'ES256', typ: 'at+jwt', kid, low_s: true })}.${encode({
      iss: issuer,
      aud: issuer,
      sub: key.keyId,
      client_id: key.keyId,
      tenant_id: key.tenantId,
      iat: issuedAt,
      exp: expiresAt,
      jti: newId(),
    })}`;
    // Signed here and now: by way of Web Crypto and its threads a signature costs several times as much.
    const signature = withLowS(
      signOneShot('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' }),
    );
    return {
      accessToken: `${content}.${signature.toString('base64url')}`,
      tenantId: key.tenantId,
      expiresAt: new Date(expiresAt * 1_000),
    };
  }

  return {
    issue(key) {
      const { keyId: kid, privateKey } = signingKeys.signingKey();
      const issuedAt = Math.floor(clock.now() / 1_000);
      if (issuedAt !== lastIssuedAt) {
        lastIssuedAt = issuedAt;
        issuedNow.clear();
      }
      const keyName = `${key.tenantId}/${key.keyId}/${kid}`;
      const issued = issuedNow.get(keyName) ?? sign(key, issuedAt, kid, privateKey);
      issuedNow.set(keyName, issued);
      return issued;
    },
    verify(token) {
      // The place of a token in memory is that of what it signs, so that no other signature takes a second one.
      const cut = token.lastIndexOf('.');
      const signature = token.slice(cut + 1);
      const content = hash('sha256', token.slice(0, Math.max(0, cut)), 'base64');
      const verified = findCached(content, signature);
      const freshness = configuration.ensureFresh();
      if (verified !== undefined && freshness === undefined) return requireLiving(verified);
      return verifyFresh(token, content, signature, freshness);
    },
  };
}

/** Decoders take padding and spare bits; each segment here has to encode back to itself. */
function hasOneSpelling(token: string): boolean {
  return (
    compactForm.test(token) &&
    token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
  );
}

/** Of a token in compact form. */
function signatureOf(token: string): Buffer {
  return Buffer.from(token.slice(token.lastIndexOf('.') + 1), 'base64url');
}

/** A part of a JWS in compact serialisation: RFC 7515 section 7.1. */
function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

/** The opposite; undefined if the part is not an object in JSON. */
function decode(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof value === 'object' && value !== null
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}

function invalidToken(cause?: unknown): DomainError {
  return new DomainError(
    'invalid_token',
    'The access token is not valid: it is malformed, expired, signed by another key, or its API key was revoked.',
    { cause },
  );
}
