// The groups whose responsibility is not held, longest first, and the people who answer for most groups.
import type { GroupLimit } from '../../ground/group-limit.ts';
import type { Queryable } from '../../postgres/database.ts';
import { existsByIndexSql, isNotRemovedSql, isWithinSql } from '../../engine/group-state.ts';
import type { ResponsibilityState } from '../../engine/responsibility-state.ts';
import type { AnsweringPerson, TeamResponsibility, TeamSummary } from '../../groups/read/team.ts';
import {
  responsibilityJoins,
  responsibilityOf,
  responsibilitySql,
  summaryColumns,
} from '../../groups/read/teams.postgres.ts';

export interface AnsweredGroup extends TeamSummary {
  readonly responsibility: TeamResponsibility;
}

/** A person with the number of existing groups in each place. */
export interface AnsweringLoad extends Omit<AnsweringPerson, 'id' | 'acceptance'> {
  readonly id: string;
  readonly responsible: number;
  readonly deputy: number;
}

export type NotHeld = Exclude<ResponsibilityState, 'held'>;

export function createResponsibilityBrowser(database: Queryable) {
  return {
    /** A group that was deleted keeps its row until the next assessment; it is neither listed nor counted. */
    async listGroups(
      tenantId: string,
      { state, within }: { readonly state: NotHeld; readonly within: GroupLimit },
      { offset, limit }: { readonly offset: number; readonly limit: number },
    ): Promise<{ readonly items: AnsweredGroup[]; readonly total: number }> {
      const selection = inState(within);
      const values = [tenantId, state, within.organisationIds];
      const [items, [count]] = await Promise.all([
        database.query<AnsweredGroup>(pageOf(selection), [...values, offset, limit]),
        database.query<{ total: number }>(`select count(*)::integer as total ${selection}`, values),
      ]);
      return {
        items: items.map(({ responsibility, ...group }) =>
          Object.assign(group, { responsibility: responsibilityOf(responsibility) }),
        ),
        total: count?.total ?? 0,
      };
    },

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

const inState = ({ organisationIds }: GroupLimit) => `
  from group_responsibility g
  where g.tenant_id = $1 and g.state = $2 and ${existsByIndexSql('g')} and ${isWithinSql('g', organisationIds, '$3')}`;

/** Only the rows of the page are read in full. */
const pageOf = (selection: string) => `
  select ${summaryColumns}, ${responsibilitySql} as responsibility
  from (select g.team_id, g.since ${selection} order by g.since, g.team_id offset $4 limit $5) page
  join teams t on t.tenant_id = $1 and t.team_id = page.team_id
  join provisionings p on p.tenant_id = $1 and p.team_id = page.team_id
  ${responsibilityJoins}
  order by page.since, page.team_id`;

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
