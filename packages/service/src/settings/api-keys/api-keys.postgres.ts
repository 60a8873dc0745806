import type { Queryable } from '../../postgres/database.ts';
import type { ApiKey } from './api-key.ts';
import type { ApiKeyStore } from './manage-api-keys.ts';

const columns =
  'tenant_id, key_id, name, created_at, created_by, expires_at, revoked_at, secrets, scopes, organisation_ids, owner, purpose, ip_ranges, template_ids, source';

export function createApiKeyStore(transaction: Queryable): ApiKeyStore {
  return {
    list: (tenantId) =>
      transaction.query<ApiKey>(
        `select ${columns} from api_keys where tenant_id = $1 order by key_id desc`,
        [tenantId],
      ),
    async find(tenantId, keyId) {
      const [row] = await transaction.query<ApiKey>(
        `select ${columns} from api_keys where tenant_id = $1 and key_id = $2`,
        [tenantId, keyId],
      );
      return row;
    },
    async lock(tenantId, keyId) {
      const [row] = await transaction.query<ApiKey>(
        `select ${columns} from api_keys where tenant_id = $1 and key_id = $2 for update`,
        [tenantId, keyId],
      );
      return row;
    },
    async insert(key) {
      await transaction.query(
        `insert into api_keys (${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
        [
          key.tenantId,
          key.keyId,
          key.name,
          key.createdAt,
          key.createdBy,
          key.expiresAt,
          key.revokedAt,
          JSON.stringify(key.secrets),
          key.scopes,
          key.organisationIds,
          key.owner,
          key.purpose,
          key.ipRanges,
          key.templateIds,
          key.source,
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
        `update api_keys set name = $3, revoked_at = $4, secrets = $5, scopes = $6, organisation_ids = $7, owner = $8, purpose = $9, ip_ranges = $10, template_ids = $11, source = $12,
          version = version + 1
        where tenant_id = $1 and key_id = $2`,
        [
          key.tenantId,
          key.keyId,
          key.name,
          key.revokedAt,
          JSON.stringify(key.secrets),
          key.scopes,
          key.organisationIds,
          key.owner,
          key.purpose,
          key.ipRanges,
          key.templateIds,
          key.source,
        ],
      );
    },
  };
}
