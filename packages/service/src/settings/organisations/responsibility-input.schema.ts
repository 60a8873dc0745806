import { Type } from 'typebox';

export const successors = ['deputy', 'owners', 'manager', 'steward'] as const;
export const formerPlaces = ['keep', 'member', 'remove'] as const;

const days = (description: string, maximum = 365) =>
  Type.Integer({ minimum: 1, maximum, description });

/** An administrator's input; omitted members have the values of `defaultResponsibility`. */
export const ResponsibilityInput = Type.Object(
  {
    deputyRequired: Type.Optional(
      Type.Boolean({
        description: 'True if a creation without a deputy is refused as deputy_required.',
      }),
    ),
    succession: Type.Optional(
      Type.Array(Type.Enum([...successors]), {
        maxItems: successors.length,
        uniqueItems: true,
        description:
          'Candidates for the place of the responsible person, in order: deputy, owners, manager, steward.',
      }),
    ),
    graceDays: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 90,
        description: 'Days for which an unavailable person keeps the place. Default: 3.',
      }),
    ),
    remindDays: Type.Optional(
      Type.Array(days('Days after the opening of a task.'), {
        maxItems: 10,
        description: 'Reminders of a task, in days after its opening. Default: 3, 7 and 14.',
      }),
    ),
    escalateDays: Type.Optional(
      days('Days after which a task goes to the steward too. Default: 21.'),
    ),
    formerResponsible: Type.Optional(
      Type.Enum([...formerPlaces], {
        description:
          'The place of a former responsible person in the group: keep (owner, the default), member, or remove.',
      }),
    ),
    beforeLeaveDays: Type.Optional(
      Type.Union([Type.Integer({ minimum: 0, maximum: 365 }), Type.Null()], {
        description:
          'Days before a leave date when the group is handed over. Default: 5. Null: leave dates do not count.',
      }),
    ),
    acceptWithinDays: Type.Optional(
      Type.Union([days('Days for the answer.'), Type.Null()], {
        description:
          'Days in which a person who is named responsible or deputy accepts the role, or passes it on. Without an answer the steward is informed; the group never waits. Default: null, nobody is asked.',
      }),
    ),
    decisions: Type.Optional(
      Type.Enum(['link', 'signed_in'], {
        description: 'Whether a decision by a link also needs a sign-in. Default: link.',
      }),
    ),
  },
  {
    additionalProperties: false,
    description:
      'Succession of the people who answer for a group. If you omit it, the present policy stays. Null: none.',
  },
);
