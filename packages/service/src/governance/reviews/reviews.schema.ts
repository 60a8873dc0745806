import {
  exact,
  guidPattern,
  nullableMoment,
  reviewStates,
} from '../../ground/schema/parts.schema.ts';
import { Type } from 'typebox';
import { actorKinds } from '../../audit/activity.ts';
import { durationPattern } from '../../ground/duration.ts';
import { refTo } from '../../http/schema-ref.ts';
import { reviewSubjects, unansweredReviews } from '../../settings/organisations/review-policy.ts';
import { pageSchema } from '../../ground/schema/page.schema.ts';
import { personDecisions } from '../../messages/tasks/decision.ts';
import { personDecisionsSchema } from '../../messages/tasks/tasks.schema.ts';
import { countsOf } from './review.ts';
import type { ReviewOfGroup } from './reviews.postgres.ts';
import { linesSchema } from '../../ground/schema/name.schema.ts';

const nullableText = (description: string) =>
  Type.Union([Type.String(), Type.Null()], { description });

const summary = {
  reviewId: Type.String({ format: 'uuid' }),
  teamId: Type.String({ format: 'uuid', description: 'The group.' }),
  displayName: Type.String({ description: 'Name of the group.' }),
  mailNickName: Type.String({ description: 'Alias of the group.' }),
  organisationId: Type.String({ format: 'uuid' }),
  templateId: Type.String({ format: 'uuid' }),
  state: Type.Enum([...reviewStates], {
    description:
      'requested: the people are not read from the directory yet. open: decisions are missing. completed: everyone is decided about. lapsed: not answered in time. withdrawn: it no longer applies.',
  }),
  subjects: Type.Array(Type.Enum([...reviewSubjects])),
  unanswered: Type.Enum([...unansweredReviews], {
    description: 'The consequence for people about whom nobody decides.',
  }),
  counts: Type.Object(
    {
      people: Type.Integer(),
      kept: Type.Integer(),
      removed: Type.Integer(),
      unsure: Type.Integer(),
      undecided: Type.Integer(),
    },
    { ...exact, description: 'Number of people, in all and by decision.' },
  ),
  requestedBy: Type.Object({ kind: Type.Enum([...actorKinds]), id: Type.String() }, exact),
  reason: nullableText('Why it was requested.'),
  requestedAt: Type.Unsafe<Date | string>(
    Type.String({
      format: 'date-time',
      description: 'This and the other times: by the governance clock of the tenant.',
    }),
  ),
  openedAt: nullableMoment('When the people were read, and the question was asked.'),
  dueAt: nullableMoment('When it lapses.'),
  endedAt: nullableMoment('When it ended.'),
  taskId: nullableText('The open task that asks for the decisions.'),
  failure: nullableText('Why the people could not be read yet.'),
};

export const ReviewSummary = Type.Object(summary, { ...exact, $id: 'ReviewSummary' });

export const ReviewResponse = Type.Object(
  {
    ...summary,
    people: Type.Array(
      Type.Object(
        {
          personId: Type.String({ description: 'User ID in the directory.' }),
          email: Type.Union([Type.String(), Type.Null()]),
          displayName: Type.Union([Type.String(), Type.Null()]),
          role: Type.Enum(['owner', 'guest']),
          decision: Type.Union([Type.Enum([...personDecisions]), Type.Null()], {
            description: 'Null: nobody decided.',
          }),
        },
        exact,
      ),
      {
        description:
          'The people when the review was opened: at most 500. The responsible person, the deputy and people of the template are not reviewed.',
      },
    ),
  },
  {
    ...exact,
    $id: 'Review',
    description: 'The decisions about the owners and guests of a group.',
  },
);

export const ReviewPage = pageSchema(refTo(ReviewSummary), 'ReviewPage');

export const ReviewRequestBody = Type.Object(
  {
    subjects: Type.Optional(
      Type.Array(Type.Enum([...reviewSubjects]), {
        minItems: 1,
        maxItems: 2,
        description: 'Default: as the template has it, or owners and guests.',
      }),
    ),
    within: Type.Optional(
      Type.String({
        pattern: durationPattern,
        maxLength: 32,
        description: 'Time for the answer, in ISO 8601. Default: as the template has it, or P30D.',
        'x-fault': 'must be an ISO 8601 duration of whole days, such as P30D',
      }),
    ),
    unanswered: Type.Optional(
      Type.Enum([...unansweredReviews], {
        description: 'Default: as the template has it, or keep.',
      }),
    ),
    reason: Type.Optional(
      Type.Union([linesSchema({ maxLength: 1_000 }), Type.Null()], {
        description: 'Reason, for the activity log.',
      }),
    ),
  },
  { ...exact, $id: 'ReviewRequest' },
);

export const ReviewDecisionsBody = Type.Object(
  {
    decisions: personDecisionsSchema,
    reason: Type.Optional(
      Type.Union([linesSchema({ maxLength: 1_000 }), Type.Null()], {
        description: 'Reason, for the activity log.',
      }),
    ),
  },
  { ...exact, $id: 'ReviewDecisions' },
);

export const reviewFilterQuery = {
  state: Type.Optional(Type.Enum([...reviewStates])),
  teamId: Type.Optional(
    Type.String({ pattern: guidPattern, 'x-fault': 'must be a GUID', description: 'The group.' }),
  ),
};

export const ReviewParams = Type.Object({
  reviewId: Type.String({ pattern: guidPattern, description: 'Identifier of the review.' }),
});

export const reviewSchemas = [
  ReviewSummary,
  ReviewResponse,
  ReviewPage,
  ReviewRequestBody,
  ReviewDecisionsBody,
];

export function reviewSummary(review: ReviewOfGroup) {
  const { people, mailNickname: mailNickName } = review;
  const { reviewId, teamId, displayName, organisationId, templateId, state, subjects } = review;
  const { unanswered, requestedBy, reason, requestedAt, openedAt, dueAt, endedAt } = review;
  const { taskId, failure } = review;
  return {
    reviewId,
    teamId,
    displayName,
    mailNickName,
    organisationId,
    templateId,
    state,
    subjects: [...subjects],
    unanswered,
    counts: countsOf(people),
    requestedBy,
    reason,
    requestedAt,
    openedAt,
    dueAt,
    endedAt,
    taskId,
    failure,
  };
}

export function reviewResponse(review: ReviewOfGroup) {
  return { ...reviewSummary(review), people: review.people.map((person) => ({ ...person })) };
}
