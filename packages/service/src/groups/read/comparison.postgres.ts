import type { Queryable } from '../../postgres/database.ts';
import { existsByIndexSql } from '../../engine/group-state.ts';
import type { Comparison, ReadComparison } from './comparison.ts';

const isWithin = (team: string) =>
  `($2::uuid[] is null or ${team}.organisation_id = any ($2)) and ($3::uuid[] is null or ${team}.template_id = any ($3))`;

export function createReadComparison(database: Queryable): ReadComparison {
  return async (tenantId, { organisationIds, templateIds }) => {
    const [row] = await database.query<Comparison>(comparisonSql, [
      tenantId,
      organisationIds,
      templateIds,
    ]);
    if (row === undefined) throw new Error('A count without a group has one row.');
    return row;
  };
}

const comparisonSql = `
  with existing as (
    select count(*)::integer as groups from teams g
    where g.tenant_id = $1 and ${existsByIndexSql('g')} and ${isWithin('g')}
  ), compared as (
    select count(*)::integer as groups, min(o.details_seen_at) as oldest_at
    from team_observations o join teams t on t.tenant_id = o.tenant_id and t.team_id = o.team_id
    where o.tenant_id = $1 and o.record_version = t.version and ${existsByIndexSql('o')} and ${isWithin('t')}
  )
  select (select finished_at from reconciliations where tenant_id = $1) as finished_at, compared.oldest_at,
    existing.groups, greatest(existing.groups - compared.groups, 0) as not_compared
  from existing, compared`;
