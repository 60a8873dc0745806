// The lifecycles of a tenant's groups for its administrators: how many expire, are archived and are deleted on each of the
// coming days. Days are those of the tenant's time zone, by its governance clock.
import type { GroupLimit } from '../../ground/group-limit.ts';
import type { Queryable } from '../../postgres/database.ts';
import { isWithinSql } from '../../engine/group-state.ts';
import {
  dayOfSql,
  freeGroups,
  isArchivedThenSql,
  isFreeSql,
  lifecycleLists,
} from '../../groups/search/dated-lists.postgres.ts';
import type { LifecycleFilter } from '../../groups/search/team-search.ts';

export const calendarDays = 90;

/** Groups on hold are not part of it: nothing happens to them. */
export interface CalendarDay {
  /** An example is `2027-03-28`. */
  readonly date: string;
  readonly expiring: number;
  /** These of the expiring ones will be archived unless they are renewed. */
  readonly archiving: number;
  readonly deleting: number;
}

export interface LifecycleOverview {
  /** The governance clock. */
  readonly now: Date;
  /** `calendarDays` days, today first. Dates that have passed are due today. */
  readonly days: readonly CalendarDay[];
  /** They are as many as the list of each has, groups on hold included. */
  readonly expiring: number;
  readonly deleting: number;
  readonly archived: number;
  readonly onHold: number;
}

export function createLifecycleBrowser(database: Queryable) {
  return {
    async overview(
      tenantId: string,
      timeZone: string,
      within: GroupLimit,
    ): Promise<LifecycleOverview> {
      const { organisationIds } = within;
      const [days, [totals]] = await Promise.all([
        database.query<CalendarDay>(calendarOf(within), [tenantId, organisationIds, timeZone]),
        database.query<Omit<LifecycleOverview, 'days'>>(totalsOf(within), [
          tenantId,
          organisationIds,
        ]),
      ]);
      if (totals === undefined) throw new Error('The totals are not there.');
      return { ...totals, days };
    },
  };
}

export type LifecycleBrowser = ReturnType<typeof createLifecycleBrowser>;

function conditionOf(list: LifecycleFilter, { organisationIds }: GroupLimit): string {
  return `g.tenant_id = $1 and ${lifecycleLists[list].where} and ${isWithinSql('g', organisationIds, '$2')}`;
}

function calendarOf(within: GroupLimit): string {
  const dates = (from: string, where: string, at: string) => `
      from ${from}
      where ${where} and ${at} < (
        select ((governance_now($1) at time zone $3)::date + ${calendarDays})::timestamp at time zone $3
      )
      group by 1`;
  const expiring = freeGroups('expiring');
  const { from, at } = lifecycleLists.deleting;
  return `
    select to_char(date, 'YYYY-MM-DD') as date, sum(expiring)::integer as expiring, sum(archiving)::integer as archiving,
      sum(deleting)::integer as deleting
    from (
      select day::date as date, 0 as expiring, 0 as archiving, 0 as deleting
      from (select (governance_now($1) at time zone $3)::date as today) from_day,
        generate_series(today, today + ${calendarDays - 1}, interval '1 day') day
      union all
      select ${dayOfSql(expiring.at, '$3')}, count(*), count(*) filter (where ${isArchivedThenSql}), 0
      ${dates(
        expiring.from,
        `g.tenant_id = $1 and ${expiring.where} and ($2::uuid[] is null or k.organisation_id = any ($2))`,
        expiring.at,
      )}
      union all
      select ${dayOfSql(at, '$3')}, 0, 0, count(*)
      ${dates(from, `${conditionOf('deleting', within)} and ${isFreeSql}`, at)}
    ) counted
    group by date order by date`;
}

function totalsOf(within: GroupLimit): string {
  const countOf = (list: LifecycleFilter) =>
    `(select count(*)::integer from ${lifecycleLists[list].from} where ${conditionOf(list, within)})`;
  return `
    select governance_now($1) as now, ${countOf('expiring')} as expiring, ${countOf('deleting')} as deleting,
      ${countOf('archived')} as archived, ${countOf('on_hold')} as on_hold`;
}
