// Reviews in PostgreSQL. Each change has its entry in the activity log, in the same transaction.
import { type Actor, type ActivityAction, type Cause, loggedCause } from '../../audit/activity.ts';
import type { GroupLimit } from '../../ground/group-limit.ts';
import { recordActivity } from '../../audit/activity.postgres.ts';
import type { Queryable } from '../../postgres/database.ts';
import { ofFoundRow } from '../../postgres/found-row.ts';
import type { ReviewPolicy } from '../../settings/organisations/review-policy.ts';
import type { ReviewState } from '../../ground/schema/parts.schema.ts';
import type { Task } from '../../messages/tasks/task.ts';
import { countsOf, type Review, type ReviewPerson } from './review.ts';

/** @param r the alias of `reviews` */
export const reviewColumns = (r: string) => `
  ${r}.tenant_id, ${r}.review_id, ${r}.team_id, ${r}.organisation_id, ${r}.state, ${r}.subjects, ${r}.people,
  ${r}.fixed_owners, ${r}.unanswered, ${r}.within, ${r}.reminders, ${r}.requested_by, ${r}.reason, ${r}.cause,
  ${r}.requested_at, ${r}.opened_at, ${r}.due_at, ${r}.ended_at, ${r}.failure`;

/** It belongs to reviews `r` that are found by their key, or by their group. */
export const isInProgress = ofFoundRow("r.state in ('requested', 'open')");

export interface NewReview extends Omit<ReviewPolicy, 'every'> {
  readonly tenantId: string;
  readonly teamId: string;
  readonly organisationId: string;
  readonly reviewId: string;
  readonly requestedBy: Actor;
  readonly reason: string | null;
  readonly cause: Cause | null;
}

export interface By {
  readonly actor: Actor;
  /** Milliseconds since the Unix epoch, of the real clock. */
  readonly at: number;
}

/** Asks for the review, unless one is in progress. Answers the one in progress. */
export async function requestReview(
  transaction: Queryable,
  review: NewReview,
  by: By,
): Promise<Review> {
  const { tenantId, teamId, organisationId, reviewId, subjects, unanswered, within } = review;
  const { kind, id } = review.requestedBy;
  const [requested] = await transaction.query<Review>(
    `insert into reviews as r (tenant_id, review_id, team_id, organisation_id, state, subjects, unanswered, within,
      requested_by, reason, cause, requested_at, read_due_at)
    values ($1, $2, $3, $4, 'requested', $5, $6, $7, $8, $9, $10, governance_now($1), now())
    on conflict (tenant_id, team_id) where state in ('requested', 'open') do nothing
    returning ${reviewColumns('r')}`,
    [
      tenantId,
      reviewId,
      teamId,
      organisationId,
      JSON.stringify(subjects),
      unanswered,
      within,
      JSON.stringify({ kind, id }),
      review.reason,
      review.cause === null ? null : JSON.stringify(review.cause),
    ],
  );
  if (requested !== undefined) {
    await recordReview(transaction, requested, 'review.requested', by);
    return requested;
  }
  const [present] = await transaction.query<Review>(
    `select ${reviewColumns('r')} from reviews r
    where r.tenant_id = $1 and r.team_id = $2 and ${isInProgress}`,
    [tenantId, teamId],
  );
  if (present === undefined) throw new Error('a review in progress was lost');
  return present;
}

/** Ends the review that is in progress, or stores decisions. */
export async function updateReview(
  transaction: Queryable,
  { tenantId, reviewId }: Pick<Review, 'tenantId' | 'reviewId'>,
  { state, people }: { readonly state: ReviewState; readonly people: readonly ReviewPerson[] },
): Promise<Review | undefined> {
  const [updated] = await transaction.query<Review>(
    `update reviews r
    set state = $3, people = $4, ended_at = case when $3 not in ('requested', 'open') then governance_now($1) end
    where r.tenant_id = $1 and r.review_id = $2 and ${isInProgress}
    returning ${reviewColumns('r')}`,
    [tenantId, reviewId, state, JSON.stringify(people)],
  );
  return updated;
}

/** It includes the lock on its row. */
export async function lockReview(
  transaction: Queryable,
  { tenantId, reviewId }: Pick<Review, 'tenantId' | 'reviewId'>,
): Promise<Review | undefined> {
  const [review] = await transaction.query<Review>(
    `select ${reviewColumns('r')} from reviews r where r.tenant_id = $1 and r.review_id = $2 for update`,
    [tenantId, reviewId],
  );
  return review;
}

/** The operation that its decisions requested has failed. */
export async function reopenReview(
  transaction: Queryable,
  { tenantId, data }: Pick<Task, 'tenantId' | 'data'>,
  soonest: Date,
): Promise<void> {
  await transaction.query(
    `update reviews r set state = 'open', ended_at = null, due_at = greatest(r.due_at, $3)
    where r.tenant_id = $1 and r.review_id = $2 and ${ofFoundRow("r.state = 'completed'")}
      and not exists (
        select from reviews other
        where other.tenant_id = r.tenant_id and other.team_id = r.team_id
          and ${ofFoundRow("other.state in ('requested', 'open')")}
      )`,
    [tenantId, data['reviewId'], soonest],
  );
}

export async function recordReview(
  transaction: Queryable,
  { tenantId, teamId, reviewId, state, dueAt, people, reason, cause }: Review,
  action: Extract<ActivityAction, `review.${string}`>,
  { actor, at }: By,
): Promise<void> {
  await recordActivity(transaction, [
    {
      tenantId,
      occurredAt: at,
      actor,
      action,
      subject: { kind: 'group', id: teamId },
      data: { reviewId, state, dueAt, reason, ...countsOf(people), ...loggedCause(cause) },
    },
  ]);
}

export interface ReviewFilter {
  readonly state?: ReviewState | undefined;
  readonly teamId?: string | undefined;
  /** Undefined: all. */
  readonly within?: GroupLimit | undefined;
}

/** A review is shown with its group. */
export interface ReviewOfGroup extends Review {
  readonly displayName: string;
  readonly mailNickname: string;
  readonly templateId: string;
  /** The open task that asks for the decisions. */
  readonly taskId: string | null;
}

export interface ReviewReader {
  read(this: void, tenantId: string, reviewId: string): Promise<ReviewOfGroup | undefined>;
  /** Newest first. */
  list(
    this: void,
    tenantId: string,
    filter: ReviewFilter,
    page: { readonly afterReviewId: string | undefined; readonly limit: number },
  ): Promise<readonly ReviewOfGroup[]>;
}

const shown = `select ${reviewColumns('r')}, t.display_name, t.mail_nickname, t.template_id, k.task_id
  from reviews r
  join teams t on t.tenant_id = r.tenant_id and t.team_id = r.team_id
  left join lateral (
    select task_id from tasks
    where tenant_id = r.tenant_id and team_id = r.team_id and ${ofFoundRow("kind = 'review' and state = 'open'")}
      and r.state = 'open'
  ) k on true`;

/** @param lists for reads at length */
export function createReviewReader(database: Queryable, lists: Queryable): ReviewReader {
  return {
    async read(tenantId, reviewId) {
      const [review] = await database.query<ReviewOfGroup>(
        `${shown} where r.tenant_id = $1 and r.review_id = $2`,
        [tenantId, reviewId],
      );
      return review;
    },
    list: (tenantId, { state, teamId, within }, { afterReviewId, limit }) =>
      lists.query<ReviewOfGroup>(
        `${shown} where r.tenant_id = $1
          ${teamId === undefined ? 'and $2::uuid is null' : 'and r.team_id = $2'}
          and ($3::text is null or r.state = $3)
          and ($4::uuid[] is null or r.organisation_id = any ($4))
          and ($5::uuid is null or r.review_id < $5)
          and ($7::uuid[] is null or t.template_id = any ($7))
        order by r.review_id desc limit $6`,
        [
          tenantId,
          teamId ?? null,
          state ?? null,
          within?.organisationIds ?? null,
          afterReviewId ?? null,
          limit,
          within?.templateIds ?? null,
        ],
      ),
  };
}
