// Sign-in by OpenID Connect: authorization code with PKCE, state and nonce. During the visit to the provider, a
// short-lived cookie of the browser keeps the state.
import type { Configuration as ProviderConfiguration } from 'openid-client';
import type { Encryption } from '../../ground/encryption/encryption.ts';
import { type AdmissionDeps, type AdmissionStore, createAdmitPerson } from './admit-person.ts';
import { createProviderDiscovery, type DiscoveryDeps, loadClient } from './provider-discovery.ts';
import type { SignInOrigin, Sessions } from './session.ts';
import type { Claims, SignInProvider } from './sign-in-provider.ts';
import { SignInRefused } from './refusals.ts';

/** The store of the providers and of the people that they let in. */
export type SignInProviderStore = DiscoveryDeps['store'] & AdmissionStore;

export interface OpenIdSignIn {
  /** The address for the browser, and the content of its cookie. */
  begin(tenantId: string, returnTo: string): Promise<{ url: string; pending: string }>;
  /**
   * Reads who came back from the provider, without any admission.
   * @param url the address the browser came back to, with its query
   */
  identify(tenantId: string, url: URL, pending: string | undefined): Promise<Identified>;
  /** Signs an administrator in. */
  complete(
    tenantId: string,
    url: URL,
    pending: string | undefined,
    origin: SignInOrigin,
  ): Promise<{ cookie: string; returnTo: string }>;
}

export interface Identified {
  readonly claims: Claims;
  readonly provider: SignInProvider;
  readonly returnTo: string;
}

export function clientSecretPurpose(tenantId: string): string {
  return `admin_sign_in_providers/${tenantId}`;
}

interface Pending {
  /** The provider that was asked. */
  readonly issuer: string;
  /** The address at which its answer arrives. */
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly returnTo: string;
}

export function createOpenIdSignIn(
  deps: Omit<DiscoveryDeps, 'decryptSecret'> &
    AdmissionDeps & {
      readonly store: SignInProviderStore;
      readonly encryption: Encryption;
      readonly sessions: Pick<Sessions, 'start'>;
      /** The address the provider sends the browser back to; one for each tenant. */
      readonly redirectAddress: (tenantId: string) => string;
    },
): OpenIdSignIn {
  const { sessions, encryption, redirectAddress } = deps;
  const find = createProviderDiscovery({
    ...deps,
    decryptSecret: (tenantId, sealed) => encryption.decrypt(sealed, clientSecretPurpose(tenantId)),
  });
  const admit = createAdmitPerson(deps);

  async function identify(
    tenantId: string,
    url: URL,
    pendingText: string | undefined,
  ): Promise<Identified> {
    const pending = readPending(pendingText);
    const { provider, configuration } = await find(tenantId);
    // No code of one provider goes to the token endpoint of another (RFC 9700, section 4.4).
    const redirectUri = redirectAddress(tenantId);
    const isOurs = `${url.origin}${url.pathname}` === redirectUri;
    if (!isOurs || pending.redirectUri !== redirectUri || pending.issuer !== provider.issuer) {
      throw notBegun();
    }
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
    return { claims, provider, returnTo: pending.returnTo };
  }

  return {
    identify,
    async begin(tenantId, returnTo) {
      const { provider, configuration } = await find(tenantId);
      const client = await loadClient();
      const pending: Pending = {
        issuer: provider.issuer,
        redirectUri: redirectAddress(tenantId),
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
        returnTo,
      };
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: pending.redirectUri,
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

    async complete(tenantId, url, pending, origin) {
      const { claims, provider, returnTo } = await identify(tenantId, url, pending);
      const administrator = await admit(tenantId, claims, provider, origin);
      const cookie = await sessions.start(administrator, 'provider', origin);
      return { cookie, returnTo };
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
  const userInfo = await fetchUserInfo(configuration, tokens.access_token, claims.sub).catch(
    (cause: unknown) => {
      throw new SignInRefused(
        'not_confirmed',
        'The sign-in provider did not identify you. Start again.',
        cause,
      );
    },
  );
  // `email_verified` speaks for the address beside it.
  const vouching = claims['email'] === undefined ? userInfo : claims;
  return { ...userInfo, ...claims, email_verified: vouching['email_verified'] };
}

const pendingMembers = [
  'issuer',
  'redirectUri',
  'state',
  'nonce',
  'codeVerifier',
  'returnTo',
] as const satisfies readonly (keyof Pending)[];

function readPending(text: string | undefined): Pending {
  try {
    const value: unknown = JSON.parse(Buffer.from(text ?? '', 'base64url').toString('utf8'));
    const members = value as Record<string, unknown>;
    if (pendingMembers.every((name) => typeof members[name] === 'string')) return value as Pending;
  } catch {
    // Treated like a missing cookie.
  }
  throw notBegun();
}

function notBegun(): SignInRefused {
  return new SignInRefused(
    'not_begun',
    'This sign-in did not start in this browser, or took longer than ten minutes. Start again.',
  );
}
