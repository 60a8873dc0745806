// Access tokens: what they are is in issue-token.ts and read-token.ts. A verified token is remembered by the hash of
// what its signature covers; its API key and its signing key are looked at again on every use, so that revoking either
// ends the token at once.
import { hash } from 'node:crypto';
import type { ApiKey } from '../../settings/api-keys/api-key.ts';
import { requireOpen } from '../../settings/tenants/closed-tenant.ts';
import type { Configuration } from '../../settings/configuration/configuration.ts';
import type { Caller } from '../../ground/caller.ts';
import { createRecentMap } from '../../ground/recent-map.ts';
import { splitToken, decodeParts, hasOneSpelling, hasLowS } from './compact-jwt.ts';
import { createIssueToken, type IssueDeps, type IssuedToken } from './issue-token.ts';
import { errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import type { Clock } from '../../ground/clock.ts';
import { DomainError, type NamedApiKey } from '../../ground/errors.ts';
import type { SigningKeys } from './signing-keys.ts';

export interface AccessTokens {
  issue(key: ApiKey): IssuedToken;
  /**
   * The caller a token speaks for; without a promise when the token is known and the copy of the keys fresh.
   * @throws DomainError `invalid_token`, or `unavailable` when revocation cannot be checked
   */
  verify(this: void, token: string): Caller | Promise<Caller>;
}

interface VerifiedToken extends TokenContent {
  readonly signature: string;
}

const defaultMaxCached = 50_000;

export function createAccessTokens(
  deps: IssueDeps &
    ReadDeps & {
      readonly configuration: Configuration;
      /** Number of verified tokens in one generation of the cache; 50,000 unless a test needs fewer. */
      readonly maxCached?: number;
    },
): AccessTokens {
  const { configuration, clock, maxCached = defaultMaxCached } = deps;
  const readToken = createReadToken(deps);
  const verifiedTokens = createRecentMap<VerifiedToken>(maxCached);

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
      throw invalidToken({ named: key === undefined ? undefined : { tenantId, apiKeyId } });
    }
    requireOpen(configuration, tenantId, { tenantId, apiKeyId });
    const { scopes, ipRanges, source } = key;
    return { tenantId, apiKeyId, scopes, ipRanges, source, within: key };
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

  return {
    issue: createIssueToken(deps),
    verify(token) {
      const freshness = configuration.ensureFresh();
      // The place of a token in memory is that of what it signs, so that no other signature takes a second one.
      const { signed, signature } = splitToken(token);
      const content = hash('sha256', signed, 'base64');
      const verified = findCached(content, signature);
      if (verified !== undefined && freshness === undefined) return requireLiving(verified);
      return verifyFresh(token, content, signature, freshness);
    },
  };
}

// Reads access tokens and checks their signatures. Claims that are not ours, and signatures that were refused before,
// cost no signature check. Claims that a caller cannot know, such as which API keys exist, are read only after it, so
// that the time of a refusal does not reveal them.
const maxRefused = 10_000;
const requiredClaims = ['exp', 'iat', 'sub', 'client_id', 'tenant_id', 'jti'];

interface TokenContent {
  readonly tenantId: string;
  readonly apiKeyId: string;
  readonly signingKeyId: string;
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number;
}

interface ReadDeps {
  readonly configuration: Pick<Configuration, 'catchUp'>;
  readonly signingKeys: Pick<SigningKeys, 'publicKey'>;
  readonly clock: Clock;
  /** Issuer and audience: the service's base address. */
  readonly issuer: string;
}

/** The reader throws `invalid_token`, or `unavailable` when the keys cannot be read. */
function createReadToken(deps: ReadDeps): (token: string) => Promise<TokenContent> {
  const { clock, issuer } = deps;
  /** Hashes of tokens with wrong signatures: no later key makes them right. */
  const refusedTokens = createRecentMap<true>(maxRefused);
  const keyOfToken = createKeyOfToken(deps);

  async function verifySignature(token: string) {
    const tokenHash = hash('sha256', token, 'base64');
    if (refusedTokens.get(tokenHash) !== undefined) throw invalidToken();
    try {
      return await jwtVerify(token, keyOfToken, {
        algorithms: ['ES256'],
        typ: 'at+jwt',
        issuer,
        audience: issuer,
        requiredClaims,
        currentDate: new Date(clock.now()),
      });
    } catch (cause) {
      if (cause instanceof DomainError) throw cause;
      if (cause instanceof errors.JWSSignatureVerificationFailed)
        refusedTokens.set(tokenHash, true);
      throw invalidToken({ cause });
    }
  }

  return async (token) => {
    if (!hasOneSpelling(token) || !isForUs(token, deps)) throw invalidToken();
    const { payload, protectedHeader } = await verifySignature(token);
    const { signature } = splitToken(token);
    if (!hasLowS(Buffer.from(signature, 'base64url'))) throw invalidToken();
    const { tenant_id: tenantId, client_id: apiKeyId, exp } = payload;
    const { kid: signingKeyId } = protectedHeader;
    if (
      typeof tenantId !== 'string' ||
      typeof apiKeyId !== 'string' ||
      exp === undefined ||
      signingKeyId === undefined
    ) {
      throw invalidToken();
    }
    return { tenantId, apiKeyId, signingKeyId, expiresAt: exp * 1_000 };
  };
}

function createKeyOfToken({ configuration, signingKeys }: ReadDeps): JWTVerifyGetKey {
  return async ({ kid }) => {
    let key = await signingKeys.publicKey(kid ?? '');
    if (key === undefined) {
      // Another process may have made its first key a moment ago.
      await configuration.catchUp();
      key = await signingKeys.publicKey(kid ?? '');
    }
    if (key === undefined) throw new errors.JWKSNoMatchingKey();
    return key;
  };
}

/** By claims that every caller knows. Saves the signature check, with which `jwtVerify` checks them again. */
function isForUs(token: string, { clock, issuer }: Pick<ReadDeps, 'clock' | 'issuer'>): boolean {
  const [header, claims] = decodeParts(token);
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

/** @param options.named the key of a token whose signature is right */
function invalidToken(
  options: { readonly cause?: unknown; readonly named?: NamedApiKey | undefined } = {},
): DomainError {
  return new DomainError(
    'invalid_token',
    'The access token is not valid: it is malformed, expired, signed by another key, or its API key was revoked.',
    options,
  );
}
