// The memory of Idempotency-Keys, beside the statement that fills it (teams.postgres.ts).
import type { Database } from '../postgres/database.ts';
import type { CreationStatus } from '../provisioning/creation.ts';
import type { IdempotencyStore } from './accept-team.ts';

const keptForDays = 30;

export function createIdempotencyStore(database: Database): IdempotencyStore {
  return {
    async find(tenantId, apiKeyId, key) {
      const [row] = await database.query<{
        team_id: string;
        request_hash: string;
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
      return row && { teamId: row.team_id, requestHash: row.request_hash, status: row.status };
    },
  };
}

/** Forgets the keys whose time is over; safe to call from several processes. */
export async function forgetOldIdempotencyKeys(database: Database, now: Date): Promise<void> {
  await database.query(
    `delete from idempotency_keys where created_at < $1::timestamptz - $2 * interval '1 day'`,
    [now, keptForDays],
  );
}
