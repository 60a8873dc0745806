import type { Queryable } from '../postgres/database.ts';
import type { ApiKey, ApiKeySecret } from './api-key.ts';
import type { ApiKeyStore } from './manage-api-keys.ts';

interface Row {
  tenantId: string;
  keyId: string;
  name: string;
  createdAt: Date;
  createdBy: string;
  expiresAt: Date | null;
  revokedAt: Date | null;
  secrets: ApiKeySecret[];
}

const columns = 'tenant_id, key_id, name, created_at, created_by, expires_at, revoked_at, secrets';

export function createApiKeyStore(transaction: Queryable): ApiKeyStore {
  return {
    async list(tenantId) {
      const rows = await transaction.query<Row>(
        `select ${columns} from api_keys where tenant_id = $1 order by key_id desc`,
        [tenantId],
      );
      return rows.map(toKey);
    },
    async lock(tenantId, keyId) {
      const [row] = await transaction.query<Row>(
        `select ${columns} from api_keys where tenant_id = $1 and key_id = $2 for update`,
        [tenantId, keyId],
      );
      return row && toKey(row);
    },
    async insert(key) {
      await transaction.query(
        `insert into api_keys (${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          key.tenantId,
          key.keyId,
          key.name,
          key.createdAt,
          key.createdBy,
          key.expiresAt ?? null,
          key.revokedAt ?? null,
          JSON.stringify(key.secrets),
        ],
      );
    },
    async count(tenantId, at) {
      // A previous insert has locked the revision of the configuration, so concurrent additions wait.
      const [row] = await transaction.query<{ active: number; ever: number }>(
        `select count(*) filter (where revoked_at is null and (expires_at is null or expires_at > $2))::integer as active,
          count(*)::integer as ever
        from api_keys where tenant_id = $1`,
        [tenantId, at],
      );
      return { active: row?.active ?? 0, ever: row?.ever ?? 0 };
    },
    async update(key) {
      await transaction.query(
        `update api_keys set name = $3, revoked_at = $4, secrets = $5, version = version + 1
        where tenant_id = $1 and key_id = $2`,
        [key.tenantId, key.keyId, key.name, key.revokedAt ?? null, JSON.stringify(key.secrets)],
      );
    },
  };
}

function toKey(row: Row): ApiKey {
  return {
    tenantId: row.tenantId,
    keyId: row.keyId,
    name: row.name,
    createdAt: row.createdAt,
    createdBy: row.createdBy,
    expiresAt: row.expiresAt ?? undefined,
    revokedAt: row.revokedAt ?? undefined,
    secrets: row.secrets,
  };
}
