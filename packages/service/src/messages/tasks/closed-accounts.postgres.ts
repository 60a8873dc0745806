// Assignees who cannot decide any more, as far as their accounts are followed: governance/responsibility/follow-people.postgres.ts.
import type { Queryable } from '../../postgres/database.ts';

export function createClosedAccounts(database: Queryable) {
  return async (tenantId: string, personId: string): Promise<boolean> => {
    const rows = await database.query(
      `select from watched_people
      where tenant_id = $1 and person_id = $2 and unavailable_reason in ('disabled', 'deleted')`,
      [tenantId, personId.toLowerCase()],
    );
    return rows.length > 0;
  };
}
