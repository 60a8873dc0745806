// All that the sign-in to the admin center keeps in PostgreSQL, in one.
import type { Database } from '../../postgres/database.ts';
import { createAdministratorStore } from './administrators.postgres.ts';
import { createBoundAccounts } from './bound-accounts.postgres.ts';
import { createInvitationStore } from './invitations.postgres.ts';
import type { PreferenceStore, Preferences } from './preferences.ts';
import { createSessionStore } from './sessions.postgres.ts';
import { createSignInLinkStore } from './sign-in-links.postgres.ts';
import { createProviderStore } from './sign-in-providers.postgres.ts';

export function createAdminSessionStore(database: Database) {
  return {
    ...createAdministratorStore(database),
    ...createSessionStore(database),
    ...createSignInLinkStore(database),
    ...createInvitationStore(database),
    ...createProviderStore(database),
    ...createBoundAccounts(database),
    ...createPreferenceStore(database),
  };
}

const noPreferences: Preferences = { language: null, timeZone: null, mutedNotices: [] };

/** They change no right, so they are no activity and no new version. */
function createPreferenceStore(database: Database): PreferenceStore {
  return {
    async changePreferences(tenantId, administratorId, change) {
      const [row] = await database.query<{ readonly preferences: Preferences }>(
        `update administrators set preferences = $3::jsonb || coalesce(preferences, '{}') || $4::jsonb
         where tenant_id = $1 and administrator_id = $2 returning preferences`,
        [tenantId, administratorId, JSON.stringify(noPreferences), JSON.stringify(change)],
      );
      return row?.preferences;
    },
  };
}
