// Reviews: request, list, read and decide them.
import { TeamParams } from '../../ground/schema/parts.schema.ts';
import { requireWithin } from '../../ground/group-limit.ts';
import { filteredTeamId, type ReadGroup } from '../../ground/query-filters.ts';
import { Type } from 'typebox';
import { type ListIdentity, pageOf, pageQuery, positionPart, readPage } from '../../http/paging.ts';
import { refTo, shareSchemas } from '../../http/schema-ref.ts';
import { type MountUrl, senderOf } from '../../http/sender.ts';
import type { Server } from '../../http/server.ts';
import type { ChangeReviews } from './change-reviews.postgres.ts';
import type { ReviewReader } from './reviews.postgres.ts';
import {
  ReviewDecisionsBody,
  reviewFilterQuery,
  ReviewPage,
  ReviewParams,
  ReviewRequestBody,
  reviewResponse,
  ReviewResponse,
  reviewSchemas,
  reviewSummary,
} from './reviews.schema.ts';

export interface ReviewDeps {
  readonly reviews: ReviewReader;
  readonly changeReviews: ChangeReviews;
  readonly readGroup: ReadGroup;
  readonly urlOf: MountUrl;
}

export function registerReviewRoutes(server: Server, deps: ReviewDeps): void {
  shareSchemas(server, reviewSchemas);
  registerReads(server, deps);
  registerWrites(server, deps);
}

function registerReads(server: Server, { reviews, readGroup, urlOf }: ReviewDeps): void {
  server.get(
    '/reviews',
    {
      config: { scope: 'groups:read', answer: 'A page of reviews.', problems: ['invalid_query'] },
      schema: {
        operationId: 'listReviews',
        tags: ['Reviews'],
        summary: 'List the reviews of the tenant, newest first.',
        querystring: Type.Object(
          { ...reviewFilterQuery, ...pageQuery },
          { additionalProperties: false },
        ),
        response: { 200: refTo(ReviewPage) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      const { tenantId, within } = senderOf(request);
      const { limit: _, cursor: __, ...filters } = request.query;
      const position = [positionPart.guid];
      const list: ListIdentity = { path: '/reviews', tenantId, filters, position };
      const page = readPage(request.query, list);
      const teamId = await filteredTeamId(readGroup, { tenantId, within }, filters.teamId);
      const found = await reviews.list(
        tenantId,
        { state: filters.state, teamId, within },
        { afterReviewId: page.after?.[0], limit: page.limit + 1 },
      );
      return pageOf(
        found,
        page,
        list,
        urlOf(tenantId),
        ({ reviewId }) => [reviewId],
        reviewSummary,
      );
    },
  );

  server.get(
    '/reviews/:reviewId',
    {
      config: { scope: 'groups:read', answer: 'The review.', problems: ['not_found'] },
      schema: {
        operationId: 'getReview',
        tags: ['Reviews'],
        summary: 'Read a review, with its people and the decisions about them.',
        params: ReviewParams,
        response: { 200: refTo(ReviewResponse) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      const { tenantId, within } = senderOf(request);
      const review = requireWithin(
        within,
        await reviews.read(tenantId, request.params.reviewId.toLowerCase()),
      );
      return reviewResponse(review);
    },
  );
}

function registerWrites(server: Server, { changeReviews }: ReviewDeps): void {
  server.post(
    '/teams/:teamId/reviews',
    {
      config: {
        scope: 'groups:change',
        admin: 'groups:manage',
        answer: 'The review. Its people follow once the directory was read.',
        optionalBody: true,
        problems: ['not_found', 'group_not_active', 'validation_failed'],
      },
      schema: {
        operationId: 'requestReview',
        tags: ['Reviews'],
        summary: 'Ask the people of a group to review its owners and guests.',
        description:
          'A group has at most one review in progress: if there is one, the answer is that one.',
        params: TeamParams,
        body: refTo(ReviewRequestBody),
        response: { 200: refTo(ReviewResponse) },
      },
    },
    async (request) => {
      const { reason = null, ...input } = request.body;
      const teamId = request.params.teamId.toLowerCase();
      const { tenantId, actor, within } = senderOf(request);
      const asked = { tenantId, teamId, actor, within, input, reason };
      return reviewResponse(await changeReviews.request(asked));
    },
  );

  server.post(
    '/reviews/:reviewId/decisions',
    {
      config: {
        scope: 'tasks:decide',
        admin: 'groups:manage',
        answer: 'The review.',
        problems: ['not_found', 'task_closed', 'validation_failed'],
      },
      schema: {
        operationId: 'decideReview',
        tags: ['Reviews'],
        summary: 'Send decisions about people of a review.',
        description:
          'You may send them in parts; a later decision about a person replaces an earlier one. The review ends once there is a decision about each person. Then the people to remove leave the group, in one operation.',
        params: ReviewParams,
        body: refTo(ReviewDecisionsBody),
        response: { 200: refTo(ReviewResponse) },
      },
    },
    async (request) => {
      const { decisions, reason = null } = request.body;
      const reviewId = request.params.reviewId.toLowerCase();
      const { tenantId, actor, within, via } = senderOf(request);
      const sent = { tenantId, reviewId, actor, within, via, decisions, reason };
      return reviewResponse(await changeReviews.decide(sent));
    },
  );
}
