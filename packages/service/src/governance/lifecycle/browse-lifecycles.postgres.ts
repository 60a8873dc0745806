// The lifecycles of a tenant's groups for its administrators: how many expire, are archived and are deleted on each of the
// coming days, and the groups themselves. Days are those of the tenant's time zone, by its governance clock.
import type { GroupLimit } from '../../ground/group-limit.ts';
import type { Queryable } from '../../postgres/database.ts';
import {
  existsByIndexSql,
  isActiveByIndexSql,
  isArchivedByIndexSql,
  isWithinSql,
} from '../../engine/group-state.ts';
import type { TeamSummary } from '../../groups/read/team.ts';
import { summaryColumns } from '../../groups/read/teams.postgres.ts';

export const calendarDays = 90;

/** Groups on hold are not part of it: nothing happens to them. */
export interface CalendarDay {
  /** As `2027-03-28`. */
  readonly date: string;
  readonly expiring: number;
  /** Those of the expiring ones that will be archived unless they are renewed. */
  readonly archiving: number;
  readonly deleting: number;
}

export interface LifecycleOverview {
  /** The governance clock. */
  readonly now: Date;
  /** `calendarDays` days, today first. Dates that have passed are due today. */
  readonly days: readonly CalendarDay[];
  /** As many as the list of each has, groups on hold included. */
  readonly expiring: number;
  readonly deleting: number;
  readonly archived: number;
  readonly onHold: number;
}

export const lifecycleLists = ['expiring', 'archived', 'deleting', 'on_hold'] as const;
export type LifecycleList = (typeof lifecycleLists)[number];

export interface ListedDay {
  /** As `2027-03-28`; the groups that the calendar counts on it, so none on hold. */
  readonly date: string;
  /** Of those that expire: true for those that are archived then, false for the others. Undefined: all. */
  readonly isArchiving?: boolean | undefined;
}

export interface ListedLifecycle extends TeamSummary {
  readonly expiresAt: Date | null;
  readonly archivedAt: Date | null;
  readonly deletesAt: Date | null;
  readonly isOnHold: boolean;
}

interface Part {
  readonly offset: number;
  readonly limit: number;
}

export function createLifecycleBrowser(database: Queryable) {
  async function pageOf(
    { from, where, at, direction }: Selection,
    values: readonly unknown[],
    { offset, limit }: Part,
  ): Promise<{ readonly items: ListedLifecycle[]; readonly total: number }> {
    const next = values.length + 1;
    const [items, [count]] = await Promise.all([
      database.query<ListedLifecycle>(
        `select ${summaryColumns}, l.expires_at, t.archived_at, l.deletes_at, h.team_id is not null as is_on_hold
          from (
            select g.team_id, ${at} as at from ${from} where ${where}
            order by ${at} ${direction}, g.team_id ${direction} offset $${next} limit $${next + 1}
          ) page
          join teams t on t.tenant_id = $1 and t.team_id = page.team_id
          join provisionings p on p.tenant_id = $1 and p.team_id = page.team_id
          left join group_lifecycles l on l.tenant_id = $1 and l.team_id = page.team_id
          left join group_holds h on h.tenant_id = $1 and h.team_id = page.team_id
          order by page.at ${direction}, page.team_id ${direction}`,
        [...values, offset, limit],
      ),
      database.query<{ total: number }>(
        `select count(*)::integer as total from ${from} where ${where}`,
        [...values],
      ),
    ]);
    return { items, total: count?.total ?? 0 };
  }

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

    /** The next date first; archived groups and holds newest first. */
    async list(
      tenantId: string,
      { list, within }: { readonly list: LifecycleList; readonly within: GroupLimit },
      page: Part,
    ): Promise<{ readonly items: ListedLifecycle[]; readonly total: number }> {
      return await pageOf(selectionOf(list, within), [tenantId, within.organisationIds], page);
    },

    /** The groups that the calendar counts on a day, the next date first. */
    async listDay(
      tenantId: string,
      of: {
        readonly list: 'expiring' | 'deleting';
        readonly day: ListedDay;
        readonly timeZone: string;
        readonly within: GroupLimit;
      },
      page: Part,
    ): Promise<{ readonly items: ListedLifecycle[]; readonly total: number }> {
      const { list, day, timeZone, within } = of;
      const selection = withPolicies(list);
      const isOfDay = `${dayOf(selection.at)} = $4::date
        and ($5::boolean is null or $5::boolean = ${isArchivedThen})`;
      return await pageOf(
        { ...selection, where: `${selection.where} and ${isOfDay}` },
        [tenantId, within.organisationIds, timeZone, day.date, day.isArchiving ?? null],
        page,
      );
    },
  };
}

export type LifecycleBrowser = ReturnType<typeof createLifecycleBrowser>;

/** A list is found by narrow tables `g`; only the rows of its page are read in full. */
interface Selection {
  readonly from: string;
  readonly where: string;
  readonly at: string;
  readonly direction: 'asc' | 'desc';
}

function selectionOf(list: LifecycleList, { organisationIds }: GroupLimit): Selection {
  const { where, ...rest } = lists[list];
  const isWithin = isWithinSql('g', organisationIds, '$2');
  return { ...rest, where: `g.tenant_id = $1 and ${where} and ${isWithin}` };
}

/** Groups on no hold, with the policies that decide about them. */
function withPolicies(list: 'expiring' | 'deleting'): Selection {
  const { from, where, ...rest } = lists[list];
  return {
    ...rest,
    from: `${from}
      join teams k on k.tenant_id = g.tenant_id and k.team_id = g.team_id
      left join templates m on m.tenant_id = k.tenant_id and m.template_id = k.template_id`,
    where: `g.tenant_id = $1 and ${where} and ${isFree} and ($2::uuid[] is null or k.organisation_id = any ($2))`,
  };
}

const lists: Readonly<Record<LifecycleList, Selection>> = {
  expiring: {
    from: 'group_lifecycles g',
    where: `g.expires_at is not null and g.outcome is null and ${isActiveByIndexSql('g')}`,
    at: 'g.expires_at',
    direction: 'asc',
  },
  deleting: {
    from: 'group_lifecycles g',
    where: `g.deletes_at is not null and ${isArchivedByIndexSql('g')}`,
    at: 'g.deletes_at',
    direction: 'asc',
  },
  archived: {
    from: 'teams g',
    where: `g.archived_at is not null and ${existsByIndexSql('g')}`,
    at: 'g.archived_at',
    direction: 'desc',
  },
  on_hold: {
    from: 'group_holds g',
    where: existsByIndexSql('g'),
    at: 'g.held_at',
    direction: 'desc',
  },
};

const isFree =
  'not exists (select from group_holds h where h.tenant_id = g.tenant_id and h.team_id = g.team_id)';
/** Whether an expiring group is archived on its date, unless someone renews it. */
const isArchivedThen = `(k.policy ->> 'kind' = 'team'
  and coalesce(m.policy -> 'lifecycle' ->> 'unanswered', 'archive') <> 'keep')`;

/** A date that has passed is due now. The clock is read once, and not for each row. */
const dayOf = (date: string) =>
  `(greatest(${date}, (select governance_now($1))) at time zone $3)::date`;

function calendarOf(within: GroupLimit): string {
  const dates = ({ from, where, at }: Selection) => `
      from ${from}
      where ${where} and ${at} < (
        select ((governance_now($1) at time zone $3)::date + ${calendarDays})::timestamp at time zone $3
      )
      group by 1`;
  const deleting = selectionOf('deleting', within);
  return `
    select to_char(date, 'YYYY-MM-DD') as date, sum(expiring)::integer as expiring, sum(archiving)::integer as archiving,
      sum(deleting)::integer as deleting
    from (
      select day::date as date, 0 as expiring, 0 as archiving, 0 as deleting
      from (select (governance_now($1) at time zone $3)::date as today) from_day,
        generate_series(today, today + ${calendarDays - 1}, interval '1 day') day
      union all
      select ${dayOf(lists.expiring.at)}, count(*), count(*) filter (where ${isArchivedThen}), 0
      ${dates(withPolicies('expiring'))}
      union all
      select ${dayOf(lists.deleting.at)}, 0, 0, count(*)
      ${dates({ ...deleting, where: `${deleting.where} and ${isFree}` })}
    ) counted
    group by date order by date`;
}

function totalsOf(within: GroupLimit): string {
  const countOf = (list: LifecycleList) => {
    const { from, where } = selectionOf(list, within);
    return `(select count(*)::integer from ${from} where ${where})`;
  };
  return `
    select governance_now($1) as now, ${countOf('expiring')} as expiring, ${countOf('deleting')} as deleting,
      ${countOf('archived')} as archived, ${countOf('on_hold')} as on_hold`;
}
