// The groups whose responsibility is not held, longest first, and the people who answer for most groups.
import type { GroupLimit } from '../foundation/group-limit.ts';
import type { Queryable } from '../postgres/database.ts';
import type { ResponsibilityState } from '../provisioning/responsibility-state.ts';
import type { AnsweringPerson, TeamResponsibility, TeamSummary } from '../teams/team.ts';
import {
  existsSql,
  responsibilityJoins,
  responsibilityOf,
  responsibilitySql,
  summaryColumns,
} from '../teams/teams.postgres.ts';

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
      const [items, [count]] = await Promise.all([
        database.query<AnsweredGroup>(listGroups, [
          tenantId,
          state,
          within.organisationIds,
          offset,
          limit,
        ]),
        database.query<{ total: number }>(
          `select count(*)::integer as total ${inState} and ${existsSql}`,
          [tenantId, state, within.organisationIds],
        ),
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
      { organisationIds }: GroupLimit,
      limit: number,
    ): Promise<AnsweringLoad[]> =>
      database.query<AnsweringLoad>(mostAnswering, [tenantId, limit, organisationIds]),
  };
}

export type ResponsibilityBrowser = ReturnType<typeof createResponsibilityBrowser>;

const inState = `
  from group_responsibility g
  join teams t on t.tenant_id = g.tenant_id and t.team_id = g.team_id
  join provisionings p on p.tenant_id = g.tenant_id and p.team_id = g.team_id
  where g.tenant_id = $1 and g.state = $2 and ($3::uuid[] is null or t.organisation_id = any ($3))`;

const listGroups = `
  select ${summaryColumns}, ${responsibilitySql} as responsibility
  from (
    select g.team_id, g.since ${inState} and ${existsSql}
    order by g.since, g.team_id offset $4 limit $5
  ) page
  join teams t on t.tenant_id = $1 and t.team_id = page.team_id
  join provisionings p on p.tenant_id = $1 and p.team_id = page.team_id
  ${responsibilityJoins}
  order by page.since, page.team_id`;

/** Deleted and missing groups are few, and have separate indexes. */
const isPresent = `($3::uuid[] is null or exists (
    select from teams t
    where t.tenant_id = s.tenant_id and t.team_id = s.team_id and t.organisation_id = any ($3)
  )) and not exists (
    select from teams t where t.tenant_id = s.tenant_id and t.team_id = s.team_id and t.deleted_at is not null
  ) and not exists (
    select from provisionings p where p.tenant_id = s.tenant_id and p.team_id = s.team_id and p.gone_since is not null
  )`;

const mostAnswering = `
  with most as (
    select s.responsible_id as id, count(*)::integer as responsible
    from team_search s
    where s.tenant_id = $1 and s.responsible_id is not null and ${isPresent}
    group by s.responsible_id order by 2 desc, 1 limit $2
  )
  select most.id, w.email, w.display_name, w.unavailable_reason is null as available, most.responsible, (
    select count(*)::integer from team_search s
    where s.tenant_id = $1 and s.deputy_id = most.id and ${isPresent}
  ) as deputy
  from most left join watched_people w on w.tenant_id = $1 and w.person_id = most.id
  order by most.responsible desc, most.id`;
