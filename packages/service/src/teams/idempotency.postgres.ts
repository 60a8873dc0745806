// The memory of Idempotency-Keys, beside the statement that fills it (accept-team.postgres.ts).
// They are forgotten after 30 days: jobs/pruning.postgres.ts.
import type { Database } from '../postgres/database.ts';
import type { CreationStatus } from '../provisioning/creation.ts';
import type { IdempotencyStore } from './accept-team.ts';

export function createIdempotencyStore(database: Database): IdempotencyStore {
  return {
    async find(tenantId, apiKeyId, key) {
      const [row] = await database.query<{
        teamId: string;
        requestHash: string;
        status: CreationStatus;
      }>(
        {
          name: 'idempotency_keys_find',
          text: `
            select k.team_id, k.request_hash, p.status
            from idempotency_keys k
            join provisionings p on p.tenant_id = k.tenant_id and p.team_id = k.team_id
            where k.tenant_id = $1 and k.api_key_id = $2 and k.idempotency_key = $3`,
        },
        [tenantId, apiKeyId, key],
      );
      return row && { teamId: row.teamId, requestHash: row.requestHash, status: row.status };
    },
  };
}
