import type { Queryable } from '../../postgres/database.ts';
import type { Comparison, ReadComparison } from './comparison.ts';
import { countExisting } from './existing-groups.postgres.ts';

export function createReadComparison(database: Queryable): ReadComparison {
  return async (tenantId, within) => {
    const { organisationIds, templateIds } = within;
    const [[row], groups] = await Promise.all([
      database.query<Omit<Comparison, 'groups'>>(comparisonSql, [
        tenantId,
        organisationIds,
        templateIds,
      ]),
      countExisting(database, tenantId, within),
    ]);
    if (row === undefined) throw new Error('A count without a group has one row.');
    return { ...row, groups };
  };
}

/** Whether the group of a row exists and is within the limit. */
const isOfLimit = (row: string) => `exists (
    select from organisation_groups g
    where g.tenant_id = $1 and g.team_id = ${row}.team_id and ($2::uuid[] is null or g.organisation_id = any ($2))
      and ($3::uuid[] is null or exists (
        select from teams m where m.tenant_id = $1 and m.team_id = g.team_id and m.template_id = any ($3)
      ))
  )`;

const comparisonSql = `
  select (select finished_at from reconciliations where tenant_id = $1) as finished_at, (
    select o.details_seen_at from team_observations o
    where o.tenant_id = $1 and ${isOfLimit('o')}
      and not exists (select from uncompared_groups u where u.tenant_id = $1 and u.team_id = o.team_id)
    order by o.details_seen_at limit 1
  ) as oldest_at, (
    select count(*)::integer from uncompared_groups u where u.tenant_id = $1 and ${isOfLimit('u')}
  ) as not_compared`;
