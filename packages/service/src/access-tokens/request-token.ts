// Exchanges an API key's secret for an access token. Unknown tenant, unknown key, wrong secret, revoked
// and expired key are one and the same to the caller: the same error after the same work.
import type { ApiKey } from '../api-keys/api-key.ts';
import type { Clock } from '../clock.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { DomainError } from '../errors.ts';
import { matchesSecret } from '../api-keys/secret.ts';
import type { AccessTokens, IssuedToken } from './access-token.ts';

/** Section 2.2 of the specification. */
export interface TokenRequest {
  readonly tenantId: string;
  readonly keyId: string;
  readonly secret: string;
}

export type RequestToken = (request: TokenRequest) => Promise<IssuedToken>;

/** @param world.noteUse told of each use of a key, for "last used" */
export function createRequestToken(world: {
  configuration: Configuration;
  accessTokens: AccessTokens;
  clock: Clock;
  noteUse: (tenantId: string, keyId: string) => void;
}): RequestToken {
  const { configuration, accessTokens, clock, noteUse } = world;

  function livingKey({ tenantId, keyId, secret }: TokenRequest): ApiKey | undefined {
    const key = configuration.apiKey(tenantId.toLowerCase(), keyId.toLowerCase());
    const secretMatches = matchesSecret(key, secret);
    const living =
      key !== undefined &&
      key.revokedAt === undefined &&
      (key.expiresAt === undefined || key.expiresAt.getTime() > clock.now());
    return living && secretMatches ? key : undefined;
  }

  return async (request) => {
    await configuration.ensureFresh();
    let key = livingKey(request);
    if (key === undefined) {
      // The key may have been made elsewhere a moment ago.
      await configuration.catchUp();
      key = livingKey(request);
    }
    if (key === undefined) {
      throw new DomainError(
        'invalid_credentials',
        'The credentials are not valid: check tenantId, keyId and secret, and that the key was neither revoked nor has expired.',
      );
    }
    noteUse(key.tenantId, key.keyId);
    return accessTokens.issue(key);
  };
}
