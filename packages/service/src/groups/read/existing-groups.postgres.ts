// The number of groups that exist, as active or archived ones.
import type { Queryable } from '../../postgres/database.ts';
import { existsByIndexSql, isWithinSql } from '../../engine/group-state.ts';

/** @param organisationIds null: all of the tenant */
export async function countExisting(
  database: Queryable,
  tenantId: string,
  organisationIds: readonly string[] | null,
): Promise<number> {
  const [row] = await database.query<{ groups: number }>(
    `select count(*)::integer as groups from teams g
    where g.tenant_id = $1 and ${existsByIndexSql('g')} and ${isWithinSql('g', organisationIds, '$2')}`,
    [tenantId, organisationIds],
  );
  return row?.groups ?? 0;
}
