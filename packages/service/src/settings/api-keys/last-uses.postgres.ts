import type { Database } from '../../postgres/database.ts';
import type { LastUseOfSecret } from './key-uses.ts';

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

/** When, and from where, the secrets of a key were last used; those that never were are absent. */
export function createSecretUses(database: Database) {
  return (tenantId: string, keyId: string): Promise<readonly LastUseOfSecret[]> =>
    database.query<LastUseOfSecret>(
      `select secret_id, last_used_at, address, user_agent from api_key_secret_uses
       where tenant_id = $1 and key_id = $2`,
      [tenantId, keyId],
    );
}
