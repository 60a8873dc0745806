// Opens requested reviews, and finds them. A review with nobody to decide about is completed at once.
import { type Actor, policyActor } from '../../audit/activity.ts';
import type { Clock } from '../../ground/clock.ts';
import { assessAtNextTick, lockAssessment } from '../governed-groups.postgres.ts';
import { readGroupFacts } from '../group-facts.postgres.ts';
import { answeringOf } from '../lifecycle/contacts.postgres.ts';
import { peopleToAsk } from '../lifecycle/people-to-ask.ts';
import { dayAfter } from '../../settings/organisations/lifecycle-dates.ts';
import type { Database, Queryable } from '../../postgres/database.ts';
import { isOpen } from '../../postgres/lock-tenant.ts';
import { lockGroupOfTasks } from '../../messages/tasks/tasks.postgres.ts';
import type { NoticeSettings } from '../../settings/tenants/notice-settings.ts';
import type { OpenReviewStore, RequestedReview } from './open-reviews.ts';
import type { ReviewedPeople } from './read-people.ts';
import type { Review } from './review.ts';
import { lockReview, recordReview, reviewColumns } from './reviews.postgres.ts';

/** It belongs to reviews that no policy asked for. */
const reviewActor: Actor = { kind: 'service', id: 'reviews' };
/** While nobody can be asked. */
const retryUnaskedMs = 86_400_000;
/** The next assessment, within half a minute, withdraws the review of a group that is no longer active. */
const retryInactiveMs = 10 * 60_000;

export function createOpenReviewStore(deps: {
  readonly database: Database;
  readonly settingsOf: (tenantId: string) => NoticeSettings | undefined;
  /** The tenant's governance clock. */
  readonly now: (tenantId: string) => Date;
  readonly clock: Clock;
}): OpenReviewStore {
  const { database, settingsOf, now, clock } = deps;

  async function open(
    transaction: Queryable,
    requested: RequestedReview,
    { people, fixedOwners }: ReviewedPeople,
  ): Promise<void> {
    const { tenantId, teamId } = requested;
    await lockAssessment(transaction, requested);
    await lockGroupOfTasks(transaction, requested);
    const review = await lockReview(transaction, requested);
    const [group] = await readGroupFacts(transaction, [requested]);
    if (group === undefined || review?.state !== 'requested') return;
    // The rule asks its people, or withdraws the review.
    await assessAtNextTick(transaction, tenantId, [teamId]);
    if (group.state !== 'active') {
      // Otherwise this tick would read the group again and again, and never assess it.
      await fail(transaction, requested, retryInactiveMs, 'The group is not active.');
      return;
    }
    if (people.length > 0 && peopleToAsk(answeringOf(group), 0, false) === undefined) {
      await fail(transaction, requested, retryUnaskedMs, 'Nobody can be asked about the group.');
      return;
    }
    const { timeZone = 'UTC', hour = 8 } = settingsOf(tenantId) ?? {};
    const openedAt = now(tenantId);
    const dueAt = dayAfter(openedAt, review.within, { timeZone, hour });
    const state = people.length === 0 ? 'completed' : 'open';
    const [opened] = await transaction.query<Review>(
      `update reviews r
      set state = $3, people = $4, fixed_owners = $5, opened_at = $6, due_at = $7, failure = null,
        ended_at = case when $3 = 'completed' then $6::timestamptz end
      where r.tenant_id = $1 and r.review_id = $2
      returning ${reviewColumns('r')}`,
      [tenantId, review.reviewId, state, JSON.stringify(people), fixedOwners, openedAt, dueAt],
    );
    if (opened === undefined) throw new Error('a locked review was lost');
    const actor = review.cause === null ? reviewActor : policyActor(review.cause);
    const by = { actor, at: clock.now() };
    await recordReview(
      transaction,
      opened,
      state === 'open' ? 'review.opened' : 'review.completed',
      by,
    );
  }

  async function fail(
    transaction: Queryable,
    { tenantId, reviewId }: Pick<Review, 'tenantId' | 'reviewId'>,
    retryInMs: number,
    detail: string,
  ): Promise<void> {
    await transaction.query(
      `update reviews set read_due_at = now() + $3 * interval '1 millisecond', failure = $4
      where tenant_id = $1 and review_id = $2`,
      [tenantId, reviewId, retryInMs, detail],
    );
  }

  return {
    async dueTenants(limit) {
      const rows = await database.query<{ tenantId: string }>(
        {
          name: 'reviews_due_tenants',
          boundary: false,
          text: `
            select tenant_id from reviews
            where state = 'requested' and read_due_at <= now() and ${isOpen('tenant_id')}
            group by tenant_id order by min(read_due_at) limit $1`,
        },
        [limit],
      );
      return rows.map(({ tenantId }) => tenantId);
    },

    due: (tenantId, limit) =>
      database.query<RequestedReview>(
        `select r.tenant_id, r.review_id, r.team_id, r.subjects, p.facts ->> 'groupId' as group_id,
          array_remove(array[t.people ->> 'responsible', t.people ->> 'deputy', s.responsible_id, s.deputy_id], null)
            || array(select jsonb_array_elements_text(coalesce(t.policy -> 'defaultOwners', '[]')))
            || array(select jsonb_array_elements_text(coalesce(t.policy -> 'defaultMembers', '[]'))) as fixed
        from reviews r
        join teams t on t.tenant_id = r.tenant_id and t.team_id = r.team_id
        join provisionings p on p.tenant_id = r.tenant_id and p.team_id = r.team_id
        left join team_search s on s.tenant_id = r.tenant_id and s.team_id = r.team_id
        where r.tenant_id = $1 and r.state = 'requested' and r.read_due_at <= now()
        order by r.read_due_at, r.review_id limit $2`,
        [tenantId, limit],
      ),

    open: (requested, people) =>
      database.transaction((transaction) => open(transaction, requested, people)),

    fail: (review, retryInMs, detail) => fail(database, review, retryInMs, detail),
  };
}
