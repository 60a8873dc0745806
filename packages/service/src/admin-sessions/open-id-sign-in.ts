// Sign-in by OpenID Connect: authorization code with PKCE, state and nonce. During the visit to the provider, a
// short-lived cookie of the browser keeps the state.
import type { Configuration as ProviderConfiguration, CustomFetch } from 'openid-client';
import type { Clock } from '../foundation/clock.ts';
import type { Encryption } from '../encryption/encryption.ts';
import { DomainError } from '../foundation/errors.ts';
import type { Administrator, ProviderIdentity } from './administrator.ts';
import type { AdministratorStore } from './administrators.ts';
import type { RequestOrigin, Sessions } from './session.ts';
import {
  admission,
  type Claims,
  identityOf,
  isLoopback,
  type SignInProvider,
} from './sign-in-provider.ts';

export interface StoredProvider {
  readonly provider: SignInProvider;
  readonly clientSecretSealed: string | null;
}

export interface SignInProviderStore extends Pick<AdministratorStore, 'removeAdministrator'> {
  findProvider(tenantId: string): Promise<StoredProvider | undefined>;
  findAdministratorByEmail(tenantId: string, email: string): Promise<Administrator | undefined>;
  /**
   * Binds the account unless one is bound already. Returns whether this one is bound now; where another is, the
   * activity has an entry of the refusal.
   */
  bindAccount(binding: {
    readonly tenantId: string;
    readonly administratorId: string;
    readonly account: ProviderIdentity;
    readonly at: Date;
    readonly origin: RequestOrigin;
  }): Promise<boolean>;
  /** Adds or updates the person that a claim lets in. */
  putClaimAdministrator(person: {
    readonly tenantId: string;
    readonly newAdministratorId: string;
    readonly email: string;
    readonly name: string | null;
    readonly role: Administrator['role'];
    readonly at: Date;
    readonly origin: RequestOrigin;
  }): Promise<Administrator>;
}

export interface OpenIdSignIn {
  /** The address for the browser, and the content of its cookie. */
  begin(tenantId: string, returnTo: string): Promise<{ url: string; pending: string }>;
  /** @param url the address the browser came back to, with its query */
  complete(
    tenantId: string,
    url: URL,
    pending: string | undefined,
    origin: RequestOrigin,
  ): Promise<{ cookie: string; returnTo: string }>;
}

/** Why a sign-in by provider was refused; the page has a sentence for each. */
export type RefusalReason =
  | 'not_begun'
  | 'not_confirmed'
  | 'no_email'
  | 'not_listed'
  | 'other_account';

export class SignInRefused extends DomainError {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, detail: string, cause?: unknown) {
    super('sign_in_failed', detail, { cause });
    this.reason = reason;
  }
}

export function clientSecretPurpose(tenantId: string): string {
  return `admin_sign_in_providers/${tenantId}`;
}

interface Pending {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly returnTo: string;
}

// Loaded at the first sign-in by a provider: most processes never need it.
const loadClient = () => import('openid-client');

const providerTimeoutSeconds = 10;
const discoveredForMs = 3_600_000;
/** Anyone may begin a sign-in. After a failure, the service does not call the provider again for this time. */
const restAfterFailureMs = 5_000;

export function createOpenIdSignIn(deps: {
  store: SignInProviderStore;
  sessions: Sessions;
  encryption: Encryption;
  clock: Clock;
  /** Never goes back. */
  steadyClock: Clock;
  newId: () => string;
  /** Reaches the provider. */
  fetch: typeof fetch;
  /** The address the provider sends the browser back to. */
  callbackUrl: (tenantId: string) => string;
}): OpenIdSignIn {
  const { store, sessions, encryption, clock, steadyClock, newId, callbackUrl } = deps;
  const discovered = new Map<
    string,
    { stored: string; until: number; configuration: Promise<ProviderConfiguration> }
  >();

  async function find(tenantId: string) {
    const stored = await store.findProvider(tenantId);
    if (stored === undefined) {
      throw new DomainError('not_found', 'This tenant has no sign-in provider.');
    }
    return { provider: stored.provider, configuration: await discover(tenantId, stored) };
  }

  async function discover(tenantId: string, stored: StoredProvider) {
    const text = JSON.stringify(stored);
    const known = discovered.get(tenantId);
    if (known !== undefined && known.stored === text && steadyClock.now() < known.until) {
      return known.configuration;
    }
    const configuration = ask(tenantId, stored);
    const found = { stored: text, until: steadyClock.now() + discoveredForMs, configuration };
    discovered.set(tenantId, found);
    configuration.catch(() => {
      found.until = steadyClock.now() + restAfterFailureMs;
    });
    return configuration;
  }

  async function ask(
    tenantId: string,
    { provider, clientSecretSealed }: StoredProvider,
  ): Promise<ProviderConfiguration> {
    const issuer = new URL(provider.issuer);
    const secret =
      clientSecretSealed === null
        ? undefined
        : encryption.decrypt(clientSecretSealed, clientSecretPurpose(tenantId));
    const { allowInsecureRequests, customFetch, discovery } = await loadClient();
    return discovery(issuer, provider.clientId, secret, undefined, {
      timeout: providerTimeoutSeconds,
      [customFetch]: deps.fetch as CustomFetch,
      ...(isLoopback(issuer) && { execute: [allowInsecureRequests] }),
    }).catch((cause: unknown) => {
      throw new DomainError(
        'unavailable',
        'The sign-in provider sent an unexpected answer. Try again, or sign in with a link from the operator.',
        { cause },
      );
    });
  }

  async function admit(
    tenantId: string,
    claims: Claims,
    provider: SignInProvider,
    origin: RequestOrigin,
  ): Promise<Administrator> {
    const identity = identityOf(claims, provider);
    if (identity === undefined) {
      throw new SignInRefused(
        'no_email',
        'The sign-in provider sent no verified e-mail address for you. Ask your administrator to have it configured.',
      );
    }
    const known = await store.findAdministratorByEmail(tenantId, identity.email);
    const bind = async (administrator: Administrator): Promise<Administrator> => {
      const { administratorId } = administrator;
      const { account } = identity;
      const binding = { tenantId, administratorId, account, at: new Date(clock.now()), origin };
      if (await store.bindAccount(binding)) return administrator;
      throw new SignInRefused(
        'other_account',
        `${identity.email} signed in with another account of the sign-in provider before. An administrator can reset it.`,
      );
    };
    // Before anything is changed for the address: it may have changed hands.
    if (known !== undefined && known.identity !== null) await bind(known);
    const admitted = admission(identity, known);
    const at = new Date(clock.now());
    if (admitted === undefined) {
      if (known !== undefined) {
        // A claim let the person in once and no longer does.
        await store.removeAdministrator(tenantId, known.administratorId, {
          at,
          actor: { ...origin, kind: 'service', id: 'sign-in' },
        });
      }
      throw new SignInRefused(
        'not_listed',
        `${identity.email} is not an administrator of this tenant. Ask one of its administrators to be added.`,
      );
    }
    if (known !== undefined && admitted.source === 'list') return await bind(known);
    const put = await store.putClaimAdministrator({
      tenantId,
      newAdministratorId: newId(),
      email: identity.email,
      name: identity.name,
      role: admitted.role,
      at,
      origin,
    });
    return await bind(put);
  }

  return {
    async begin(tenantId, returnTo) {
      const { provider, configuration } = await find(tenantId);
      const client = await loadClient();
      const pending: Pending = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
        returnTo,
      };
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: callbackUrl(tenantId),
        scope: provider.scope,
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(pending.codeVerifier),
        code_challenge_method: 'S256',
      });
      return {
        url: url.href,
        pending: Buffer.from(JSON.stringify(pending)).toString('base64url'),
      };
    },

    async complete(tenantId, url, pendingText, origin) {
      const pending = readPending(pendingText);
      const { provider, configuration } = await find(tenantId);
      const { authorizationCodeGrant } = await loadClient();
      const tokens = await authorizationCodeGrant(configuration, url, {
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        pkceCodeVerifier: pending.codeVerifier,
        idTokenExpected: true,
      }).catch((cause: unknown) => {
        throw new SignInRefused(
          'not_confirmed',
          'The sign-in provider did not confirm the sign-in. Start again.',
          cause,
        );
      });
      const claims = await completeClaims(configuration, tokens, provider);
      const administrator = await admit(tenantId, claims, provider, origin);
      const cookie = await sessions.start(administrator, 'provider', origin);
      return { cookie, returnTo: pending.returnTo };
    },
  };
}

/** Some providers put the claims into the ID token, others tell them at the userinfo endpoint only. */
async function completeClaims(
  configuration: ProviderConfiguration,
  tokens: { access_token: string; claims(): (Claims & { sub: string }) | undefined },
  provider: SignInProvider,
): Promise<Claims> {
  const claims = tokens.claims();
  if (claims === undefined) return {};
  const wanted = [provider.emailClaim, ...(provider.roleClaim ? [provider.roleClaim.claim] : [])];
  const isComplete = wanted.every((name) => claims[name] !== undefined);
  if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
  const { fetchUserInfo } = await loadClient();
  const activity = await fetchUserInfo(configuration, tokens.access_token, claims.sub).catch(
    (cause: unknown) => {
      throw new SignInRefused(
        'not_confirmed',
        'The sign-in provider did not identify you. Start again.',
        cause,
      );
    },
  );
  return { ...activity, ...claims };
}

function readPending(text: string | undefined): Pending {
  try {
    const value: unknown = JSON.parse(Buffer.from(text ?? '', 'base64url').toString('utf8'));
    const { state, nonce, codeVerifier, returnTo } = value as Record<string, unknown>;
    if (
      typeof state === 'string' &&
      typeof nonce === 'string' &&
      typeof codeVerifier === 'string' &&
      typeof returnTo === 'string'
    ) {
      return { state, nonce, codeVerifier, returnTo };
    }
  } catch {
    // Treated like a missing cookie.
  }
  throw new SignInRefused(
    'not_begun',
    'This sign-in did not start in this browser, or took longer than ten minutes. Start again.',
  );
}
