// Preferences of administrators in PostgreSQL. They change no right, so they are no activity and no new version.
import type { Database } from '../../postgres/database.ts';
import type { PreferenceStore, Preferences } from './preferences.ts';

const none: Preferences = { language: null, timeZone: null, mutedNotices: [] };

export function createPreferenceStore(database: Database): PreferenceStore {
  return {
    async changePreferences(tenantId, administratorId, change) {
      const [row] = await database.query<{ readonly preferences: Preferences }>(
        `update administrators set preferences = $3::jsonb || coalesce(preferences, '{}') || $4::jsonb
         where tenant_id = $1 and administrator_id = $2 returning preferences`,
        [tenantId, administratorId, JSON.stringify(none), JSON.stringify(change)],
      );
      return row?.preferences;
    },
  };
}
