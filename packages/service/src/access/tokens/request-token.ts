// Exchanges an API key's secret for an access token. Unknown tenant, unknown key, wrong secret, revoked
// and expired key are one and the same to the caller: the same error after the same work. Secrets have 256 bits,
// so the limit on wrong ones protects capacity: right credentials never meet it.
import type { ApiKey } from '../../settings/api-keys/api-key.ts';
import type { Clock } from '../../ground/clock.ts';
import { requireOpen } from '../../settings/tenants/closed-tenant.ts';
import type { Configuration } from '../../settings/configuration/configuration.ts';
import { requireAllowedAddress } from '../../ground/caller.ts';
import { DomainError, type NamedApiKey } from '../../ground/errors.ts';
import type { SecretUse } from '../../settings/api-keys/key-uses.ts';
import { findSecret } from '../../settings/api-keys/secret.ts';
import type { WrongSecrets } from '../wrong-secrets.ts';
import type { AccessTokens } from './access-token.ts';
import type { IssuedToken } from './issue-token.ts';

/** Section 2.2 of the specification. */
export interface TokenRequest {
  readonly tenantId: string;
  readonly keyId: string;
  readonly secret: string;
}

/**
 * Gives the token at once where the copy of the keys is fresh and has the key.
 * @param peer the address that the request came from
 */
export type RequestToken = (
  request: TokenRequest,
  peer: string,
  userAgent?: string,
) => IssuedToken | Promise<IssuedToken>;

/** A key that can be used, and which of its secrets the caller has. */
interface ProvedKey {
  readonly key: ApiKey;
  readonly secretId: string;
}

/** @param deps.recordUse called with each use of a key, for "last used" */
export function createRequestToken(deps: {
  configuration: Configuration;
  accessTokens: AccessTokens;
  wrongSecrets: WrongSecrets;
  clock: Clock;
  recordUse: (use: SecretUse) => void;
}): RequestToken {
  const { configuration, accessTokens, wrongSecrets, clock, recordUse } = deps;

  /** Undefined where there is no such key. */
  function named({ tenantId, keyId }: TokenRequest): NamedApiKey | undefined {
    const key = configuration.apiKey(tenantId.toLowerCase(), keyId.toLowerCase());
    return key === undefined ? undefined : { tenantId: key.tenantId, apiKeyId: key.keyId };
  }

  function livingKey({ tenantId, keyId, secret }: TokenRequest): ProvedKey | undefined {
    const key = configuration.apiKey(tenantId.toLowerCase(), keyId.toLowerCase());
    const found = findSecret(key, secret);
    const living =
      key !== undefined &&
      key.revokedAt === null &&
      (key.expiresAt === null || key.expiresAt.getTime() > clock.now());
    return living && found !== undefined ? { key, secretId: found.secretId } : undefined;
  }

  /** The key may have been made elsewhere a moment ago. Requests at the same time share the look. */
  async function findAfterRefresh(request: TokenRequest): Promise<ProvedKey | undefined> {
    await configuration.catchUp();
    return livingKey(request);
  }

  function issue(
    { key, secretId }: ProvedKey,
    address: string,
    userAgent: string | undefined,
  ): IssuedToken {
    const { tenantId, keyId } = key;
    const named = { tenantId, apiKeyId: keyId, isProved: true } as const;
    requireOpen(configuration, tenantId, named);
    requireAllowedAddress(key, address, named);
    recordUse({ tenantId, keyId, secretId, address, userAgent });
    return accessTokens.issue(key);
  }

  async function issueOnceFresh(
    freshness: Promise<void> | undefined,
    [request, peer, userAgent]: Parameters<RequestToken>,
  ): Promise<IssuedToken> {
    await freshness;
    const known = freshness === undefined ? undefined : livingKey(request);
    const proved = known ?? (await findAfterRefresh(request));
    if (proved === undefined) {
      wrongSecrets.count(peer, request.keyId);
      throw new DomainError(
        'invalid_credentials',
        'The credentials are not valid. Check tenantId, keyId and secret, and that the key is neither revoked nor expired.',
        { named: named(request) },
      );
    }
    return issue(proved, peer, userAgent);
  }

  return (request, peer, userAgent) => {
    const freshness = configuration.ensureFresh();
    const proved = freshness === undefined ? livingKey(request) : undefined;
    return proved === undefined
      ? issueOnceFresh(freshness, [request, peer, userAgent])
      : issue(proved, peer, userAgent);
  };
}
