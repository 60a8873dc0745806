// Reviews that callers and administrators ask for, and decisions that they send in parts.
import { isWithin, type GroupLimit } from '../../ground/group-limit.ts';
import type { Actor } from '../../audit/activity.ts';
import type { Clock } from '../../ground/clock.ts';
import { DomainError, notFound, validationFailed } from '../../ground/errors.ts';
import type { CreateId } from '../../ground/identifiers.ts';
import { assessAtNextTick, lockAssessment } from '../governed-groups.postgres.ts';
import { lockGroup } from '../lifecycle/lock-group.postgres.ts';
import {
  type ReviewInput,
  completeReviewPolicy,
} from '../../settings/organisations/review-policy.ts';
import type { Database, Queryable } from '../../postgres/database.ts';
import type { DecideTask } from '../../messages/tasks/decide-task.postgres.ts';
import { type PersonDecision, personDecisionFaults } from '../../messages/tasks/decision.ts';
import type { DecidedVia } from '../../messages/tasks/task.ts';
import type { Consequences } from '../consequence.postgres.ts';
import { consequenceOf, minimumOwnersOf } from './review-handler.postgres.ts';
import { requireOwners, type Review, type ReviewPerson, withDecisions } from './review.ts';
import {
  lockReview,
  recordReview,
  requestReview,
  type ReviewOfGroup,
  type ReviewReader,
  updateReview,
} from './reviews.postgres.ts';

interface Sender {
  readonly tenantId: string;
  readonly actor: Actor;
  /** A group elsewhere does not exist for the actor. */
  readonly within: GroupLimit;
}

export interface ReviewRequest extends Sender {
  readonly teamId: string;
  /** Absent members are those of the policy. */
  readonly input: Omit<ReviewInput, 'every'>;
  readonly reason: string | null;
}

export interface ReviewDecisions extends Sender {
  readonly reviewId: string;
  readonly decisions: readonly PersonDecision[];
  readonly reason: string | null;
  readonly via: DecidedVia;
}

export interface ChangeReviews {
  /** Answers the review in progress if there is one. */
  request(this: void, request: ReviewRequest): Promise<ReviewOfGroup>;
  /** The review ends once there is a decision about each person. */
  decide(this: void, request: ReviewDecisions): Promise<ReviewOfGroup>;
}

export function createChangeReviews(deps: {
  readonly database: Database;
  readonly reviews: ReviewReader;
  readonly decideTask: DecideTask;
  readonly consequences: Pick<Consequences, 'examine'>;
  readonly clock: Clock;
  readonly newId: CreateId;
  /** It is called after the commit. */
  readonly onChanged: (tenantId: string) => void;
}): ChangeReviews {
  const { database, reviews, decideTask, consequences, clock, newId, onChanged } = deps;

  async function read(tenantId: string, reviewId: string): Promise<ReviewOfGroup> {
    const review = await reviews.read(tenantId, reviewId);
    if (review === undefined) throw notFound();
    return review;
  }

  /** Stores the decisions, unless others have completed them meanwhile. Answers the review with them. */
  async function store(
    transaction: Queryable,
    request: ReviewDecisions,
    { teamId }: ReviewOfGroup,
  ): Promise<Review> {
    const { tenantId, actor } = request;
    await lockAssessment(transaction, { tenantId, teamId });
    const review = await lockReview(transaction, request);
    if (review === undefined) throw notFound();
    const people = decidedBy(request, review);
    requireOwners({ ...review, people }, await minimumOwnersOf(transaction, review));
    if (isComplete(people)) return { ...review, people };
    const updated = await updateReview(transaction, review, { state: 'open', people });
    if (updated === undefined) throw new Error('a locked review was lost');
    await recordReview(transaction, updated, 'review.answered', { actor, at: clock.now() });
    return updated;
  }

  return {
    async request({ tenantId, teamId, actor, within, input, reason }) {
      const { reviewId } = await database.transaction(async (transaction) => {
        await lockAssessment(transaction, { tenantId, teamId });
        const group = await lockGroup(transaction, { tenantId, teamId, within });
        if (group.state !== 'active') {
          const detail = `Only an active group can be reviewed; this one is ${group.state}.`;
          throw new DomainError('group_not_active', detail);
        }
        const { organisationId, policy } = group;
        const settings = completeReviewPolicy({ every: 'P1Y', ...policy?.review, ...input });
        const id = newId();
        const review = { tenantId, teamId, organisationId, reviewId: id, ...settings };
        const asked = { ...review, requestedBy: actor, reason, cause: null };
        const requested = await requestReview(transaction, asked, { actor, at: clock.now() });
        await assessAtNextTick(transaction, tenantId, [teamId]);
        return requested;
      });
      onChanged(tenantId);
      return read(tenantId, reviewId);
    },

    async decide(request) {
      const { tenantId, reviewId, within, actor, via, reason } = request;
      const review = await read(tenantId, reviewId);
      if (!isWithin(within, review)) throw notFound();
      let people = decidedBy(request, review);
      if (!isComplete(people)) {
        // The fault of a person who cannot leave belongs to this answer, and not to that of the last decision.
        const { decisions } = request;
        const decision = { decision: 'confirm', reason, decisions, actor, via };
        await consequences.examine(review, decision, consequenceOf(people));
        const stored = await database.transaction((transaction) =>
          store(transaction, request, review),
        );
        ({ people } = stored);
        if (!isComplete(people)) {
          onChanged(tenantId);
          return { ...review, ...stored };
        }
      }
      const { taskId } = review;
      if (taskId === null) throw notOpen('requested');
      const decisions = people.flatMap(({ personId, decision }) =>
        decision === null ? [] : [{ personId, decision }],
      );
      const input = { decision: 'confirm', reason, decisions };
      const task = await decideTask.decide({ tenantId, taskId, input, actor, via, within });
      const endedAt = task?.decidedAt ?? null;
      return { ...review, state: 'completed', people, endedAt, taskId: null };
    },
  };
}

/** @throws DomainError if the review takes no decision, or not these */
function decidedBy(
  { decisions }: ReviewDecisions,
  { state, people }: Pick<ReviewOfGroup, 'state' | 'people'>,
): readonly ReviewPerson[] {
  if (state !== 'open') throw notOpen(state);
  const faults = personDecisionFaults({ data: { people } }, decisions, false);
  if (faults.length > 0) throw validationFailed(faults);
  return withDecisions(people, decisions);
}

function isComplete(people: readonly ReviewPerson[]): boolean {
  return people.every(({ decision }) => decision !== null);
}

function notOpen(state: string): DomainError {
  const detail =
    state === 'requested'
      ? 'The people who decide this review are not asked yet. Send the decisions again in a minute.'
      : `This review has ended: ${state}.`;
  return new DomainError('task_closed', detail);
}
