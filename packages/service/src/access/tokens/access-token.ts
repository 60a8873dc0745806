// Access tokens: what they are is in issue-token.ts and read-token.ts. A verified token is remembered by the hash of
// what its signature covers; its API key and its signing key are looked at again on every use, so that revoking either
// ends the token at once.
import { hash } from 'node:crypto';
import type { ApiKey } from '../../settings/api-keys/api-key.ts';
import type { Configuration } from '../../settings/configuration/configuration.ts';
import type { Caller } from '../../ground/caller.ts';
import { createRecentMap } from '../../ground/recent-map.ts';
import { splitToken } from './compact-jwt.ts';
import { createIssueToken, type IssueDeps, type IssuedToken } from './issue-token.ts';
import { createReadToken, invalidToken, type ReadDeps, type TokenContent } from './read-token.ts';

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
