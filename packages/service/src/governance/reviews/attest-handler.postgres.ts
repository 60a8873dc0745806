// The decisions of a review, as the people of a group send them: by a link, with the API or as administrators. The people
// who leave are one operation of the group.
import { noLimit } from '../../ground/group-limit.ts';
import type { Clock } from '../../ground/clock.ts';
import { DomainError, notFound, validationFailed } from '../../ground/errors.ts';
import { assessSoon } from '../governed-groups.postgres.ts';
import type { AcceptOperations } from '../../groups/change/accept-operation.ts';
import type { Queryable } from '../../postgres/database.ts';
import type { TaskHandler } from '../../messages/tasks/decide-task.postgres.ts';
import { removalOf, requireOwners, type Review, withDecisions } from './review.ts';
import { lockReview, recordReview, updateReview } from './reviews.postgres.ts';

export function createAttestHandler(deps: {
  /** In the transaction. */
  readonly acceptOperationsIn: (transaction: Queryable) => AcceptOperations;
  readonly clock: Clock;
}): TaskHandler {
  const { acceptOperationsIn, clock } = deps;
  return {
    kind: 'attest',
    options: () => [{ decision: 'confirm', reason: 'optional', asks: 'decisions' }],
    async apply(transaction, task, { decisions = [], reason, actor }) {
      const { tenantId, teamId } = task;
      const reviewId = String(task.data['reviewId']);
      const review = await lockReview(transaction, { tenantId, reviewId });
      if (review?.state !== 'open') throw notFound();
      const people = withDecisions(review.people, decisions);
      requireOwners({ ...review, people }, await minimumOwnersOf(transaction, review));
      const completed = await updateReview(transaction, review, { state: 'completed', people });
      if (completed === undefined) throw new Error('a locked review was lost');
      const change = removalOf(people);
      if (change !== undefined) {
        const [result] = await acceptOperationsIn(transaction)(tenantId, [
          {
            teamId,
            kind: 'change',
            change,
            reason: reason ?? 'A review of the people in the group.',
            actor,
            ...(review.cause !== null && { cause: review.cause }),
            priority: 1,
            within: noLimit,
          },
        ]);
        if (result instanceof DomainError) throw refusalOf(result);
      }
      const by = { actor, at: clock.now() };
      await recordReview(transaction, completed, 'review.completed', by);
      await recordReview(transaction, completed, 'group.attested', by);
      await assessSoon(transaction, tenantId, [teamId]);
      return undefined;
    },
  };
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

/** The faults of the operation point into a body that nobody sent. */
function refusalOf(refusal: DomainError): DomainError {
  if (refusal.code !== 'validation_failed') return refusal;
  const faults = refusal.faults.map(({ code, detail }) => ({
    pointer: '/decisions',
    code,
    detail,
  }));
  return validationFailed(faults);
}
