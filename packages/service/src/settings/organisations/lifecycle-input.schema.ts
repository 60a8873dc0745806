import { Type } from 'typebox';
import { optionalDay } from '../../ground/schema/moment.schema.ts';
import { durationPattern } from '../../ground/duration.ts';
import { askedRoles, unansweredIdle } from './inactivity-policy.ts';
import { reviewSubjects, unansweredReviews } from './review-policy.ts';
import { unansweredActions } from './lifecycle-policy.ts';

const duration = (description: string) =>
  Type.String({
    pattern: durationPattern,
    maxLength: 32,
    description,
    'x-fault': 'must be an ISO 8601 duration of whole days, such as P90D or P1Y',
  });
const optional = (description: string) =>
  Type.Optional(Type.Union([duration(description), Type.Null()]));

const expires = {
  after: optional('That long after the group was created.'),
  on: optionalDay('On that day, such as 2027-12-31.'),
  property: Type.Optional(
    Type.Union([
      Type.String({
        maxLength: 64,
        description:
          'On the day in that property of the group. Without it, the group does not expire.',
      }),
      Type.Null(),
    ]),
  ),
  plus: optional('That long after the day in the property.'),
};

const review = Type.Object(
  {
    every: duration('From one review to the next, and from the creation to the first.'),
    within: Type.Optional(duration('Time for the answer. Default: P30D.')),
    subjects: Type.Optional(
      Type.Array(Type.Enum([...reviewSubjects]), {
        minItems: 1,
        maxItems: 2,
        description: 'The people to decide about. Default: owners and guests.',
      }),
    ),
    unanswered: Type.Optional(
      Type.Enum([...unansweredReviews], {
        description:
          'The consequence for people about whom nobody decided. remove_guests: these guests are removed. archive: the group is archived. Default: keep.',
      }),
    ),
  },
  { additionalProperties: false },
);

const inactivity = Type.Object(
  {
    after: Type.Optional(
      duration('A group that was not used for that long is idle. At least P30D. Default: P180D.'),
    ),
    ask: Type.Optional(
      Type.Array(Type.Enum([...askedRoles]), {
        minItems: 1,
        maxItems: 3,
        description: 'The people who are asked. Default: responsible and deputy.',
      }),
    ),
    within: Type.Optional(duration('Time for the answer. At least P7D. Default: P30D.')),
    unanswered: Type.Optional(
      Type.Enum([...unansweredIdle], {
        description:
          'The consequence if nobody answers. expire: the group expires, with the reminders of remindBefore and what follows from unanswered of the lifecycle. Default: keep.',
      }),
    ),
    quietFor: Type.Optional(
      duration(
        'Nobody is asked again for that long after an answer or without one. At least P30D. Default: P180D.',
      ),
    ),
  },
  { additionalProperties: false },
);

/** Members of a lifecycle policy. Durations are ISO 8601, in whole days. */
export const LifecycleInputSchema = Type.Object(
  {
    expires: Type.Optional(
      Type.Union([Type.Object(expires, { additionalProperties: false }), Type.Null()], {
        description:
          'When groups expire: exactly one of after, on and property. Null or absent: they do not, unless their request names a day; then inactivity, review or callerMaySet is required.',
      }),
    ),
    callerMaySet: Type.Optional(
      Type.Boolean({
        description:
          'Whether a request for a group may name its expiry, in expiresAt. Default: false.',
      }),
    ),
    longest: optional(
      'From the request to the last expiry that it may name; also of renewals. Default: ten years.',
    ),
    remindBefore: Type.Optional(
      Type.Array(duration('That long before the group expires.'), {
        minItems: 1,
        maxItems: 10,
        description:
          'Reminders. The first asks the responsible person, the second also the deputy, the last also the steward of the organisation. Default: P30D, P14D and P3D.',
      }),
    ),
    renew: Type.Optional(
      Type.Object(
        {
          for: Type.Optional(duration('Length of a renewal. Default: P1Y.')),
          atMost: Type.Optional(
            Type.Union([
              Type.Integer({
                minimum: 0,
                maximum: 1000,
                description: 'Renewals of one group by its people. Administrators have no limit.',
              }),
              Type.Null(),
            ]),
          ),
        },
        { additionalProperties: false },
      ),
    ),
    unanswered: Type.Optional(
      Type.Enum([...unansweredActions], {
        description:
          'The consequence if nobody renews. delete: the group is archived first, and deleted after deleteAfterArchived. Default: archive.',
      }),
    ),
    deleteAfterArchived: optional(
      'An archived group is deleted after that time, at least P14D. Default: never, or P30D with unanswered delete.',
    ),
    decisions: Type.Optional(
      Type.Enum(['link', 'signed_in'], {
        description:
          'link: the link of a message is enough to decide. signed_in: the person also signs in. Default: link.',
      }),
    ),
    review: Type.Optional(
      Type.Union([review, Type.Null()], {
        description: 'Reviews of the people in the group. Absent: none by policy.',
      }),
    ),
    inactivity: Type.Optional(
      Type.Union([inactivity, Type.Null()], {
        description:
          'Groups that nobody uses, by the reports of the suite: their people are asked whether they are still needed. Absent: nobody is asked.',
      }),
    ),
    graceForExisting: Type.Optional(
      duration(
        'Groups that exist when the policy comes or becomes shorter do not expire before that time has passed. Default: P60D.',
      ),
    ),
    spreadExisting: optional(
      'The first expiries of existing groups that would all fall on the end of graceForExisting are spread over that time, at most P1Y. Default: they are not.',
    ),
  },
  {
    additionalProperties: false,
    description: 'When groups expire, and what follows. Applies at once, also to existing groups.',
  },
);
