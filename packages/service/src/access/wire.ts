// Access tokens, and the sign-in of people: sessions, one-time links and OpenID Connect.
import type { Config } from '../ground/config/config.ts';
import type { Server } from '../http/server.ts';
import { createFetch } from '../outbound/fetch.http.ts';
import type { Base } from '../postgres/base.ts';
import type { Database } from '../postgres/database.ts';
import type { OutboundBase, Settings } from '../settings/wire.ts';
import { createAdminSessionStore } from './sessions/admin-sessions.postgres.ts';
import { findAdministrator } from './sessions/administrator-rows.postgres.ts';
import { createAdministrators } from './sessions/administrators.ts';
import { createInvitations } from './sessions/invitation.ts';
import { createOpenIdSignIn } from './sessions/open-id-sign-in.ts';
import { maySeeLinks } from './sessions/permission.ts';
import { createChangePreferences } from './sessions/preferences.ts';
import { adminRedirectAddress, decisionRedirectAddress } from './sessions/redirect-addresses.ts';
import { createSessions } from './sessions/session.ts';
import { createRedeemSignInLink, createSignInLinks } from './sessions/sign-in-link.ts';
import { createAccessTokens } from './tokens/access-token.ts';
import { createRequestToken } from './tokens/request-token.ts';
import { createSigningKeys } from './tokens/signing-keys.ts';
import { createSigningKeyStore } from './tokens/signing-keys.postgres.ts';
import { registerTokenRoutes } from './tokens/token.routes.ts';
import { createWrongSecrets } from './wrong-secrets.ts';

export type Tokens = ReturnType<typeof wireTokens>;

/** How an API key is exchanged for an access token, and how that is verified. */
export function wireTokens(
  base: Base,
  { configuration, keyUses }: Pick<Settings, 'configuration' | 'keyUses'>,
) {
  const { clock, newId } = base;
  const signingKeys = createSigningKeys({
    ...base,
    configuration,
    store: createSigningKeyStore(base.database),
  });
  const issuer = base.config.baseUrl;
  const accessTokens = createAccessTokens({ configuration, signingKeys, clock, newId, issuer });
  return {
    verify: accessTokens.verify,
    registerRoutes(server: Server) {
      const requestToken = createRequestToken({
        configuration,
        accessTokens,
        wrongSecrets: wireWrongSecrets(base, 'credentials'),
        clock,
        recordUse: (use) => keyUses.record(use),
      });
      registerTokenRoutes(server, { requestToken, signingKeys });
    },
    async start() {
      await signingKeys.rotate();
      signingKeys.start();
    },
    stop: () => signingKeys.stop(),
  };
}

export function wireAdminSignIn(base: OutboundBase, adminUrl: string) {
  const { clock, newId, randomBytes } = base;
  const { store, sessions, openIdSignIn } = wireOpenId(base, (tenantId) =>
    adminRedirectAddress(adminUrl, tenantId),
  );
  return {
    sessions,
    openIdSignIn,
    wrongLinks: wireWrongSecrets(base, 'sign-in links'),
    wrongCookies: wireWrongSecrets(base, 'session cookies'),
    unknownTenants: wireWrongSecrets(base, 'tenants'),
    redeemSignInLink: createRedeemSignInLink({ store, sessions, clock }),
    findProvider: (tenantId: string) => store.findProvider(tenantId),
    administrators: createAdministrators({ store, clock, newId }),
    changePreferences: createChangePreferences({ store }),
    invitations: createInvitations({ store, clock, randomBytes, adminUrl: base.config.adminUrl }),
  };
}

/** The e-mail address of an administrator who may see links of decisions. */
export function wireDecidingAdministrators({ database }: Base) {
  return async (tenantId: string, administratorId: string) => {
    const found = await findAdministrator(database, tenantId, administratorId);
    return found && maySeeLinks(found) ? found.email : undefined;
  };
}

/** People who sign in to decide: they need be no administrators. */
export function wireDecisionSignIn(base: OutboundBase) {
  const { baseUrl } = base.config;
  return wireOpenId(base, (tenantId) => decisionRedirectAddress(baseUrl, tenantId)).openIdSignIn;
}

function wireOpenId(base: OutboundBase, redirectAddress: (tenantId: string) => string) {
  const store = createAdminSessionStore(base.database);
  const sessions = createSessions({ ...base, store });
  const openIdSignIn = createOpenIdSignIn({
    ...base,
    store,
    sessions,
    steadyClock: base.steady,
    fetch: createFetch(base.proxyFor),
    redirectAddress,
  });
  return { store, sessions, openIdSignIn };
}

export function wireWrongSecrets(
  { steady, sharedLimits }: Base,
  subject: Parameters<typeof createWrongSecrets>[0],
) {
  return createWrongSecrets(subject, { clock: steady, shared: sharedLimits });
}

/** Makes one-time sign-in links, for the demo that prints one. */
export function wireSignInLinks(
  deps: Pick<Base, 'clock' | 'newId' | 'randomBytes'> & {
    readonly config: Pick<Config, 'adminUrl'>;
    readonly database: Database;
  },
) {
  const store = createAdminSessionStore(deps.database);
  return createSignInLinks({
    ...deps,
    store,
    adminUrl: deps.config.adminUrl,
    operator: 'demo',
  });
}
