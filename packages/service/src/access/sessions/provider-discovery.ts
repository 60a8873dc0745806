// The sign-in provider of a tenant, with the configuration that it publishes. It is read again after an hour.
import type { Configuration as ProviderConfiguration, CustomFetch } from 'openid-client';
import type { Clock } from '../../ground/clock.ts';
import { DomainError, validationFailed } from '../../ground/errors.ts';
import { isLoopback, type SignInProvider } from './sign-in-provider.ts';

export interface StoredProvider {
  readonly provider: SignInProvider;
  readonly clientSecretSealed: string | null;
}

// Loaded at the first sign-in by a provider: most processes never need it.
export const loadClient = () => import('openid-client');

const providerTimeoutSeconds = 10;
const discoveredForMs = 3_600_000;
/** Anyone may begin a sign-in. After a failure, the service does not call the provider again for this time. */
const restAfterFailureMs = 5_000;

export interface DiscoveryDeps {
  readonly store: {
    findProvider(tenantId: string): Promise<StoredProvider | undefined>;
  };
  readonly decryptSecret: (tenantId: string, clientSecretSealed: string) => string;
  /** Never goes back. */
  readonly steadyClock: Clock;
  /** Reaches the provider. */
  readonly fetch: typeof fetch;
}

/** The function it returns throws `not_found` without a provider, and `unavailable` if the provider does not answer. */
export function createProviderDiscovery(deps: DiscoveryDeps) {
  const { store, steadyClock } = deps;
  const discovered = new Map<
    string,
    { stored: string; until: number; configuration: Promise<ProviderConfiguration> }
  >();

  async function discover(tenantId: string, stored: StoredProvider) {
    const text = JSON.stringify(stored);
    const known = discovered.get(tenantId);
    if (known !== undefined && known.stored === text && steadyClock.now() < known.until) {
      return known.configuration;
    }
    const { provider, clientSecretSealed: sealed } = stored;
    const secret = sealed === null ? undefined : deps.decryptSecret(tenantId, sealed);
    const configuration = discoverProvider(provider, secret, deps.fetch).catch((error: unknown) => {
      const { message, cause } = error as Error;
      const detail = `${message} Try again, or sign in with a link from the operator.`;
      throw new DomainError('unavailable', detail, { cause });
    });
    const found = { stored: text, until: steadyClock.now() + discoveredForMs, configuration };
    discovered.set(tenantId, found);
    configuration.catch(() => {
      found.until = steadyClock.now() + restAfterFailureMs;
    });
    return configuration;
  }

  return async (tenantId: string) => {
    const stored = await store.findProvider(tenantId);
    if (stored === undefined) {
      throw new DomainError('not_found', 'This tenant has no sign-in provider.');
    }
    return { provider: stored.provider, configuration: await discover(tenantId, stored) };
  };
}

/**
 * Reads what the provider publishes about itself.
 * @throws DomainError `validation_failed` if it has another issuer than the settings, `unavailable` if it does not answer
 */
export async function discoverProvider(
  provider: SignInProvider,
  secret: string | undefined,
  fetch: DiscoveryDeps['fetch'],
): Promise<ProviderConfiguration> {
  const issuer = new URL(provider.issuer);
  const { allowInsecureRequests, customFetch, discovery } = await loadClient();
  return discovery(issuer, provider.clientId, secret, undefined, {
    timeout: providerTimeoutSeconds,
    [customFetch]: fetch as CustomFetch,
    ...(isLoopback(issuer) && { execute: [allowInsecureRequests] }),
  }).catch((cause: unknown) => {
    const published = publishedIssuer(cause);
    if (published === undefined) {
      throw new DomainError('unavailable', 'The sign-in provider sent an unexpected answer.', {
        cause,
      });
    }
    const detail = `The sign-in provider calls itself ${published}, not ${provider.issuer}. Set the issuer exactly as the provider writes it.`;
    throw validationFailed([{ pointer: '/issuer', code: 'not_valid', detail }]);
  });
}

/** The issuer in the answer of a provider, where the refusal is that it differs from the settings. */
function publishedIssuer(error: unknown): string | undefined {
  const { code, cause } = error as { code?: unknown; cause?: { body?: { issuer?: unknown } } };
  const isOther = code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED';
  return isOther ? String(cause?.body?.issuer) : undefined;
}
