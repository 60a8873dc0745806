import type { Database } from '../postgres/database.ts';
import type { MarkingKeyStore } from './marking-keys.ts';

export function createMarkingKeyStore(database: Database): MarkingKeyStore {
  return {
    list: (tenantId) =>
      database.query(
        `select key_id, key_sealed from marking_keys where tenant_id = $1
         order by created_at, key_id`,
        [tenantId],
      ),
    async add(tenantId, { keyId, keySealed }) {
      await database.query(
        'insert into marking_keys (tenant_id, key_id, key_sealed) values ($1, $2, $3)',
        [tenantId, keyId, keySealed],
      );
    },
  };
}
