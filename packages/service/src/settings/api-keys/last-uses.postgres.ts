import type { Database, Queryable } from '../../postgres/database.ts';
import type { LastUseOfSecret, KeyUse } from './key-uses.ts';

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

export function createKeyUseWriter(database: Queryable) {
  return async (uses: readonly KeyUse[]): Promise<void> => {
    await database.query(statement, [
      uses.map(({ tenantId }) => tenantId),
      uses.map(({ keyId }) => keyId),
      uses.map(({ secretId }) => secretId),
      uses.map(({ lastUsedAt }) => lastUsedAt),
      uses.map(({ address }) => address),
      uses.map(({ userAgent }) => userAgent ?? null),
    ]);
  };
}

// In one order, so that two processes that write at once do not wait for each other.
const statement = `
  with used as (
    select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::text[], $6::text[])
      as u (tenant_id, key_id, secret_id, last_used_at, address, user_agent)
  ), keys as (
    insert into api_key_uses (tenant_id, key_id, last_used_at)
    select tenant_id, key_id, max(last_used_at) from used group by 1, 2 order by 1, 2
    on conflict (tenant_id, key_id) do update
    set last_used_at = greatest(api_key_uses.last_used_at, excluded.last_used_at)
    returning 1
  )
  insert into api_key_secret_uses (tenant_id, key_id, secret_id, last_used_at, address, user_agent)
  select * from used where (select count(*) from keys) >= 0 order by 1, 2, 3
  on conflict (tenant_id, key_id, secret_id) do update
  set last_used_at = excluded.last_used_at, address = excluded.address, user_agent = excluded.user_agent
  where api_key_secret_uses.last_used_at <= excluded.last_used_at`;
