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

export interface ListedLifecycle extends TeamSummary {
  readonly expiresAt: Date | null;
  readonly archivedAt: Date | null;
  readonly deletesAt: Date | null;
  readonly isOnHold: boolean;
}

export function createLifecycleBrowser(database: Queryable) {
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
      const { from, where, order } = lists[list];
      const [items, [count]] = await Promise.all([
        database.query<ListedLifecycle>(
          `select ${summaryColumns}, l.expires_at, t.archived_at, l.deletes_at, h.team_id is not null as is_on_hold
          from ${from} ${groups} where ${where} order by ${order} offset $3 limit $4`,
          [tenantId, within.organisationIds, offset, limit],
        ),
        database.query<{ total: number }>(
          `select count(*)::integer as total from ${from} ${groups} where ${where}`,
          [tenantId, within.organisationIds],
        ),
      ]);
      return { items, total: count?.total ?? 0 };
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

const lists: Readonly<
  Record<LifecycleList, { readonly from: string; readonly where: string; readonly order: string }>
> = {
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

const present = (list: 'expiring' | 'deleting', date: string) => `
  from ${ofLifecycles} ${groups}
  left join templates m on m.tenant_id = t.tenant_id and m.template_id = t.template_id
  where l.tenant_id = $1 and ${list === 'expiring' ? isExpiring : isDeleting} and h.team_id is null
    and ${date} < (
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
    select ${dayOf('l.expires_at')}, count(*), count(*) filter (
        where t.policy ->> 'kind' = 'team'
          and coalesce(m.policy -> 'lifecycle' ->> 'unanswered', 'archive') <> 'keep'
      ), 0
    ${present('expiring', 'l.expires_at')} group by 1
    union all
    select ${dayOf('l.deletes_at')}, 0, 0, count(*)
    ${present('deleting', 'l.deletes_at')} group by 1
  ) counted
  group by date order by date`;

const readTotals = `
  select governance_now($1) as now,
    (select count(*)::integer from ${lists.archived.from} ${groups} where ${lists.archived.where}) as archived,
    (select count(*)::integer from ${lists.on_hold.from} ${groups} where ${lists.on_hold.where}) as on_hold`;
