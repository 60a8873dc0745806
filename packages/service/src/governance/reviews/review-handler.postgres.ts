// The decisions of a review, as the people of a group send them: by a link, with the API or as administrators. The people
// who leave are one operation of the group.
import type { Clock } from '../../ground/clock.ts';
import { notFound } from '../../ground/errors.ts';
import type { Consequences } from '../consequence.postgres.ts';
import { assessAtNextTick } from '../governed-groups.postgres.ts';
import type { Queryable } from '../../postgres/database.ts';
import type { TaskHandler } from '../../messages/tasks/decide-task.postgres.ts';
import {
  removalOf,
  requireOwners,
  type Review,
  type ReviewPerson,
  withDecisions,
} from './review.ts';
import { lockReview, recordReview, updateReview } from './reviews.postgres.ts';

export function createReviewHandler({
  consequences,
  clock,
}: {
  readonly consequences: Consequences;
  readonly clock: Clock;
}): TaskHandler {
  return {
    kind: 'review',
    options: () => [{ decision: 'confirm', reason: 'optional', asks: 'decisions' }],
    async examine(task, decision) {
      const people = task.data['people'] as readonly ReviewPerson[];
      const reviewed = withDecisions(people, decision.decisions ?? []);
      await consequences.examine(task, decision, consequenceOf(reviewed));
      return decision;
    },
    async apply(transaction, task, decision) {
      const { tenantId, teamId } = task;
      const { decisions = [], actor } = decision;
      const reviewId = String(task.data['reviewId']);
      const review = await lockReview(transaction, { tenantId, reviewId });
      if (review?.state !== 'open') throw notFound();
      const people = withDecisions(review.people, decisions);
      requireOwners({ ...review, people }, await minimumOwnersOf(transaction, review));
      const completed = await updateReview(transaction, review, { state: 'completed', people });
      if (completed === undefined) throw new Error('a locked review was lost');
      const reason = decision.reason ?? 'A review of the people in the group.';
      const consequence = consequenceOf(people);
      await consequences.request(transaction, task, { ...decision, reason }, consequence);
      const by = { actor, at: clock.now() };
      await recordReview(transaction, completed, 'review.completed', by);
      await assessAtNextTick(transaction, tenantId, [teamId]);
      return undefined;
    },
  };
}

/** The people who leave by these decisions; undefined: nobody does. */
export function consequenceOf(people: readonly ReviewPerson[]) {
  const change = removalOf(people);
  return change && { kind: 'change' as const, change };
}

export async function minimumOwnersOf(
  transaction: Queryable,
  { tenantId, teamId }: Pick<Review, 'tenantId' | 'teamId'>,
): Promise<number> {
  const [group] = await transaction.query<{ minimumOwners: number | null }>(
    `select (policy ->> 'minimumOwners')::integer as minimum_owners from teams
    where tenant_id = $1 and team_id = $2`,
    [tenantId, teamId],
  );
  return group?.minimumOwners ?? 1;
}
