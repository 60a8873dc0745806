// Plans of handovers that are kept with their Idempotency-Keys. They are removed after 30 days: jobs/pruning.postgres.ts.
import type { Database } from '../../postgres/database.ts';
import type { HandoverStore, PlannedHandover } from './hand-over.ts';

interface Row {
  readonly requestHash: string;
  readonly plan: PlannedHandover;
}

export function createHandoverStore(database: Database): HandoverStore {
  const find: HandoverStore['find'] = async (tenantId, { holderId, key }) => {
    const [row] = await database.query<Row>(
      `select request_hash, plan from person_handovers
       where tenant_id = $1 and api_key_id = $2 and idempotency_key = $3`,
      [tenantId, holderId, key],
    );
    return row;
  };
  return {
    find,
    async keep(tenantId, { holderId, key }, { requestHash, plan, at }) {
      const rows = await database.query(
        `insert into person_handovers (tenant_id, api_key_id, idempotency_key, request_hash, plan, created_at)
         values ($1, $2, $3, $4, $5, $6)
         on conflict do nothing
         returning 1 as kept`,
        [tenantId, holderId, key, requestHash, JSON.stringify(plan), at],
      );
      if (rows.length > 0) return { requestHash, plan };
      const first = await find(tenantId, { holderId, key });
      if (first === undefined) throw new Error('A handover was kept and is not there.');
      return first;
    },
  };
}
