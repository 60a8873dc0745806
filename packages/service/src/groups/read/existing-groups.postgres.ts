// The number of groups that exist, as active or archived ones.
import type { Queryable } from '../../postgres/database.ts';
import { type GroupLimit, isLimited } from '../../ground/group-limit.ts';

/** Counters of the lane have the groups of the whole tenant. */
export async function countExisting(
  database: Queryable,
  tenantId: string,
  within: GroupLimit,
): Promise<number> {
  const [row] = isLimited(within)
    ? await database.query<{ groups: number }>(countWithin, [
        tenantId,
        within.organisationIds,
        within.templateIds,
      ])
    : await database.query<{ groups: number }>(countAll, [tenantId]);
  return row?.groups ?? 0;
}

const countAll = `
  select (groups_listed - groups_unlisted)::integer as groups from lanes where tenant_id = $1`;

const countWithin = `
  select count(*)::integer as groups from organisation_groups g
  where g.tenant_id = $1 and ($2::uuid[] is null or g.organisation_id = any ($2)) and ($3::uuid[] is null or exists (
    select from teams t where t.tenant_id = g.tenant_id and t.team_id = g.team_id and t.template_id = any ($3)
  ))`;
