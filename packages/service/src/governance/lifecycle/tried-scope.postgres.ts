// The groups of a tried change, over `teams t` or `templates m`.
import { isComparedSql } from '../../engine/observed-state.ts';
import type { Queryable } from '../../postgres/database.ts';
import type { NamedPeople } from './recorded-people.ts';
import type { SeenPeople } from './subjects-in-group.ts';
import type { TriedScope } from './tried-change.ts';

/** @param id the parameter with `idOfScope` */
export function scopeSql(
  { organisationId, templateId }: TriedScope,
  id: string,
  table: 't' | 'm' = 't',
): string {
  if (templateId !== undefined) return `${table}.template_id = ${id}::uuid`;
  return organisationId === undefined
    ? `${id}::uuid is null`
    : `${table}.organisation_id = ${id}::uuid`;
}

export function idOfScope({ organisationId, templateId }: TriedScope): string | null {
  return templateId ?? organisationId ?? null;
}

export interface TriedRow extends SeenPeople {
  readonly tenantId: string;
  readonly teamId: string;
  readonly named: NamedPeople;
}

const groupsPerPage = 250;

/**
 * The groups that were created, page by page.
 * @param condition of those that count, over `teams t` and `provisionings p`
 */
export async function* pagesOfTried(
  database: Queryable,
  scope: TriedScope,
  condition = 'true',
): AsyncGenerator<readonly TriedRow[]> {
  let after: string | null = null;
  for (;;) {
    const rows: TriedRow[] = await database.query<TriedRow>(readPage(scope, condition), [
      scope.tenantId,
      after,
      idOfScope(scope),
    ]);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < groupsPerPage) return;
    after = last.teamId;
  }
}

const readPage = (scope: TriedScope, condition: string) => `
  select t.tenant_id, t.team_id, case when ${isComparedSql} then o.observed -> 'ownerIds' end as owners_seen,
    (o.observed ->> 'guestCount')::integer as guests_seen,
    jsonb_build_object('responsible', t.people -> 'responsible', 'deputy', t.people -> 'deputy',
      'owners', coalesce(t.people -> 'owners', '[]')) as named
  from teams t
  join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
  left join team_observations o on o.tenant_id = t.tenant_id and o.team_id = t.team_id
  where t.tenant_id = $1 and p.status = 'succeeded' and ($2::uuid is null or t.team_id > $2) and ${scopeSql(scope, '$3')}
    and ${condition}
  order by t.team_id limit ${groupsPerPage}`;
