import type { Queryable } from '../../postgres/database.ts';
import type { GroupLimit } from '../../ground/group-limit.ts';
import { foundConditions, isComparedSql } from '../../engine/observed-state.ts';
import type { FindingCounts } from './findings.ts';

/** Few groups are found; they have a separate index. */
export async function countFindings(
  database: Queryable,
  tenantId: string,
  { organisationIds, templateIds }: GroupLimit,
): Promise<FindingCounts> {
  const [row] = await database.query<FindingCounts>(countsSql, [
    tenantId,
    organisationIds,
    templateIds,
  ]);
  if (row === undefined) throw new Error('A count without a group has one row.');
  return row;
}

const countOf = (kind: keyof typeof foundConditions) =>
  `count(*) filter (where ${foundConditions[kind]})`;

const countsSql = `
  select count(*) as "all", ${countOf('differs')} as differs, ${countOf('ownerless')} as ownerless,
    ${countOf('too_few_owners')} as too_few_owners, ${countOf('responsible_unavailable')} as responsible_unavailable,
    ${countOf('deputy_unavailable')} as deputy_unavailable,
    ${countOf('responsible_unreachable')} as responsible_unreachable,
    ${countOf('deputy_unreachable')} as deputy_unreachable, ${countOf('contested')} as contested,
    ${countOf('idle')} as idle
  from team_observations o
  join teams t on t.tenant_id = o.tenant_id and t.team_id = o.team_id
  join provisionings p on p.tenant_id = o.tenant_id and p.team_id = o.team_id
  where o.tenant_id = $1 and ${foundConditions.any} and ${isComparedSql}
    and ($2::uuid[] is null or t.organisation_id = any ($2)) and ($3::uuid[] is null or t.template_id = any ($3))`;
