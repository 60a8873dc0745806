// The sign-in provider of a tenant, with the configuration that it publishes. It is read again after an hour.
import type { Configuration as ProviderConfiguration, CustomFetch } from 'openid-client';
import type { Clock } from '../../ground/clock.ts';
import { DomainError } from '../../ground/errors.ts';
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
    const configuration = ask(tenantId, stored, deps);
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

async function ask(
  tenantId: string,
  { provider, clientSecretSealed }: StoredProvider,
  { decryptSecret, fetch }: DiscoveryDeps,
): Promise<ProviderConfiguration> {
  const issuer = new URL(provider.issuer);
  const secret =
    clientSecretSealed === null ? undefined : decryptSecret(tenantId, clientSecretSealed);
  const { allowInsecureRequests, customFetch, discovery } = await loadClient();
  return discovery(issuer, provider.clientId, secret, undefined, {
    timeout: providerTimeoutSeconds,
    [customFetch]: fetch as CustomFetch,
    ...(isLoopback(issuer) && { execute: [allowInsecureRequests] }),
  }).catch((cause: unknown) => {
    throw new DomainError(
      'unavailable',
      'The sign-in provider sent an unexpected answer. Try again, or sign in with a link from the operator.',
      { cause },
    );
  });
}
