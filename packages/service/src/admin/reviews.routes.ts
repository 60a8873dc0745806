// Reviews for administrators: they ask for them, see every one, and may decide for the people of a group.
import { notFound } from '../audit/changes/change.ts';
import { refTo } from '../http/schema-ref.ts';
import type { Server } from '../http/server.ts';
import { Type } from 'typebox';
import type { ChangeReviews } from '../governance/reviews/change-reviews.postgres.ts';
import type { ReviewReader } from '../governance/reviews/reviews.postgres.ts';
import {
  ReviewDecisionsBody,
  reviewFilterQuery,
  ReviewRequestBody,
  ReviewResponse,
  reviewResponse,
  reviewSummary,
  ReviewSummary,
} from '../governance/reviews/reviews.schema.ts';
import { guidPattern } from '../ground/schema/guid.schema.ts';
import { exact, idParams, limitQuery } from './common.schema.ts';
import { GroupParams } from './groups.schema.ts';
import { operations } from './operations.ts';
import { resourceOf } from './request.ts';

export interface AdminReviewDeps {
  readonly reviews: ReviewReader;
  readonly changeReviews: ChangeReviews;
}

const ReviewParams = idParams({ reviewId: 'The review.' });

const declared = operations('Reviews', {
  listReviews: {
    reach: 'organisations',
    summary: 'List the reviews of the tenant, newest first.',
    answer: 'A page of reviews.',
    querystring: Type.Object({
      ...reviewFilterQuery,
      after: Type.Optional(
        Type.String({
          pattern: guidPattern,
          'x-fault': 'must be a GUID',
          description: 'Only reviews that are older than this one.',
        }),
      ),
      limit: limitQuery,
    }),
    response: {
      200: Type.Object(
        {
          items: Type.Array(refTo(ReviewSummary)),
          hasMore: Type.Boolean({ description: 'True if there are older reviews.' }),
        },
        exact,
      ),
    },
  },
  getReview: {
    reach: 'organisations',
    summary: 'Read a review, with its people and the decisions about them.',
    answer: 'The review.',
    problems: ['not_found'],
    params: ReviewParams,
    response: { 200: refTo(ReviewResponse) },
  },
  requestReview: {
    reach: 'organisations',
    summary: 'Ask the people of a group to review its owners and guests.',
    admin: 'groups:manage',
    answer: 'The review in progress.',
    problems: ['not_found', 'group_not_active', 'validation_failed'],
    params: GroupParams,
    body: refTo(ReviewRequestBody),
    response: { 200: refTo(ReviewResponse) },
  },
  decideReview: {
    reach: 'organisations',
    summary: 'Send decisions about people of a review. It ends with the last one.',
    admin: 'groups:manage',
    answer: 'The review.',
    problems: ['not_found', 'task_closed', 'validation_failed'],
    params: ReviewParams,
    body: refTo(ReviewDecisionsBody),
    response: { 200: refTo(ReviewResponse) },
  },
});

export function registerAdminReviewRoutes(
  server: Server,
  { reviews, changeReviews }: AdminReviewDeps,
): void {
  server.get('/:tenantId/reviews', declared.listReviews, async (request) => {
    const { tenantId, limit: within } = resourceOf(request);
    const { after, limit = 50, state, teamId } = request.query;
    const found = await reviews.list(
      tenantId,
      { state, teamId: teamId?.toLowerCase(), within },
      { afterReviewId: after?.toLowerCase(), limit: limit + 1 },
    );
    const items = found.slice(0, limit).map(reviewSummary);
    return { items, hasMore: found.length > limit };
  });

  server.get('/:tenantId/reviews/:reviewId', declared.getReview, async (request) => {
    const { tenantId, reviewId } = resourceOf(request);
    const review = await reviews.read(tenantId, reviewId);
    if (review === undefined) throw notFound('review');
    return reviewResponse(review);
  });

  server.post('/:tenantId/groups/:teamId/reviews', declared.requestReview, async (request) => {
    const { tenantId, teamId, actor, limit: within } = resourceOf(request);
    const { reason = null, ...input } = request.body;
    const asked = { tenantId, teamId, actor, within, input, reason };
    return reviewResponse(await changeReviews.request(asked));
  });

  server.post('/:tenantId/reviews/:reviewId/decisions', declared.decideReview, async (request) => {
    const { tenantId, reviewId, actor, limit: within } = resourceOf(request);
    const { decisions, reason = null } = request.body;
    const sent = { tenantId, reviewId, actor, within, decisions, reason };
    return reviewResponse(await changeReviews.decide({ ...sent, via: 'admin' }));
  });
}
