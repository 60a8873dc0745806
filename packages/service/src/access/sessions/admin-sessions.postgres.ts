// All that the sign-in to the admin center keeps in PostgreSQL, in one.
import type { Database } from '../../postgres/database.ts';
import { createAdministratorStore } from './administrators.postgres.ts';
import { createBoundAccounts } from './bound-accounts.postgres.ts';
import { createInvitationStore } from './invitations.postgres.ts';
import { createPreferenceStore } from './preferences.postgres.ts';
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
