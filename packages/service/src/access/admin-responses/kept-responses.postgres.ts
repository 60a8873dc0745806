// Kept answers are removed after a day: jobs/pruning.postgres.ts.
import type { Queryable } from '../../postgres/database.ts';
import type { KeptResponseStore } from './kept-responses.ts';

export function createKeptResponseStore(database: Queryable): KeptResponseStore {
  return {
    async claim({ tenantId, holderId, keyHash }, requestHash, at) {
      const rows = await database.query(
        `insert into admin_kept_answers (tenant_id, administrator_id, key_hash, request_hash, created_at)
         values ($1, $2, $3, $4, $5)
         on conflict do nothing
         returning key_hash`,
        [tenantId, holderId, keyHash, requestHash, at],
      );
      return rows.length > 0;
    },
    async find({ tenantId, holderId, keyHash }) {
      const [row] = await database.query<{ requestHash: string; answerSealed: string }>(
        `select request_hash, answer_sealed from admin_kept_answers
         where tenant_id = $1 and administrator_id = $2 and key_hash = $3`,
        [tenantId, holderId, keyHash],
      );
      return row;
    },
    async keep({ tenantId, holderId, keyHash }, answerSealed) {
      await database.query(
        `update admin_kept_answers set answer_sealed = $4
         where tenant_id = $1 and administrator_id = $2 and key_hash = $3`,
        [tenantId, holderId, keyHash, answerSealed],
      );
    },
  };
}
