import type { Database } from '../postgres/database.ts';

/** When API keys were last used, by key id; those that never were are absent. */
export function createLastUses(database: Database) {
  return async (tenantId: string, keyId?: string): Promise<ReadonlyMap<string, Date>> => {
    const rows = await database.query<{ keyId: string; lastUsedAt: Date }>(
      `select key_id, last_used_at from api_key_uses
       where tenant_id = $1 and ($2::uuid is null or key_id = $2)`,
      [tenantId, keyId ?? null],
    );
    return new Map(rows.map((row) => [row.keyId, row.lastUsedAt]));
  };
}
