// Groups that have a date: those that expire, are archived, are deleted or are on hold, and those whose responsibility is not
// held. A list is found by narrow tables `g` of the tenant $1, in the order of the date; only the rows of a page are read in full.
import {
  existsByIndexSql,
  isActiveByIndexSql,
  isArchivedByIndexSql,
} from '../../engine/group-state.ts';
import type { Parameter } from './search-conditions.postgres.ts';
import type { LifecycleFilter, TeamSearch } from './team-search.ts';

export interface DatedList {
  readonly from: string;
  readonly where: string;
  readonly at: string;
}

export const lifecycleLists: Readonly<Record<LifecycleFilter, DatedList>> = {
  expiring: {
    from: 'group_lifecycles g',
    where: `g.expires_at is not null and g.outcome is null and ${isActiveByIndexSql('g')}`,
    at: 'g.expires_at',
  },
  deleting: {
    from: 'group_lifecycles g',
    where: `g.deletes_at is not null and ${isArchivedByIndexSql('g')}`,
    at: 'g.deletes_at',
  },
  archived: {
    from: 'teams g',
    where: `g.archived_at is not null and ${existsByIndexSql('g')}`,
    at: 'g.archived_at',
  },
  on_hold: { from: 'group_holds g', where: existsByIndexSql('g'), at: 'g.held_at' },
};

/** A group that was deleted keeps its row until the next assessment. */
const notHeld = (state: string): DatedList => ({
  from: 'group_responsibility g',
  where: `g.state = ${state} and ${existsByIndexSql('g')}`,
  at: 'g.since',
});

/** A condition of the calendar: groups on hold are not part of it. */
export const isFreeSql =
  'not exists (select from group_holds h where h.tenant_id = g.tenant_id and h.team_id = g.team_id)';

/** The groups of a list that are on no hold, as `teams k`, with the templates `m` that decide about them. */
export function freeGroups(list: LifecycleFilter): DatedList {
  const { from, where, at } = lifecycleLists[list];
  return {
    from: `${from}
      join teams k on k.tenant_id = g.tenant_id and k.team_id = g.team_id
      left join templates m on m.tenant_id = k.tenant_id and m.template_id = k.template_id`,
    where: `${where} and ${isFreeSql}`,
    at,
  };
}

/** Whether an expiring group of `freeGroups` is archived on its date, unless someone renews it. */
export const isArchivedThenSql = `(k.policy ->> 'kind' = 'team'
  and coalesce(m.policy -> 'lifecycle' ->> 'unanswered', 'archive') <> 'keep')`;

/** A date that has passed is due now. The clock is read once, and not for each row. */
export const dayOfSql = (at: string, timeZone: string) =>
  `(greatest(${at}, (select governance_now($1))) at time zone ${timeZone})::date`;

/** The lists that the search asks for, in the order of `datesOf`. */
export function datedListsOf(
  { lifecycle, responsibility }: TeamSearch,
  parameter: Parameter,
): readonly DatedList[] {
  return [
    ...(lifecycle === undefined ? [] : [lifecycleList(lifecycle, parameter)]),
    ...(responsibility === undefined || responsibility === 'held'
      ? []
      : [notHeld(parameter(responsibility))]),
  ];
}

function lifecycleList(
  { list, day }: NonNullable<TeamSearch['lifecycle']>,
  parameter: Parameter,
): DatedList {
  if (day === undefined) return lifecycleLists[list];
  const { date, timeZone, isArchiving } = day;
  const selection = freeGroups(list);
  const conditions = [
    selection.where,
    `${dayOfSql(selection.at, parameter(timeZone))} = ${parameter(date)}::date`,
    ...(isArchiving === undefined
      ? []
      : [isArchiving ? isArchivedThenSql : `not ${isArchivedThenSql}`]),
  ];
  return { ...selection, where: conditions.join(' and ') };
}
