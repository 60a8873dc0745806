// Issues access tokens: JWTs of the profile of RFC 9068, signed with ES256, valid for exactly 24 hours.
import { type KeyObject, sign } from 'node:crypto';
import type { ApiKey } from '../../settings/api-keys/api-key.ts';
import type { Clock } from '../../ground/clock.ts';
import { encodePart, withLowS } from './compact-jwt.ts';
import type { SigningKeys } from './signing-keys.ts';

/** 24 hours: section 8 of the specification. */
export const accessTokenLifetimeSeconds = 86_400;

export interface IssuedToken {
  readonly accessToken: string;
  readonly tenantId: string;
  readonly expiresAt: Date;
}

export interface IssueDeps {
  readonly signingKeys: Pick<SigningKeys, 'signingKey'>;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Issuer and audience: the service's base address. */
  readonly issuer: string;
}

export function createIssueToken(deps: IssueDeps): (key: ApiKey) => IssuedToken {
  const { signingKeys, clock } = deps;
  // A key that asks again within the second gets the token of that second again: times in a JWT are in
  // whole seconds, so another one would differ by its id only, and signing is most of the work.
  let lastIssuedAt = 0;
  const issuedNow = new Map<ApiKey, { readonly kid: string; readonly token: IssuedToken }>();

  return (key) => {
    const { keyId: kid, privateKey } = signingKeys.signingKey();
    const issuedAt = Math.floor(clock.now() / 1_000);
    if (issuedAt !== lastIssuedAt) {
      lastIssuedAt = issuedAt;
      issuedNow.clear();
    }
    const last = issuedNow.get(key);
    if (last?.kid === kid) return last.token;
    const token = signToken(deps, key, issuedAt, { kid, privateKey });
    issuedNow.set(key, { kid, token });
    return token;
  };
}

function signToken(
  { newId, issuer }: IssueDeps,
  { tenantId, keyId }: ApiKey,
  issuedAt: number,
  { kid, privateKey }: { kid: string; privateKey: KeyObject },
): IssuedToken {
  const expiresAt = issuedAt + accessTokenLifetimeSeconds;
  const content = `${encodePart({ alg: 'ES256', typ: 'at+jwt', kid })}.${encodePart({
    iss: issuer,
    aud: issuer,
    sub: keyId,
    client_id: keyId,
    tenant_id: tenantId,
    iat: issuedAt,
    exp: expiresAt,
    jti: newId(),
  })}`;
  // Signed here and now: by way of Web Crypto and its threads a signature costs several times as much.
  const signature = withLowS(
    sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' }),
  );
  return {
    accessToken: `${content}.${signature.toString('base64url')}`,
    tenantId,
    expiresAt: new Date(expiresAt * 1_000),
  };
}
