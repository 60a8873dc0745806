// The sign-in of administrators: sessions, one-time links and OpenID Connect.
import { adminAddressOf } from '../../admin/admin-address.ts';
import { createAdminSessionStore } from '../../access/sessions/admin-sessions.postgres.ts';
import { createAdministrators } from '../../access/sessions/administrators.ts';
import { createInvitations } from '../../access/sessions/invitation.ts';
import { createWrongSecrets } from '../../access/wrong-secrets.ts';
import { createOpenIdSignIn } from '../../access/sessions/open-id-sign-in.ts';
import { createChangePreferences } from '../../access/sessions/preferences.ts';
import {
  adminRedirectAddress,
  decisionRedirectAddress,
} from '../../access/sessions/redirect-addresses.ts';
import { createSessions } from '../../access/sessions/session.ts';
import { createRedeemSignInLink, createSignInLinks } from '../../access/sessions/sign-in-link.ts';
import type { Config } from '../../ground/config/config.ts';
import { createFetch } from '../../outbound/fetch.http.ts';
import type { Database } from '../../postgres/database.ts';
import type { Base } from './base.ts';

export function composeSignIn(base: Base) {
  const { config, database, encryption, clock, steady, newId, randomBytes, proxyFor } = base;
  const store = createAdminSessionStore(database);
  const sessions = createSessions({ store, clock, randomBytes });
  const address = adminAddressOf(config);
  return {
    sessions,
    wrongLinks: createWrongSecrets('sign-in links', { clock: steady, shared: base.sharedLimits }),
    wrongCookies: createWrongSecrets('session cookies', {
      clock: steady,
      shared: base.sharedLimits,
    }),
    unknownTenants: createWrongSecrets('tenants', { clock: steady, shared: base.sharedLimits }),
    redeemSignInLink: createRedeemSignInLink({ store, sessions, clock }),
    openIdSignIn: createOpenIdSignIn({
      store,
      sessions,
      encryption,
      clock,
      steadyClock: steady,
      newId,
      fetch: createFetch(proxyFor),
      redirectAddress: (tenantId) => adminRedirectAddress(address.url, tenantId),
    }),
    findProvider: (tenantId: string) => store.findProvider(tenantId),
    administrators: createAdministrators({ store, clock, newId }),
    changePreferences: createChangePreferences({ store }),
    invitations: createInvitations({ store, clock, randomBytes, adminUrl: config.adminUrl }),
  };
}

/** People who sign in to decide: they need be no administrators. */
export function composeDecisionSignIn(base: Base) {
  const { config, database, encryption, clock, steady, newId, randomBytes, proxyFor } = base;
  const store = createAdminSessionStore(database);
  return createOpenIdSignIn({
    store,
    sessions: createSessions({ store, clock, randomBytes }),
    encryption,
    clock,
    steadyClock: steady,
    newId,
    fetch: createFetch(proxyFor),
    redirectAddress: (tenantId) => decisionRedirectAddress(config.baseUrl, tenantId),
  });
}

/** Makes one-time sign-in links, for the demo that prints one. */
export function composeSignInLinks(
  deps: Pick<Base, 'clock' | 'newId' | 'randomBytes'> & {
    readonly config: Pick<Config, 'adminUrl'>;
    readonly database: Database;
  },
) {
  const { database, clock, newId, randomBytes, config } = deps;
  const store = createAdminSessionStore(database);
  const { adminUrl } = config;
  return createSignInLinks({ store, clock, randomBytes, newId, adminUrl, operator: 'demo' });
}
