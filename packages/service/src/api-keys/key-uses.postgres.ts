import type { Queryable } from '../postgres/database.ts';
import type { KeyUse } from './key-uses.ts';

export function createKeyUseWriter(database: Queryable) {
  return async (uses: readonly KeyUse[]): Promise<void> => {
    await database.query(
      `insert into api_key_uses (tenant_id, key_id, last_used_at)
       select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[])
       -- In one order, so that two processes that write at once do not wait for each other.
       order by 1, 2
       on conflict (tenant_id, key_id) do update
       set last_used_at = greatest(api_key_uses.last_used_at, excluded.last_used_at)`,
      [
        uses.map(({ tenantId }) => tenantId),
        uses.map(({ keyId }) => keyId),
        uses.map(({ lastUsedAt }) => lastUsedAt),
      ],
    );
  };
}
