// The state of responsibility in a tenant for its administrators, and the release of a mass departure.
import type { Actor } from '../../audit/activity.ts';
import type { GroupLimit } from '../../ground/group-limit.ts';
import type { Clock } from '../../ground/clock.ts';
import type { Database } from '../../postgres/database.ts';
import { existsByIndexSql, isWithinSql } from '../../engine/group-state.ts';
import { releaseMassDeparture } from './mass-departure.postgres.ts';
import type { MassDeparture } from './mass-departure.ts';

export interface ResponsibilityOverview {
  /** Numbers of groups whose responsibility is not held. */
  readonly groups: {
    readonly shaky: number;
    readonly deputyVacant: number;
    readonly vacant: number;
  };
  readonly massDeparture: MassDeparture | null;
  readonly people: {
    /** When changes of people were followed last; null before the first time. */
    readonly followedAt: Date | null;
    /** Why a later attempt failed. */
    readonly failure: string | null;
    readonly knowsLeaveDates: boolean;
  };
}

export type ResponsibilityOverviews = ReturnType<typeof createResponsibilityOverviews>;

export function createResponsibilityOverviews(
  database: Database,
  { clock, onReleased }: { readonly clock: Clock; readonly onReleased: () => void },
) {
  return {
    /** A mass departure concerns the whole tenant: a limited caller does not see it. */
    async read(tenantId: string, within: GroupLimit): Promise<ResponsibilityOverview> {
      const [row] = await database.query<{
        shaky: number;
        deputyVacant: number;
        vacant: number;
        massDeparture: MassDeparture | null;
        followedAt: Date | null;
        failure: string | null;
        knowsLeaveDates: boolean;
      }>(overviewOf(within), [tenantId, within.organisationIds]);
      if (row === undefined) throw new Error('The counts are not there.');
      const { shaky, deputyVacant, vacant, massDeparture, ...people } = row;
      return { groups: { shaky, deputyVacant, vacant }, massDeparture, people };
    },

    /** @returns false if there is no mass departure */
    async release(tenantId: string, actor: Actor): Promise<boolean> {
      const released = await database.transaction((transaction) =>
        releaseMassDeparture(transaction, tenantId, actor, clock.now()),
      );
      if (released !== undefined) onReleased();
      return released !== undefined;
    },
  };
}

const overviewOf = ({ organisationIds }: GroupLimit) => `
  select counted.*, case when $2::uuid[] is null then f.mass_departure end as mass_departure, f.followed_at, f.failure,
    coalesce(f.knows_leave_dates, false) as knows_leave_dates
  from (
    select count(*) filter (where state = 'shaky')::integer as shaky,
      count(*) filter (where state = 'deputy_vacant')::integer as deputy_vacant,
      count(*) filter (where state = 'vacant')::integer as vacant
    from group_responsibility g
    where g.tenant_id = $1 and ${existsByIndexSql('g')} and ${isWithinSql('g', organisationIds, '$2')}
  ) counted
  left join followed_people f on f.tenant_id = $1`;
