// The lifecycles of a tenant's groups for its administrators: how many expire, are archived and are deleted on each of the
// coming days, and the groups themselves. Days are those of the tenant's time zone, by its governance clock.
import type { GroupLimit } from '../foundation/group-limit.ts';
import type { Queryable } from '../postgres/database.ts';
import { type GroupState, groupStateSql } from '../provisioning/group-state.ts';
import type { TeamSummary } from '../teams/team.ts';
import { existsSql, summaryColumns } from '../teams/teams.postgres.ts';

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

export function createLifecycleBrowser(database: Queryable) {
  async function pageOf(
    { from, where, order, more = '' }: Selection & { readonly more?: string },
    values: readonly unknown[],
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly items: ListedLifecycle[]; readonly total: number }> {
    const next = values.length + 1;
    const [items, [count]] = await Promise.all([
      database.query<ListedLifecycle>(
        `select ${summaryColumns}, l.expires_at, t.archived_at, l.deletes_at, h.team_id is not null as is_on_hold
          from ${from} ${groups} ${more} where ${where} order by ${order} offset $${next} limit $${next + 1}`,
        [...values, offset, limit],
      ),
      database.query<{ total: number }>(
        `select count(*)::integer as total from ${from} ${groups} ${more} where ${where}`,
        [...values],
      ),
    ]);
    return { items, total: count?.total ?? 0 };
  }

  return {
    async overview(
      tenantId: string,
      timeZone: string,
      { organisationIds }: GroupLimit,
    ): Promise<LifecycleOverview> {
      const [days, [totals]] = await Promise.all([
        database.query<CalendarDay>(readCalendar, [tenantId, organisationIds, timeZone]),
        database.query<Omit<LifecycleOverview, 'days'>>(readTotals, [tenantId, organisationIds]),
      ]);
      if (totals === undefined) throw new Error('The totals are not there.');
      return { ...totals, days };
    },

    /** The next date first; archived groups and holds newest first. */
    async list(
      tenantId: string,
      { list, within }: { readonly list: LifecycleList; readonly within: GroupLimit },
      { offset, limit }: { readonly offset: number; readonly limit: number },
    ): Promise<{ readonly items: ListedLifecycle[]; readonly total: number }> {
      const values = [tenantId, within.organisationIds];
      return await pageOf(lists[list], values, { offset, limit });
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
      page: { readonly offset: number; readonly limit: number },
    ): Promise<{ readonly items: ListedLifecycle[]; readonly total: number }> {
      const { list, day, timeZone, within } = of;
      const { from, where, order } = lists[list];
      const isOfDay = `h.team_id is null and ${dayOf(dateOf[list])} = $4::date
        and ($5::boolean is null or $5::boolean = ${isArchivedThen})`;
      const selected = { from, where: `${where} and ${isOfDay}`, order, more: withTemplate };
      const values = [
        tenantId,
        within.organisationIds,
        timeZone,
        day.date,
        day.isArchiving ?? null,
      ];
      return await pageOf(selected, values, page);
    },
  };
}

export type LifecycleBrowser = ReturnType<typeof createLifecycleBrowser>;

const inState = (state: GroupState) => `${groupStateSql} = '${state}'`;
const isWithin = '($2::uuid[] is null or t.organisation_id = any ($2))';
const isExpiring = `l.expires_at is not null and l.outcome is null and ${inState('active')} and ${isWithin}`;
const isDeleting = `l.deletes_at is not null and ${inState('archived')} and ${isWithin}`;

const groups = `
  join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
  left join group_holds h on h.tenant_id = t.tenant_id and h.team_id = t.team_id`;
const ofLifecycles =
  'group_lifecycles l join teams t on t.tenant_id = l.tenant_id and t.team_id = l.team_id';
const withLifecycle =
  'left join group_lifecycles l on l.tenant_id = t.tenant_id and l.team_id = t.team_id';

interface Selection {
  readonly from: string;
  readonly where: string;
  readonly order: string;
}

const lists: Readonly<Record<LifecycleList, Selection>> = {
  expiring: {
    from: ofLifecycles,
    where: `l.tenant_id = $1 and ${isExpiring}`,
    order: 'l.expires_at, l.team_id',
  },
  deleting: {
    from: ofLifecycles,
    where: `l.tenant_id = $1 and ${isDeleting}`,
    order: 'l.deletes_at, l.team_id',
  },
  archived: {
    from: `teams t ${withLifecycle}`,
    where: `t.tenant_id = $1 and t.archived_at is not null and ${inState('archived')} and ${isWithin}`,
    order: 't.archived_at desc, t.team_id desc',
  },
  on_hold: {
    from: `group_holds o join teams t on t.tenant_id = o.tenant_id and t.team_id = o.team_id ${withLifecycle}`,
    where: `o.tenant_id = $1 and ${existsSql} and ${isWithin}`,
    order: 'o.held_at desc, o.team_id desc',
  },
};

const dateOf = { expiring: 'l.expires_at', deleting: 'l.deletes_at' } as const;

const withTemplate =
  'left join templates m on m.tenant_id = t.tenant_id and m.template_id = t.template_id';
/** Whether an expiring group is archived on its date, unless someone renews it. */
const isArchivedThen = `(t.policy ->> 'kind' = 'team'
  and coalesce(m.policy -> 'lifecycle' ->> 'unanswered', 'archive') <> 'keep')`;

const present = (list: 'expiring' | 'deleting') => `
  from ${ofLifecycles} ${groups} ${withTemplate}
  where l.tenant_id = $1 and ${list === 'expiring' ? isExpiring : isDeleting} and h.team_id is null
    and ${dateOf[list]} < (
      select ((governance_now($1) at time zone $3)::date + ${calendarDays})::timestamp at time zone $3
    )`;

/** A date that has passed is due now. The clock is read once, and not for each row. */
const dayOf = (date: string) =>
  `(greatest(${date}, (select governance_now($1))) at time zone $3)::date`;

const readCalendar = `
  select to_char(date, 'YYYY-MM-DD') as date, sum(expiring)::integer as expiring, sum(archiving)::integer as archiving,
    sum(deleting)::integer as deleting
  from (
    select day::date as date, 0 as expiring, 0 as archiving, 0 as deleting
    from (select (governance_now($1) at time zone $3)::date as today) from_day,
      generate_series(today, today + ${calendarDays - 1}, interval '1 day') day
    union all
    select ${dayOf(dateOf.expiring)}, count(*), count(*) filter (where ${isArchivedThen}), 0
    ${present('expiring')} group by 1
    union all
    select ${dayOf(dateOf.deleting)}, 0, 0, count(*)
    ${present('deleting')} group by 1
  ) counted
  group by date order by date`;

const readTotals = `
  select governance_now($1) as now,
    (select count(*)::integer from ${lists.archived.from} ${groups} where ${lists.archived.where}) as archived,
    (select count(*)::integer from ${lists.on_hold.from} ${groups} where ${lists.on_hold.where}) as on_hold`;
