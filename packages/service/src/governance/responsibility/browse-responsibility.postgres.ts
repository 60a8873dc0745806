// The people who answer for most groups.
import type { GroupLimit } from '../../ground/group-limit.ts';
import type { Queryable } from '../../postgres/database.ts';
import { isNotRemovedSql, isWithinSql } from '../../engine/group-state.ts';
import type { AnsweringPerson } from '../../groups/read/team.ts';

/** A person with the number of existing groups in each place. */
export interface AnsweringLoad extends Omit<AnsweringPerson, 'id' | 'acceptance'> {
  readonly id: string;
  readonly responsible: number;
  readonly deputy: number;
}

export function createResponsibilityBrowser(database: Queryable) {
  return {
    mostAnswering: (
      tenantId: string,
      within: GroupLimit,
      limit: number,
    ): Promise<AnsweringLoad[]> =>
      database.query<AnsweringLoad>(mostAnswering(within), [
        tenantId,
        limit,
        within.organisationIds,
      ]),
  };
}

export type ResponsibilityBrowser = ReturnType<typeof createResponsibilityBrowser>;

/** Only groups that were created have people in their search documents. */
function mostAnswering({ organisationIds }: GroupLimit): string {
  const isPresent = `${isNotRemovedSql('s')} and ${isWithinSql('s', organisationIds, '$3')}`;
  return `
    with most as (
      select s.responsible_id as id, count(*)::integer as responsible
      from team_search s
      where s.tenant_id = $1 and s.responsible_id is not null and ${isPresent}
      group by s.responsible_id order by 2 desc, 1 limit $2
    ), deputies as (
      select s.deputy_id as id, count(*)::integer as deputy
      from team_search s
      where s.tenant_id = $1 and s.deputy_id = any (array(select id from most)) and ${isPresent}
      group by s.deputy_id
    )
    select most.id, w.email, w.display_name, w.unavailable_reason is null as available, most.responsible,
      coalesce(deputies.deputy, 0) as deputy
    from most
    left join deputies on deputies.id = most.id
    left join watched_people w on w.tenant_id = $1 and w.person_id = most.id
    order by most.responsible desc, most.id`;
}
