// Reads access tokens and checks their signatures. Claims that are not ours, and signatures that were refused before,
// cost no signature check. Claims that a caller cannot know, such as which API keys exist, are read only after it, so
// that the time of a refusal does not reveal them.
import { hash } from 'node:crypto';
import { errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import type { Configuration } from '../../settings/configuration/configuration.ts';
import type { Clock } from '../../ground/clock.ts';
import { DomainError, type NamedApiKey } from '../../ground/errors.ts';
import { createRecentMap } from '../../ground/recent-map.ts';
import { decodeParts, hasOneSpelling, splitToken } from './compact-jwt.ts';
import { hasLowS } from './low-s.ts';
import type { SigningKeys } from './signing-keys.ts';

const maxRefused = 10_000;
const requiredClaims = ['exp', 'iat', 'sub', 'client_id', 'tenant_id', 'jti'];

export interface TokenContent {
  readonly tenantId: string;
  readonly apiKeyId: string;
  readonly signingKeyId: string;
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number;
}

export interface ReadDeps {
  readonly configuration: Pick<Configuration, 'catchUp'>;
  readonly signingKeys: Pick<SigningKeys, 'publicKey'>;
  readonly clock: Clock;
  /** Issuer and audience: the service's base address. */
  readonly issuer: string;
}

/** The reader throws `invalid_token`, or `unavailable` when the keys cannot be read. */
export function createReadToken(deps: ReadDeps): (token: string) => Promise<TokenContent> {
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
export function invalidToken(
  options: { readonly cause?: unknown; readonly named?: NamedApiKey | undefined } = {},
): DomainError {
  return new DomainError(
    'invalid_token',
    'The access token is not valid: it is malformed, expired, signed by another key, or its API key was revoked.',
    options,
  );
}
