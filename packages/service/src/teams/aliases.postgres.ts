import type { Queryable } from '../postgres/database.ts';
import type { AliasStore } from './plan-creation.ts';

export function createAliasStore(database: Queryable): AliasStore {
  return {
    async held(tenantId, aliasKeys) {
      const rows = await database.query<{ aliasKey: string }>(
        {
          name: 'teams_held_aliases',
          text: 'select alias_key from teams where tenant_id = $1 and alias_key = any ($2)',
        },
        [tenantId, aliasKeys],
      );
      return new Set(rows.map(({ aliasKey }) => aliasKey));
    },
  };
}
